"""Examines the installation and one library: each check says what it saw and, where something is wrong, what to do."""

import json
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from insurance_desktop import paths
from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.answers import Check
from insurance_desktop.domain.errors import WindowUnavailable, WorkbenchError
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.index import ranking
from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.index.reranker import shipped_reranker
from insurance_desktop.packs.labels import pack_label
from insurance_desktop.packs.law_texts import articles_of
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack, pack_names
from insurance_desktop.packs.wording import say, sentence
from insurance_desktop.services.connecting.checking import check_clients
from insurance_desktop.services.connecting.clients import Surroundings, here
from insurance_desktop.services.library.integrity import integrity
from insurance_desktop.services.library.library import Library, damage_behind, open_library, open_reader
from insurance_desktop.services.library.packs import packs_held
from insurance_desktop.services.machine.display import has_display, require_window
from insurance_desktop.services.machine.fonts import chinese_font
from insurance_desktop.services.review.decisions import verify_log
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.indexing import is_stale
from insurance_desktop.services.search.ranking_approval import state_of
from insurance_desktop.store import health
from insurance_desktop.store.opening import open_database

REFERENCE_TOLERANCE = 2e-3
"""How far the first numbers of a vector may be from those of its reference (models/README)."""

MB = 1_000_000
LEAST_ROOM = 500 * MB
"""A library of a hundred documents with its pictures, and a backup beside it."""

_ASKED = "1.1"
"""Any text: that the reranker answers at all is what is looked at."""


class _Fault(Exception):
    """A check that failed, with what it saw; with what to do, where the check's own hint does not say that."""

    def __init__(self, seen: str, hint: str = "") -> None:
        super().__init__(seen)
        self.hint = hint


def doctor(path: Path, surroundings: Surroundings | None = None, *, deep: bool = False) -> tuple[Check, ...]:
    """All checks, in the order in which they depend on each other. Nothing is changed, and `path` need not exist.

    `surroundings` say where AI clients keep their files; this machine's where none are given. What belongs to a pack is
    looked at for every pack in use: those that the library holds, or the one that a new library is made for.
    `deep`: with every byte of the originals and of the pictures kept of their pages.
    """
    used = _packs_in_use(path)
    return (
        _check("python", _python),
        *_each(tuple(dict.fromkeys((*pack_names(), *used))), "pack", _pack),
        _check("sqlite", _sqlite),
        *(_model_check(language) for language in _languages(used)),
        *_each(used, "ranking", _ranking),
        *_each(used, "converter", _converter),
        _check("samples", _samples),
        _check("window", _window),
        _check("font", _font),
        _check("folder", lambda: _folder(path)),
        *_library_checks(path, used, deep=deep),
        *check_clients(path, surroundings or here()),
    )


def _packs_in_use(path: Path) -> tuple[str, ...]:
    """What is wrong with the file is told where the library is looked at."""
    if not path.exists():
        return (default_pack(),)
    try:
        with closing(open_database(path, read_only=True)) as database:
            return packs_held(database) or (default_pack(),)
    except WorkbenchError:
        return (default_pack(),)


def _each(packs: Sequence[str], name: str, examine: Callable[[str], str]) -> Iterator[Check]:
    """The check of each pack; where there are several, it bears the pack's name."""
    for pack in packs:
        yield _check(name, partial(examine, pack), pack if len(packs) > 1 else "")


def _check(name: str, examine: Callable[[], str], pack: str = "") -> Check:
    """One check: `examine` returns what it saw, or raises."""
    shown = f"{name} {pack}".strip()
    try:
        return Check(shown, True, examine())
    except _Fault as fault:
        return Check(shown, False, str(fault), fault.hint or say(f"diagnosing.{name}_hint"))
    except WorkbenchError as error:
        words = sentence(error)
        return Check(shown, False, words.message, words.hint or say(f"diagnosing.{name}_hint"))
    except Exception as error:
        return Check(shown, False, f"{type(error).__name__}: {error}", say(f"diagnosing.{name}_hint"))


def _python() -> str:
    return say("diagnosing.python", version=platform.python_version(), system=platform.platform(), path=sys.executable)


