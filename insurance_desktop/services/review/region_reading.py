"""A framed region of a page, read again by another rule: a suggestion beside the text that a reviewer may take over."""

from dataclasses import dataclass

from insurance_desktop.domain.conversion import SuggestedLine
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.works import originals

from .rejections import checked_place


@dataclass(frozen=True, slots=True)
class RegionText:
    """What a region says when it is read in `columns` columns, from its glyphs or (`is_from_picture`) by OCR.

    Nothing of it enters the document's text by itself; a line's `confidence` is 1 for glyphs, else the reader's own.
    """

    region: Box
    columns: int
    is_from_picture: bool
    lines: tuple[SuggestedLine, ...]

    @property
    def text(self) -> str:
        """The lines as one text, a line each."""
        return "\n".join(line.text for line in self.lines)


def can_read_pictures() -> bool:
    """Whether a reader of pictures is installed."""
    from insurance_desktop.convert.running.ocr import OcrReader  # noqa: PLC0415 (only who asks loads it)

    return OcrReader().is_installed


def read_region(
    library: Library, document_id: int, region: Box, *, columns: int = 1, from_picture: bool = False
) -> RegionText:
    """Read a region again, outside this process. UsageError for no such place, SourceError where it cannot be read."""
    from insurance_desktop.convert.running.ocr import OcrReader  # noqa: PLC0415 (only who asks loads it)
    from insurance_desktop.convert.running.region_reading import (  # noqa: PLC0415 (as above)
        RegionOrder,
        in_columns,
        read_region,
    )

    if columns not in (1, 2):
        raise UsageError("review.one_or_two_columns", columns=columns)
    with library.database.read() as connection:
        document = require(connection, document_id)
        checked_place(document, region)
        original = originals.content(connection, document.sha256) or b""
    if not from_picture:
        return RegionText(region, columns, False, read_region(RegionOrder(original, region, columns)).lines)
    reader = OcrReader()
    try:
        found = reader.suggest_region(original, region)
    finally:
        reader.close()
    return RegionText(region, columns, True, in_columns(found.lines, region, columns))
