"""Marks on the page picture. Each kind has a form of its own, so that none of them is told by its colour alone."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box

BADGE = 18.0
INK, ACCENT, DANGER, WARNING, MUTED = "#1b2430", "#1d5cb8", "#b02a20", "#855800", "#556070"  # on white paper, always


@entity
class Highlight:
    """A box to draw. `look` is a key of LOOKS; `sign` stands at its corner."""

    box: Box
    look: str
    sign: str = ""


@entity
class Look:
    """`fill` is the opacity of the ground from 0 to 255, `brush` its pattern; `grow` how far the frame stands off."""

    colour: str
    line: Qt.PenStyle
    width: float = 1.4
    ground: str = ""
    fill: int = 26
    brush: Qt.BrushStyle = Qt.BrushStyle.SolidPattern
    grow: float = 2.0


LOOKS = {
    "chosen": Look(ACCENT, Qt.PenStyle.SolidLine, 2.0, "#ffd75e", 70),
    "blocking": Look(DANGER, Qt.PenStyle.SolidLine),
    "warning": Look(WARNING, Qt.PenStyle.DashLine),
    "note": Look(MUTED, Qt.PenStyle.DotLine),
    "exclusion": Look(DANGER, Qt.PenStyle.DashDotLine, fill=0, grow=3.0),
    "misread": Look(ACCENT, Qt.PenStyle.SolidLine, 1.0, fill=0, grow=0.5),
    "left_out": Look(MUTED, Qt.PenStyle.DotLine, 1.0, fill=120, brush=Qt.BrushStyle.BDiagPattern, grow=1.0),
    "lost": Look(DANGER, Qt.PenStyle.SolidLine, 1.6, fill=150, brush=Qt.BrushStyle.DiagCrossPattern, grow=1.0),
    "framed": Look(INK, Qt.PenStyle.DashLine, 2.0, "#1d5cb8", 26, grow=0.0),
}


def draw_highlight(painter: QPainter, rectangle: QRectF, highlight: Highlight, print_ends: tuple[float, float]) -> None:
    """`rectangle` is the highlight's box in pixels. Its sign stands beside what is printed on the page, between whose
    ends all words and figures are; its ground darkens the paper and leaves the ink as it is.
    """
    if highlight.look == "block":
        _draw_bracket(painter, rectangle)
        return
    look = LOOKS[highlight.look]
    frame = rectangle.adjusted(-look.grow, -look.grow, look.grow, look.grow)
    if look.fill:
        ground = QColor(look.ground or look.colour)
        ground.setAlpha(look.fill)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillRect(frame, QBrush(ground, look.brush))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(look.colour), look.width, look.line))
    painter.drawRect(frame)
    if highlight.sign:
        _draw_sign(painter, frame, highlight.sign, QColor(look.colour), print_ends)


def _draw_bracket(painter: QPainter, rectangle: QRectF) -> None:
    """The block that a marked line belongs to: a bar at its left edge."""
    painter.setPen(QPen(QColor(ACCENT), 3.0))
    left = max(rectangle.left() - 8, 2.0)
    painter.drawLine(QPointF(left, rectangle.top()), QPointF(left, rectangle.bottom()))


def _draw_sign(painter: QPainter, frame: QRectF, sign: str, colour: QColor, print_ends: tuple[float, float]) -> None:
    """One character in a disc in the left margin, words in a label in the right one: on no digit."""
    left, right = print_ends
    painter.save()
    if len(sign) == 1:
        badge = QRectF(max(min(left, frame.left()) - BADGE - 3, 1), frame.top() - 2, BADGE, BADGE)
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(badge)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(badge, int(Qt.AlignmentFlag.AlignCenter), sign)
    else:
        font = painter.font()
        font.setPointSizeF(7.5)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        plate = QRectF(0, 0, metrics.horizontalAdvance(sign) + 6, metrics.height())
        room = painter.device().width() - plate.width() - 1.0
        plate.moveTopLeft(QPointF(min(max(right, frame.right()) + 3, room), frame.top()))
        painter.fillRect(plate, QColor("#ffffff"))
        painter.setPen(QPen(colour, 1.0))
        painter.drawRect(plate)
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), sign)
    painter.restore()
