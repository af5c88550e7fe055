"""FR-001: the clauses that answer a question, verbatim and cited, or the plain words that there is none.

Exact clause numbers, titles and product names are looked up before anything is ranked. What is ranked is returned only
with a probability of relevance over the bar (C4); what is between it and a lower one is shown as weak, never beside
answers.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.answers import RELEVANCE_BAR, WEAK_BAR, Nearest, SearchAnswer, SearchRequest
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.characters import comparable
from insurance_desktop.index.questions import (
    SectionAsked,
    bare_number,
    figured,
    is_about_others,
    sections_asked,
    subject_of,
    take_apart,
    terms_named,
)
from insurance_desktop.index.ranking import Ranked
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.missing_library import NoLibrary, without_library
from insurance_desktop.services.library.questions import page_of, page_start, readable, refuse_unreadable
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.products.scope import NoScope, Scope, scope_of, undecided, why_nothing
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

from .asked_forms import in_our_words, told_together, with_rows_asked
from .clause_lookup import below, number_key, numbered_so, say_any, titled_so
from .deciding import with_deciding, with_pointed
from .each_product import MOST_PRODUCTS, each_asked, of_each, products_first
from .facts_asked import with_facts_asked
from .filters import kept, kept_ranked, through_definitions
from .hits import Found, Outcome, as_hits, bounded, sections_first
from .indexing import why_silent
from .latin_words import without_foreign_latin
from .named_products import Asked, asked_of, beside_main_contract, not_here, outside_riders, riders_alone, says_rider
from .ordering import order_of
from .ranking_approval import caution
from .related_law import with_law_beside
from .several import (
    are_apart,
    are_terms,
    editions_asked,
    products_asked,
    questions_asked,
    side_by_side,
    things_asked,
    with_missing,
)
from .stated import with_stated

MODES = ("hybrid", "keyword", "vector")
FUSIONS = ("fitted", "rrf")
MOST_RESULTS = 50
_NEAREST = 5
_MOST_WEAK = 3
_MOST_HEADINGS = 5
"""Headings without a text, such as a chapter's: what stands below so many is given with them."""
_EXPLAIN_DIGITS = 4
_SURE = 0.98
"""A term of the trade that no document in scope prints silences what was found with less. Of 400 questions about such
terms 21 were answered surer, and 17 of those by the clause that was meant, under another name; below it few were."""


def _without_library(none: NoLibrary, request: SearchRequest) -> SearchAnswer:
    return SearchAnswer(AnswerStatus.EMPTY_LIBRARY, request.query, {}, none.message)


@says_what_is_withheld
@without_library(_without_library)
def search(engine: SearchEngine, request: SearchRequest) -> SearchAnswer:
    """Answers a request. UsageError where the request itself cannot be read."""
    _check(request)
    with engine.library.database.read() as connection:
        scope = scope_of(connection, engine.product_names, request)
        if isinstance(scope, NoScope):
            return SearchAnswer(scope.status, request.query, {}, message=scope.message, candidates=scope.candidates)
        _expect_ranking(engine, request, scope)
        why = why_silent(connection, engine)
        if why is not None:
            return SearchAnswer(AnswerStatus.INDEX_STALE, request.query, scope.described, message=why)
        if not scope.documents:
            message = why_nothing(connection, engine.product_names, request)
            return SearchAnswer(AnswerStatus.NO_MATCH, request.query, scope.described, message=message)
        outcome = _look(connection, engine, request, scope)
        answer = _answer(connection, request, scope, outcome, engine.library.pack)
        answer = _with_doubts(connection, engine.library, answer)
        answer = with_law_beside(connection, answer, engine.library.pack)
        answer = with_facts_asked(connection, answer, request, engine.library.pack)
        care = caution(connection, engine) if outcome.is_ranked else ""
        return replace(answer, message=(answer.message or "") + care) if care else answer


def look(engine: SearchEngine, request: SearchRequest) -> Outcome:
    """What `search` answers from, with the whole order: for measuring, also of a ranking that may not answer.

    Empty where the request has no scope.
    """
    _check(request)
    with engine.library.database.read() as connection:
        scope = scope_of(connection, engine.product_names, request)
        if isinstance(scope, NoScope) or not scope.documents:
            return Outcome()
        _expect_ranking(engine, request, scope)
        return _look(connection, engine, request, scope)


