"""Frames around words of the shown text: findings, exclusions, signs easily misread. Each kind has its own form."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextBlock, QTextDocument, QTextLine

from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.look.theme import Colours

from .source_links import PlaceMap

LABEL_POINTS = 7.5
CORNER = 2.0


@entity
class TextFrame:
    """Markdown characters [start, end) to frame. `look` is a finding's severity, `exclusion` or `misread`."""

    start: int
    end: int
    look: str
    label: str = ""


LINES = {
    "blocking": (Qt.PenStyle.SolidLine, 1.6),
    "warning": (Qt.PenStyle.DashLine, 1.4),
    "note": (Qt.PenStyle.DotLine, 1.2),
    "exclusion": (Qt.PenStyle.DashDotLine, 1.2),
    "misread": (Qt.PenStyle.SolidLine, 1.0),
}


class FramePainter:
    """Draws the frames that are in sight of one shown document."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._layers: dict[str, Sequence[TextFrame]] = {}
        self._frames: list[TextFrame] = []
        self._longest = 0

    def show(self, layer: str, frames: Sequence[TextFrame]) -> None:
        """Replace what one layer frames; the others stay."""
        self._layers[layer] = frames
        every = [each for shown in self._layers.values() for each in shown]
        self._frames = sorted(every, key=lambda each: (each.start, each.end))
        self._longest = max((each.end - each.start for each in every), default=0)

    @property
    def frames(self) -> tuple[TextFrame, ...]:
        return tuple(self._frames)

    def paint(
        self, painter: QPainter, places: PlaceMap, sight: tuple[int, int], offset: QPointF, colours: Colours
    ) -> None:
        """`sight` are the shown positions from and to, `offset` is how far the view has scrolled."""
        first, last = places.written_at(sight[0]), places.written_at(sight[1])
        if first is None or last is None:
            return
        for frame in self._within(first, last + 1):
            place = places.range_of(frame.start, frame.end)
            if place is None:
                continue
            rectangles = list(self._rectangles(max(place[0], sight[0]), min(place[1], sight[1] + 1)))
            pen = _pen(frame.look, colours)
            painter.setPen(pen)
            for rectangle in rectangles:
                painter.drawRoundedRect(rectangle.translated(-offset), CORNER, CORNER)
            if frame.label and rectangles and place[0] >= sight[0]:
                _draw_label(painter, rectangles[0].translated(-offset), frame.label, pen.color(), colours)

    def _rectangles(self, begin: int, end: int) -> Iterator[QRectF]:
        """One for each shown line of the positions [begin, end), in document coordinates."""
        layout = self._document.documentLayout()
        block = self._document.findBlock(begin)
        while block.isValid() and block.position() < end:
            if block.isVisible() and block.layout().lineCount():
                origin = layout.blockBoundingRect(block).topLeft() - block.layout().boundingRect().topLeft()
                yield from (each.translated(origin) for each in _lines(block, begin, end))
            block = block.next()

    def _within(self, start: int, end: int) -> Iterator[TextFrame]:
        number = bisect_left(self._frames, start - self._longest, key=lambda each: each.start)
        while number < len(self._frames) and self._frames[number].start < end:
            if self._frames[number].end > start:
                yield self._frames[number]
            number += 1


def _lines(block: QTextBlock, begin: int, end: int) -> Iterator[QRectF]:
    """The lines of one block that hold some of the positions, relative to its layout."""
    start = block.position()
    for number in range(block.layout().lineCount()):
        line = block.layout().lineAt(number)
        first = max(begin - start, line.textStart())
        last = min(end - start, line.textStart() + line.textLength())
        if first < last:
            left, right = _x_of(line, first), _x_of(line, last)
            yield QRectF(left - 1, line.y() - 1, right - left + 2, line.height() + 2)


def _x_of(line: QTextLine, position: int) -> float:
    """Where a position of the block stands in the line. The binding gives a pair, whatever its annotation says."""
    found: Any = line.cursorToX(position)
    return float(found[0])


def _draw_label(painter: QPainter, beside: QRectF, label: str, colour: QColor, colours: Colours) -> None:
    """A small word on the upper edge of a frame: what the frame means without its colour."""
    font = QFont(painter.font())
    font.setPointSizeF(LABEL_POINTS)
    painter.setFont(font)
    metrics = QFontMetricsF(font)
    ground = QRectF(0, 0, metrics.horizontalAdvance(label) + 6, metrics.height())
    ground.moveBottomRight(QPointF(max(beside.right(), ground.width()), beside.top() + 3))
    painter.fillRect(ground, QColor(colours.surface))
    painter.setPen(colour)
    painter.drawText(ground, int(Qt.AlignmentFlag.AlignCenter), label)


def _pen(look: str, colours: Colours) -> QPen:
    style, width = LINES[look]
    named = {"blocking": colours.danger, "warning": colours.warning, "exclusion": colours.danger}
    return QPen(QColor(named.get(look, colours.accent if look == "misread" else colours.muted)), width, style)
