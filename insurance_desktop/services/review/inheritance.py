"""Review inheritance: clauses that are word for word what somebody verified before need no second look.

Compared with what was approved last of each other document of the product with the same type (another edition), and
with what was approved of the document itself before. White space apart nothing may differ, title and cells of tables
included. A clause with an open finding is never offered.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.documents import Decision, Document, StoredFinding
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.states import DecisionKind, Severity
from insurance_desktop.services.library.clause_texts import clauses_now, clauses_of
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions, findings, looked_clauses, versions
from insurance_desktop.store.versions.looked_clauses import Reader
from insurance_desktop.store.works import documents

from .decision_log import required
from .review_progress import LookingProgress, clause_keys, progress_of

MOST_DOCUMENTS = 12
"""Other editions that are compared, the latest decided first."""


@entity
class VerifiedClause:
    """Where the same words were verified, by whom and when."""

    document_id: int
    edition: str | None
    version_number: int
    section_id: str
    page_number: int | None
    reviewer: str
    at: datetime
    decision_id: int


@entity
class Inheritable:
    """A clause of the current text (`LookedClause.key`) that was verified word for word before."""

    chunk_index: int
    key: str
    section_id: str
    source: VerifiedClause


def inheritable(
    library: Library, document_id: int, *, clauses: Sequence[Clause] | None = None
) -> tuple[Inheritable, ...]:
    """The clauses that can be taken over as reviewed, each with where its words were verified; the rest asks for eyes.

    `clauses` are those of the review sheet where they are at hand.
    """
    with library.database.read() as connection:
        document = require(connection, document_id)
        read = clauses_now(connection, library, document) if clauses is None else clauses
        known = _verified(connection, library, document)
        doubted = _doubted(connection, document)
    return tuple(
        Inheritable(clause.chunk_index, key, clause.section_id, known[_words(clause)])
        for clause, key in zip(read, clause_keys(document, read), strict=True)
        if _words(clause) in known and not any(_overlaps(clause, box) for box in doubted)
    )


def inherit(library: Library, document_id: int, *, reviewer: str, keys: Iterable[str] | None = None) -> LookingProgress:
    """Take clauses over as looked at (`keys`; None = all that can be), each with the approval that it stands on.

    Keys that cannot be taken over now are left as they are. This verifies nothing: the document still needs a decision.
    """
    reviewer = required(reviewer, "services.reviewer_required")
    offered = inheritable(library, document_id)
    wanted = {each.key for each in offered} if keys is None else set(keys)
    with library.database.write() as connection:
        document = require(connection, document_id)
        if document.version_id is not None:
            reader = Reader(document_id, document.version_id, reviewer)
            for each in offered:
                if each.key in wanted:
                    looked_clauses.add(connection, reader, (each.key,), library.now(), each.source.decision_id)
    return progress_of(library, document_id, reviewer=reviewer)


def _verified(connection: Connection, library: Library, document: Document) -> dict[tuple[str, ...], VerifiedClause]:
    """The clauses of what was approved before, by their words; the latest approval speaks for the same words."""
    related = [document]
    if document.product_id is not None:
        related += [
            each
            for each in documents.of_work(connection, document.product_id)
            if each.document_id != document.document_id and each.document_type == document.document_type
        ]
    approvals = [
        (approval, each)
        for each in related
        for approval in standing_approvals(decisions.log(connection, each.document_id))[-1:]
        if approval.version_id != document.version_id
    ]
    approvals.sort(key=lambda pair: pair[0].decision_id)
    found: dict[tuple[str, ...], VerifiedClause] = {}
    for approval, source in approvals[-MOST_DOCUMENTS:]:
        version = None if approval.version_id is None else versions.get(connection, approval.version_id)
        if version is None:
            continue
        for clause in clauses_of(connection, library.pack, version):
            found[_words(clause)] = VerifiedClause(
                document_id=source.document_id,
                edition=source.edition,
                version_number=version.number,
                section_id=clause.section_id,
                page_number=clause.page_number,
                reviewer=approval.reviewer,
                at=approval.at,
                decision_id=approval.decision_id,
            )
    return found


def standing_approvals(entries: Sequence[Decision]) -> list[Decision]:
    """The approvals in the log of one document that nobody took back or rejected afterwards, one for each version."""
    standing: dict[int | None, Decision] = {}
    refused: dict[int, Decision] = {}
    by_id = {each.decision_id: each for each in entries}
    for entry in entries:
        if entry.kind is DecisionKind.APPROVED:
            standing[entry.version_id] = entry
        elif entry.kind is DecisionKind.REJECTED and entry.version_id in standing:
            refused[entry.decision_id] = standing.pop(entry.version_id)
        elif entry.kind is DecisionKind.UNDONE:
            undone = by_id.get(json.loads(entry.subject).get("undone"))
            if undone is not None and undone.decision_id in refused:
                standing[undone.version_id] = refused.pop(undone.decision_id)
            elif undone is not None and standing.get(undone.version_id) == undone:
                del standing[undone.version_id]
    return sorted(standing.values(), key=lambda each: each.decision_id)


def _words(clause: Clause) -> tuple[str, ...]:
    """A clause's words as they are compared: one line or cell after the other in tables, running text elsewhere."""
    title = _spaced(clause.section_title)
    if clause.is_table:
        lines = ("\t".join(map(_spaced, line.split("\t"))) for line in clause.text.split("\n"))
        return (title, *(line for line in lines if line.strip()))
    text = _spaced(clause.text)
    return (title, text) if text else (title, "", normalised(clause.section_id))


def _spaced(text: str) -> str:
    """Runs of white space as one space, and none beside a sign that is not of the Latin script."""
    words = text.split()
    found = words[0] if words else ""
    for word in words[1:]:
        found += word if ord(found[-1]) > 0x2E7F or ord(word[0]) > 0x2E7F else f" {word}"
    return found


def _doubted(connection: Connection, document: Document) -> list[Box]:
    """Where open findings of the current text point that block or warn."""
    found: tuple[StoredFinding, ...] = ()
    if document.version_id is not None:
        found = findings.of_version(connection, document.version_id)
    return [box for each in found if each.is_open and each.severity is not Severity.NOTE for box in each.boxes]


def _overlaps(clause: Clause, box: Box) -> bool:
    return any(
        each.page == box.page
        and min(each.x1, box.x1) > max(each.x0, box.x0)
        and min(each.y1, box.y1) > max(each.y0, box.y0)
        for each in clause.boxes
    )
