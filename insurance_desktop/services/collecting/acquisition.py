"""Acquisition: the listed files that are not here yet, one after the other, each whole or not at all (FR-003, FR-007).

Then a few of those that are here are asked for again: bytes that were changed behind an unchanged list are found so.

A file is stored with its place in the catalogue in one transaction, then converted: a kill at any moment leaves either
nothing of it or all of it, and the next run goes on from there.
"""

from dataclasses import dataclass, field

from insurance_desktop.crawl.integrity import FAULTS, IntegrityFault
from insurance_desktop.crawl.traffic import Answer, Ask, Purpose
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import (
    AnswerFailed,
    CaptchaAsked,
    DomainClosed,
    RequestRefused,
    SiteChanged,
)
from insurance_desktop.domain.originals import OriginalKind, suffix_of
from insurance_desktop.domain.running import Progress
from insurance_desktop.packs.wording import say
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.importing.ingestion import Taken, resume_queued, store_conversion, store_original
from insurance_desktop.services.importing.source_findings import same_code
from insurance_desktop.store.collecting import alarms, attachments
from insurance_desktop.store.collecting.attachments import HELD, ListedAttachment
from insurance_desktop.store.database import Connection

from .choice import files_to_ask
from .session import CollectionRequest, Session

MOST_FILE_BYTES = 128 << 20
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
    """What was downloaded. `documents` are new ones, `changed` those whose place in an edition other bytes had before.

    `duplicates` are files whose bytes the library had already, `foreign` those of them that belong to another product
    there; `unchanged` were asked about and stayed. `rechecked` were here and asked for again beside the `wanted` ones:
    what came of them otherwise stands with the rest.
    """

    wanted: int
    documents: tuple[int, ...]
    changed: tuple[int, ...]
    duplicates: int
    unchanged: int
    failed: tuple[FailedFile, ...]
    foreign: tuple[FailedFile, ...]
    left: int
    rechecked: int = 0

    @property
    def had_nothing(self) -> bool:
        """Whether not one of the files that were asked for could be had."""
        return bool(self.failed) and len(self.failed) == self.wanted - self.left + self.rechecked


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
    done: int = 0
    rechecked: int = 0
    is_rechecking: bool = False

    def ended(self) -> None:
        """One more file that was asked for."""
        if self.is_rechecking:
            self.rechecked += 1
        else:
            self.done += 1

    def stayed(self) -> None:
        """One that has not changed."""
        self.unchanged += not self.is_rechecking

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
            rechecked=self.rechecked,
        )


def acquire(session: Session, converter: Converter) -> AcquisitionReport:
    """Download what is listed and not here. What was finished stays, whatever stops the run."""
    resume_queued(session.library, converter, cancel=session.cancel)
    with session.library.database.read() as connection:
        listed = attachments.of_site(connection, session.site.name)
    wanted, again = files_to_ask(session, listed)
    tally = Tally(len(wanted))
    total = len(wanted) + len(again)
    try:
        for number, each in enumerate((*wanted, *again)):
            tally.is_rechecking = number >= len(wanted)
            session.stop_if_asked()
            what = f"{each.product_name} {each.document_type}"
            shown = say("crawl.rechecking", what=what) if tally.is_rechecking else what
            session.progress(Progress(number, total, shown))
            _take(session, converter, each, tally)
        session.progress(Progress(total, total))
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
        "rechecked": report.rechecked,
    }


def _take(session: Session, converter: Converter, each: ListedAttachment, tally: Tally) -> None:
    """One file: asked for, checked, stored, converted; or its reason why not."""
    session.client.refuse_closed(each.url)
    try:
        answer = session.client.fetch(_ask(each, session.request, session.adapter.brings))
    except (AnswerFailed, RequestRefused) as error:
        _fail(session, each, error.key, tally, error.values)
        return
    except DomainClosed as error:  # this very file closed it: the next run must not begin with it again
        with session.library.database.write() as connection:
            attachments.fail(connection, each.attachment_id, error.key, session.now())
        raise
    if answer.is_unchanged and each.document_id is None:
        _fail(session, each, IntegrityFault.EMPTY.value, tally, {"url": each.url})
        return
    if answer.is_unchanged:
        with session.library.database.write() as connection:
            attachments.still_held(connection, each.attachment_id, session.now())
        tally.ended()
        tally.stayed()
        return
    fault = FAULTS[session.adapter.brings](answer.content, answer.declared_length)
    if fault is IntegrityFault.CAPTCHA:
        session.remember(needs_person=session.now())
        raise CaptchaAsked(fault.value, url=session.site.home)
    if fault is not None:
        _fail(session, each, fault.value, tally, {"url": each.url})
        return
    tally.wrong_in_a_row = 0
    _store(session, converter, each, answer, tally)


