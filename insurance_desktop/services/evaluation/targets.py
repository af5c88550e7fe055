"""Which documents of a library a golden question is asked of, and whether its labels still fit their text."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath, PureWindowsPath

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.evaluation import GoldenQuestion, GoldenSet, StaleLabel
from insurance_desktop.domain.identity import normalised
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.packs import packs_held
from insurance_desktop.services.products.scope import NoScope, scope_of
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue, works
from insurance_desktop.store.works.catalogue import ClausePlace, FiledDocument

from .scores import Wanted, parents


@dataclass(frozen=True, slots=True)
class Target:
    """A question ready to be asked: what is right, and the request that scopes it to its documents.

    `coarser` and `unaccepted` are labels that are not there as they are written, and do not keep it from being judged.
    """

    wanted: Wanted
    request: SearchRequest
    coarser: tuple[StaleLabel, ...] = ()
    unaccepted: tuple[StaleLabel, ...] = ()

    @property
    def unscoped(self) -> SearchRequest:
        """The same question asked of the whole library."""
        return SearchRequest(self.request.query)


@dataclass(frozen=True, slots=True)
class Ground:
    """The verified text of a library as labels see it."""

    filed: tuple[FiledDocument, ...]
    places: Mapping[int, ClausePlace]
    by_clause_id: Mapping[str, ClausePlace]
    sections: Mapping[int, frozenset[str]]
    marks: Mapping[int, frozenset[tuple[str, str]]]


def ground_of(connection: Connection, pack: str) -> Ground:
    found = catalogue.clause_places(connection)
    sections: defaultdict[int, set[str]] = defaultdict(set)
    marks: defaultdict[int, set[tuple[str, str]]] = defaultdict(set)
    for each in found:
        sections[each.document_id].add(each.section)
    for document_id, section, mark in catalogue.item_marks(connection):
        marks[document_id].add((section, _mark_key(mark)))
    return Ground(
        filed=catalogue.filed_documents(connection, pack),
        places={each.row: each for each in found},
        by_clause_id={each.clause_id: each for each in found},
        sections={document_id: frozenset(keys) for document_id, keys in sections.items()},
        marks={document_id: frozenset(keys) for document_id, keys in marks.items()},
    )


def pack_asked(library: Library, golden: GoldenSet) -> str:
    """The pack that a set belongs to: the first whose documents its questions name; else the library's own."""
    files = {_base(each.file) for each in golden.questions if each.file is not None}
    hashes = {each.document_sha256.lower() for each in golden.questions if each.document_sha256 is not None}
    codes = {each.product_code for each in golden.questions if each.product_code is not None}
    packs = packs_held(library.database)
    with library.database.read() as connection:
        for pack in packs if len(packs) > 1 else ():
            filed = catalogue.filed_documents(connection, pack)
            if any(each.sha256 in hashes or _base(each.file_name) in files for each in filed):
                return pack
            if any(work.code in codes for work in works.all_of(connection, pack)):
                return pack
    return library.pack.name


def target_of(
    connection: Connection, engine: SearchEngine, ground: Ground, golden: GoldenQuestion
) -> Target | tuple[StaleLabel, ...]:
    """The question's target, or the labels that no longer fit (then it cannot be judged)."""
    if golden.places:
        return _target_of_places(ground, golden)
    scope = _documents(connection, engine, ground, golden)
    if isinstance(scope, StaleLabel):
        return (scope,)
    request, documents = scope
    sections = frozenset().union(*(ground.sections.get(each, frozenset()) for each in documents))
    marks = frozenset().union(*(ground.marks.get(each, frozenset()) for each in documents))
    held = {named: _held(normalised(named), sections) for named in golden.sections}
    gone = [_label(golden, "section", named) for named, key in held.items() if key is None]
    needed = {normalised(named): key for named, key in held.items() if key is not None}
    items = [(needed.get(normalised(section), normalised(section)), mark) for section, mark in golden.items]
    lost = {normalised(label.what) for label in gone}
    for (section, mark), (key, _) in zip(golden.items, items, strict=True):
        if normalised(section) not in lost and (key, _mark_key(mark)) not in marks:
            gone.append(_label(golden, "item", f"{section} {mark}"))
    if gone:
        return tuple(gone)
    also = {named: _held(normalised(named), sections) for named in golden.also}
    is_everywhere = golden.file is None and golden.document_sha256 is None and golden.product_code is None
    wanted = Wanted(
        golden,
        None if is_everywhere else frozenset(documents),
        tuple(dict.fromkeys(needed.values())),
        frozenset(map(normalised, golden.also)),
        tuple(items),
    )
    coarser = [_label(golden, "section", named) for named, key in held.items() if key != normalised(named)]
    unaccepted = [_label(golden, "section", named) for named, key in also.items() if key is None]
    return Target(wanted, request, tuple(coarser), tuple(unaccepted))


