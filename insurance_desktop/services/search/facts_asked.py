"""The facts that a question asks for, beside the clauses of its answer that state them: each from its own clause."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from insurance_desktop.convert.facts.asked import paths_asked
from insurance_desktop.domain.answers import SearchAnswer, SearchRequest
from insurance_desktop.domain.facts import ToldFact
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.library.span_places import SpanPlaces
from insurance_desktop.services.products.told_facts import told_fact
from insurance_desktop.store.clauses import clauses, facts
from insurance_desktop.store.database import Connection

from .asked_forms import told_together

_MOST = 4
"""A clause that states more values than that for one thing states none that could stand for it: it has to be read."""


@dataclass(frozen=True, slots=True)
class FactsAsked:
    """What clauses state of what a question asks for, by the clause's id."""

    stated: Mapping[str, tuple[ToldFact, ...]]

    def within(self, clause_id: str, text: str) -> tuple[ToldFact, ...]:
        """What a clause states in this part of its text."""
        found = [each for each in self.stated.get(clause_id, ()) if each.source is None or each.source.quote in text]
        count = Counter(each.path for each in found)
        return tuple(each for each in found if count[each.path] <= _MOST)


def with_facts_asked(
    connection: Connection, answer: SearchAnswer, request: SearchRequest, pack: DomainPack
) -> SearchAnswer:
    """The answer, each clause in it with what it states itself of what is asked; a weak answer is none."""
    if answer.status is not AnswerStatus.OK:
        return answer
    question = told_together(request.query, request.context, pack).text
    sources = [hit.source_reference for hit in answer.results]
    told = facts_asked(connection, pack, question, {each.document_id: each.document_type for each in sources})
    results = [replace(hit, facts=told.within(hit.chunk_id, hit.content)) for hit in answer.results]
    return replace(answer, results=tuple(results))


def facts_asked(connection: Connection, pack: DomainPack, question: str, types: Mapping[int, str | None]) -> FactsAsked:
    """The facts that a question asks for, in these documents, each with its type."""
    paths = paths_asked(pack, question)
    if not paths:
        return FactsAsked({})
    documents = facts.of_documents(connection, list(types))
    stated = [each for rows in documents.values() for each in rows if each.fact.path in paths]
    rows = clauses.read(connection, sorted({each.row for each in stated}))
    places = SpanPlaces(connection)
    found: dict[str, tuple[ToldFact, ...]] = {}
    for each in stated:
        row = rows.get(each.row)
        if row is not None:
            told = told_fact(each.fact.path, each.fact, row, types[row.document_id], places)
            found[each.clause_id] = (*found.get(each.clause_id, ()), told)
    return FactsAsked(found)
