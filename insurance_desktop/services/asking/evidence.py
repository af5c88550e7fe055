"""What an answer may be made of: the verified clauses that a search found, and what the exclusions come to.

Whether something is paid or refused is told by the check of exclusions alone, which goes through all of them.
"""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.answers import (
    AnsweredSide,
    ExclusionAnswer,
    ExclusionItem,
    Hit,
    MatchingRows,
    Nearest,
    ProductMatch,
    SearchRequest,
    SourceReference,
)
from insurance_desktop.domain.asking import AskRequest
from insurance_desktop.domain.conversion import Item, Table
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import Intent
from insurance_desktop.domain.regulation_search import RegulationHit, RegulationSearch
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.clause_reading import DEFINITION
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.regulations.searching import search_regulations
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.hits import sources_of
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection


@entity
class Definition:
    """What a word means that a clause uses: where it is printed there (`anchor`), and the clause that says it."""

    anchor: str
    title: str
    clause_id: str


def heading_of(section_id: str, title: str) -> str:
    """The number and the title; the number alone where it holds the title."""
    return section_id if title in section_id else f"{section_id} {title}".strip()


@entity
class EvidenceClause:
    """A verified clause, whole and verbatim; the `section_id` of a regulation is what it is cited as. `score`: the
    probability that it answers; where it only says what a word of another one means (`is_meaning`), that of the
    other."""

    clause_id: str
    section_id: str
    section_title: str
    breadcrumb: tuple[str, ...]
    text: str
    items: tuple[Item, ...]
    table: Table | None
    rows_asked: tuple[MatchingRows, ...]
    definitions: tuple[Definition, ...]
    source: SourceReference
    score: float
    is_meaning: bool = False
    is_regulation: bool = False

    @property
    def name(self) -> str:
        """As a person names it: product, number and title; a regulation as it is cited."""
        if self.is_regulation:
            return say("ask.regulation_name", id=self.section_id, title=self.section_title).strip()
        product = self.source.product_name or say("search.quote_document_number", document_id=self.source.document_id)
        return say("ask.clause_name", product=product, section=heading_of(self.section_id, self.section_title))

    @property
    def place(self) -> str:
        """Where it stands: its pages, or its paragraphs."""
        return place_in_words(self.source.page_number, self.source.page_to, self.source.locator)


@entity
class Evidence:
    """`clauses` as they answer, best first, then the definitions of their words; none where the status is not ok.
    `sides`: the things that the question joins, where it joins any. `results` are the hits of a weak answer. `searched`
    and `enhanced_query`: what was searched, where it is not the question itself."""

    status: AnswerStatus
    message: str | None
    clauses: tuple[EvidenceClause, ...] = ()
    sides: tuple[AnsweredSide, ...] = ()
    exclusions: ExclusionAnswer | None = None
    results: tuple[Hit, ...] = ()
    nearest: tuple[Nearest, ...] = ()
    candidates: tuple[ProductMatch, ...] = ()
    searched: str = ""
    enhanced_query: str = ""

    @property
    def probability(self) -> float:
        """That what comes first answers."""
        if self.excluded is not None:
            return self.excluded.confidence
        firsts = (self.clauses[0].score,) if self.clauses else tuple(each.similarity_score for each in self.results[:1])
        return round(firsts[0], 4) if firsts else 0.0

    @property
    def excluded(self) -> ExclusionAnswer | None:
        """The check of exclusions, where one of them fits."""
        found = self.exclusions
        return found if found is not None and found.risk_detected and found.matched_clauses else None


@says_what_is_withheld
def gather(engine: SearchEngine, request: AskRequest, query: str, intent: Intent) -> Evidence:
    """The clauses that answer `query`, which is the request's question with what it leaves unsaid."""
    if engine.library.pack.regulations.instruments:
        return _of_regulations(engine, request, query)
    answer = search(engine, _search_request(request, query, intent))
    exclusions = _exclusions(engine, request, query) if intent.checks_exclusions else None
    found = Evidence(answer.status, answer.message, sides=answer.sides, exclusions=exclusions)
    is_excluded = found.excluded is not None and answer.status in (AnswerStatus.NO_MATCH, AnswerStatus.WEAK)
    if answer.status is not AnswerStatus.OK and not is_excluded:
        return replace(found, results=answer.results, nearest=answer.nearest, candidates=answer.candidates)
    scores = {each.chunk_id: found.probability for each in (found.excluded.matched_clauses if found.excluded else ())}
    hits = answer.results if answer.status is AnswerStatus.OK else ()
    for each in hits:
        scores.setdefault(each.chunk_id, each.similarity_score)
    rows_asked = {each.chunk_id: each.matching_rows for each in hits}
    with engine.library.database.read() as connection:
        told = _read(connection, scores, rows_asked, found.excluded)
    return replace(found, status=AnswerStatus.OK, clauses=told, message=None if is_excluded else answer.message)