def _held(key: str, sections: Collection[str]) -> str | None:
    """The section that holds what a label names: itself, or the part around it where that is a heading of a path."""
    if key in sections:
        return key
    if "/" not in key:  # 2.9 that is gone is not answered by 2
        return None
    return next((each for each in parents(key) if each in sections), None)


def _target_of_places(ground: Ground, golden: GoldenQuestion) -> Target | tuple[StaleLabel, ...]:
    """Of a question whose answer stands in several documents: asked of the whole library, right at each place."""
    verified = {each.sha256: each.document_id for each in ground.filed if each.is_verified}
    filed = {each.sha256 for each in ground.filed}
    gone: list[StaleLabel] = []
    for each in golden.places:
        document_id, key = verified.get(each.document_sha256), normalised(each.section)
        if document_id is None:
            kind = "unverified" if each.document_sha256 in filed else "document"
            gone.append(_label(golden, kind, each.document_sha256))
        elif key not in ground.sections.get(document_id, ()):
            gone.append(_label(golden, "section", each.section))
        elif each.item is not None and (key, _mark_key(each.item)) not in ground.marks.get(document_id, ()):
            gone.append(_label(golden, "item", f"{each.section} {each.item}"))
    if gone:
        return tuple(gone)
    asked = Wanted(golden, frozenset(verified[each.document_sha256] for each in golden.places), (), frozenset())
    apart = replace(asked, tells_documents_apart=True)
    keys = [apart.key(verified[each.document_sha256], normalised(each.section)) for each in golden.places]
    items = [(key, each.item) for key, each in zip(keys, golden.places, strict=True) if each.item is not None]
    wanted = replace(apart, needed=tuple(dict.fromkeys(keys)), items=tuple(items))
    return Target(wanted, SearchRequest(golden.question))


def _documents(
    connection: Connection, engine: SearchEngine, ground: Ground, golden: GoldenQuestion
) -> tuple[SearchRequest, Sequence[int]] | StaleLabel:
    if golden.document_sha256 is None and golden.file is None:
        request = SearchRequest(golden.question, product_code=golden.product_code)
        scope = scope_of(connection, engine.product_names, request)
        if isinstance(scope, NoScope):
            return _label(golden, "document", golden.product_code or golden.question)
        if not scope.documents:
            return _label(golden, "unverified", golden.product_code or golden.question)
        return request, scope.documents
    found = list(_filed(ground, golden))
    if not found:
        return _label(golden, "document", golden.file or golden.document_sha256 or "")
    verified = [each for each in found if each.is_verified]
    if not verified:
        return _label(golden, "unverified", golden.file or golden.document_sha256 or "")
    document_id = verified[-1].document_id
    return SearchRequest(golden.question, document_id=document_id), (document_id,)


def _filed(ground: Ground, golden: GoldenQuestion) -> Iterator[FiledDocument]:
    for each in ground.filed:
        if golden.document_sha256 is not None:
            if each.sha256 == golden.document_sha256.lower():
                yield each
        elif golden.file is not None and _base(each.file_name) == _base(golden.file):
            yield each


def _base(name: str) -> str:
    return PurePosixPath(PureWindowsPath(name).as_posix()).name


def _mark_key(mark: str) -> str:
    return normalised(mark).rstrip("、.")


def _label(golden: GoldenQuestion, kind: str, what: str) -> StaleLabel:
    return StaleLabel(golden.identifier, golden.line, golden.tier, kind, what)
