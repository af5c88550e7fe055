"""Pages whose words only their picture shows: read at a person's wish, as suggestions beside the text."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from insurance_desktop.convert.running.suggestions import READ_FOR
from insurance_desktop.domain.conversion import Fault, PageSuggestion
from insurance_desktop.domain.documents import StoredFinding
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.running import (
    CancelCheck,
    Cancelled,
    Progress,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.versions import suggestions, versions
from insurance_desktop.store.works import originals

from . import decisions

if TYPE_CHECKING:
    from insurance_desktop.convert.running.ocr import OcrReader


@entity
class PagesRead:
    """All that is suggested for a document's pages, in their order, and the pages that could not be read now."""

    suggestions: tuple[PageSuggestion, ...]
    faults: tuple[Fault, ...] = ()


def pages_without_words(findings: Sequence[StoredFinding]) -> tuple[int, ...]:
    """The pages (from 1) that have no text, or none that can be trusted, by the findings of their conversion."""
    return tuple(sorted({box.page for each in findings if each.kind in READ_FOR for box in each.boxes}))


def read_scanned_pages(
    library: Library,
    document_id: int,
    *,
    reader: "OcrReader | None" = None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> PagesRead:
    """Read every such page that has no suggestion yet, some seconds each; a page that was read is kept at once.

    Nothing of it enters the text. SourceError where no reader of pictures is installed, NotFound for no such document.
    """
    from insurance_desktop.convert.running import ocr  # noqa: PLC0415 (only who asks loads it)

    review = decisions.show(library, document_id)
    known = {each.page for each in review.suggestions}
    missing = [page for page in pages_without_words(review.findings) if page not in known]
    if not missing:
        return PagesRead(review.suggestions)
    with library.database.read() as connection:
        original = originals.content(connection, review.document.sha256) or b""
    used = reader or ocr.OcrReader()
    if not used.is_installed:
        raise SourceError("convert.ocr_not_there", stage=ocr.STAGE, extra=ocr.EXTRA)
    faults: list[Fault] = []
    try:
        progress(Progress(0, len(missing), review.document.logical_path))
        for done, answer in enumerate(used.read_each(original, missing), start=1):
            if isinstance(answer, Fault):
                faults.append(answer)
            else:
                _keep(library, document_id, answer)
            progress(Progress(done, len(missing), review.document.logical_path))
            if cancel():
                raise Cancelled
    finally:
        if reader is None:
            used.close()
    with library.database.read() as connection:
        return PagesRead(suggestions.of_document(connection, document_id), tuple(faults))


def _keep(library: Library, document_id: int, read: PageSuggestion) -> None:
    """Beside the conversion that the page belongs to, unless another program has read it meanwhile."""
    with library.database.write() as connection:
        require(connection, document_id)
        converted = versions.converted(connection, document_id)
        known = {each.page for each in suggestions.of_document(connection, document_id)}
        if converted is not None and read.page not in known:
            suggestions.add(connection, converted.version_id, (read,))
