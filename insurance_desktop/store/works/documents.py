"""Documents: one original with its state of conversion and review."""

import json
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any

from insurance_desktop.domain.documents import Document, FindingCounts, GivenMetadata
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.states import ConversionStatus, EditionStatus, ReviewStatus
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import dump_given, load_given, moment

_LISTED = (
    "document_id, sha256, work_id, code, name, issuer, document_type, category, edition, edition_status, publish_time, "
    "download_url, file_name, pages, conversion_status, conversion_reason, review_status, version_id, imported_at, "
    "blocking, warning, (SELECT count(*) FROM open_findings "
    "WHERE open_findings.version_id = listed_documents.version_id AND severity = 'note'), "
    "indexed_clauses, first_reviewer, (SELECT reviewer FROM assignments "
    "WHERE assignments.document_id = listed_documents.document_id ORDER BY id DESC LIMIT 1)"
)
_NOT_IN_A_NAME = dict.fromkeys([*range(32), *map(ord, '/\\:*?"<>|')], "_")


@entity
class NewDocument:
    """What is known of a document before its conversion."""

    original_sha256: str
    pack: str
    file_name: str
    given: GivenMetadata


@entity
class Identity:
    """Which document of which work this is, as far as known."""

    work_id: int | None
    edition_id: int | None
    document_type: str | None
    download_url: str | None


@entity
class Outcome:
    """How a conversion ended."""

    pages: int
    status: ConversionStatus
    reason: str | None
    version_id: int | None


@entity
class ReviewState:
    """Where a document stands in review, and the decisions that it stands on."""

    review_status: ReviewStatus
    decision_id: int | None
    first_decision_id: int | None


def queue(connection: Connection, new: NewDocument, now: str) -> int:
    connection.run(
        "INSERT INTO documents (original_sha256, pack, file_name, given, conversion_status, imported_at) "
        "VALUES (?, ?, ?, ?, 'QUEUED', ?)",
        (new.original_sha256, new.pack, new.file_name, dump_given(new.given), now),
    )
    return connection.last_id


def queue_again(connection: Connection, document_id: int, given: GivenMetadata) -> None:
    """Give a failed document another try, with what is said about it now."""
    connection.run(
        "UPDATE documents SET conversion_status = 'QUEUED', conversion_reason = NULL, given = ? WHERE id = ?",
        (dump_given(given), document_id),
    )


def remove(connection: Connection, document_id: int) -> None:
    """Take a document, its versions and its original out of the file. The schema refuses while the log names it."""
    sha256 = connection.value("SELECT original_sha256 FROM documents WHERE id = ?", (document_id,))
    connection.run("DELETE FROM versions WHERE document_id = ?", (document_id,))
    connection.run("DELETE FROM documents WHERE id = ?", (document_id,))
    connection.run("DELETE FROM originals WHERE sha256 = ?", (sha256,))


def store_outcome(connection: Connection, document_id: int, outcome: Outcome) -> None:
    connection.run(
        "UPDATE documents SET pages = ?, conversion_status = ?, conversion_reason = ?, version_id = ? WHERE id = ?",
        (outcome.pages, outcome.status.value, outcome.reason, outcome.version_id, document_id),
    )


def identify(connection: Connection, document_id: int, identity: Identity) -> None:
    """The schema refuses while the document is verified."""
    connection.run(
        "UPDATE documents SET work_id = ?, edition_id = ?, document_type = ?, download_url = ? WHERE id = ?",
        (identity.work_id, identity.edition_id, identity.document_type, identity.download_url, document_id),
    )


def set_version(connection: Connection, document_id: int, version_id: int, decision_id: int | None) -> None:
    """A new text is PENDING; what was indexed of the old one leaves by trigger."""
    connection.run(
        "UPDATE documents SET version_id = ?, verified_version_id = NULL, review_status = 'PENDING', decision_id = ?, "
        "first_decision_id = NULL WHERE id = ?",
        (version_id, decision_id, document_id),
    )


