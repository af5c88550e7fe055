"""A review sheet made ready to show: parsed and linked on a reader thread."""

from dataclasses import dataclass

from insurance_desktop.convert.text.plain_text import unescaped
from insurance_desktop.services.reviewing import ReviewSheet

from ..workbench import Workbench
from .links import Links
from .reading import Piece, pieces_of

SPOKEN = 1_200  # characters of a block that a screen reader is given at once


@dataclass(frozen=True, slots=True)
class OpenSheet:
    sheet: ReviewSheet
    pieces: tuple[Piece, ...]
    links: Links

    def words_of(self, start: int, end: int) -> str:
        """The plain words of the Markdown characters [start, end), cut where there are very many."""
        text = unescaped(self.sheet.markdown[start : min(end, start + SPOKEN)])
        return f"{text}\u2026" if end - start > SPOKEN else text

    @property
    def document_id(self) -> int:
        return self.sheet.document.document_id


def open_sheet(bench: Workbench, document_id: int) -> OpenSheet:
    """Slow part of showing a document; knows no Qt."""
    sheet = bench.sheet(document_id)
    return OpenSheet(sheet, pieces_of(sheet.markdown), Links(sheet.source_map))
