"""Sets a paper of words and page pictures as a PDF, in a child process of its own; the same paper is the same bytes.

What the words say is decided by who orders the paper. The font is PyMuPDF's own for Chinese, cut down to what is used.
"""

from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.geometry import Box

from ..reading.pymupdf_library import load_library
from .processes import Limits, answer_requests, answered_once, attempted

WIDTH, HEIGHT = 595.0, 842.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 539.0, 60.0, 790.0
LEADING = 1.5
SIZES = {"title": 16.0, "heading": 12.0, "text": 10.0, "small": 8.0}
GAPS = {"title": 10.0, "heading": 8.0, "text": 3.0, "small": 2.0}
MARKED = (1.0, 0.86, 0.2)
FRAME = (0.8, 0.1, 0.1)
MARK_OPACITY = 0.3
NOT_AT_START = "\uff0c\u3002\uff1b\uff1a\u3001\uff09\u201d\u2019\uff1f\uff01\u300b\u3011\uff05,.;:)!?%"
FIXED_DATE = "D:20000101000000Z"
SECONDS = 60.0
MEMORY = 1024 * 1024 * 1024
LONGEST = 400_000
"""Characters of a paper; what is longer is refused by who orders it."""


@entity
class Words:
    """A paragraph: `look` is title, heading, text or small."""

    look: str
    text: str


@entity
class Picture:
    """A page as PNG, `page_width` by `page_height` points, with the boxes to mark on it."""

    png: bytes
    page_width: float
    page_height: float
    boxes: tuple[Box, ...]
    caption: str


@entity
class Paper:
    """What a PDF shall hold: the words in order, then each picture on a page of its own."""

    title: str
    words: tuple[Words, ...]
    pictures: tuple[Picture, ...]


def make_paper(paper: Paper) -> bytes:
    """The paper as PDF, set in a child process that ends with it. SourceError where it cannot be made."""
    answer = answered_once(serve_papers, Limits(SECONDS, MEMORY), paper)
    if not isinstance(answer, bytes):
        raise SourceError("convert.paper_failed", stage="paper", detail=str(answer))
    return answer


def serve_papers(connection: Connection, limits: Limits) -> None:
    """The child's loop."""
    answer_requests(connection, limits, lambda paper, _: attempted(bind, paper))


def bind(paper: Paper) -> bytes:
    """Runs in the child: sets the words, then the pictures."""
    pymupdf = load_library()
    document = pymupdf.open()
    font = pymupdf.Font("cjk")
    sheet = _Sheet(document, font, pymupdf)
    for words in paper.words:
        sheet.write(words)
    for picture in paper.pictures:
        sheet.show(picture)
    sheet.number()
    document.subset_fonts()
    document.set_metadata(
        {"title": paper.title, "creationDate": FIXED_DATE, "modDate": FIXED_DATE, "producer": "insurance-desktop"}
    )
    return bytes(document.tobytes(garbage=4, deflate=True, no_new_id=True))


class _Sheet:
    """The page that is being written, and the place on it."""

    def __init__(self, document: Any, font: Any, pymupdf: Any) -> None:
        self._document = document
        self._font = font
        self._pymupdf = pymupdf
        self._page: Any = None
        self._down = BOTTOM

    def write(self, words: Words) -> None:
        size = SIZES[words.look]
        for line in _lines(words.text, RIGHT - LEFT, lambda text: self._font.text_length(text, fontsize=size)):
            if self._page is None or self._down + size * LEADING > BOTTOM:
                self._turn(WIDTH, HEIGHT)
            self._down += size * LEADING
            self._put(LEFT, self._down, line, size)
        self._down += GAPS[words.look]

    def show(self, picture: Picture) -> None:
        """One page of the paper: the caption, below it the picture as large as it fits, with its boxes marked."""
        is_wide = picture.page_width > picture.page_height
        width, height = (HEIGHT, WIDTH) if is_wide else (WIDTH, HEIGHT)
        self._turn(width, height)
        self.write(Words("small", picture.caption))
        room_across, room_down = width - 2 * LEFT, height - self._down - (HEIGHT - BOTTOM)
        scale = min(room_across / picture.page_width, room_down / picture.page_height)
        x0, y0 = (width - picture.page_width * scale) / 2, self._down
        rect = self._pymupdf.Rect(x0, y0, x0 + picture.page_width * scale, y0 + picture.page_height * scale)
        self._page.insert_image(rect, stream=picture.png)
        self._page.draw_rect(rect, color=(0.6, 0.6, 0.6), width=0.5)
        for box in picture.boxes:
            mark = self._pymupdf.Rect(box.x0, box.y0, box.x1, box.y1) * scale + (x0, y0, x0, y0)
            self._page.draw_rect(mark, color=FRAME, fill=MARKED, fill_opacity=MARK_OPACITY, width=0.8)
        self._page = None

    def number(self) -> None:
        """The page numbers, when it is known how many there are."""
        count = len(self._document)
        for number in range(count):
            self._page = self._document[number]
            self._put(LEFT, self._page.rect.height - 28, f"{number + 1} / {count}", SIZES["small"])

    def _turn(self, width: float, height: float) -> None:
        self._page = self._document.new_page(width=width, height=height)
        self._down = TOP - 20

    def _put(self, x: float, y: float, text: str, size: float) -> None:
        writer = self._pymupdf.TextWriter(self._page.rect)
        writer.append((x, y), text, font=self._font, fontsize=size)
        writer.write_text(self._page)


def _lines(text: str, width: float, length: Any) -> Iterator[str]:
    """The text in lines no wider than `width`; no line begins with a closing sign."""
    for paragraph in text.split("\n"):
        line = ""
        for sign in paragraph.replace("\t", "    "):
            if line and length(line + sign) > width and sign not in NOT_AT_START:
                at = _break_of(line, sign)
                yield line[:at].rstrip()
                line = line[at:].lstrip()
            line += sign
        yield line


def _break_of(line: str, sign: str) -> int:
    """Where a full line is broken: before a word in Latin script that goes on, unless it fills the line by itself."""
    if not _is_latin(sign):
        return len(line)
    at = len(line)
    while at and _is_latin(line[at - 1]):
        at -= 1
    return at if at > len(line) // 2 else len(line)


def _is_latin(sign: str) -> bool:
    return sign.isascii() and not sign.isspace()


def picture_boxes(boxes: Sequence[Box], page: int) -> tuple[Box, ...]:
    """The boxes of one page."""
    return tuple(box for box in boxes if box.page == page)
