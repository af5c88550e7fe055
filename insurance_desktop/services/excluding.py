"""FR-002: the exclusions of a product, item by item, each marked for a scenario. The tool does not decide a claim."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.answers import ExceptionClause, ExclusionAnswer, ExclusionItem
from insurance_desktop.domain.conversion import Item
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.matching import (
    MATCHED,
    POSSIBLE,
    Asked,
    Spoken,
    chances,
    load_match_model,
)
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.ranking import model_path
from insurance_desktop.index.sentences import exceptions_in, sentences
from insurance_desktop.packs.wording import say
from insurance_desktop.store import catalogue, clauses, search_index
from insurance_desktop.store.clauses import ClauseRow, ReferenceRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.search_index import IndexScope

from .asking import ANSWER_BYTES, page_of, page_start, readable, refuse_unreadable
from .evidence import arms_of, gather, known_questions
from .hits import Sources, sources_of
from .library import Library
from .product_scope import document_scope, product_scope
from .readiness import why_silent
from .scoping import NoScope

_WIDEST = 40
"""Without a product: how many of the nearest exclusion clauses are gone through item by item."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """One exclusion, verbatim: an item, a clause without items, or a sentence that refuses cover elsewhere."""

    row: ClauseRow
    item: Item | None
    text: str
    definitions: tuple[ClauseRow, ...]


@dataclass(frozen=True, slots=True)
class _Marked:
    unit: _Unit
    chance: float
    mark: str


def check_exclusions(
    library: Library,
    scenario: str,
    *,
    product: str | int | None = None,
    document_id: int | None = None,
    strict: bool = True,
    everything: bool = False,
    cursor: str | None = None,
    budget: int = ANSWER_BYTES,
    is_measured: bool = False,
) -> ExclusionAnswer:
    """Goes through the exclusions for a scenario. Strict: only what matches; not strict: also what possibly does;
    `everything`: all items with their marks. `budget` = what the list of items may take as JSON, in bytes;
    `is_measured`: an evaluation asks, which a ranking that may not answer must stand too."""
    refuse_unreadable(scenario)
    start = page_start(cursor)
    with library.database.read() as connection:
        scope = _documents(connection, library, product, document_id)
        if isinstance(scope, NoScope):
            return _nothing(library.pack, scope)
        why = None if is_measured else why_silent(connection, library)
        if why is not None:
            return _nothing(library.pack, NoScope(AnswerStatus.INDEX_STALE, why))
        named = product is not None or document_id is not None
        rows, complete = _exclusion_clauses(connection, library, scenario, scope, named)
        if not rows:
            return _nothing(library.pack, NoScope(AnswerStatus.NO_MATCH, say("search.exclusions_without_clauses")))
        units = _units(connection, library.pack, rows)
        marked = _mark(library, scenario, units)
        shown = [each for each in marked if _is_shown(each.mark, strict, everything)]
        sources = sources_of(connection, [each.unit.row for each in marked])
        answer = _answer(library.pack, marked, complete)
        entries = [_item(library.pack, each, sources) for each in shown]
        page, next_cursor = page_of(entries, start, budget)
        return _with_page(answer, page, next_cursor)


def _documents(
    connection: Connection, library: Library, product: str | int | None, document_id: int | None
) -> tuple[int, ...] | NoScope:
    if document_id is not None:
        return document_scope(connection, library, document_id)
    if product is not None:
        return product_scope(connection, library, product)
    verified = catalogue.verified_documents(connection, library.pack.name)
    if not verified:
        return NoScope(AnswerStatus.EMPTY_LIBRARY, say("search.empty_library"))
    return tuple(each.document_id for each in verified if each.edition_status != "superseded")


def _exclusion_clauses(
    connection: Connection, library: Library, scenario: str, documents: Sequence[int], named: bool
) -> tuple[list[ClauseRow], bool]:
    """The clauses of the exclusion category, and whether these are all there are in scope."""
    category = library.pack.exclusion_category
    count = search_index.count_of_category(connection, documents, category)
    if named or count <= _WIDEST:
        found = clauses.of_documents(connection, documents, category)
        return [row for row in found if row.text.strip() and not library.pack.is_guide(row.section_id)], True
    arms = arms_of(library, connection)
    if arms is None:
        return [], False
    question = take_apart(readable(scenario), library.pack)
    evidence = gather(connection, question, IndexScope(tuple(documents), category), arms=arms)
    nearest = sorted(evidence, key=lambda each: -(each.cosine + each.words + each.bigrams))[:_WIDEST]
    found_rows = clauses.read(connection, [each.clause for each in nearest])
    return [found_rows[each.clause] for each in nearest if found_rows[each.clause].text.strip()], False


def _units(connection: Connection, pack: DomainPack, rows: Sequence[ClauseRow]) -> list[_Unit]:
    """The exclusions in these clauses with the definitions that each one names."""
    keys = [row.row for row in rows]
    items = clauses.items_of(connection, keys)
    references = clauses.references_of(connection, keys)
    targets = _targets(connection, references)
    units = []
    for row in rows:
        printed = [each for each in references.get(row.row, ()) if each.target_clause_id != row.clause_id]
        for item, text in _passages(pack, row, items.get(row.row, ())):
            named = [each for each in printed if normalised(each.anchor) in normalised(text)]
            definitions = [targets[each.target_clause_id] for each in named if each.target_clause_id in targets]
            units.append(_Unit(row, item, text, tuple(dict.fromkeys(definitions))))
    return units


def _passages(pack: DomainPack, row: ClauseRow, items: Sequence[Item]) -> Iterator[tuple[Item | None, str]]:
    """All items of a clause about exclusions; of another clause only the items and sentences that refuse cover."""
    if _is_about_exclusions(pack, row):
        if items:
            yield from ((item, item.text) for item in items)
        else:
            yield None, row.text
        return
    refusing = [re.compile(phrase) for phrase in pack.exclusion_phrases]
    for item in items:
        if any(phrase.search(item.text) for phrase in refusing):
            yield item, item.text
    for sentence in sentences(row.text):
        inside = any(sentence in item.mark + item.text or item.text in sentence for item in items)
        if not inside and any(phrase.search(sentence) for phrase in refusing):
            yield None, sentence


def _is_about_exclusions(pack: DomainPack, row: ClauseRow) -> bool:
    return row.categories[:1] == (pack.exclusion_category,)


def _targets(connection: Connection, references: Mapping[int, Sequence[ReferenceRow]]) -> dict[str | None, ClauseRow]:
    wanted = {each.target_clause_id for found in references.values() for each in found if each.target_clause_id}
    found_rows = (clauses.by_clause_id(connection, clause_id) for clause_id in sorted(wanted))
    return {row.clause_id: row for row in found_rows if row is not None}


def _mark(library: Library, scenario: str, units: Sequence[_Unit]) -> list[_Marked]:
    """Every unit with its probability and mark, the most probable first."""
    model = load_match_model(model_path(library.pack.name))
    question = take_apart(readable(scenario), library.pack)
    spoken = [
        Spoken(
            respelled(each.text),
            tuple(respelled(row.text) for row in each.definitions),
            _is_about_exclusions(library.pack, each.row),
        )
        for each in units
    ]
    vector = library.embedder.question(library.embedder.fitting(question.text))
    recalled = known_questions(library.pack.name, library.embedder.fingerprint).recall(vector)
    asked = Asked(question, vector, None if recalled is None else recalled.direction)
    found = chances(asked, spoken, library.phrases, model)
    marked = [
        _Marked(unit, chance, model.mark(chance, among_exclusions=_is_about_exclusions(library.pack, unit.row)))
        for unit, chance in zip(units, found, strict=True)
    ]
    return sorted(marked, key=lambda each: -each.chance)


def _is_shown(mark: str, strict: bool, everything: bool) -> bool:
    return everything or mark == MATCHED or (mark == POSSIBLE and not strict)


def _answer(pack: DomainPack, marked: Sequence[_Marked], complete: bool) -> ExclusionAnswer:
    """The finding over all items, without the list of them."""
    matched = [each for each in marked if each.mark == MATCHED]
    possible = [each for each in marked if each.mark == POSSIBLE]
    best = marked[0].chance if marked else 0.0
    if matched:
        finding, key = MATCHED, "search.exclusions_matched"
    elif possible:
        finding, key = POSSIBLE, "search.exclusions_possible"
    else:
        finding, key = "none_found", "search.exclusions_none"
    return ExclusionAnswer(
        status=AnswerStatus.OK,
        message=None,
        finding=finding,
        risk_detected=bool(matched),
        matched_clauses=(),
        relevant_clauses=(),
        confidence=round(best if finding != "none_found" else 1.0 - best, 4),
        summary=say(key, count=len(marked), matched=len(matched), possible=len(possible)),
        disclaimer=pack.sentences["disclaimer"],
        enumerated=len(marked),
        complete=complete,
    )


def _with_page(answer: ExclusionAnswer, page: tuple[ExclusionItem, ...], cursor: str | None) -> ExclusionAnswer:
    relevant = {each.chunk_id: each.source_reference for each in page if each.mark == MATCHED}
    return replace(
        answer,
        matched_clauses=page,
        relevant_clauses=tuple(relevant.values()),
        truncated=cursor is not None,
        next_cursor=cursor,
    )


def _item(pack: DomainPack, marked: _Marked, sources: Sources) -> ExclusionItem:
    unit = marked.unit
    taken_back = [ExceptionClause(text, unit.row.section_id) for text in exceptions_in(unit.text, pack.exception_forms)]
    for row in unit.definitions:
        taken_back += [ExceptionClause(text, row.section_id) for text in exceptions_in(row.text, pack.exception_forms)]
    return ExclusionItem(
        chunk_id=unit.row.clause_id,
        section_id=unit.row.section_id,
        section_title=unit.row.section_title,
        item=None if unit.item is None else unit.item.mark,
        mark=marked.mark,
        text=unit.text,
        exceptions=tuple(taken_back),
        definitions=tuple(row.clause_id for row in unit.definitions),
        source_reference=sources.reference(unit.row, unit.item),
    )


def _nothing(pack: DomainPack, why: NoScope) -> ExclusionAnswer:
    """An answer without items still carries the disclaimer; nothing enumerated proves nothing."""
    return ExclusionAnswer(
        status=why.status,
        message=why.message,
        finding="none_found",
        risk_detected=False,
        matched_clauses=(),
        relevant_clauses=(),
        confidence=0.0,
        summary=why.message,
        disclaimer=pack.sentences["disclaimer"],
        enumerated=0,
        complete=False,
        candidates=why.candidates,
    )