def _of_regulations(engine: SearchEngine, request: AskRequest, query: str) -> Evidence:
    """The regulations that answer; what they only point at is not quoted."""
    asked = RegulationSearch(query, request.product or request.product_code, request.document_id)
    answer = search_regulations(engine, asked)
    hits = [each for each in answer.results if not each.graph_expanded]
    found = Evidence(
        answer.status, answer.message, searched=answer.understood.text, enhanced_query=answer.enhanced_query
    )
    if answer.status is not AnswerStatus.OK:
        return replace(found, nearest=tuple(map(_nearest, hits)))
    scores = {each.chunk_id: each.similarity_score for each in hits}
    cited_as = {each.chunk_id: each.id for each in hits if each.id is not None}
    with engine.library.database.read() as connection:
        told = _read(connection, scores, {}, None)
    regulations = (
        replace(
            each, section_id=cited_as.get(each.clause_id, each.section_id), is_regulation=each.clause_id in cited_as
        )
        for each in told
    )
    return replace(found, clauses=tuple(regulations))


def _nearest(hit: RegulationHit) -> Nearest:
    source = hit.source_reference
    return Nearest(hit.chunk_id, hit.id or "", hit.title, source.product_name, source.document_id)


def _search_request(request: AskRequest, query: str, intent: Intent) -> SearchRequest:
    return SearchRequest(
        query,
        product=request.product,
        product_code=request.product_code,
        document_id=request.document_id,
        top_k=intent.clauses,
    )


def _exclusions(engine: SearchEngine, request: AskRequest, query: str) -> ExclusionAnswer:
    product = request.product or request.product_code
    return check_exclusions(engine, query, product=product, document_id=None if product else request.document_id)


def _read(
    connection: Connection,
    scores: dict[str, float],
    rows_asked: dict[str, tuple[MatchingRows, ...]],
    excluded: ExclusionAnswer | None,
) -> tuple[EvidenceClause, ...]:
    """These clauses as they stand in the library, behind them what their words mean and what takes them back."""
    found = [row for clause_id in scores if (row := _worded(connection, clause_id)) is not None]
    pointers = _definitions(connection, found)
    users: dict[str, float] = {}
    for row in found:
        for each in pointers[row.row]:
            users.setdefault(each.clause_id, scores[row.clause_id])
    for item in excluded.matched_clauses if excluded else ():
        for clause_id in _exceptions(connection, item):
            users.setdefault(clause_id, scores[item.chunk_id])
    meanings = [
        row for clause_id in users if clause_id not in scores and (row := _worded(connection, clause_id)) is not None
    ]
    items = clauses.items_of(connection, [row.row for row in (*found, *meanings)])
    sources = sources_of(connection, [*found, *meanings])
    return tuple(
        EvidenceClause(
            row.clause_id,
            row.section_id,
            row.section_title,
            row.breadcrumb,
            row.text,
            items.get(row.row, ()),
            row.table,
            rows_asked.get(row.clause_id, ()),
            pointers.get(row.row, ()),
            sources.reference(row),
            scores.get(row.clause_id, users.get(row.clause_id, 0.0)),
            is_meaning=row.clause_id not in scores,
        )
        for row in (*found, *meanings)
    )


def _exceptions(connection: Connection, item: ExclusionItem) -> list[str]:
    """The other clauses that hold what takes an exclusion back."""
    elsewhere = {each.section_id for each in item.exceptions} - {item.section_id}
    inside = [item.source_reference.document_id]
    return [row.clause_id for section in elsewhere for row in clauses.by_section(connection, inside, section)]


def _worded(connection: Connection, clause_id: str) -> ClauseRow | None:
    """The clause; None where it is gone, or a heading alone."""
    row = clauses.by_clause_id(connection, clause_id)
    return row if row is not None and row.text.strip() else None


def _definitions(connection: Connection, rows: Sequence[ClauseRow]) -> dict[int, tuple[Definition, ...]]:
    """By clause the definitions that it points to."""
    pointers = clauses.references_of(connection, [row.row for row in rows])
    found: dict[int, tuple[Definition, ...]] = {}
    for row in rows:
        meant = [each for each in pointers.get(row.row, ()) if each.kind == DEFINITION and each.target_clause_id]
        targets = {
            each.target_clause_id: clauses.by_clause_id(connection, str(each.target_clause_id)) for each in meant
        }
        found[row.row] = tuple(
            Definition(each.anchor, target.section_title, target.clause_id)
            for each in meant
            if (target := targets[each.target_clause_id]) is not None and target.row != row.row
        )
    return found
