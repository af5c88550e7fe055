"""Correcting what is known about a document: names, codes, type, edition. What was verified is to be verified again."""

from collections.abc import Iterable
from dataclasses import fields, replace

from insurance_desktop.domain.documents import DecisionReceipt, Document, GivenMetadata
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.services.importing.identification import find_work, issuer_key, new_work
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import corrections
from insurance_desktop.store.versions.corrections import Correction
from insurance_desktop.store.works import documents, editions, works
from insurance_desktop.store.works.documents import Identity
from insurance_desktop.store.works.works import Work

from .decision_log import Entry, content_now, record, required


@entity
class Change:
    """A correction inside its transaction: `told` is what the person said, `facts` all that holds afterwards."""

    connection: Connection
    library: Library
    document: Document
    told: GivenMetadata
    facts: GivenMetadata


def correct(library: Library, document_id: int, *, reviewer: str, metadata: GivenMetadata) -> DecisionReceipt:
    """Change what `metadata` says ("" = unknown again, None = as it is); a verified document is PENDING afterwards.

    A field of the product that several documents share changes for all of them: each verified one is PENDING too, with
    an entry of its own. Another company or code (or name, where there is no code) is another product: only this
    document moves there. ReviewRefused where another document already has the new identity.
    """
    reviewer = required(reviewer, "services.reviewer_required")
    with library.database.write() as connection:
        document = require(connection, document_id)
        before = facts_of(document)
        facts = _overlaid(before, metadata)
        changed = {name: new for name, new in _fields(facts).items() if new != _fields(before)[name]}
        if not changed:
            raise ReviewRefused("services.correction_without_change", document_id=document_id)
        touched = _apply(Change(connection, library, document, metadata, facts))
        for field, value in changed.items():
            corrections.add(connection, Correction(document_id, field, value or "", reviewer, library.now()))
        decided = {
            each: _record(connection, library, each, Entry(DecisionKind.CORRECTED, reviewer, "", None, changed))
            for each in sorted(touched | {document_id})
        }
    return decided[document_id]


def facts_of(document: Document) -> GivenMetadata:
    """What is known about a document, in the form in which it is said."""
    return GivenMetadata(
        company=document.company,
        product_name=document.product_name,
        product_code=document.product_code,
        document_type=document.document_type,
        product_category=document.product_category,
        edition=document.edition,
        publish_time=document.publish_time,
        download_url=document.download_url,
    )


def _fields(facts: GivenMetadata) -> dict[str, str | None]:
    return {each.name: getattr(facts, each.name) for each in fields(GivenMetadata)}


def _overlaid(before: GivenMetadata, told: GivenMetadata) -> GivenMetadata:
    said = {name: value.strip() or None for name, value in _fields(told).items() if value is not None}
    return GivenMetadata(**{**_fields(before), **said})


def _apply(change: Change) -> set[int]:
    """Carry out a correction and name the documents whose verification it took."""
    connection, document = change.connection, change.document
    touched = _suspend(connection, (document,))
    work = _target_work(change)
    edition_id = None
    if work is not None:
        touched |= _describe(change, work)
        edition_id, in_edition = _target_edition(change, work.work_id)
        touched |= in_edition
    _refuse_taken(change, work, edition_id)
    old_edition = documents.edition_of(connection, document.document_id)
    identity = Identity(
        work.work_id if work else None, edition_id, change.facts.document_type, change.facts.download_url
    )
    documents.identify(connection, document.document_id, identity)
    if old_edition is not None and old_edition != edition_id:
        editions.remove_if_unused(connection, old_edition)
    for work_id in {document.product_id, identity.work_id} - {None}:
        works.remove_if_unused(connection, work_id or 0)
        editions.refresh_status(connection, work_id or 0)
    return touched


def _target_work(change: Change) -> Work | None:
    """The product that the corrected facts speak of: the same, a known one, or a new one."""
    connection, facts, pack = change.connection, change.facts, change.library.pack
    if not (facts.product_name or facts.product_code):
        return None
    current = works.get(connection, change.document.product_id) if change.document.product_id else None
    if current is not None and _same_identity(current, facts, change.library):
        return current
    others = [each for each in works.all_of(connection, pack.name) if current is None or each != current]
    known = find_work(others, facts, pack)
    if known is not None:
        return known
    if current is not None and len(documents.of_work(connection, current.work_id)) == 1:
        return current
    return new_work(connection, facts, pack, change.library.now())


def _same_identity(work: Work, facts: GivenMetadata, library: Library) -> bool:
    if issuer_key(work.issuer, library.pack) != issuer_key(facts.company, library.pack):
        return False
    if work.code or facts.product_code:
        return work.code == facts.product_code
    return normalised(work.name) == normalised(facts.product_name or "")


def _describe(change: Change, work: Work) -> set[int]:
    """Write what was said about the product itself; every verified document of it is suspended for that."""
    facts, told = change.facts, change.told
    moved = work.work_id != change.document.product_id
    described = replace(
        work,
        code=work.code if moved and work.code else facts.product_code,
        issuer=work.issuer if moved and work.issuer else facts.company,
        name=(facts.product_name or facts.product_code or work.name) if told.product_name is not None else work.name,
        category=facts.product_category if told.product_category is not None else work.category,
        publish_time=facts.publish_time if told.publish_time is not None else work.publish_time,
    )
    if described == work:
        return set()
    touched = _suspend(change.connection, documents.of_work(change.connection, work.work_id))
    works.change(change.connection, described)
    return touched


def _target_edition(change: Change, work_id: int) -> tuple[int | None, set[int]]:
    """The edition of the corrected facts, and the documents that its new date suspends."""
    connection, facts = change.connection, change.facts
    if not facts.edition:
        return None, set()
    found = editions.find(connection, work_id, facts.edition)
    if found is None:
        return editions.add(connection, work_id, facts.edition, facts.publish_time).edition_id, set()
    if change.told.publish_time is None or found.publish_time == facts.publish_time:
        return found.edition_id, set()
    in_edition = [each for each in documents.of_work(connection, work_id) if each.edition == found.label]
    touched = _suspend(connection, in_edition)
    editions.set_publish_time(connection, found.edition_id, facts.publish_time)
    return found.edition_id, touched


def _refuse_taken(change: Change, work: Work | None, edition_id: int | None) -> None:
    document_id, document_type = change.document.document_id, change.facts.document_type
    if work is None or document_type is None:
        return
    other = documents.sharing_identity(change.connection, document_id, work.work_id, document_type, edition_id)
    if other is not None:
        raise ReviewRefused("services.identity_taken", document_id=document_id, other=other)


def _suspend(connection: Connection, verified: Iterable[Document]) -> set[int]:
    """Take verified documents back to PENDING before their metadata changes; their index rows go by trigger."""
    described = tuple(verified)
    touched = {each.document_id for each in described if each.review_status is ReviewStatus.VERIFIED}
    for document_id in touched:
        documents.suspend(connection, document_id)
    for each in described:
        documents.forget_first_approval(connection, each.document_id)
    return touched


def _record(connection: Connection, library: Library, document_id: int, entry: Entry) -> DecisionReceipt:
    """Put the correction into the log of one document, with the hash of what could be served now."""
    document = require(connection, document_id)
    content = content_now(connection, document)
    decision_id = record(connection, library, document, replace(entry, content_sha256=content))
    documents.set_decision(connection, document_id, decision_id)
    return DecisionReceipt(document_id, document.review_status, content, decision_id)
