"""Correcting what the converter says about a clause: category, roles, section id, title. Part of every later decision.

A correction belongs to the words it was made for: it holds again after a new conversion or an edit wherever they are
the same, and is offered for confirmation where they are not.
"""

import json
from collections.abc import Sequence
from datetime import datetime

from insurance_desktop.domain.clause_corrections import (
    ClauseFields,
    ClauseMark,
    Corrected,
    corrected,
    mark_of,
    overlaid,
    said,
)
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.documents import DecisionReceipt, Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound, ReviewRefused, UsageError
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.services.library.clause_texts import as_converted
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import moment
from insurance_desktop.store.versions import corrections
from insurance_desktop.store.versions.corrections import Correction

from . import decision_log
from .decision_log import current_version, record_correction, reopen, required
from .review_progress import clause_keys

LONGEST_NAME = 200


@entity
class OpenCorrection:
    """A correction whose words are no longer there; `candidate_key` is the clause that has its section now, or None.

    `fields` is what was corrected; `confirm` it by correcting the candidate, or `withdraw_correction`.
    """

    mark: ClauseMark
    fields: ClauseFields
    candidate_key: str | None


@entity
class ClauseCorrection:
    """What is corrected about a clause, by whom last and when.

    `converted` are the same fields as the converter reads them. Where the words of the clause are no longer there,
    `is_outdated` says so, `converted` is None and `chunk_index` is that of the clause which has its section now, or
    None.
    """

    mark: ClauseMark
    fields: ClauseFields
    converted: ClauseFields | None
    chunk_index: int | None
    reviewer: str
    at: datetime

    @property
    def is_outdated(self) -> bool:
        return self.converted is None


@entity
class _Text:
    """The clauses of a document's current text, as converted and as corrected, and their keys."""

    document: Document
    converted: tuple[Clause, ...]
    keys: tuple[str, ...]
    corrected: Corrected


def correct_clause(
    library: Library, document_id: int, key: str, *, reviewer: str, fields: ClauseFields, reason: str = ""
) -> DecisionReceipt:
    """Say what the fields of a clause (`LookedClause.key`) really are; a verified document is PENDING afterwards.

    What equals the converter's reading is no correction any more. NotFound where the text has no such clause (now),
    UsageError for a category or role that the pack does not know, ReviewRefused where nothing changes.
    """
    reviewer = required(reviewer, "services.reviewer_required")
    wanted = _checked(fields, library.pack)
    with library.database.read() as connection:
        text = _text(connection, library, document_id)
    if key not in text.keys:
        raise NotFound("review.no_such_clause", document_id=document_id, clause=key[:80])
    clause = text.converted[text.keys.index(key)]
    before = text.corrected.get(mark_of(clause), ClauseFields())
    after = _apart_from(clause, overlaid(before, wanted))
    if after == before:
        raise ReviewRefused("services.correction_without_change", document_id=document_id)
    with library.database.write() as connection:
        now = require(connection, document_id)
        is_same = now.version_id == text.document.version_id
        if not is_same or corrections.of_clauses(connection, document_id) != text.corrected:
            raise ReviewRefused("services.changed_meanwhile", document_id=document_id)
        return _decide(connection, library, now, Said(mark_of(clause), before, after, reviewer, reason))


def withdraw_correction(library: Library, document_id: int, mark: ClauseMark, *, reviewer: str) -> DecisionReceipt:
    """Let a clause be as the converter reads it again. NotFound where nothing was corrected under this mark."""
    reviewer = required(reviewer, "services.reviewer_required")
    with library.database.write() as connection:
        document = require(connection, document_id)
        before = corrections.of_clauses(connection, document_id).get(mark)
        if before is None:
            raise NotFound("review.no_such_correction", document_id=document_id, section=mark.section_id)
        return _decide(connection, library, document, Said(mark, before, ClauseFields(), reviewer, ""))


def corrections_to_confirm(library: Library, document_id: int) -> tuple[OpenCorrection, ...]:
    """Corrections that the current text has no clause for, each with the clause that it may be about now."""
    with library.database.read() as connection:
        text = _text(connection, library, document_id)
    present = {mark_of(clause) for clause in text.converted}
    by_section: dict[str, str] = {}
    for clause, key in zip(text.converted, text.keys, strict=True):
        if mark_of(clause) not in text.corrected:
            by_section.setdefault(normalised(clause.section_id), key)
    return tuple(
        OpenCorrection(mark, fields, by_section.get(mark.section_id))
        for mark, fields in text.corrected.items()
        if mark not in present
    )