def _expect_ranking(engine: SearchEngine, request: SearchRequest, scope: Scope) -> None:
    """Begins to load the models, unless a number is asked for or words alone."""
    if (
        scope.documents
        and request.mode != "keyword"
        and not sections_asked(readable(request.query), engine.library.pack)
    ):
        engine.begin_loading()


def _check(request: SearchRequest) -> None:
    """Refuses what cannot be asked."""
    refuse_unreadable(request.query)
    if not 1 <= request.top_k <= MOST_RESULTS:
        raise UsageError("search.top_k_out_of_range", top_k=request.top_k, limit=MOST_RESULTS)
    if request.mode not in MODES:
        raise UsageError("search.unknown_mode", mode=request.mode, names=", ".join(MODES))
    if request.fusion not in FUSIONS:
        raise UsageError("search.unknown_fusion", fusion=request.fusion, names=", ".join(FUSIONS))
    if not RELEVANCE_BAR <= request.min_similarity <= 1.0:
        raise UsageError("search.similarity_out_of_range", bar=request.min_similarity, least=RELEVANCE_BAR)
    if request.vector_weight is not None and not 0.0 <= request.vector_weight <= 1.0:
        raise UsageError("search.weight_out_of_range", weight=request.vector_weight)
    page_start(request.cursor)


def _answer(
    connection: Connection, request: SearchRequest, scope: Scope, outcome: Outcome, pack: DomainPack
) -> SearchAnswer:
    if not outcome.found and not outcome.weak:
        nearest = _titles(connection, outcome.nearest)
        message = say("search.no_match" if nearest else "search.no_match_and_no_title") + outcome.note
        message += _weight_unused(request)
        return SearchAnswer(
            AnswerStatus.NO_MATCH,
            request.query,
            scope.described,
            message=message,
            sides=outcome.sides,
            nearest=nearest,
        )
    chosen = (outcome.found or outcome.weak)[: request.top_k]
    hits = with_rows_asked(as_hits(connection, chosen), request, pack)
    results, cursor = page_of([bounded(each)[0] for each in hits], page_start(request.cursor))
    weak = "" if outcome.found else say("search.weak")
    return SearchAnswer(
        AnswerStatus.OK if outcome.found else AnswerStatus.WEAK,
        request.query,
        scope.described,
        message=weak + outcome.note + _weight_unused(request) or None,
        results=results,
        sides=outcome.sides,
        truncated=cursor is not None,
        next_cursor=cursor,
    )


def _with_doubts(connection: Connection, library: Library, answer: SearchAnswer) -> SearchAnswer:
    """The answer, and which of its documents nobody has said to be in force."""
    doubts = undecided(connection, library, [each.source_reference.document_id for each in answer.results])
    return replace(answer, message=(answer.message or "") + doubts) if doubts else answer


def _look(connection: Connection, engine: SearchEngine, request: SearchRequest, scope: Scope) -> Outcome:
    """Products and editions first: several that are named are asked one by one."""
    chosen = any(each is not None for each in (request.product, request.product_code, request.document_id))
    told = told_together(request.query, request.context, engine.library.pack)
    if told.lacks_context:
        return Outcome(note=told.note)
    texts = products_asked(connection, engine, told.text, scope)
    texts = texts or (() if request.document_id else editions_asked(connection, engine, told.text, scope))
    if texts:
        looked = {each.name: _look_in(connection, engine, request, each.asked) for each in texts if each.asked}
        found = with_missing(side_by_side(texts, looked, Outcome()))
    else:
        found = _look_in_each(
            connection, engine, request, asked_of(connection, engine, told.text, scope, chosen=chosen)
        )
    return replace(found, found=sections_first(found.found), note=told.note + found.note)


def _look_in_each(connection: Connection, engine: SearchEngine, request: SearchRequest, named: Asked) -> Outcome:
    """A question that names no product is asked of each, where they are few, unless it asks a rider for the contract
    that it is added to."""
    pack = engine.library.pack
    is_one = named.is_refused or is_about_others(named.text, pack)
    each = () if is_one else each_asked(connection, pack, named)
    if 1 < len(each) <= MOST_PRODUCTS:
        return of_each(pack, each, [_look_in(connection, engine, request, one.asked) for one in each], request.top_k)
    found = with_missing(_look_in(connection, engine, request, named))
    return products_first(found, each) if len(each) > 1 else found


