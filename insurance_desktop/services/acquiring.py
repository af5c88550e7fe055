"""Acquisition: the listed files that are not here yet, one after the other, each whole or not at all (FR-003, FR-007).

A file is stored with its place in the catalogue in one transaction, then converted: a kill at any moment leaves either
nothing of it or all of it, and the next run goes on from there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from insurance_desktop.crawl.integrity import IntegrityFault, pdf_fault
from insurance_desktop.crawl.traffic import Answer, Ask, Purpose
from insurance_desktop.crawl.urls import origin_of
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import (
    AnswerFailed,
    CaptchaAsked,
    DomainClosed,
    NotFound,
    RequestRefused,
    SiteChanged,
)
from insurance_desktop.domain.running import Progress
from insurance_desktop.packs.wording import say
from insurance_desktop.store import collection_files
from insurance_desktop.store.collection_files import FAILED, HELD, ListedAttachment

from .collection_findings import same_code
from .collection_session import CollectionRequest, Session
from .ingesting import Taken, resume_queued, store_conversion, store_original

MOST_FILE_BYTES = 128 << 20
MOST_TRIES = 3
"""Runs that ask for a file that cannot be had; then only a recheck does."""
FOREIGN = "crawl.file_of_other_product"
MOST_WRONG_IN_A_ROW = 20
"""Wrong answers one after the other: the site has changed, and asking on would only load it."""


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A listed file that could not be had, or is not what it should be; `reason` is the key of `message`."""

    url: str
    product_name: str
    document_type: str
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class AcquisitionReport:
    """What was downloaded. `documents` are new ones, `changed` those of them that an edition had with other bytes.

    `duplicates` are files whose bytes the library had already, `foreign` those of them that belong to another product
    there; `unchanged` were asked about and stayed.
    """

    wanted: int
    documents: tuple[int, ...]
    changed: tuple[int, ...]
    duplicates: int
    unchanged: int
    failed: tuple[FailedFile, ...]
    foreign: tuple[FailedFile, ...]
    left: int

    @property
    def had_nothing(self) -> bool:
        """Whether not one of the files that were wanted could be had."""
        return bool(self.failed) and len(self.failed) == self.wanted


@dataclass(slots=True)
class Tally:
    """What an acquisition has done so far."""

    wanted: int
    documents: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    duplicates: int = 0
    unchanged: int = 0
    failed: list[FailedFile] = field(default_factory=list)
    foreign: list[FailedFile] = field(default_factory=list)
    wrong_in_a_row: int = 0

    @property
    def done(self) -> int:
        return len(self.documents) + self.duplicates + self.unchanged + len(self.failed)

    def report(self) -> AcquisitionReport:
        return AcquisitionReport(
            wanted=self.wanted,
            documents=tuple(self.documents),
            changed=tuple(self.changed),
            duplicates=self.duplicates,
            unchanged=self.unchanged,
            failed=tuple(self.failed),
            foreign=tuple(self.foreign),
            left=self.wanted - self.done,
        )


def acquire(session: Session) -> AcquisitionReport:
    """Download what is listed and not here. What was finished stays, whatever stops the run."""
    resume_queued(session.library, cancel=session.cancel)
    with session.library.database.read() as connection:
        listed = collection_files.of_site(connection, session.site.name)
    wanted = _wanted(session, listed)
    tally = Tally(len(wanted))
    try:
        for each in wanted:
            session.stop_if_asked()
            session.progress(Progress(tally.done, len(wanted), f"{each.product_name} {each.document_type}"))
            _take(session, each, tally)
        session.progress(Progress(tally.done, len(wanted)))
    finally:
        session.report["acquisition"] = summary(tally.report())
    return tally.report()


def summary(report: AcquisitionReport) -> dict[str, object]:
    """The numbers of a report, as a run keeps them."""
    return {
        "wanted": report.wanted,
        "documents": list(report.documents),
        "changed": list(report.changed),
        "duplicates": report.duplicates,
        "unchanged": report.unchanged,
        "failed": len(report.failed),
        "left": report.left,
    }


def _wanted(session: Session, listed: Sequence[ListedAttachment]) -> tuple[ListedAttachment, ...]:
    """Which of the listed files are to be had now, in the order of the catalogue; those that failed come last."""
    request, origins = session.request, session.client.rules.origins
    here = [each for each in listed if origin_of(each.url) in origins]
    if request.limit is not None:
        in_order = (*session.memory().get("order", ()), *(each.work_id for each in here))
        first = tuple(dict.fromkeys(in_order))[: request.limit]
        here = [each for each in here if each.work_id in first]
    if request.product is not None:
        here = [each for each in here if _is_of(each, request.product)]
        if not here:
            raise NotFound("crawl.no_such_product", product=request.product, site=session.site.name)
    if request.document_types:
        types = {_known_type(session, listed, each) for each in request.document_types}
        here = [each for each in here if each.document_type in types]
    due = (each for each in here if request.recheck or _is_due(each, request))
    return tuple(sorted(due, key=lambda each: each.tries))


def _known_type(session: Session, listed: Sequence[ListedAttachment], given: str) -> str:
    """The type by its name, or by an ending that documents of it carry; else NotFound."""
    forms = session.library.pack.document_forms
    known = dict.fromkeys([*(each.document_type for each in listed), *(form.document_type for form in forms)])
    if given in known:
        return given
    meant = next((form.document_type for form in forms if given.endswith(form.words)), None)
    if meant is None:
        raise NotFound("crawl.no_such_type", given=given, known=", ".join(known))
    return meant