def _pack(name: str) -> str:
    pack = load_pack(name)
    changed = [work.name for work in pack.laws.works if articles_of(name, work) is None]
    if changed:
        seen = say("diagnosing.laws_changed", laws=say("ask.comma").join(changed))
        raise _Fault(seen, say("diagnosing.laws_changed_hint"))
    return say(
        "diagnosing.pack",
        pack=pack,
        label=pack_label(name),
        categories=len(pack.categories),
        synonyms=len(pack.synonyms),
    )


@contextmanager
def _scratch_library() -> Iterator[Library]:
    with TemporaryDirectory() as folder, open_library(Path(folder) / "library.db") as library:
        yield library


def _sqlite() -> str:
    with _scratch_library() as library, library.database.write() as connection:
        return say("diagnosing.sqlite", engine=health.engine(connection))


def _languages(used: Sequence[str]) -> tuple[str, ...]:
    """Whose models are in use; what is wrong with a pack is told by its own check."""
    offered = [load_pack(pack).language for pack in used if _check("pack", partial(_pack, pack)).ok]
    return tuple(dict.fromkeys(offered)) or ("",)


def _model_check(language: str) -> Check:
    """A network that does not ship is nobody's fault where it is not installed: words are searched all the same."""
    embedder = shipped_embedder(language)
    if language and embedder.is_missing:
        settings = embedder.settings
        told = {"model": settings.name, "file": settings.model, "sha256": settings.sha256}
        hint = say("diagnosing.model_optional_hint", **told)
        return Check(f"model {language}", True, say("diagnosing.model_optional", **told), hint)
    return _check("model", partial(_model, language), language)


def _model(language: str) -> str:
    references = json.loads((paths.model_folder(language) / "reference_vectors.json").read_text(encoding="utf-8"))
    vectors = shipped_embedder(language).passages([reference["text"] for reference in references])
    distance = max(
        abs(float(vector[position]) - number)
        for vector, reference in zip(vectors, references, strict=True)
        for position, number in enumerate(reference["first8"])
    )
    if distance > REFERENCE_TOLERANCE:
        raise _Fault(say("diagnosing.model_differs", distance=f"{distance:.1e}", allowed=REFERENCE_TOLERANCE))
    return say("diagnosing.model", count=len(references), distance=f"{distance:.1e}")


def _ranking(pack: str) -> str:
    model = ranking.load_model(ranking.model_path(pack))
    reranker = shipped_reranker()
    if reranker is not None:
        reranker.logits(_ASKED, [_ASKED])
    return say("diagnosing.ranking", features=len(model.means))


def _converter(pack: str) -> str:
    with ConversionWorkers() as workers:
        conversion = workers.convert(one_page_pdf(), pack)
    if conversion.status is ConversionStatus.FAILED:
        raise _Fault(say("diagnosing.converter_failed", reason=conversion.reason))
    return say("diagnosing.converter", pages=conversion.pages, glyphs=conversion.coverage.glyphs)


def one_page_pdf() -> bytes:
    """A whole little PDF with one numbered line, written by hand."""
    drawing = b"BT /F1 12 Tf 72 720 Td (1.1 A clause) Tj ET"
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawing), drawing),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    file = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj%s endobj\n" % (number, content)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, rows)
    trailer = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(file))
    return file + table + trailer


def _samples() -> str:
    """Said, not demanded: a library works without them."""
    found = list((paths.resource_root() / "samples").glob("*.pdf"))
    return say("diagnosing.samples", count=len(found)) if found else say("diagnosing.no_samples")


def _window() -> str:
    """Where nobody could see a window, that it cannot open is said, not demanded."""
    try:
        require_window()
    except WindowUnavailable as error:
        if has_display():
            raise
        return say("diagnosing.window_unneeded", reason=sentence(error).message)
    return say("diagnosing.window_ready")


def _font() -> str:
    """Said, not demanded: the window brings its own, and few PDFs embed none."""
    found = chinese_font()
    if found is None:
        return say("diagnosing.no_font")
    return say("diagnosing.font", font=found) if found else say("diagnosing.fonts_of_system")


