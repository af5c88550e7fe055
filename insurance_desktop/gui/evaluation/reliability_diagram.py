"""The reliability diagram: what the score promised against what came, with the same in words and as a table."""

from math import sqrt

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from insurance_desktop.domain.evaluation import Calibration
from insurance_desktop.gui.look.parts import MARGIN, column, label, row, set_role
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say

from . import evaluation_words
from .word_table import Column, Table

SIDE = 280
EDGE = 56
SMALLEST, LARGEST = 3.0, 8.0
TICKS = (0.0, 0.5, 1.0)


class Diagram(QWidget):
    """On the dashed line promise and outcome are equal. Its accessible description says every bin."""

    def __init__(self, theme: ThemeSwitch, found: Calibration) -> None:
        super().__init__()
        self._theme = theme
        self.found = found
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("evaluation_page.diagram", event=say(f"evaluating.event_{found.event}")))
        self.setAccessibleDescription(f"{evaluation_words.calibration(found)} {evaluation_words.bin_sentences(found)}")
        self.setToolTip(say("evaluation_page.diagram_tip"))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(SIDE + EDGE, SIDE + EDGE)

    def place(self, promised: float, came: float) -> QPointF:
        """Where a point lies: promised to the right, came upwards."""
        field = self._field()
        return QPointF(field.left() + promised * field.width(), field.bottom() - came * field.height())

    def _field(self) -> QRectF:
        return QRectF(EDGE, MARGIN / 2, self.width() - EDGE - MARGIN / 2, self.height() - EDGE - MARGIN / 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_axes(painter)
        self._draw_bins(painter)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.colours.focus), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 6, 6)

    def _draw_axes(self, painter: QPainter) -> None:
        colours, field = self._theme.colours, self._field()
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.drawRect(field)
        painter.setPen(QPen(QColor(colours.muted), 1, Qt.PenStyle.DashLine))
        painter.drawLine(self.place(0, 0), self.place(1, 1))
        painter.setPen(QColor(colours.muted))
        high = self.fontMetrics().height()
        for tick in TICKS:
            below, beside = self.place(tick, 0), self.place(0, tick)
            painter.drawText(QRectF(below.x() - 20, below.y() + 2, 40, high), Qt.AlignmentFlag.AlignHCenter, f"{tick}")
            painter.drawText(QRectF(0, beside.y() - high / 2, EDGE - 5, high), Qt.AlignmentFlag.AlignRight, f"{tick}")
        under = QRectF(field.left(), field.bottom() + high, field.width(), high)
        painter.drawText(under, Qt.AlignmentFlag.AlignHCenter, say("evaluation_page.axis_promised"))
        painter.save()
        painter.translate(high, field.center().y())
        painter.rotate(-90)
        along = QRectF(-field.height() / 2, -high, field.height(), high)
        painter.drawText(along, Qt.AlignmentFlag.AlignHCenter, say("evaluation_page.axis_came"))
        painter.restore()

    def _draw_bins(self, painter: QPainter) -> None:
        accent = QColor(self._theme.colours.accent)
        points = [self.place(each.promised, each.came) for each in self.found.bins]
        painter.setPen(QPen(accent, 1.5))
        painter.drawPolyline(points)
        painter.setBrush(accent)
        most = max((each.count for each in self.found.bins), default=1) or 1
        for each, point in zip(self.found.bins, points, strict=True):
            side = max(SMALLEST, LARGEST * sqrt(each.count / most) - 2)
            painter.drawEllipse(point, side, side)


class Reliability(QFrame):
    """One event: the diagram, its sentence and its bins."""

    def __init__(self, theme: ThemeSwitch, found: Calibration) -> None:
        super().__init__()
        set_role(self, "card")
        event = say(f"evaluating.event_{found.event}")
        self.diagram = Diagram(theme, found)
        self.sentence = label(evaluation_words.calibration(found), "muted", wrap=True)
        self.table = Table(
            theme,
            say("evaluation_page.bins", event=event),
            (
                Column(say("evaluation_page.column_bin"), 50),
                Column(say("evaluation_page.column_count"), 80),
                Column(say("evaluation_page.column_promised"), 110),
                Column(say("evaluation_page.column_came"), 110),
                Column(say("evaluation_page.column_lean")),
            ),
        )
        self.table.show_rows(evaluation_words.bin_rows(found))
        self.table.setMinimumHeight(SIDE + EDGE + MARGIN)
        both = row((self.diagram, 0, Qt.AlignmentFlag.AlignTop), (self.table, 1), gap=MARGIN)
        self.setLayout(
            column(label(say("evaluation_page.diagram", event=event), "heading"), self.sentence, both, margin=MARGIN)
        )
