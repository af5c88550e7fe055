"""FR-002: the exclusions of a product, item by item, each marked for a scenario. The tool does not decide a claim."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter

from insurance_desktop.domain.answers import NONE_FOUND, ExceptionClause, ExclusionAnswer, ExclusionItem
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.matching import MATCHED, POSSIBLE
from insurance_desktop.index.questions import take_apart
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.missing_library import NoLibrary, without_library
from insurance_desktop.services.library.questions import ANSWER_BYTES, page_of, page_start, readable, refuse_unreadable
from insurance_desktop.services.library.span_places import SpanPlaces
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.products.scope import NoScope, Scope, document_scope, product_scope, undecided
from insurance_desktop.services.search.arms import arms_of, gather
from insurance_desktop.services.search.asked_forms import how_read, meant_by
from insurance_desktop.services.search.each_product import MOST_PRODUCTS, name_of, products_of
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.facts_asked import FactsAsked, facts_asked
from insurance_desktop.services.search.hits import Sources, sources_of
from insurance_desktop.services.search.indexing import why_silent
from insurance_desktop.services.search.named_products import asked_of, riders_alone, told_names
from insurance_desktop.services.search.ranking_approval import caution
from insurance_desktop.store.clauses import clauses, search_index
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.clauses.search_index import IndexScope
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue

from .exclusion_list import all_units, listed_units
from .exclusion_marks import Marked, mark_all
from .exclusion_units import Exemption, Unit

_WIDEST = 40
"""Without a product: how many of the nearest exclusion clauses are gone through item by item."""

_RISK_BYTES = 14_000
"""What the items of an answer may take: the sources of those that match are told once more beside them."""


def _without_library(none: NoLibrary, *_: object, **__: object) -> ExclusionAnswer:
    return _unchecked(_nothing(none.pack, NoScope(AnswerStatus.EMPTY_LIBRARY, none.message)))


@without_library(_without_library)
def exclusion_risk(
    engine: SearchEngine,
    scenario: str,
    product: str | int | None = None,
    *,
    strict: bool = True,
    everything: bool = False,
    cursor: str | None = None,
) -> ExclusionAnswer:
    """The same in a size that a program takes, and in words that it cannot misunderstand."""
    answer = check_exclusions(
        engine,
        scenario,
        product=product,
        strict=strict,
        everything=everything,
        cursor=cursor,
        budget=_RISK_BYTES,
    )
    return answer if answer.status is AnswerStatus.OK else _unchecked(answer)


def _unchecked(answer: ExclusionAnswer) -> ExclusionAnswer:
    """Where not all could be gone through, the answer says so in words: none found must not read as no risk."""
    was_begun = bool(answer.enumerated)
    words = f"{answer.message}{answer.summary}" if was_begun else say("answer_desk.nothing_checked", why=answer.message)
    return replace(answer, message=words, summary=words, confidence=0.0, complete=False)


@says_what_is_withheld
def check_exclusions(
    engine: SearchEngine,
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
    library = engine.library
    refuse_unreadable(scenario)
    start = page_start(cursor)
    with library.database.read() as connection:
        scope = _documents(connection, engine, product, document_id)
        if isinstance(scope, NoScope):
            return _nothing(library.pack, scope)
        why = None if is_measured else why_silent(connection, engine)
        if why is not None:
            return _nothing(library.pack, NoScope(AnswerStatus.INDEX_STALE, why))
        named = product is not None or document_id is not None
        meant = asked_of(connection, engine, readable(scenario), Scope(IndexScope(scope)), chosen=named)
        if meant.is_refused:
            message = say("search.no_match_and_no_title") + meant.note
            return _nothing(library.pack, NoScope(AnswerStatus.NO_MATCH, message))
        scope, note = scope if named else meant.scope.documents, meant.note
        said = meant_by(connection, library.pack, meant.text if meant.is_aside else readable(scenario), meant.scope)
        scenario, note = said.text if said.replaced or meant.is_aside else scenario, note + how_read(said)
        units, complete = _units(connection, engine, scenario, scope, named)
        if not units:
            message = say("search.exclusions_without_clauses") + note
            return _nothing(library.pack, NoScope(AnswerStatus.NO_MATCH, message))
        if named:
            missing = _missing(connection, library.pack, scope)
            complete, note = complete and not missing, note + missing
            note += say("search.exclusions_of_rider") if riders_alone(connection, library.pack, scope) else ""
        marked = mark_all(engine, scenario, units)
        shown = [each for each in marked if _is_shown(each.mark, strict, everything)]
        products = () if named else products_of(connection, library.pack, scope)
        if products:
            shown = _by_product(shown, products)
            note += _silent(connection, products, shown)
        places = SpanPlaces(connection)
        sources = sources_of(connection, [each.unit.row for each in shown])
        note += undecided(connection, library, {each.unit.row.document_id for each in shown})
        note += "" if is_measured else caution(connection, engine)
        answer = replace(_answer(library.pack, marked, shown, complete), message=note or None)
        types = {number: each.document_type for number, each in sources.documents.items()}
        asked = facts_asked(connection, library.pack, readable(scenario), types)
        entries: Sequence[ExclusionItem] = [_item(each, sources, places, asked) for each in shown]
        if products:
            entries = _firsts_ahead(entries, products, budget)
        page, next_cursor = page_of(entries, start, budget)
        return _with_page(answer, page, next_cursor)


def _documents(
    connection: Connection, engine: SearchEngine, product: str | int | None, document_id: int | None
) -> tuple[int, ...] | NoScope:
    if document_id is not None:
        return document_scope(connection, engine.product_names, document_id)
    if product is not None:
        return product_scope(connection, engine.product_names, product)
    verified = catalogue.verified_documents(connection, engine.library.pack.name)
    if not verified:
        return NoScope(AnswerStatus.EMPTY_LIBRARY, say("search.empty_library"))
    return tuple(each.document_id for each in verified if each.edition_status != "superseded")


def _missing(connection: Connection, pack: DomainPack, documents: Sequence[int]) -> str:
    """Why these may not be all exclusions of a product: documents that nobody verified, or not the contract itself."""
    unread = catalogue.unverified_beside(connection, documents)
    found = say("search.exclusions_unverified", count=unread) if unread else ""
    types = catalogue.types_of(connection, documents)
    has_contract = not pack.contract_types or None in types or bool(types & {*pack.contract_types})
    return found if has_contract else found + say("search.exclusions_without_contract")


def _units(
    connection: Connection, engine: SearchEngine, scenario: str, documents: Sequence[int], named: bool
) -> tuple[list[Unit], bool]:
    """The exclusions to go through, and whether these are all there are in scope.

    Of a named product everything that refuses or limits, wherever it stands; else what the lists of exclusions say,
    which is never all: what hides in definitions and benefits is not gone through.
    """
    pack = engine.library.pack
    if named:
        return all_units(connection, pack, documents), True
    category = pack.exclusion_category
    count = search_index.count_of_category(connection, documents, category)
    if count <= _WIDEST:
        found = clauses.of_documents(connection, documents, category)
        rows = [row for row in found if row.text.strip() and not pack.is_guide(row.section_id)]
        return listed_units(connection, pack, rows), False
    arms = arms_of(engine, connection)
    if arms is None:
        return [], False
    question = take_apart(readable(scenario), pack)
    evidence = gather(connection, question, IndexScope(tuple(documents), category), arms=arms)
    nearest = sorted(evidence, key=lambda each: -(each.cosine + each.words + each.bigrams))
    by_key = clauses.read(connection, [each.clause for each in nearest])
    rows = [row for each in nearest if (row := by_key.get(each.clause)) and row.text.strip()]
    products = _owners(products_of(connection, pack, documents))
    return listed_units(connection, pack, _in_turn(rows, products)[:_WIDEST]), False


def _owners(products: Sequence[Sequence[int]]) -> dict[int, int]:
    """Which of the products each document is of."""
    return {document: place for place, own in enumerate(products) for document in own}


def _in_turn(rows: Sequence[ClauseRow], owners: Mapping[int, int]) -> list[ClauseRow]:
    """The first of each product, then the second of each, and so on."""
    turns: Counter[int] = Counter()
    placed = []
    for row in rows:
        owner = owners[row.document_id]
        placed.append((turns[owner], row))
        turns[owner] += 1
    return [row for _, row in sorted(placed, key=itemgetter(0))]


def _by_product(marked: Sequence[Marked], products: Sequence[Sequence[int]]) -> list[Marked]:
    """The exclusions of one product together, products in the order of their most probable one."""
    owners = _owners(products)
    order = list(dict.fromkeys(owners[each.unit.row.document_id] for each in marked))
    return sorted(marked, key=lambda each: order.index(owners[each.unit.row.document_id]))


def _firsts_ahead(
    entries: Sequence[ExclusionItem], products: Sequence[Sequence[int]], budget: int
) -> Sequence[ExclusionItem]:
    """The same; where they are too many for one answer, the first of each product before the others."""
    if page_of(entries, 0, budget)[1] is None:
        return entries
    owners = _owners(products)
    firsts: dict[int, ExclusionItem] = {}
    for each in entries:
        firsts.setdefault(owners[each.source_reference.document_id], each)
    ahead = [id(each) for each in firsts.values()]
    return sorted(entries, key=lambda each: id(each) not in ahead)


def _silent(connection: Connection, products: Sequence[Sequence[int]], shown: Sequence[Marked]) -> str:
    """The sentence about the products, where they are few, of which no exclusion is listed."""
    listed = {each.unit.row.document_id for each in shown}
    names = [name_of(connection, own) for own in products if listed.isdisjoint(own)]
    return told_names("search.exclusions_silent", names) if listed and len(products) <= MOST_PRODUCTS else ""


def _is_shown(mark: str, strict: bool, everything: bool) -> bool:
    return everything or mark == MATCHED or (mark == POSSIBLE and not strict)


def _answer(pack: DomainPack, marked: Sequence[Marked], shown: Sequence[Marked], complete: bool) -> ExclusionAnswer:
    """The finding over all items, without the list of them. Its confidence is that of an item which is shown."""
    matched = [each for each in marked if each.mark == MATCHED]
    possible = [each for each in marked if each.mark == POSSIBLE]
    if matched:
        finding, key = MATCHED, "search.exclusions_matched"
    elif possible:
        finding, key = POSSIBLE, "search.exclusions_possible"
    else:
        finding, key = NONE_FOUND, "search.exclusions_none"
    reason = next((each.reason for each in marked if each.reason is not None), "") if not matched else ""
    return ExclusionAnswer(
        status=AnswerStatus.OK,
        message=None,
        finding=finding,
        risk_detected=bool(matched),
        matched_clauses=(),
        relevant_clauses=(),
        confidence=round(max((each.chance for each in shown if each.mark == finding), default=0.0), 4),
        summary=say(key, count=len(marked), matched=len(matched), possible=len(possible)) + reason,
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


def _item(marked: Marked, sources: Sources, places: SpanPlaces, asked: FactsAsked) -> ExclusionItem:
    unit = marked.unit
    return ExclusionItem(
        chunk_id=unit.row.clause_id,
        section_id=unit.row.section_id,
        section_title=unit.row.section_title,
        item=None if unit.item is None else unit.item.mark,
        list_number=unit.list_number,
        mark=marked.mark,
        reason=marked.reason,
        lead_in=unit.lead_in or None,
        text=unit.text,
        exceptions=tuple(_exception(each, places) for each in unit.exceptions),
        definitions=tuple(row.clause_id for row in unit.definitions),
        source_reference=sources.reference(unit.row, places.of_words(unit.row, unit.text, unit.item)),
        facts=asked.within(unit.row.clause_id, unit.text),
    )


def _exception(each: Exemption, places: SpanPlaces) -> ExceptionClause:
    place = places.of_words(each.row, each.text, each.item)
    return ExceptionClause(each.text, each.row.section_id, place.page_number, place.page_to)


def _nothing(pack: DomainPack, why: NoScope) -> ExclusionAnswer:
    """An answer without items still carries the disclaimer; nothing enumerated proves nothing."""
    return ExclusionAnswer(
        status=why.status,
        message=why.message,
        finding=NONE_FOUND,
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
