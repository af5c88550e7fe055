"""Which work, type and edition a document belongs to: decided from what was said and what page 1 prints."""

import re
from collections.abc import Sequence
from dataclasses import fields, replace

from insurance_desktop.domain.conversion import Finding, PrintedFacts
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import ReviewStatus, Severity
from insurance_desktop.packs.wording import say
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import storable
from insurance_desktop.store.works import documents, editions, works
from insurance_desktop.store.works.documents import Identity
from insurance_desktop.store.works.works import Work


@entity
class Candidate:
    """A document that asks for its place: who it is, what is known about it, and as what its number has it filed."""

    document_id: int
    sha256: str
    facts: GivenMetadata
    filed_as: str | None = None


@entity
class Settlement:
    """Where a document belongs, and what a reviewer must see about it."""

    identity: Identity
    findings: tuple[Finding, ...] = ()


def overlay(upper: GivenMetadata, lower: GivenMetadata) -> GivenMetadata:
    """`upper` where it says something, else `lower`."""
    chosen = {
        each.name: getattr(lower, each.name) if getattr(upper, each.name) is None else getattr(upper, each.name)
        for each in fields(GivenMetadata)
    }
    return GivenMetadata(**chosen)


def said_only(given: GivenMetadata) -> GivenMetadata:
    """Blanks around a value say nothing, and a blank value is not said."""
    values = {each.name: getattr(given, each.name) for each in fields(GivenMetadata)}
    return GivenMetadata(
        **{name: (storable(value).strip() or None) if value else None for name, value in values.items()}
    )


def known_facts(given: GivenMetadata, printed: PrintedFacts, file_name: str, pack: DomainPack) -> GivenMetadata:
    """What was said wins over what page 1 prints; the file's name may still tell the type."""
    on_page = GivenMetadata(
        company=printed.company,
        product_name=printed.product_name,
        product_code=printed.product_code,
        document_type=printed.document_type or type_in_name(file_name, pack),
    )
    return overlay(given, on_page)


def filed_kind(filing_number: str | None, pack: DomainPack) -> str | None:
    """The kind of insurance that a filing number says (2025〕两全保险152号)."""
    matches = (re.search(form, filing_number or "") for form in pack.filed_kinds)
    return next((match.group(1) for match in matches if match), None)


def type_in_name(file_name: str, pack: DomainPack) -> str | None:
    """The document type whose word stands in a file's name; the longest word decides."""
    name = normalised(file_name).lower()
    found = [
        (len(word), form.document_type)
        for form in pack.document_forms
        for word in form.words
        if normalised(word).lower() in name
    ]
    return max(found)[1] if found else None


def issuer_key(name: str | None, pack: DomainPack) -> str | None:
    """The same key for all names of one issuer (平安人寿, 中国平安人寿保险股份有限公司); None for nobody."""
    if not name:
        return None
    key = normalised(name)
    for issuer in pack.issuers:
        if key in (normalised(issuer.name), *map(normalised, issuer.aliases)):
            return normalised(issuer.name)
    return key


def find_work(candidates: Sequence[Work], facts: GivenMetadata, pack: DomainPack) -> Work | None:
    """The one known work that `facts` speak of: by code, else by name; an unknown issuer contradicts nobody."""
    issuer = issuer_key(facts.company, pack)
    name = normalised(facts.product_name or "")

    def fits(work: Work, *, named: bool) -> bool:
        known = issuer_key(work.issuer, pack)
        if named and normalised(work.name) != name:
            return False
        return known == issuer or (named and None in (known, issuer))

    with_code = [each for each in candidates if facts.product_code and each.code == facts.product_code]
    found = [each for each in with_code if fits(each, named=False)] or [
        each for each in with_code if fits(each, named=True)
    ]
    if not found and name:
        rest = [each for each in candidates if not (each.code and facts.product_code)]
        found = [each for each in rest if fits(each, named=True)]
    if len(found) > 1 and found[0].code:  # one code, several names of one issuer: the name as given decides
        found.sort(key=lambda each: each.issuer != facts.company)
        return found[0]
    return found[0] if len(found) == 1 else None