def _look_in(connection: Connection, engine: SearchEngine, request: SearchRequest, named: Asked) -> Outcome:
    """Numbers and titles, then the ranking, for the question as a whole and for each thing that it joins."""
    pack = engine.library.pack
    named = named if named.is_refused else in_our_words(connection, pack, named)
    if named.is_refused:
        return Outcome(note=named.note)
    several = () if request.context else questions_asked(named, pack)
    if several:
        looked = {each.name: _look_in(connection, engine, request, each.asked) for each in several if each.asked}
        return side_by_side(several, looked, Outcome(note=named.note))
    asked = sections_asked(figured(named.text, pack), pack)
    note = named.note
    if any(each.is_others for each in asked) and riders_alone(connection, pack, named.scope.documents):
        note += not_here(asked)
        if not says_rider(named.text, pack):
            return Outcome(note=note)
    else:
        note += beside_main_contract(connection, pack, named.text, named.scope.documents)
    sides = () if asked else things_asked(named, pack)
    whole = replace(_look_for(connection, engine, request, named, asked, is_one=not sides), note=note)
    if not sides:
        return whole
    found = {each.name: _look_for(connection, engine, request, each.asked) for each in sides if each.asked}
    are_sides = take_apart(named.text, pack).is_comparison or are_terms(sides, pack)
    if are_sides or are_apart(found.values(), whole):
        return side_by_side(sides, found, whole)
    return whole


def _look_for(
    connection: Connection,
    engine: SearchEngine,
    request: SearchRequest,
    named: Asked,
    asked: Sequence[SectionAsked] = (),
    *,
    is_one: bool = True,
) -> Outcome:
    """What numbers and titles name, then what is ranked. `is_one`: the question joins no things."""
    library = engine.library
    text, scope = named.text, named.scope
    exact = list(kept(_sections(connection, engine, scope, asked), request))
    if asked and all(section.alone for section in asked):
        return Outcome(tuple(Found(row, 1.0) for row in exact))
    if named.narrowed and not subject_of(text, library.pack):
        return Outcome(tuple(Found(row, 1.0) for row in _opening(connection, scope)))
    question = take_apart(named.ranked, library.pack)
    exact += kept(_titled(connection, engine, scope, (text,)), request)
    ranked = kept_ranked(connection, order_of(connection, engine, request, question, scope.index), request)
    if named.certainty < 1.0:
        ranked = [replace(each, probability=each.probability * named.certainty) for each in ranked]
    if request.category is not None and not exact and not _over(ranked, request.min_similarity):
        wide = replace(scope, index=replace(scope.index, category=None))
        found = order_of(connection, engine, request, question, wide.index)
        ranked = through_definitions(connection, library.pack, found, request) or ranked
    first = {row.row: Found(row, 1.0) for row in exact}
    told = with_stated(connection, library.pack, text, scope.documents, ranked)
    is_sure = told != ranked or any(each.probability >= _SURE for each in ranked)
    if not first and not is_sure and _is_foreign(connection, library, text, scope):
        return Outcome(nearest=_nearest(connection, ranked), order=tuple((each.clause, 0.0) for each in ranked))
    ranked = without_foreign_latin(connection, text, told)
    bar = request.min_similarity
    least = max(bar, _least_beside(ranked)) if is_one and not question.is_comparison else bar
    outcome = _merged(connection, first, ranked, request, least)
    outcome = with_deciding(connection, library.pack, text, with_pointed(connection, outcome))
    left = {row.row for row in kept((each.clause for each in outcome.found), request)}
    return replace(outcome, found=tuple(each for each in outcome.found if each.clause.row in left))


def _weight_unused(request: SearchRequest) -> str:
    """The sentence about a weight that changes nothing: the fitted order has its own, one arm has no other."""
    if request.vector_weight is None or (request.fusion == "rrf" and request.mode == "hybrid"):
        return ""
    return say("search.weight_unused")


def _sections(
    connection: Connection, engine: SearchEngine, scope: Scope, asked: Sequence[SectionAsked]
) -> list[ClauseRow]:
    """The clauses of the numbers that a question names; under a heading without a text what stands below it."""
    found: list[ClauseRow] = []
    for section in asked:
        numbered = _numbered(connection, engine, scope, section.section_id)
        rows = [row for row in numbered if section.means(subject_of(row.section_title, engine.library.pack))]
        rows = outside_riders(connection, engine.library.pack, rows) if section.is_others else rows
        found += [*rows, *below(connection, [row for row in rows if not row.text.strip()][:_MOST_HEADINGS])]
    return list({row.row: row for row in found}.values())


