"""The bar: what each one would silence, rightly and wrongly, as curves, and the questions that stand close to it."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from insurance_desktop.domain.evaluation import BestScore, Evaluation, Figure, SilenceCurve
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, clear, column, label, row, scrolling, set_role
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.look.word_table import Column, Table
from insurance_desktop.packs.wording import say

from . import evaluation_words
from .plot import EDGE, SIDE, Plot

STROKES = (("silent", "accent", Qt.PenStyle.SolidLine), ("silenced", "danger", Qt.PenStyle.DashLine))
"""The curves by the figure that each shows, with its colour in the theme and its line."""
BAND = 48
"""Opacity, of 255, of the interval around a curve."""
THICK = 2
SAMPLE = QSize(32, 12)
LETTER_GAP = 4.0
NEAR_HEIGHT = 420


class Curves(Plot):
    """Told apart by colour, line and the samples below; the present bar stands upright with its number."""

    def __init__(self, theme: ThemeSwitch, found: SilenceCurve) -> None:
        super().__init__(
            theme,
            say("evaluation_page.curves"),
            f"{evaluation_words.at_the_bar(found)} {say('evaluation_page.curves_in_table')}",
            across=say("evaluation_page.axis_bar"),
            upwards=say("evaluation_page.axis_silent"),
        )
        self.found = found
        self.setToolTip(say("evaluation_page.curves_tip"))

    def draw(self, painter: QPainter) -> None:
        for name, colour, line in STROKES:
            there = [(each.bar, getattr(each, name)) for each in self.found.points]
            pen = QPen(QColor(getattr(self._theme.colours, colour)), THICK, line)
            self._draw_curve(painter, [(bar, figure) for bar, figure in there if figure is not None], pen)
        self._draw_bar(painter)

    def _draw_curve(self, painter: QPainter, points: Sequence[tuple[float, Figure]], pen: QPen) -> None:
        band = pen.color()
        band.setAlpha(BAND)
        above = [self.place(bar, figure.high) for bar, figure in points]
        below = [self.place(bar, figure.low) for bar, figure in reversed(points)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(band)
        painter.drawPolygon(QPolygonF(above + below))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF([self.place(bar, figure.value) for bar, figure in points]))

    def _draw_bar(self, painter: QPainter) -> None:
        bar = self.found.bar
        painter.setPen(QPen(QColor(self._theme.colours.text), THICK, Qt.PenStyle.DotLine))
        painter.drawLine(self.place(bar, 0), self.place(bar, 1))
        words = say("evaluation_page.present_bar", bar=f"{bar:.2f}")
        letters, middle = self.fontMetrics(), self.place(bar, 0.5)
        wide = letters.horizontalAdvance(words) + LETTER_GAP
        beside = QRectF(middle.x() - wide - LETTER_GAP, middle.y(), wide, letters.height())
        painter.drawText(beside, Qt.AlignmentFlag.AlignLeft, words)


class Sample(QWidget):
    """A piece of a curve, beside the words that say what it shows."""

    def __init__(self, theme: ThemeSwitch, colour: str, line: Qt.PenStyle) -> None:
        super().__init__()
        self._theme, self._colour, self._line = theme, colour, line
        self.setFixedSize(SAMPLE)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(QColor(getattr(self._theme.colours, self._colour)), THICK, self._line))
        painter.drawLine(0, self.height() // 2, self.width(), self.height() // 2)


class CurvesCard(QFrame):
    """The curves, what they say at the present bar, and every point of them as a table."""

    def __init__(self, theme: ThemeSwitch, found: SilenceCurve) -> None:
        super().__init__()
        set_role(self, "card")
        self.curves = Curves(theme, found)
        self.table = Table(
            theme,
            say("evaluation_page.curves"),
            (
                Column(say("evaluation_page.column_present_bar"), 90),
                Column(evaluation_words.curve_heading("silent", found.present.silent)),
                Column(evaluation_words.curve_heading("silenced", found.present.silenced)),
            ),
        )
        self.table.show_rows(evaluation_words.curve_rows(found))
        self.table.setCurrentCell(found.points.index(found.present), 0)
        self.table.setMinimumHeight(SIDE + EDGE + MARGIN)
        picture = column(self.curves, *(_legend(theme, *each) for each in STROKES), STRETCH)
        self.setLayout(
            column(
                label(say("evaluation_page.curves"), "heading"),
                label(evaluation_words.at_the_bar(found), "muted", wrap=True),
                row(picture, (self.table, 1), gap=MARGIN),
                margin=MARGIN,
            )
        )


def _legend(theme: ThemeSwitch, name: str, colour: str, line: Qt.PenStyle) -> QVBoxLayout:
    words = label(say(f"evaluation_page.legend_{name}"), wrap=True)
    words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return column(row(Sample(theme, colour, line), (words, 1)))


class NearCard(QFrame):
    """The questions that a slightly other bar would answer otherwise."""

    picked = Signal(str)
    """The identifier of a question."""

    def __init__(self, theme: ThemeSwitch, near: Sequence[BestScore]) -> None:
        super().__init__()
        set_role(self, "card")
        self.table = Table(
            theme,
            say("evaluation_page.near"),
            (
                Column(say("evaluation_page.column_score"), 70),
                Column(say("evaluation_page.column_question")),
                Column(say("evaluation_page.column_wanted"), 120),
                Column(say("evaluation_page.column_nearest"), 200),
                Column(say("evaluation_page.column_case"), 210),
            ),
        )
        self.table.show_rows(evaluation_words.near_rows(near))
        self.table.setMinimumHeight(NEAR_HEIGHT)
        self.table.picked.connect(lambda place: self.picked.emit(near[place].identifier))
        self.setLayout(
            column(
                label(say("evaluation_page.near"), "heading"),
                label(say("evaluation_page.near_text"), "muted", wrap=True),
                self.table,
                margin=MARGIN,
            )
        )


class SilencePane(QWidget):
    picked = Signal(str)
    """The identifier of a question whose answer is to be seen."""

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._theme = theme
        self._cards = column(gap=MARGIN)
        self.curves: CurvesCard | None = None
        self.near: NearCard | None = None
        self.setLayout(column(scrolling(self._cards)))

    def show_run(self, found: Evaluation | None) -> None:
        clear(self._cards)
        curve = None if found is None else found.curve
        self.curves = None if curve is None else CurvesCard(self._theme, curve)
        self.near = NearCard(self._theme, found.near_misses) if found is not None and found.near_misses else None
        if self.near is not None:
            self.near.picked.connect(self.picked)
        for card in (self.curves, self.near):
            if card is not None:
                self._cards.addWidget(card)
        if self.curves is None:
            self._cards.addWidget(label(say("evaluation_page.no_curve"), "muted", wrap=True))
        self._cards.addStretch()
