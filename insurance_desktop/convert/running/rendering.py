"""Pages as pictures, drawn by PDFium in a killable process; the document stays open there from page to page."""

import struct
import threading
import zlib
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, Self

from insurance_desktop.domain.errors import SourceError

from ..reading.pdfium_library import pdfium
from .drawn import RenderedPage
from .processes import Limits, WorkerDied, WorkerProcess, WorkerTimedOut, answer_requests

POINTS_PER_INCH = 72.0
MOST_PIXELS = 40_000_000
"""A page that would be larger is drawn smaller."""
UNKNOWN = "unknown"
"""The child's answer when it does not have the document open."""


class PageRenderer:
    """Draws pages in one child process. A context manager; may be used from several threads."""

    def __init__(self, *, seconds: float = 20.0, memory_bytes: int = 2048 * 1024 * 1024) -> None:
        self._seconds = seconds
        self._worker = WorkerProcess(serve_pages, Limits(seconds, memory_bytes))
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the child; a later request starts a new one."""
        with self._lock:
            self._worker.close()

    def render(self, original: bytes, sha256: str, page: int, dpi: int = 110) -> RenderedPage:
        """Page `page` (from 1) at `dpi`; SourceError where it cannot be drawn, or not in time."""
        with self._lock:
            try:
                answer = self._worker.ask((sha256, None, page, dpi))
                if answer == UNKNOWN:
                    answer = self._worker.ask((sha256, original, page, dpi))
            except WorkerTimedOut as error:
                raise SourceError(
                    "convert.render_timed_out", stage="rendering", page=page, number=page, seconds=round(self._seconds)
                ) from error
            except WorkerDied as error:
                raise _not_drawn(page) from error
        if not isinstance(answer, RenderedPage):
            raise _not_drawn(page)
        return answer


def _not_drawn(page: int) -> SourceError:
    return SourceError("convert.render_failed", stage="rendering", page=page, number=page)


def serve_pages(connection: Connection, limits: Limits) -> None:
    """The child's loop: keeps the last document open and draws what is asked of it."""
    document = OpenDocument()
    answer_requests(connection, limits, lambda order, _: _drawn(document, *order))


class OpenDocument:
    """The one document that PDFium holds open, by its hash; the next one takes its place."""

    def __init__(self) -> None:
        self._sha256 = ""
        self._document: Any = None

    def named(self, sha256: str, original: bytes | None) -> Any:
        """The document; None where another one is open and its bytes are not at hand."""
        if self._document is not None and self._sha256 == sha256:
            return self._document
        if original is None:
            return None
        if self._document is not None:
            self._document.close()
            self._document = None
        self._document, self._sha256 = pdfium().PdfDocument(original), sha256
        return self._document


def _drawn(held: OpenDocument, sha256: str, original: bytes | None, page: int, dpi: int) -> RenderedPage | str:
    """The page; UNKNOWN where the document must be sent first; else why it cannot be drawn."""
    try:
        document = held.named(sha256, original)
        return UNKNOWN if document is None else _draw(document, page, dpi)
    except Exception as error:  # whatever the library raises costs this page only
        return f"{type(error).__name__}: {error}"


def _draw(document: Any, number: int, dpi: int) -> RenderedPage:
    if not 1 <= number <= len(document):
        raise IndexError(number)
    page = document[number - 1]
    page_width, page_height = page.get_size()
    scale = dpi / POINTS_PER_INCH
    scale *= min(1.0, (MOST_PIXELS / max(1.0, page_width * page_height * scale * scale)) ** 0.5)
    bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False, force_bitmap_format=None)
    rows = bitmap.to_numpy()
    png = _png(rows.tobytes(), bitmap.width, bitmap.height, rows.shape)
    return RenderedPage(png, bitmap.width, bitmap.height, page_width, page_height)


def _png(pixels: bytes, width: int, height: int, shape: Sequence[int]) -> bytes:
    """The pixels as PNG; grey, RGB or RGBA by the number of channels."""
    channels = shape[2] if len(shape) > 2 else 1
    stride = width * channels
    kind = {1: 0, 3: 2, 4: 6}[channels]
    lines = b"".join(b"\0" + pixels[row * stride : (row + 1) * stride] for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"IDAT", zlib.compress(lines, 3)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
