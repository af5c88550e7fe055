"""The picture: buttons for regulations and subjects, and painted pointers between them.

Buttons, so that the keyboard and screen readers reach each of them as anywhere else in the window.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget

from insurance_desktop.domain.regulations import Relation
from insurance_desktop.gui.look.parts import MARGIN, button, label, set_role
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say

from .graph_nodes import Graph, Node, Side

WIDE, HIGH, GAP = 220, 46, 10
BETWEEN = 90
"""Room for the pointers between two columns."""
HEAD = 28
"""Room for the words above a column."""
ARROW = 8
MIDDLE_AT = 9
"""The middle stands beside the first rows, however many there are."""
LINES = {
    Relation.REFERENCES: Qt.PenStyle.SolidLine,
    Relation.AMENDS: Qt.PenStyle.DashLine,
    Relation.INTERPRETS: Qt.PenStyle.DotLine,
}
"""Kinds of pointers differ by their lines and by words on them, not by colour alone."""


class GraphView(QScrollArea):
    """`wanted` brings what a node is opened by."""

    wanted = Signal(str)

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self.canvas = Canvas(theme, self.wanted.emit)
        self.setWidget(self.canvas)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_graph(self, graph: Graph | None) -> None:
        self.canvas.show_graph(graph)
        self.horizontalScrollBar().setValue(0)
        self.verticalScrollBar().setValue(0)


class Canvas(QWidget):
    """`nodes` with their widgets, in the order in which the keyboard goes through them."""

    def __init__(self, theme: ThemeSwitch, wanted: Callable[[str], None]) -> None:
        super().__init__()
        self._theme = theme
        self._wanted = wanted
        self.middle: QLabel | None = None
        self.nodes: list[tuple[Node, QWidget]] = []
        self._heads: list[tuple[Side, QLabel]] = []
        set_role(self, "canvas")
        theme.changed.connect(self.update)

    def show_graph(self, graph: Graph | None) -> None:
        for each in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            each.hide()
            each.deleteLater()
        self.middle, self.nodes, self._heads = None, [], []
        if graph is not None:
            self._fill(graph)
        self._place()
        self.update()

    def _fill(self, graph: Graph) -> None:
        self._add_column(graph, Side.SOURCE)
        self.middle = label(f"{graph.name}\n{graph.title}".strip(), wrap=True)
        self.middle.setAlignment(Qt.AlignmentFlag.AlignCenter)
        set_role(self.middle, "card")
        self._take(self.middle)
        self._add_column(graph, Side.CONCEPT)
        self._add_column(graph, Side.TARGET)

    def _add_column(self, graph: Graph, side: Side) -> None:
        found = graph.at(side)
        if found:
            head = label(say(f"regulation_window.{side}", count=len(found)), "muted")
            self._heads.append((side, head))
            self._take(head)
        for node in found:
            made = self._widget(node)
            self.nodes.append((node, made))
            self._take(made)

    def _take(self, made: QWidget) -> None:
        made.setParent(self)
        made.show()

    def _widget(self, node: Node) -> QWidget:
        name = f"{node.name} {node.title}".strip()
        told = say(f"regulation_window.kind_{(node.kind or node.side).lower()}")
        anchors = say("regulation_window.printed_as", anchors=" · ".join(node.anchors)) if node.anchors else ""
        shown = "\n".join(
            self.fontMetrics().elidedText(each, mode, WIDE - 2 * MARGIN)
            for each, mode in ((node.name, Qt.TextElideMode.ElideMiddle), (node.title, Qt.TextElideMode.ElideRight))
            if each
        )
        made: QWidget
        if node.reference:
            made = button(shown.replace("&", "&&"), partial(self._wanted, node.reference))
        else:
            told = say("regulation_window.not_here")
            made = label(shown, "muted")
        made.setAccessibleName(f"{name} {told}")
        made.setAccessibleDescription(anchors)
        made.setToolTip("\n".join(filter(None, (name, told, anchors))))
        return made

    # --- places -----------------------------------------------------------------------------------------------
    def _place(self) -> None:
        """Sources on the left, the regulation with its subjects in the middle, targets on the right."""
        if self.middle is None:
            self.setMinimumSize(QSize(0, 0))
            return
        step = HIGH + GAP
        rows = {side: sum(node.side is side for node, _ in self.nodes) for side in Side}
        longest = max(rows[Side.SOURCE], rows[Side.TARGET], 1)
        tall = max(self.middle.heightForWidth(WIDE), 2 * HIGH)
        middle = MARGIN + HEAD + max((min(longest, MIDDLE_AT) * step - tall) // 2, 0)
        self.middle.setGeometry(self._left(Side.CONCEPT), middle, WIDE, tall)
        tops = {Side.SOURCE: MARGIN, Side.TARGET: MARGIN, Side.CONCEPT: middle + tall + GAP}
        for side, head in self._heads:
            head.setGeometry(self._left(side), tops[side], WIDE, HEAD)
        ends = {side: top + HEAD for side, top in tops.items()}
        for node, made in self.nodes:
            made.setGeometry(self._left(node.side), ends[node.side], WIDE, HIGH)
            ends[node.side] += step
        self.setMinimumSize(QSize(3 * WIDE + 2 * (BETWEEN + MARGIN), max(ends.values()) + MARGIN))

    def _left(self, side: Side) -> int:
        room = max(self.width(), 3 * WIDE + 2 * (BETWEEN + MARGIN))
        if side is Side.CONCEPT:
            return (room - WIDE) // 2
        return MARGIN if side is Side.SOURCE else room - MARGIN - WIDE

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    # --- pointers ---------------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.middle is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QRectF(self.middle.geometry())
        for node, made in self.nodes:
            place = QRectF(made.geometry())
            if node.side is Side.SOURCE:
                self._draw(painter, node, _right(place), _left_of(middle))
            elif node.side is Side.TARGET:
                self._draw(painter, node, _right(middle), _left_of(place))

    def _draw(self, painter: QPainter, node: Node, start: QPointF, end: QPointF) -> None:
        colours = self._theme.colours
        kind = node.kind or Relation.REFERENCES
        is_plain = kind is Relation.REFERENCES
        colour = QColor(colours.muted if is_plain else colours.accent)
        line = LINES.get(kind, Qt.PenStyle.SolidLine)
        painter.setPen(QPen(colour, 1.2 if is_plain else 2, line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        bend = (end.x() - start.x()) / 2
        path = QPainterPath(start)
        tip = end - QPointF(ARROW, 0)
        path.cubicTo(start + QPointF(bend, 0), tip - QPointF(bend, 0), tip)
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([end, tip - QPointF(0, ARROW / 2), tip + QPointF(0, ARROW / 2)]))
        if not is_plain:
            self._name(painter, say(f"regulation_window.word_{kind.lower()}"), path.pointAtPercent(0.5))

    def _name(self, painter: QPainter, word: str, at: QPointF) -> None:
        """The word for a kind, on its line."""
        room = QRectF(painter.fontMetrics().boundingRect(word)).adjusted(-4, -2, 4, 2)
        room.moveCenter(at)
        painter.fillRect(room, QColor(self._theme.colours.window))
        painter.setPen(QColor(self._theme.colours.text))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, word)


def _right(place: QRectF) -> QPointF:
    return QPointF(place.right(), place.center().y())


def _left_of(place: QRectF) -> QPointF:
    return QPointF(place.left(), place.center().y())
