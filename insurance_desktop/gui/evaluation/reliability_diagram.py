"""The reliability diagram: what the score promised against what came, with the same in words and as a table."""

from math import sqrt

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QFrame, QWidget

from insurance_desktop.domain.evaluation import Calibration, Evaluation
from insurance_desktop.gui.look.parts import MARGIN, clear, column, label, row, scrolling, set_role
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.look.word_table import Column, Table
from insurance_desktop.packs.wording import say

from . import evaluation_words
from .plot import EDGE, SIDE, Plot

SMALLEST, LARGEST = 3.0, 8.0


class Diagram(Plot):
    """On the dashed line promise and outcome are equal. Its accessible description says every bin."""

    def __init__(self, theme: ThemeSwitch, found: Calibration) -> None:
        super().__init__(
            theme,
            say("evaluation_page.diagram", event=say(f"evaluating.event_{found.event}")),
            f"{evaluation_words.calibration(found)} {evaluation_words.bin_sentences(found)}",
            across=say("evaluation_page.axis_promised"),
            upwards=say("evaluation_page.axis_came"),
        )
        self.found = found
        self.setToolTip(say("evaluation_page.diagram_tip"))

    def draw(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(self._theme.colours.muted), 1, Qt.PenStyle.DashLine))
        painter.drawLine(self.place(0, 0), self.place(1, 1))
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
                Column(say("evaluation_page.column_count"), 80, is_number=True),
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


class ReliabilityPane(QWidget):
    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._theme = theme
        self._cards = column(gap=MARGIN)
        self.diagrams: list[Reliability] = []
        self.setLayout(column(scrolling(self._cards)))

    def show_run(self, found: Evaluation | None) -> None:
        clear(self._cards)
        calibrations = evaluation_words.calibrations(found) if found else ()
        self.diagrams = [Reliability(self._theme, each) for each in calibrations]
        for card in self.diagrams:
            self._cards.addWidget(card)
        if not self.diagrams:
            self._cards.addWidget(label(say("evaluation_page.too_few"), "muted", wrap=True))
        self._cards.addStretch()
