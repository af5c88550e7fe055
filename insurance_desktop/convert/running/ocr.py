"""Suggestions for pages without text: PDFium draws the page, RapidOCR reads the picture, in a child of their own.

Only where the extra `ocr` is installed. A suggestion is a guess that a reviewer may take over; it never becomes text
by itself. Reading takes seconds for a page, so it has limits of its own and never those of the conversion.
"""

import importlib.util
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from insurance_desktop.domain.conversion import Fault, PageSuggestion, SuggestedLine
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.packs.wording import sentence

from ..reading.pdfium_library import pdfium
from .processes import Limits, WorkerDied, WorkerProcess, WorkerTimedOut, answer_requests, attempted
from .scanned_lines import Corner, ScannedLine, in_reading_order, skew_of

if TYPE_CHECKING:
    import numpy

    Picture = numpy.ndarray[Any, Any]

PACKAGE = "rapidocr"
EXTRA = "insurance-desktop[ocr]"
STAGE = "ocr"
DPI = 200
"""Fine enough for print of 6 points; twice as fine takes twice as long and reads no better."""
MOST_PIXELS = 16_000_000
"""A page that would be larger is drawn smaller: A3 at 200 dpi is 7.7 million."""
LONGEST_SIDE = 2600
"""A picture with a longer side is shrunk before it is read; A4 at 200 dpi is not."""
MOST_THREADS = 4
MEGABYTE = 1024 * 1024

Engine = Callable[["Picture"], Sequence[ScannedLine]]
"""Reads a picture (rows × columns × blue, green, red) to lines with corners in pixels."""


@entity
class OcrLimits:
    """What reading may use: seconds for a page, pages of one file, bytes of the child's memory."""

    page_seconds: float = 120.0
    pages: int = 40
    memory_bytes: int = 4096 * MEGABYTE


@entity
class Suggested:
    """What reading brought: suggestions, faults of pages, and the pages that were too many."""

    suggestions: tuple[PageSuggestion, ...] = ()
    faults: tuple[Fault, ...] = ()
    left: tuple[int, ...] = ()


def rapid_engine() -> Engine:
    """RapidOCR with the models of its wheel; nothing is ever fetched. Called in the child."""
    import rapidocr  # noqa: PLC0415  the extra may be missing

    models = Path(rapidocr.__file__).parent / "models"
    threads = max(1, min(MOST_THREADS, (os.cpu_count() or 2) // 2))
    read = rapidocr.RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.text_score": 0.0,  # a doubtful line is shown with its confidence: left out it would be missed
            "Global.max_side_len": LONGEST_SIDE,
            "Det.use_dilation": False,  # it grew two lines of finance_927 into one that nothing could read
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            **{f"{part}.model_path": _model(models, part) for part in ("Det", "Cls", "Rec")},
        }
    )

    def lines(picture: "Picture") -> tuple[ScannedLine, ...]:
        found = read(picture)
        if found.boxes is None or not found.txts:
            return ()
        return tuple(
            ScannedLine(_corners(box), text, float(score))
            for box, text, score in zip(found.boxes, found.txts, found.scores, strict=True)
        )

    return lines


def _corners(box: Any) -> tuple[Corner, Corner, Corner, Corner]:
    first, second, third, fourth = ((float(x), float(y)) for x, y in box)
    return first, second, third, fourth


def _model(folder: Path, part: str) -> str:
    """The model file of a part of the engine; FileNotFoundError where the wheel has none (it would be fetched)."""
    found = sorted(folder.glob(f"*_{part.lower()}_*.onnx"))
    if not found:
        raise FileNotFoundError(f"{folder}: {part}")
    return str(found[0])