def _numbered(connection: Connection, engine: SearchEngine, scope: Scope, section_id: str) -> tuple[ClauseRow, ...]:
    """The clauses of this number; a chapter in documents that print its number alone, too."""
    found = numbered_so(connection, engine.index.printed, scope.documents, section_id)
    bare = bare_number(section_id, engine.library.pack)
    have = {row.document_id for row in found}
    rest = [document for document in scope.documents if document not in have]
    return (*found, *(clauses.by_section(connection, rest, bare) if bare else ()))


def _titled(connection: Connection, engine: SearchEngine, scope: Scope, asked: Sequence[str]) -> list[ClauseRow]:
    """The clauses that are called as the question, or a side of it, says: by title, or where they have none, by id."""
    subjects = [subject_of(each, engine.library.pack) for each in asked]
    names = [each for each in dict.fromkeys([*subjects, *map(comparable, asked)]) if each]
    titled = titled_so(connection, engine.index.printed, scope.documents, names)
    wordy = [name for name in names[:1] if number_key(name)]
    called = [row for name in wordy for row in numbered_so(connection, engine.index.printed, scope.documents, name)]
    return [row for row in {row.row: row for row in (*titled, *called)}.values() if row.text.strip()]


def _is_foreign(connection: Connection, library: Library, text: str, scope: Scope) -> bool:
    """Whether the question names terms of the trade, and the documents know none of them by any name.

    Who asks for a cooling-off period where there is none must not be handed the waiting period.
    """
    named = terms_named(text, library.pack)
    return bool(named) and not say_any(connection, scope.documents, [term for group in named for term in group])


def _opening(connection: Connection, scope: Scope) -> tuple[ClauseRow, ...]:
    """Where the products in scope begin: what who says their name alone is shown."""
    rows = clauses.of_documents(connection, scope.documents, scope.index.category)
    return tuple(row for row in rows if row.text.strip())[:1]


def _merged(
    connection: Connection, first: dict[int, Found], ranked: Sequence[Ranked], request: SearchRequest, least: float
) -> Outcome:
    """What was named exactly, then what is not under `least`; where both are empty what is weak, or the nearest."""
    others = [each for each in ranked if each.clause not in first]
    over = _over(others, least)[:MOST_RESULTS]
    weak = [] if first or over else _over(others, WEAK_BAR)[:_MOST_WEAK]
    rows = clauses.read(connection, [each.clause for each in (over or weak)])

    def found(ranked: Sequence[Ranked]) -> tuple[Found, ...]:
        return tuple(
            Found(rows[each.clause], each.probability, _explained(each) if request.explain else None)
            for each in ranked
            if each.clause in rows
        )

    order = (*((row, each.score) for row, each in first.items()), *((each.clause, each.probability) for each in others))
    nearest = () if first or over or weak else _nearest(connection, others)
    return Outcome((*first.values(), *found(over)), found(weak), nearest, order)


def _nearest(connection: Connection, ranked: Sequence[Ranked]) -> tuple[ClauseRow, ...]:
    rows = clauses.read(connection, [each.clause for each in ranked[:_NEAREST]])
    return tuple(rows[each.clause] for each in ranked[:_NEAREST] if each.clause in rows)


def _least_beside(ranked: Sequence[Ranked]) -> float:
    """What a clause beside the best must reach where one thing is asked: halfway, by ratios, from the bar to the best.

    Who asks how long the cover lasts is not handed how long a claim may be brought. At this height a clause has a
    thirtieth of the best one's chance. Over 400 questions no right clause left the first three.
    """
    return math.sqrt(RELEVANCE_BAR * max((each.probability for each in ranked), default=RELEVANCE_BAR))


def _over(ranked: Sequence[Ranked], bar: float) -> list[Ranked]:
    return [each for each in ranked if each.probability >= bar]


def _explained(ranked: Ranked) -> dict[str, float]:
    told = ranked.evidence.told() | ({} if ranked.logit is None else {"reranker": ranked.logit})
    return {name: round(value, _EXPLAIN_DIGITS) for name, value in told.items()}


def _titles(connection: Connection, rows: Sequence[ClauseRow]) -> tuple[Nearest, ...]:
    found = []
    for row in rows:
        document = documents.get(connection, row.document_id)
        name = None if document is None else document.product_name
        found.append(Nearest(row.clause_id, row.section_id, row.section_title, name, row.document_id))
    return tuple(found)
