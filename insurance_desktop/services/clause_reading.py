"""One clause by its id, with what stands around it and what it points to."""

from insurance_desktop.domain.answers import ClauseAnswer, ClauseLink, StoredReference
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.store import clauses
from insurance_desktop.store.clauses import ClauseRow
from insurance_desktop.store.database import Connection

from .hits import Found, as_hits
from .library import Library


def get_clause(library: Library, clause_id: str) -> ClauseAnswer:
    """The clause with this id, verbatim; `not_found` where the library's verified text has none."""
    with library.database.read() as connection:
        row = clauses.by_clause_id(connection, clause_id.strip())
        if row is None:
            return ClauseAnswer(AnswerStatus.NOT_FOUND, say("search.unknown_clause", clause_id=clause_id[:80]))
        before, after = clauses.neighbours(connection, row)
        return ClauseAnswer(
            AnswerStatus.OK,
            None,
            hit=as_hits(connection, [Found(row, 1.0)])[0],
            parent=_link(_parent(connection, row)),
            previous=_link(before),
            next=_link(after),
            references=_references(connection, row),
        )


def _parent(connection: Connection, row: ClauseRow) -> ClauseRow | None:
    if row.parent_section is None:
        return None
    found = clauses.by_section(connection, [row.document_id], row.parent_section)
    return found[0] if found else None


def _link(row: ClauseRow | None) -> ClauseLink | None:
    return None if row is None else ClauseLink(row.clause_id, row.section_id, row.section_title)


def _references(connection: Connection, row: ClauseRow) -> tuple[StoredReference, ...]:
    found = clauses.references_of(connection, [row.row]).get(row.row, ())
    return tuple(
        StoredReference(
            reference.target_section,
            reference.kind,
            reference.anchor,
            reference.target_clause_id is not None,
            reference.target_clause_id,
        )
        for reference in found
    )
