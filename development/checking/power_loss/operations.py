"""What changes a library, each from the same prepared one: a verified document, one that waits, a file that comes."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from insurance_desktop.convert.running.workers import ConversionWorkers, Key
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.fact_judgements import Verdict
from insurance_desktop.index.embedding import Embedder, Told, Vectors, shipped_embedder, tell_nobody
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.library import Library, backup
from insurance_desktop.services.review import decisions, fact_review
from insurance_desktop.services.review.repairing import repair
from insurance_desktop.services.search.engine import Models, SearchEngine
from insurance_desktop.services.workspace import Workspace
from insurance_desktop.store.database import Connection
from insurance_desktop.store.migrations import MIGRATIONS, Migration, newest
from insurance_desktop.store.opening import open_database

from ..damages import DAMAGES

_NOW = datetime(2026, 11, 28, tzinfo=UTC)
_REVIEWER = "a"
_REASON = "seen"
VERIFIED, WAITING = 1, 2
"""The documents of the prepared library."""

Step = Callable[[Workspace], object]


@entity
class Operation:
    """Steps, each of which is done as a whole or not at all; `migrations` are those of the program that opens,
    `damages` what is wrong with the library before."""

    name: str
    steps: tuple[Step, ...]
    migrations: tuple[Migration, ...] = MIGRATIONS
    damages: tuple[str, ...] = ()


@entity
class Ground:
    """What operations stand on: the prepared library and a backup of it, the file that is imported, and what converts
    and embeds."""

    library: Path
    backup: Path
    newcomer: Path
    workers: ConversionWorkers
    models: Models

    def open(self, path: Path, migrations: Sequence[Migration] = MIGRATIONS, *, create: bool = False) -> Workspace:
        """A workspace whose clock stands still, so that what was done twice is the same."""
        database = open_database(path, create=create, migrations=migrations)
        library = Library(path, database, load_pack(default_pack()), lambda: _NOW)
        return Workspace(library, SearchEngine(library, self.models), Converter(workers=lambda: self.workers))


class KnownConversions(ConversionWorkers):
    """Real conversions, each made once and told again."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[bytes, Conversion] = {}

    def convert(self, original: bytes, pack_name: str) -> Conversion:
        if original not in self._known:
            self._known[original] = super().convert(original, pack_name)
        return self._known[original]

    def convert_many(
        self, sources: Iterable[tuple[Key, bytes]], pack_name: str, *_: object, **__: object
    ) -> Iterator[tuple[Key, Conversion]]:
        return ((key, self.convert(original, pack_name)) for key, original in sources)


class KnownPassages(Embedder):
    """The embedder that ships; the vectors of passages that it has seen cost nothing."""

    def __init__(self, shipped: Embedder) -> None:
        super().__init__(shipped.model_path, shipped.tokenizer_path)
        self._passages: dict[tuple[str, ...], tuple[Vectors, list[int]]] = {}

    def passages_counted(self, texts: Sequence[str], told: Told = tell_nobody) -> tuple[Vectors, list[int]]:
        key = tuple(texts)
        if key not in self._passages:
            self._passages[key] = super().passages_counted(texts)
        return self._passages[key]


def prepared(folder: Path, files: Sequence[Path], workers: Any = None, embedder: Any = None) -> Ground:
    """The ground of three files: the first is verified, the second waits for review, the third is to come.

    `workers` and `embedder` are the real ones where none are given.
    """
    models = Models(embedder=lambda _: embedder or KnownPassages(shipped_embedder()))
    library = folder / "prepared.db"
    ground = Ground(library, library.with_suffix(".backup"), files[2], workers or KnownConversions(), models)
    with ground.open(ground.library, create=True) as workspace:
        import_paths(workspace.library, workspace.converter, files[:2])
        _approve(VERIFIED)(workspace)
        backup(workspace.library, ground.backup)
    return ground


def operations(ground: Ground) -> tuple[Operation, ...]:
    """Each alone, and all of them one after the other in one process; then the repairs of one damage each."""
    steps: dict[str, Step] = {
        "import": lambda workspace: import_paths(workspace.library, workspace.converter, [ground.newcomer]),
        "approve": _approve(WAITING),
        "edit": _edit,
        "reject": _reject,
        "fact": _judge,
        "backup": _back_up,
    }
    alone = [Operation(name, (step,)) for name, step in steps.items()]
    later = (*MIGRATIONS, Migration(newest() + 1, _later_schema))
    repairs = [Operation(f"repair of {name}", (_repair(ground),), damages=(name,)) for name in DAMAGES]
    return (*alone, Operation("migration", (), later), Operation("a day", tuple(steps.values()), later), *repairs)


def _approve(document_id: int) -> Step:
    return lambda workspace: decisions.approve(
        workspace.engine, document_id, reviewer=_REVIEWER, accept_findings_reason=_REASON
    )


def _edit(workspace: Workspace) -> None:
    text = decisions.show(workspace.library, VERIFIED).markdown
    decisions.edit(workspace.library, VERIFIED, markdown=f"{text}\n{_REASON}\n", reviewer=_REVIEWER)


def _judge(workspace: Workspace) -> None:
    fact = fact_review.facts_in_review(workspace.library, WAITING)[0]
    said = fact_review.Judging(fact.path, Verdict.REFUSED, fact.value, section_id=fact.section_id)
    fact_review.judge_facts(workspace.library, WAITING, (said,), reviewer=_REVIEWER)


def _repair(ground: Ground) -> Step:
    return lambda workspace: repair(workspace.engine, ground.backup)


def _reject(workspace: Workspace) -> None:
    decisions.reject(workspace.library, VERIFIED, reviewer=_REVIEWER, reason=_REASON)


def _back_up(workspace: Workspace) -> None:
    backup(workspace.library, workspace.library.path.with_name("copy.backup"))


def _later_schema(connection: Connection) -> None:
    """What a later release may do: a table gets a column, another is made of it and a third is written over."""
    connection.run("ALTER TABLE versions ADD COLUMN later TEXT NOT NULL DEFAULT ''")
    connection.run("CREATE TABLE later AS SELECT id, markdown FROM versions")
    connection.run("UPDATE later SET markdown = upper(markdown)")


def signature(connection: Connection) -> str:
    """A hash over every row of every table, those that virtual tables keep their content in among them; a change of the
    index is known by a number drawn at random, the space of its vectors by the time of day."""
    found = hashlib.sha256()
    tables = connection.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' "
        "AND name NOT IN ('index_changes', 'index_spaces') ORDER BY name"
    )
    for (name,) in tables:
        found.update(name.encode())
        for row in connection.rows(f'SELECT * FROM "{name}"'):
            found.update(repr(row).encode())
    return found.hexdigest()