class OcrReader:
    """Reads pages of originals in one child process. May be used from several threads."""

    def __init__(self, limits: OcrLimits | None = None, engine: Callable[[], Engine] = rapid_engine) -> None:
        self.limits = limits or OcrLimits()
        self._engine = engine
        limits_of_child = Limits(self.limits.page_seconds, self.limits.memory_bytes)
        self._worker = WorkerProcess(serve_reading, limits_of_child, engine)
        self._lock = threading.Lock()
        self._closings = 0

    @property
    def is_installed(self) -> bool:
        """Whether the extra is there, without loading any of it; an engine that was brought along always is."""
        return self._engine is not rapid_engine or importlib.util.find_spec(PACKAGE) is not None

    def close(self) -> None:
        """Ends the child, also under a page that is being read; a later request starts a new one."""
        self._closings += 1
        self._worker.close()

    def suggest(self, original: bytes, pages: Sequence[int]) -> Suggested:
        """Suggestions for these pages (from 1) of an original; a page that cannot be read is a fault."""
        suggestions: list[PageSuggestion] = []
        faults: list[Fault] = []
        for answer in self.read_each(original, pages[: self.limits.pages]):
            if isinstance(answer, Fault):
                faults.append(answer)
            elif answer.lines:
                suggestions.append(answer)
        return Suggested(tuple(suggestions), tuple(faults), tuple(pages[self.limits.pages :]))

    def read_each(self, original: bytes, pages: Sequence[int]) -> Iterator[PageSuggestion | Fault]:
        """Page by page, however many: what each seems to say, or why it could not be read."""
        closings = self._closings
        with self._lock:
            held = False
            for page in pages:
                answer = self._read(None if held else original, page, lambda: closings != self._closings)
                held = not isinstance(answer, Fault)
                yield answer

    def suggest_region(self, original: bytes, region: Box) -> PageSuggestion:
        """What the picture of a region seems to say. SourceError where it cannot be read, or no reader is installed."""
        if not self.is_installed:
            raise SourceError("convert.ocr_not_there", stage=STAGE, page=region.page, extra=EXTRA)
        closings = self._closings
        with self._lock:
            answer = self._read(original, region.page, lambda: closings != self._closings, region)
        if isinstance(answer, Fault):
            raise SourceError(
                "convert.region_failed", stage=STAGE, page=region.page, number=region.page, detail=answer.reason
            )
        return answer

    def _read(
        self, original: bytes | None, page: int, is_over: Callable[[], bool], region: Box | None = None
    ) -> PageSuggestion | Fault:
        """One page, or a region of it; without `original` the child still holds the document."""
        try:
            answer = self._worker.ask((original, page, region), is_over=is_over)
        except WorkerTimedOut:
            return _fault(page, SourceError("convert.page_timed_out", seconds=round(self.limits.page_seconds)))
        except WorkerDied:
            return _fault(page, SourceError("convert.page_died", megabytes=self.limits.memory_bytes // MEGABYTE))
        return answer if isinstance(answer, PageSuggestion) else Fault(STAGE, page, str(answer))


def _fault(page: int, error: SourceError) -> Fault:
    return Fault(STAGE, page, str(sentence(error)))


def serve_reading(connection: Connection, limits: Limits, make_engine: Callable[[], Engine]) -> None:
    """The child's loop: keeps the last document open and reads what is asked of it."""
    engine: Engine | None = None
    document: Any = None

    def read(original: bytes | None, page: int, region: Box | None) -> PageSuggestion:
        nonlocal engine, document
        engine = engine or make_engine()
        document = document if original is None else _opened(original)
        return read_page(document, page, engine, region)

    answer_requests(connection, limits, lambda order, _: attempted(read, *order))


def _opened(original: bytes) -> Any:
    return pdfium().PdfDocument(original)


def read_page(document: Any, number: int, engine: Engine, region: Box | None = None) -> PageSuggestion:
    """Page `number` of a PDFium document, or a region of it, as lines in reading order, their boxes in points."""
    page = document[number - 1]
    width, height = page.get_size()
    scale = DPI / 72.0
    scale *= min(1.0, (MOST_PIXELS / max(1.0, width * height * scale * scale)) ** 0.5)
    picture = page.render(scale=scale, force_bitmap_format=None, prefer_bgrx=False).to_numpy()
    if region is None:
        return suggestion(number, engine(_three_channels(picture)), scale)
    left, top = max(0, round(region.x0 * scale)), max(0, round(region.y0 * scale))
    cut = picture[top : round(region.y1 * scale), left : round(region.x1 * scale)]
    if not cut.size:
        return PageSuggestion(number, ())
    found = [_shifted(line, left, top) for line in engine(_three_channels(cut))]
    return suggestion(number, found, scale)


def _shifted(line: ScannedLine, left: int, top: int) -> ScannedLine:
    """A line of a cut-out where it stands on the page."""
    first, second, third, fourth = ((x + left, y + top) for x, y in line.corners)
    return line._replace(corners=(first, second, third, fourth))


def suggestion(number: int, found: Sequence[ScannedLine], scale: float) -> PageSuggestion:
    """Lines as found in a picture of `scale` pixels a point, ordered, as a suggestion."""
    lines = tuple(
        SuggestedLine(line.text.strip(), round(line.confidence, 3), _box(number, line, scale))
        for line in in_reading_order([line for line in found if line.text.strip()])
    )
    return PageSuggestion(number, lines, round(skew_of(found), 2))


def _box(page: int, line: ScannedLine, scale: float) -> Box:
    across = [x / scale for x, _ in line.corners]
    down = [y / scale for _, y in line.corners]
    return Box(page, *(round(each, 2) for each in (min(across), min(down), max(across), max(down))))


def _three_channels(picture: "Picture") -> "Picture":
    """Grey pictures too as blue, green, red, without the fourth channel."""
    import numpy  # noqa: PLC0415  in the child process only

    if picture.ndim == 2:
        picture = picture[:, :, None]
    channels = picture.repeat(3, axis=2) if picture.shape[2] == 1 else picture[:, :, :3]
    return numpy.ascontiguousarray(channels)
