"""The ledger of a document's text: from each glyph of its pages to its character, and back."""

from dataclasses import dataclass

from insurance_desktop.domain.conversion import Exclusion
from insurance_desktop.domain.ledger import LedgerIndex
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.versions import ledgers

from .decision_log import current_version


@dataclass(frozen=True, slots=True)
class OpenLedger:
    """The ledger of a document's current text with the exclusions that its destinations count."""

    index: LedgerIndex
    exclusions: tuple[Exclusion, ...]


def open_ledger(library: Library, document_id: int) -> OpenLedger:
    """NotFound for a document that is not there; one without text has an empty ledger."""
    with library.database.read() as connection:
        document = require(connection, document_id)
        ledger = ledgers.of_version(connection, document.version_id or 0)
        exclusions = () if document.version_id is None else current_version(connection, document).coverage.exclusions
    return OpenLedger(LedgerIndex(ledger), exclusions)