def suspend(connection: Connection, document_id: int) -> None:
    """Back to PENDING before a change of what was verified."""
    connection.run(
        "UPDATE documents SET review_status = 'PENDING', verified_version_id = NULL WHERE id = ?", (document_id,)
    )


def forget_first_approval(connection: Connection, document_id: int) -> None:
    """What the first of two reviewers approved is no longer what is there."""
    connection.run(
        "UPDATE documents SET first_decision_id = NULL WHERE id = ? AND review_status <> 'VERIFIED'", (document_id,)
    )


def set_decision(connection: Connection, document_id: int, decision_id: int) -> None:
    connection.run("UPDATE documents SET decision_id = ? WHERE id = ?", (decision_id, document_id))


def set_first_approval(connection: Connection, document_id: int, decision_id: int) -> None:
    """The first of two reviewers approved: the document waits for the second one."""
    state = ReviewState(ReviewStatus.PENDING, decision_id, decision_id)
    restore_review(connection, document_id, state)


def set_review(connection: Connection, document_id: int, status: ReviewStatus, decision_id: int) -> None:
    """VERIFIED verifies the current version; every other status takes the text out of the index by trigger."""
    first = review_state(connection, document_id).first_decision_id if status is ReviewStatus.VERIFIED else None
    restore_review(connection, document_id, ReviewState(status, decision_id, first))


def review_state(connection: Connection, document_id: int) -> ReviewState:
    """Of a document that is there."""
    row = connection.row(
        "SELECT review_status, decision_id, first_decision_id FROM documents WHERE id = ?", (document_id,)
    )
    status, decision_id, first_decision_id = row or ("PENDING", None, None)
    return ReviewState(ReviewStatus(status), decision_id, first_decision_id)


def restore_review(connection: Connection, document_id: int, state: ReviewState) -> None:
    """Put a document where `state` says, with its current version."""
    connection.run(
        "UPDATE documents SET review_status = ?1, decision_id = ?2, first_decision_id = ?3, "
        "verified_version_id = CASE WHEN ?1 = 'VERIFIED' THEN version_id END WHERE id = ?4",
        (state.review_status.value, state.decision_id, state.first_decision_id, document_id),
    )


def get(connection: Connection, document_id: int) -> Document | None:
    row = connection.row(f"SELECT {_LISTED} FROM listed_documents WHERE document_id = ?", (document_id,))
    return _document(row) if row else None


def files_of(connection: Connection, documents: Sequence[int]) -> dict[int, tuple[str, int]]:
    """The name that the file of each of these documents came with, and its size in bytes."""
    rows = connection.rows(
        """
        SELECT d.id, d.file_name, o.byte_count FROM documents AS d JOIN originals AS o ON o.sha256 = d.original_sha256
        WHERE d.id IN (SELECT value FROM json_each(?))
        """,
        (json.dumps(list(documents)),),
    )
    return {document: (name_of_file(name), size) for document, name, size in rows}


def name_of_file(kept: str) -> str:
    """The last part of the name that a file came with: it may hold the folders of an archive."""
    return PurePosixPath(kept.replace("\\", "/")).name


def with_original(connection: Connection, sha256: str) -> Document | None:
    row = connection.row(f"SELECT {_LISTED} FROM listed_documents WHERE sha256 = ?", (sha256,))
    return _document(row) if row else None


def listed(
    connection: Connection,
    *,
    pack: str,
    review_status: str | None = None,
    conversion_status: str | None = None,
    code: str | None = None,
) -> tuple[Document, ...]:
    rows = connection.rows(
        f"SELECT {_LISTED} FROM listed_documents WHERE pack = ?1 AND (?2 IS NULL OR review_status = ?2) "
        "AND (?3 IS NULL OR conversion_status = ?3) AND (?4 IS NULL OR code = ?4) ORDER BY document_id",
        (pack, review_status, conversion_status, code),
    )
    return tuple(_document(row) for row in rows)