def clause_corrections(library: Library, document_id: int) -> tuple[ClauseCorrection, ...]:
    """All that is corrected about the clauses of a document now, in the order of its text, what lost its words last."""
    with library.database.read() as connection:
        document = require(connection, document_id)
        if document.version_id is None or not corrections.of_clauses(connection, document_id):
            return ()
        text = _text(connection, library, document_id)
        history = corrections.of_document(connection, document_id)
    said_last = {ClauseMark(each.section_id or "", each.text_sha256 or ""): each for each in history}
    present = {mark_of(clause): clause for clause in reversed(text.converted)}
    by_section = {normalised(clause.section_id): clause.chunk_index for clause in reversed(text.converted)}
    found = []
    for mark, fields in text.corrected.items():
        clause, last = present.get(mark), said_last[mark]
        place = by_section.get(mark.section_id) if clause is None else clause.chunk_index
        was = None if clause is None else _as_read(clause, fields)
        found.append(ClauseCorrection(mark, fields, was, place, last.reviewer, moment(last.at)))
    return tuple(sorted(found, key=lambda each: (each.is_outdated, each.chunk_index or 0)))


@entity
class Said:
    """A change of what is corrected about one clause."""

    mark: ClauseMark
    before: ClauseFields
    after: ClauseFields
    reviewer: str
    reason: str


def _decide(connection: Connection, library: Library, document: Document, change: Said) -> DecisionReceipt:
    """Write a correction down, inside the transaction that takes back the verification it falls under."""
    document_id = document.document_id
    reopen(connection, document)
    old, new = said(change.before), said(change.after)
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            value = json.dumps(new.get(name), ensure_ascii=False)
            mark = change.mark
            corrections.add(
                connection,
                Correction(document_id, name, value, change.reviewer, library.now(), mark.section_id, mark.text_sha256),
            )
    subject = {"clause": change.mark.section_id, "text_sha256": change.mark.text_sha256, "fields": new}
    return record_correction(
        connection, library, document_id, decision_log.Correction(change.reviewer, change.reason, subject)
    )


def _text(connection: Connection, library: Library, document_id: int) -> _Text:
    document = require(connection, document_id)
    converted = as_converted(library.pack, current_version(connection, document))
    known = corrections.of_clauses(connection, document_id)
    return _Text(document, converted, clause_keys(document, corrected(converted, known)), known)


def _checked(fields: ClauseFields, pack: DomainPack) -> ClauseFields:
    _known(fields.category, [each.name for each in pack.categories], "review.no_such_category")
    _known(fields.entity_role, [each.name for each in pack.roles], "review.no_such_role")
    return ClauseFields(
        fields.category,
        fields.entity_role,
        None if fields.section_id is None else "".join(_one_line(fields.section_id).split()),
        None if fields.section_title is None else _one_line(fields.section_title, may_be_empty=True),
    )


def _known(given: Sequence[str] | None, known: Sequence[str], key: str) -> None:
    unknown = [each for each in given or () if each not in known]
    if unknown:
        raise UsageError(key, name=unknown[0][:40], known=", ".join(known))


def _one_line(text: str, may_be_empty: bool = False) -> str:
    words = " ".join(text.split())
    if (not words and not may_be_empty) or len(words) > LONGEST_NAME:
        raise UsageError("review.no_section_name", limit=LONGEST_NAME)
    return words


def _as_read(clause: Clause, fields: ClauseFields) -> ClauseFields:
    """The converter's reading of those fields that are corrected."""
    return ClauseFields(**{name: getattr(clause, name) for name in said(fields)})


def _apart_from(clause: Clause, fields: ClauseFields) -> ClauseFields:
    """Only what differs from the converter's reading."""
    return ClauseFields(
        fields.category if fields.category != clause.category else None,
        fields.entity_role if fields.entity_role != clause.entity_role else None,
        fields.section_id if fields.section_id != clause.section_id else None,
        fields.section_title if fields.section_title != clause.section_title else None,
    )