def settle(connection: Connection, candidate: Candidate, pack: DomainPack, now: str) -> Settlement:
    """Find or make the document's work and edition, inside the caller's transaction.

    Other bytes under a taken identity become an edition of their own with a blocking finding (C12d).
    """
    facts = candidate.facts
    work, findings = _settle_work(connection, facts, pack, now)
    if work is None:
        return Settlement(Identity(None, None, facts.document_type, facts.download_url), findings)
    if candidate.filed_as and work.category is None and not is_verified(connection, work.work_id):
        works.change(connection, replace(work, category=candidate.filed_as))
    edition_id = _settle_edition(connection, work.work_id, facts)
    taken_by = _taken_by(connection, candidate, work.work_id, edition_id)
    if taken_by is not None:
        label = f"{facts.edition or ''}+{candidate.sha256[:8]}"
        found = editions.find(connection, work.work_id, label)
        edition = found or editions.add(connection, work.work_id, label, facts.publish_time)
        edition_id = edition.edition_id
        message = say("services.same_edition_other_bytes", other=taken_by, edition=label)
        findings = (*findings, Finding(FindingKind.SAME_EDITION_OTHER_BYTES, Severity.BLOCKING, message))
    return Settlement(Identity(work.work_id, edition_id, facts.document_type, facts.download_url), findings)


def is_verified(connection: Connection, work_id: int) -> bool:
    """Whether a decision stands on the work's names, so that they may not change under it."""
    return any(each.review_status is ReviewStatus.VERIFIED for each in documents.of_work(connection, work_id))


def _taken_by(connection: Connection, candidate: Candidate, work_id: int, edition_id: int | None) -> int | None:
    document_type = candidate.facts.document_type
    if document_type is None:  # documents of unknown type are not known to be the same
        return None
    return documents.sharing_identity(connection, candidate.document_id, work_id, document_type, edition_id)


def new_work(connection: Connection, facts: GivenMetadata, pack: DomainPack, now: str) -> Work:
    """A work of these facts, stored."""
    work = Work(
        work_id=0,
        pack=pack.name,
        kind=pack.work_kind,
        code=facts.product_code,
        name=facts.product_name or facts.product_code or "",
        issuer=facts.company,
        category=facts.product_category,
        publish_time=facts.publish_time,
    )
    return replace(work, work_id=works.add(connection, work, now))


def _settle_work(
    connection: Connection, facts: GivenMetadata, pack: DomainPack, now: str
) -> tuple[Work | None, tuple[Finding, ...]]:
    if not (facts.product_name or facts.product_code):
        return None, ()
    found = find_work(works.all_of(connection, pack.name), facts, pack)
    if found is not None:
        return _enriched(connection, found, facts)
    stored = new_work(connection, facts, pack, now)
    if facts.product_name:
        return stored, ()
    message = say("services.product_name_unknown", code=facts.product_code)
    return stored, (Finding(FindingKind.PRODUCT_NAME_UNKNOWN, Severity.WARNING, message),)


def _enriched(connection: Connection, work: Work, facts: GivenMetadata) -> tuple[Work, tuple[Finding, ...]]:
    """Fill what a known work lacks, unless a decision stands on it; what contradicts it is shown, not taken over."""
    told = {"code": facts.product_code, "issuer": facts.company, "category": facts.product_category}
    if any(value and getattr(work, name) is None for name, value in told.items()) and not is_verified(
        connection, work.work_id
    ):
        work = replace(
            work,
            code=work.code or facts.product_code,
            issuer=work.issuer or facts.company,
            category=work.category or facts.product_category,
        )
        works.change(connection, work)
    pairs = ((work.name, facts.product_name), (work.category, facts.product_category))
    differing = [
        say("services.metadata_differs", known=known or "–", told=told_now)
        for known, told_now in pairs
        if told_now and normalised(known or "") != normalised(told_now)
    ]
    return work, tuple(Finding(FindingKind.METADATA_DIFFERS, Severity.WARNING, each) for each in differing)


def _settle_edition(connection: Connection, work_id: int, facts: GivenMetadata) -> int | None:
    if not facts.edition:
        return None
    found = editions.find(connection, work_id, facts.edition)
    if found is None:
        return editions.add(connection, work_id, facts.edition, facts.publish_time).edition_id
    if facts.publish_time and found.publish_time is None and not is_verified(connection, work_id):
        editions.set_publish_time(connection, found.edition_id, facts.publish_time)
    return found.edition_id