def verified(connection: Connection, pack: str) -> dict[int, int]:
    """The version of each verified document of a pack, whatever else of it can be read."""
    rows = connection.rows(
        "SELECT id, verified_version_id FROM documents WHERE pack = ? AND review_status = 'VERIFIED' ORDER BY id",
        (pack,),
    )
    return dict(rows)


def ids_of_original(connection: Connection, sha256: str) -> tuple[int, ...]:
    """The documents that an original is of: one, or none."""
    return tuple(row[0] for row in connection.rows("SELECT id FROM documents WHERE original_sha256 = ?", (sha256,)))


def of_work(connection: Connection, work_id: int) -> tuple[Document, ...]:
    rows = connection.rows(f"SELECT {_LISTED} FROM listed_documents WHERE work_id = ? ORDER BY document_id", (work_id,))
    return tuple(_document(row) for row in rows)


def queued(connection: Connection, pack: str) -> tuple[int, ...]:
    """Documents whose conversion never ended: a kill or a cancel left them."""
    rows = connection.rows(
        "SELECT id FROM documents WHERE pack = ? AND conversion_status = 'QUEUED' ORDER BY id", (pack,)
    )
    return tuple(row[0] for row in rows)


def given_of(connection: Connection, document_id: int) -> GivenMetadata:
    return load_given(connection.value("SELECT given FROM documents WHERE id = ?", (document_id,)))


def file_name_of(connection: Connection, document_id: int) -> str:
    return str(connection.value("SELECT file_name FROM documents WHERE id = ?", (document_id,)))


def edition_of(connection: Connection, document_id: int) -> int | None:
    found: int | None = connection.value("SELECT edition_id FROM documents WHERE id = ?", (document_id,))
    return found


def sharing_identity(
    connection: Connection, document_id: int, work_id: int, document_type: str, edition_id: int | None
) -> int | None:
    """Another document with the same work, type and edition: other bytes under one identity (C12d)."""
    found: int | None = connection.value(
        "SELECT id FROM documents WHERE work_id = ? AND document_type = ? AND edition_id IS ? AND id <> ? "
        "AND conversion_status <> 'FAILED' ORDER BY id LIMIT 1",
        (work_id, document_type, edition_id, document_id),
    )
    return found


def _document(row: tuple[Any, ...]) -> Document:
    (document_id, sha256, work_id, code, name, issuer, document_type, category, edition, edition_status, publish_time,
     download_url, file_name, pages, conversion_status, reason, review_status, version_id, imported_at,
     blocking, warning, note, indexed, first_reviewer, assigned_to) = row  # fmt: skip
    return Document(
        document_id=document_id,
        sha256=sha256,
        product_id=work_id,
        product_code=code,
        product_name=name,
        company=issuer,
        document_type=document_type,
        product_category=category,
        edition=edition,
        edition_status=EditionStatus(edition_status),
        publish_time=publish_time,
        download_url=download_url,
        logical_path=logical_path((issuer, code or name, edition), document_type, file_name),
        pages=pages,
        conversion_status=ConversionStatus(conversion_status),
        reason=reason,
        review_status=ReviewStatus(review_status),
        version_id=version_id,
        findings=FindingCounts(blocking, warning, note),
        indexed_clauses=indexed,
        imported_at=moment(imported_at),
        first_reviewer=first_reviewer,
        assigned_to=assigned_to,
        original_name=name_of_file(file_name).translate(_NOT_IN_A_NAME),
    )


def logical_path(folders: tuple[str | None, ...], document_type: str | None, file_name: str) -> str:
    """Where the original lies inside the library, never on a disk: `平安人寿/2124/2124-1/产品条款.pdf`.

    What is unknown is left out; a document of unknown type, or of no known work, keeps the name of its file: fifteen
    leaflets of one type must stay apart.
    """
    name = PurePosixPath(file_name)
    last = f"{document_type}{name.suffix.lower()}" if document_type and any(folders) else name.name
    return "/".join(part.translate(_NOT_IN_A_NAME).strip(". ") or "_" for part in (*folders, last) if part)