def _ask(each: ListedAttachment, request: CollectionRequest, kind: OriginalKind) -> Ask:
    """A recheck of everything asks whether there is news; the few of each run come whole, for their bytes to tell."""
    headers: tuple[tuple[str, str], ...] = (("Accept", f"{kind},*/*;q=0.1"),)
    if request.recheck and each.validator and each.document_id is not None:
        name, _, value = each.validator.partition(": ")
        headers += ((name, value),)
    purpose = Purpose.RECHECK if each.state == HELD else Purpose.FILE
    return Ask(each.url, purpose, headers=headers, most_bytes=MOST_FILE_BYTES)


def _store(session: Session, converter: Converter, each: ListedAttachment, answer: Answer, tally: Tally) -> None:
    """The bytes, their place in the catalogue and the alarm in one transaction; the conversion after it."""
    library = session.library
    is_changed = each.sha256 not in (None, answer.sha256)
    with library.database.write() as connection:
        twin = attachments.siblings_held(connection, each, answer.sha256)
        given = _given(each, answer.sha256 if is_changed else None)
        taken = store_original(library, _file_name(each, session.adapter.brings), answer.content, given)
        document_id = taken.document.document_id
        attachments.hold(
            connection,
            each.attachment_id,
            document_id,
            sha256=answer.sha256,
            validator=_validator(answer),
            now=session.now(),
        )
        former = each.document_id if is_changed else twin if taken.queued else None
        if former not in (None, document_id):
            _raise_alarm(session, connection, each, document_id, former)
            tally.changed.append(document_id)
    tally.ended()
    _count(each, taken, answer, tally)
    if taken.queued:
        conversion = converter.workers.convert(answer.content, library.pack.name)
        store_conversion(library, document_id, conversion)


def _raise_alarm(
    session: Session, connection: Connection, each: ListedAttachment, document_id: int, former: int | None
) -> None:
    facts = {"product": each.product_name, "type": each.document_type, "edition": each.edition, "url": each.url}
    number = alarms.add(
        connection,
        alarms.FILE_CHANGED,
        facts,
        site=session.site.name,
        run_id=session.run_id,
        now=session.now(),
        document_id=document_id,
        former_document_id=former,
    )
    session.alarms.append(number)


def _count(each: ListedAttachment, taken: Taken, answer: Answer, tally: Tally) -> None:
    document_id = taken.document.document_id
    if each.sha256 == answer.sha256:
        tally.stayed()
        return
    if not taken.queued:
        tally.duplicates += 1
        owner = taken.document.product_code
        if owner and each.product_code and not same_code(each.product_code, owner):
            message = say(FOREIGN, url=each.url, asked=each.product_code, owner=owner, document_id=document_id)
            tally.foreign.append(FailedFile(each.url, each.product_name, each.document_type, FOREIGN, message))
        return
    tally.documents.append(document_id)


def _given(each: ListedAttachment, changed_to: str | None) -> GivenMetadata:
    """What the list says of the file. A type that is only inferred is left to what page 1 prints.

    Where the type does not tell that other bytes have this place already, the edition of a changed file is named here.
    """
    names_edition = changed_to is not None and not each.is_confirmed
    return GivenMetadata(
        company=each.company,
        product_name=each.product_name,
        product_code=each.product_code,
        document_type=each.document_type if each.is_confirmed else None,
        product_category=each.category,
        edition=f"{each.edition}+{str(changed_to)[:8]}" if names_edition else each.edition,
        publish_time=each.publish_time,
        download_url=each.url,
    )


def _file_name(each: ListedAttachment, kind: OriginalKind) -> str:
    """A label: it tells the type only where that is known."""
    last = each.document_type if each.is_confirmed else str(each.attachment_id)
    return f"{each.edition}_{last}{suffix_of(kind)}".replace("/", "_").replace("\\", "_")


def _validator(answer: Answer) -> str | None:
    """The header with which the server can be asked whether the file has changed since."""
    if tag := answer.headers.get("etag"):
        return f"If-None-Match: {tag}"
    if time := answer.headers.get("last-modified"):
        return f"If-Modified-Since: {time}"
    return None


def _fail(session: Session, each: ListedAttachment, reason: str, tally: Tally, values: dict[str, object]) -> None:
    with session.library.database.write() as connection:
        attachments.fail(connection, each.attachment_id, reason, session.now())
    message = say(reason, **values)
    tally.ended()
    tally.failed.append(FailedFile(each.url, each.product_name, each.document_type, reason, message))
    tally.wrong_in_a_row += 1
    if tally.wrong_in_a_row >= MOST_WRONG_IN_A_ROW:
        raise SiteChanged("crawl.wrong_in_a_row", count=tally.wrong_in_a_row, detail=message)
