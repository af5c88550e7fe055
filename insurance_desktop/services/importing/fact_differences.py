"""Values that disagree: two clauses of a document, or two documents of one edition, state different ones for what a
contract has one of. A person looks which holds; answers tell both."""

from collections.abc import Iterator, Mapping

from insurance_desktop.convert.facts.differing import Stated, stated_once
from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import ReviewStatus, Severity
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.clause_texts import clauses_now
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

StatedOnce = Mapping[str, tuple[Stated, ...]]


def fact_findings(
    connection: Connection, library: Library, document_id: int, work_id: int | None, own: StatedOnce
) -> Iterator[Finding]:
    """What a document of this work that has just been converted states otherwise than itself, and than the others of
    its edition."""
    labels = {each.path: each.label for each in library.pack.facts.fields}
    for path, stated in own.items():
        other = next((each for each in stated if each.said != stated[0].said), None)
        if other is not None:
            yield _finding(labels[path], stated[0], _place(other))
    for beside in _of_same_edition(connection, document_id, work_id) if own and work_id is not None else ():
        theirs = stated_once(clauses_now(connection, library, beside), library.pack)
        for path, stated in own.items():
            others = theirs.get(path, ())
            if others and {each.said for each in stated}.isdisjoint(each.said for each in others):
                where = say("services.fact_of_document", document=beside.document_id, type=beside.document_type or "")
                yield _finding(labels[path], stated[0], where + _place(others[0]))


def _of_same_edition(connection: Connection, document_id: int, work_id: int) -> Iterator[Document]:
    known = {each.document_id: each for each in documents.of_work(connection, work_id)}
    edition = known.pop(document_id).edition
    for each in known.values():
        if each.edition == edition and each.review_status is not ReviewStatus.REJECTED:
            yield each


def _finding(label: str, stated: Stated, other: str) -> Finding:
    words = say("services.facts_differ", label=label, here=_place(stated), there=other)
    return Finding(FindingKind.FACTS_DIFFER, Severity.WARNING, words, next(iter(stated.clause.boxes), None))


def _place(stated: Stated) -> str:
    return say("services.fact_in_clause", section=stated.clause.section_id, value=stated.fact.value)