def _is_of(each: ListedAttachment, product: str) -> bool:
    return product in (str(each.work_id), each.product_code, each.product_name)


def _is_due(each: ListedAttachment, request: CollectionRequest) -> bool:
    return each.state != HELD and not (each.state == FAILED and each.tries >= MOST_TRIES)


def _take(session: Session, each: ListedAttachment, tally: Tally) -> None:
    """One file: asked for, checked, stored, converted; or its reason why not."""
    session.client.refuse_closed(each.url)
    try:
        answer = session.client.fetch(_ask(each, session.request))
    except (AnswerFailed, RequestRefused) as error:
        _fail(session, each, error.key, tally, error.values)
        return
    except DomainClosed as error:  # this very file closed it: the next run must not begin with it again
        with session.library.database.write() as connection:
            collection_files.fail(connection, each.attachment_id, error.key, session.now())
        raise
    if answer.is_unchanged and each.document_id is None:
        _fail(session, each, IntegrityFault.EMPTY.value, tally, {"url": each.url})
        return
    if answer.is_unchanged:
        with session.library.database.write() as connection:
            collection_files.still_held(connection, each.attachment_id, session.now())
        tally.unchanged += 1
        return
    fault = pdf_fault(answer.content, answer.declared_length)
    if fault is IntegrityFault.CAPTCHA:
        session.remember(needs_person=session.now())
        raise CaptchaAsked(fault.value, url=session.site.home)
    if fault is not None:
        _fail(session, each, fault.value, tally, {"url": each.url})
        return
    tally.wrong_in_a_row = 0
    _store(session, each, answer, tally)


def _ask(each: ListedAttachment, request: CollectionRequest) -> Ask:
    headers: tuple[tuple[str, str], ...] = (("Accept", "application/pdf,*/*;q=0.1"),)
    if request.recheck and each.validator and each.document_id is not None:
        name, _, value = each.validator.partition(": ")
        headers += ((name, value),)
    return Ask(each.url, Purpose.FILE, headers=headers, most_bytes=MOST_FILE_BYTES)


def _store(session: Session, each: ListedAttachment, answer: Answer, tally: Tally) -> None:
    """The bytes and their place in the catalogue in one transaction; the conversion after it."""
    library = session.library
    with library.database.write() as connection:
        other = collection_files.siblings_held(connection, each, answer.sha256)
        taken = store_original(library, _file_name(each), answer.content, _given(each))
        document_id = taken.document.document_id
        collection_files.hold(
            connection,
            each.attachment_id,
            document_id,
            sha256=answer.sha256,
            validator=_validator(answer),
            now=session.now(),
        )
    _count(each, taken, answer, other, tally)
    if taken.queued:
        conversion = library.workers.convert(answer.content, library.pack.name)
        store_conversion(library, document_id, conversion)


def _count(each: ListedAttachment, taken: Taken, answer: Answer, other: int | None, tally: Tally) -> None:
    document_id = taken.document.document_id
    if taken.known and each.sha256 == answer.sha256:
        tally.unchanged += 1
        return
    if taken.known:
        tally.duplicates += 1
        owner = taken.document.product_code
        if owner and each.product_code and not same_code(each.product_code, owner):
            message = say(FOREIGN, url=each.url, asked=each.product_code, owner=owner, document_id=document_id)
            tally.foreign.append(FailedFile(each.url, each.product_name, each.document_type, FOREIGN, message))
        return
    tally.documents.append(document_id)
    if other is not None and other != document_id:
        tally.changed.append(document_id)


def _given(each: ListedAttachment) -> GivenMetadata:
    """What the list says of the file. A type that is only inferred is left to what page 1 prints."""
    return GivenMetadata(
        company=each.company,
        product_name=each.product_name,
        product_code=each.product_code,
        document_type=each.document_type if each.is_confirmed else None,
        product_category=each.category,
        edition=each.edition,
        publish_time=each.publish_time,
        download_url=each.url,
    )


def _file_name(each: ListedAttachment) -> str:
    """A label: it tells the type only where that is known."""
    last = each.document_type if each.is_confirmed else str(each.attachment_id)
    return f"{each.edition}_{last}.pdf".replace("/", "_").replace("\\", "_")


def _validator(answer: Answer) -> str | None:
    """The header with which the server can be asked whether the file has changed since."""
    if tag := answer.headers.get("etag"):
        return f"If-None-Match: {tag}"
    if time := answer.headers.get("last-modified"):
        return f"If-Modified-Since: {time}"
    return None


def _fail(session: Session, each: ListedAttachment, reason: str, tally: Tally, values: dict[str, object]) -> None:
    with session.library.database.write() as connection:
        collection_files.fail(connection, each.attachment_id, reason, session.now())
    message = say(reason, **values)
    tally.failed.append(FailedFile(each.url, each.product_name, each.document_type, reason, message))
    tally.wrong_in_a_row += 1
    if tally.wrong_in_a_row >= MOST_WRONG_IN_A_ROW:
        raise SiteChanged("crawl.wrong_in_a_row", count=tally.wrong_in_a_row, detail=message)
