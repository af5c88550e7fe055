"""What a reviewer must know of a file beside its conversion: whether page 1 agrees with what was asked for, whether
its address gave other bytes before, and whether it holds text that no reader sees.

A difference is shown, never a reason to throw the file away. Hidden text blocks whichever way the file came: what says
something to machines alone must be looked at by a person, and a file from a colleague's mail is no safer than a
collected one.
"""

from collections.abc import Iterator, Sequence

from insurance_desktop.crawl.sites.declared import load_site, site_names
from insurance_desktop.domain.conversion import Conversion, Finding, PrintedFacts
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import say
from insurance_desktop.store.collecting import alarms, attachments
from insurance_desktop.store.collecting.attachments import ListedAttachment
from insurance_desktop.store.database import Connection

from .identification import issuer_key


def intake_findings(
    connection: Connection, document_id: int, conversion: Conversion, pack: DomainPack, settled: Sequence[Finding]
) -> tuple[Finding, ...]:
    """Of a collected document what page 1 prints against what the list says; of every one hidden text.

    `settled` is what is known already: a change of bytes that shows in the edition is not told twice.
    """
    listed = attachments.of_document(connection, document_id)
    found = [each for attachment in listed for each in _of_one(attachment, conversion.printed, pack)]
    is_told = any(each.kind is FindingKind.SAME_EDITION_OTHER_BYTES for each in settled)
    changed = () if is_told else tuple(_changed(connection, document_id))
    return (*dict.fromkeys(found), *changed, *_hidden(conversion.findings, is_collected=bool(listed)))


def _changed(connection: Connection, document_id: int) -> Iterator[Finding]:
    """One blocking finding where an address gives other bytes than before, whatever the file's type turns out to be."""
    for alarm in alarms.of_document(connection, document_id)[-1:]:
        former = alarm.former_document_id
        words = say("services.collected_file_changed", former=former, url=alarm.facts["url"])
        yield Finding(FindingKind.COLLECTED_FILE_CHANGED, Severity.BLOCKING, words)


def _hidden(findings: tuple[Finding, ...], *, is_collected: bool) -> Iterator[Finding]:
    """One blocking finding where the converter warns of hidden text; its own findings show each place."""
    places = [each for each in findings if each.kind is FindingKind.HIDDEN_TEXT and each.severity is Severity.WARNING]
    if not places:
        return
    kind = FindingKind.COLLECTED_HIDDEN_TEXT if is_collected else FindingKind.IMPORTED_HIDDEN_TEXT
    sentence = "services.collected_hidden_text" if is_collected else "services.imported_hidden_text"
    yield Finding(kind, Severity.BLOCKING, say(sentence, count=len(places)), places[0].box)


def same_code(asked: str, printed: str) -> bool:
    """Whether a printed code is the one asked for; a list may join two codes of one product (1843_1843H)."""
    return normalised(printed) in (normalised(asked), *map(normalised, asked.split("_")))


def _of_one(listed: ListedAttachment, printed: PrintedFacts, pack: DomainPack) -> Iterator[Finding]:
    codes = load_site(listed.site).prints_code if listed.site in site_names() and listed.site else ()
    prints_code = listed.is_confirmed and listed.document_type in codes
    if listed.product_code and printed.product_code and not same_code(listed.product_code, printed.product_code):
        words = say("services.collected_code_differs", asked=listed.product_code, printed=printed.product_code)
        yield Finding(FindingKind.COLLECTED_CODE_DIFFERS, Severity.WARNING, words)
    elif listed.product_code and not printed.product_code and prints_code:
        words = say("services.collected_code_missing", asked=listed.product_code)
        yield Finding(FindingKind.COLLECTED_CODE_MISSING, Severity.WARNING, words)
    if listed.company and printed.company and issuer_key(listed.company, pack) != issuer_key(printed.company, pack):
        words = say("services.collected_issuer_differs", asked=listed.company, printed=printed.company)
        yield Finding(FindingKind.COLLECTED_ISSUER_DIFFERS, Severity.WARNING, words)
    if not listed.is_confirmed and printed.document_type != listed.document_type:
        words = say("services.collected_type_unconfirmed", listed=listed.document_type, url=listed.url)
        yield Finding(FindingKind.COLLECTED_TYPE_UNCONFIRMED, Severity.WARNING, words)
