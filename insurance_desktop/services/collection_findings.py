"""What a collected file's first page must agree with: the product and the kind of document that were asked for.

A difference is shown to the reviewer, never a reason to throw the file away (EC-004 asks for proof, not for guesses).
"""

from collections.abc import Iterator

from insurance_desktop.crawl.sites.declared import load_site, site_names
from insurance_desktop.domain.conversion import Finding, PrintedFacts
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import say
from insurance_desktop.store import collection_files
from insurance_desktop.store.collection_files import ListedAttachment
from insurance_desktop.store.database import Connection

from .identifying import issuer_key

CODE_DIFFERS = "collected_code_differs"
CODE_MISSING = "collected_code_missing"
ISSUER_DIFFERS = "collected_issuer_differs"
TYPE_UNCONFIRMED = "collected_type_unconfirmed"


def collected_findings(
    connection: Connection, document_id: int, printed: PrintedFacts, pack: DomainPack
) -> tuple[Finding, ...]:
    """What page 1 prints against what the list says, for a document that was collected; () for any other."""
    listed = collection_files.of_document(connection, document_id)
    found = [each for attachment in listed for each in _of_one(attachment, printed, pack)]
    return tuple(dict.fromkeys(found))


def same_code(asked: str, printed: str) -> bool:
    """Whether a printed code is the one asked for; a list may join two codes of one product (1843_1843H)."""
    return normalised(printed) in (normalised(asked), *map(normalised, asked.split("_")))


def _of_one(listed: ListedAttachment, printed: PrintedFacts, pack: DomainPack) -> Iterator[Finding]:
    codes = load_site(listed.site).prints_code if listed.site in site_names() and listed.site else ()
    prints_code = listed.is_confirmed and listed.document_type in codes
    if listed.product_code and printed.product_code and not same_code(listed.product_code, printed.product_code):
        words = say("services.collected_code_differs", asked=listed.product_code, printed=printed.product_code)
        yield Finding(CODE_DIFFERS, Severity.WARNING, words)
    elif listed.product_code and not printed.product_code and prints_code:
        words = say("services.collected_code_missing", asked=listed.product_code)
        yield Finding(CODE_MISSING, Severity.WARNING, words)
    if listed.company and printed.company and issuer_key(listed.company, pack) != issuer_key(printed.company, pack):
        words = say("services.collected_issuer_differs", asked=listed.company, printed=printed.company)
        yield Finding(ISSUER_DIFFERS, Severity.WARNING, words)
    if not listed.is_confirmed and printed.document_type != listed.document_type:
        words = say("services.collected_type_unconfirmed", listed=listed.document_type, url=listed.url)
        yield Finding(TYPE_UNCONFIRMED, Severity.WARNING, words)
