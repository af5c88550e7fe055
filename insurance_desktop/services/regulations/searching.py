"""Regulations for a question in either language: an exact citation is looked up, all else goes through three arms.

Meaning, words and the graph are laid together by reciprocal rank fusion. The fitted probability says what comes first,
and alone what is an answer. What the best ones point at is given behind them, and marked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from insurance_desktop.domain.answers import RELEVANCE_BAR, WEAK_BAR, SearchRequest
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.regulation_search import (
    RegulationHit,
    RegulationSearch,
    RegulationSearchAnswer,
    Route,
    Understood,
)
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.ranking import Ranked
from insurance_desktop.index.rewording import ship_types_in
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.missing_library import NoLibrary, without_library
from insurance_desktop.services.library.questions import page_of, page_start, refuse_unreadable
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.products.scope import NoScope, Scope, scope_of
from insurance_desktop.services.search.asked_forms import how_reworded
from insurance_desktop.services.search.clause_lookup import say_any
from insurance_desktop.services.search.clause_search import FUSIONS, MOST_RESULTS
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.indexing import why_silent
from insurance_desktop.services.search.ordering import order_of
from insurance_desktop.services.search.ranking_approval import caution
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.database import Connection

from . import practice_scores
from .book import Book, Printed
from .citing import instruments_in
from .fusion import by_meaning_and_words, reciprocal_ranks
from .graph_arm import in_graph, pointed_at, sections_in
from .lookup import get_regulation
from .practice import practice_for
from .regulation_hits import Section, hits_of, looked_up
from .understanding import is_for_others, understand

_EXPANDED_FROM, _MOST_EXPANDED = 5, 3
_EXPANDED_SCORE = 0.005
"""What the seed gives a regulation that was not found by the question itself."""
_MOST_WEAK = 5
_FITTED_FIRST = 2
"""So many are ordered by probability alone, those behind them by the fusion of the arms: of 99 questions in Chinese
(chapters chosen by) 97 instead of 94 found theirs in the first three, of 83 in English as many."""
_COMPARISON = "comparison"
_ARM = 2
"""An arm brings so many times the hits that are given."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request on its way to an answer."""

    engine: SearchEngine
    connection: Connection
    request: RegulationSearch
    understood: Understood
    book: Book
    start: int

    @property
    def most(self) -> int:
        return self.request.top_k or self.understood.top_k

    def answer(
        self, status: AnswerStatus, message: str | None, hits: Sequence[RegulationHit] = ()
    ) -> RegulationSearchAnswer:
        results, cursor = page_of(hits, self.start)
        told = self.understood
        practice = () if self.start else practice_for(self.engine, self.request.query, _as_practice(told)).entries
        return RegulationSearchAnswer(
            status, message, told.intent, told.enhanced_query, told, results, practice, (), cursor is not None, cursor
        )


def _as_practice(understood: Understood) -> practice_scores.Understood:
    """What entries of practice are scored by."""
    return practice_scores.Understood(
        understood.regulations, understood.references, understood.terms, understood.ship_types
    )


def _without_library(none: NoLibrary, request: RegulationSearch, cursor: str | None = None) -> RegulationSearchAnswer:
    """Nothing is understood of a question where no document says in which terms."""
    understood = Understood(request.query, request.query, intent="", depth="", top_k=0, route=Route.HYBRID)
    return RegulationSearchAnswer(AnswerStatus.EMPTY_LIBRARY, none.message, "", request.query, understood)


@says_what_is_withheld
@without_library(_without_library)
def search_regulations(
    engine: SearchEngine, request: RegulationSearch, cursor: str | None = None
) -> RegulationSearchAnswer:
    """The regulations that answer. UsageError where the request cannot be read."""
    _check(request)
    pack = engine.library.pack
    with engine.library.database.read() as connection:
        narrowed = SearchRequest(query=request.query, document_id=request.document_id)
        scope = scope_of(connection, engine.product_names, narrowed)
        documents = () if isinstance(scope, NoScope) else scope.documents
        understood = understand(request.query, pack, lambda term: say_any(connection, documents, [term]))
        book = Book(connection, pack, documents)
        asked = _Asked(engine, connection, request, understood, book, page_start(cursor))
        if isinstance(scope, NoScope):
            return asked.answer(scope.status, scope.message)
        why = None if understood.route is Route.KEYWORD else why_silent(connection, engine)
        if why is not None:
            return asked.answer(AnswerStatus.INDEX_STALE, why)
        return (_cited if understood.references else _searched)(asked, scope)


def _check(request: RegulationSearch) -> None:
    """Refuses what cannot be asked."""
    refuse_unreadable(request.query)
    if request.top_k is not None and not 1 <= request.top_k <= MOST_RESULTS:
        raise UsageError("search.top_k_out_of_range", top_k=request.top_k, limit=MOST_RESULTS)
    if request.fusion not in FUSIONS:
        raise UsageError("search.unknown_fusion", fusion=request.fusion, names=", ".join(FUSIONS))


def _cited(asked: _Asked, scope: Scope) -> RegulationSearchAnswer:
    """The cited regulations themselves; where the library has none of them, none beside. What belongs to them is
    searched only where that was asked for."""
    answers = [get_regulation(asked.engine, reference) for reference in asked.understood.references]
    message = "".join(each.message for each in answers if each.message) or None
    found = [(each.regulation, not each.truncated) for each in answers if each.regulation is not None]
    if not found:
        candidates = tuple(link for each in answers for link in each.candidates)
        return replace(asked.answer(answers[0].status, message), candidates=candidates)
    own = [asked.book.by_clause[each.chunk_id] for each, _ in found]
    over: list[Section] = []
    if asked.understood.route is Route.HYBRID:
        told = {each.row.row for each in own}
        over = [each for each in _over(asked, _ranked(asked, scope, asked.understood.text)) if each.head not in told]
    further = _further(asked.book, [*own, *_printed(asked.book, over)])
    return asked.answer(
        AnswerStatus.OK, message, (*looked_up(asked.book, found), *hits_of(asked.book, (*over, *further)))
    )


