"""A regulation with all that is around it, for somebody who looks at it: its text, its pointers, its subjects."""

from dataclasses import replace

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.practice import PracticeHit
from insurance_desktop.domain.regulations import RegulationAnswer, RelatedAnswer
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses import clauses

from .lookup import get_regulation, related_regulations
from .practice import practice_of


@entity
class RegulationAround:
    """The same regulation twice, or the reasons why there is none; a subject has no text. `practice` names it and is
    none."""

    regulation: RegulationAnswer
    related: RelatedAnswer
    practice: tuple[PracticeHit, ...] = ()


def around(engine: SearchEngine, reference: str) -> RegulationAround:
    """What a citation, a chunk_id or the name of a subject means, with every pointer."""
    regulation, related = get_regulation(engine, reference), related_regulations(engine, reference)
    edges = related.edges
    cursor = related.next_cursor
    while cursor is not None:
        more = related_regulations(engine, reference, cursor)
        edges, cursor = (*edges, *more.edges), more.next_cursor
    found = regulation.regulation
    practice = practice_of(engine, found.id).entries if found is not None else ()
    return RegulationAround(regulation, replace(related, edges=edges, truncated=False, next_cursor=None), practice)


def around_section(engine: SearchEngine, document_id: int, section_id: str) -> RegulationAround:
    """The same of the section of a document, if it is verified; where several bear its number, of the first."""
    with engine.library.database.read() as connection:
        rows = clauses.of_documents(connection, [document_id])
    found = next((each.clause_id for each in rows if each.section_id == section_id), None)
    if found is not None:
        return around(engine, found)
    status, message = AnswerStatus.NOT_FOUND, say("search.unverified_regulation", section=section_id)
    return RegulationAround(RegulationAnswer(status, message), RelatedAnswer(status, message))