def _folder(path: Path) -> str:
    """Room and rights where the library lies, or will lie."""
    folder = next((each for each in (path.parent, *path.parent.parents) if each.is_dir()), Path(path.anchor))
    free = shutil.disk_usage(folder).free
    if not os.access(folder, os.W_OK):
        raise _Fault(say("diagnosing.folder_read_only", folder=folder), say("diagnosing.folder_read_only_hint"))
    if free < LEAST_ROOM:
        raise _Fault(say("diagnosing.folder_full", folder=folder, free=free // MB), say("diagnosing.folder_full_hint"))
    return say("diagnosing.folder", folder=folder, free=f"{free / MB / 1000:.1f}")


def _library_checks(path: Path, used: Sequence[str], *, deep: bool) -> tuple[Check, ...]:
    if not path.exists():
        return (Check("library", True, say("diagnosing.no_library", path=path)),)
    opened = _check("library", lambda: _opens(path))
    if not opened.ok:
        return (opened,)
    with open_reader(path) as library:
        return (
            opened,
            _check("integrity", lambda: _integrity(library)),
            _check("decisions", lambda: _decisions(library)),
            *_each(used, "clauses", lambda pack: _clauses(library.read_by(pack), deep=deep)),
            *_each(used, "index", lambda pack: _index(library, pack)),
            *_each(used, "configuration", lambda pack: _configuration(library, pack)),
        )


def _opens(path: Path) -> str:
    """What the library holds; the damage where its file cannot be read for it."""
    try:
        with open_reader(path) as library, library.database.read() as connection:
            return say("diagnosing.library", path=path, contents=health.contents(connection))
    except Exception as error:
        damage = damage_behind(path, error)
        if damage is None:
            raise
        raise damage from error


def _integrity(library: Library) -> str:
    with library.database.read() as connection:
        found = health.faults(connection)
    if found:
        raise _Fault("; ".join(found))
    return say("diagnosing.integrity")


def _decisions(library: Library) -> str:
    check = verify_log(library)
    if not check.ok:
        broken = say("diagnosing.decisions_broken", check=check) if check.broken_at is not None else ""
        changed = say("diagnosing.content_changed", documents=_named(check.changed)) if check.changed else ""
        raise _Fault(broken + changed)
    return say("diagnosing.decisions", check=check)


def _clauses(library: Library, *, deep: bool) -> str:
    """What was changed of what is served."""
    found = integrity(library, deep=deep)
    seen, hints = [], []
    if found.altered:
        changed = tuple(chain.from_iterable(each.clauses for each in found.altered))
        numbers = _named(each.document_id for each in found.altered)
        seen.append(say("diagnosing.clauses_changed", documents=numbers, count=len(changed), clauses=_named(changed)))
        hints.append(say("diagnosing.clauses_hint"))
    if found.originals:
        seen.append(say("diagnosing.originals_changed", documents=_named(found.originals)))
        hints.append(say("diagnosing.originals_hint"))
    if found.versions:
        seen.append(say("diagnosing.versions_unreadable", documents=_named(found.versions)))
        hints.append(say("diagnosing.decisions_hint"))
    if found.pictures:
        seen.append(say("diagnosing.pictures_changed", documents=_named(found.pictures)))
        hints.append(say("diagnosing.pictures_hint"))
    if seen:
        raise _Fault("".join(seen), "".join(hints))
    return say("diagnosing.clauses_deep" if deep else "diagnosing.clauses", count=found.clauses)


def _named(things: Iterable[object]) -> str:
    return "\u3001".join(map(str, things))


def _configuration(library: Library, pack: str) -> str:
    """An upgrade that nobody judged on this library, or one that failed there, must not go unsaid."""
    with SearchEngine(library.read_by(pack)) as engine, library.database.read() as connection:
        state = state_of(connection, engine)
    if state.needs_somebody:
        raise _Fault(state.words)
    return state.words


def _index(library: Library, pack: str) -> str:
    with SearchEngine(library.read_by(pack)) as engine, library.database.read() as connection:
        if is_stale(connection, engine):
            raise _Fault(say("diagnosing.index_stale"))
        return say("diagnosing.index", contents=health.contents(connection))