def _searched(asked: _Asked, scope: Scope) -> RegulationSearchAnswer:
    understood = asked.understood
    inside = _inside(asked.book, asked.request, understood, scope)
    if isinstance(inside, str):
        return asked.answer(AnswerStatus.NOT_FOUND, inside)
    within = sections_in(asked.book, understood.chapters)
    if understood.chapters and not within:
        named = ", ".join(understood.chapters)
        return asked.answer(AnswerStatus.NOT_FOUND, say("search.unknown_regulation", reference=named))
    note = how_reworded(understood.text if understood.is_reworded else "", understood.unread)
    sides = [_ranked(asked, inside, text) for text in _sides(understood)] if understood.certainty else [[]]
    found = [each for each in _in_turn(sides) if not within or each.head in within]
    over = _over(asked, found)
    weak = [each for each in found if each.probability >= WEAK_BAR][:_MOST_WEAK]
    note += caution(asked.connection, asked.engine)
    if not over and not weak:
        return asked.answer(AnswerStatus.NO_MATCH, say("search.no_regulation") + note)
    if not over:
        return asked.answer(AnswerStatus.WEAK, say("search.weak") + note, hits_of(asked.book, weak))
    further = _further(asked.book, _printed(asked.book, over))
    return asked.answer(AnswerStatus.OK, note or None, hits_of(asked.book, (*over, *further)))


def _over(asked: _Asked, found: Sequence[Section]) -> list[Section]:
    return [each for each in found if each.probability >= RELEVANCE_BAR][: asked.most]


def _inside(book: Book, request: RegulationSearch, understood: Understood, scope: Scope) -> Scope | str:
    """The documents of the instruments that are named, all where none is; or the sentence that none of them is here."""
    named = [each.name for each in instruments_in(request.instrument or "", book.rules)]
    known = ", ".join(dict.fromkeys(each.name for each in book.instruments.values()))
    if request.instrument and not named:
        return say("search.unknown_instrument", name=request.instrument[:80], known=known)
    names = named or understood.instruments
    if not names:
        return scope
    held = tuple(document for document in book.instruments if _names_of(book, document) & set(names))
    if not held:
        return say("search.instrument_not_here", names=", ".join(names), known=known)
    whole = scope.index.whole_space and set(held) == set(scope.documents)
    return replace(scope, index=replace(scope.index, documents=held, whole_space=whole))


def _names_of(book: Book, document: int) -> set[str]:
    """The instrument that a document is, or the one that it comments on."""
    commentary = book.commentaries.get(document)
    about = commentary.about if commentary else None
    return {book.instruments[document].name, *([about.name] if about else ())}


def _sides(understood: Understood) -> tuple[str, ...]:
    """What is searched: in a comparison of types of ships the terms for each of them, all else as a whole."""
    ships = understood.ship_types
    if understood.intent != _COMPARISON or len(ships) <= 1:
        return (understood.text,)
    shared = " ".join(term for term in understood.terms if term not in ships)
    return tuple(f"{ship} {shared or understood.text}" for ship in ships)


def _in_turn(sides: Sequence[Sequence[Section]]) -> list[Section]:
    """The best of each side, then the next ones, each section once."""
    found: dict[int, Section] = {}
    for together in zip_longest(*sides):
        for each in filter(None, together):
            found.setdefault(each.head, each)
    return list(found.values())


def _ranked(asked: _Asked, scope: Scope, text: str) -> list[Section]:
    """The sections that an arm of the index brings for a text, in the order that is wanted."""
    book, understood = asked.book, asked.understood
    asked.engine.begin_loading()
    question = take_apart(text, asked.engine.library.pack)
    ranked = order_of(asked.connection, asked.engine, SearchRequest(query=text), question, scope.index)
    heads = {row.row: each.row.row for each in book.printed for row in each.rows}
    graph = [each.row.row for each in in_graph(book, understood) if each.row.document_id in scope.documents]
    arms = (*by_meaning_and_words(ranked, heads), graph)
    fused = reciprocal_ranks([arm[: _ARM * asked.most] for arm in arms])
    best: dict[int, Ranked] = {}
    for each in ranked:
        best.setdefault(heads.get(each.clause, each.clause), each)
    rows = clauses.read(asked.connection, [each.clause for each in best.values()])
    found = [
        Section(head, rows[each.clause], each.probability * understood.certainty, fused.get(head, 0.0))
        for head, each in best.items()
        if each.clause in rows
    ]
    types = asked.engine.library.pack.query_rules.ship_types
    ships = ship_types_in(asked.request.query, types)
    if ships:
        found = [each for each in found if not is_for_others(each.row.breadcrumb, ships, types)]
    sure = 0 if asked.request.fusion == "rrf" else _FITTED_FIRST
    return [*found[:sure], *sorted(found[sure:], key=lambda each: -each.fused)]


def _printed(book: Book, sections: Sequence[Section]) -> list[Printed]:
    by_head = {each.row.row: each for each in book.printed}
    return [by_head[each.head] for each in sections if each.head in by_head]


def _further(book: Book, given: Sequence[Printed]) -> list[Section]:
    """What the first of the regulations that are given point at."""
    further = pointed_at(book, given[:_EXPANDED_FROM], {each.id for each in given}, _MOST_EXPANDED)
    return [Section(each.row.row, each.row, 0.0, _EXPANDED_SCORE, is_expanded=True) for each in further]
