"""A painted picture of shares: both axes go from 0 to 1, and what is drawn is said in its accessible description."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from insurance_desktop.gui.look.parts import MARGIN
from insurance_desktop.gui.look.theme import ThemeSwitch

SIDE = 280
EDGE = 56
TICKS = (0.0, 0.5, 1.0)
TICK_ROOM = 40
RING = 4
"""Room for the ring that shows the keyboard."""


class Plot(QWidget):
    """`across` and `upwards` name the axes."""

    def __init__(self, theme: ThemeSwitch, name: str, description: str, *, across: str, upwards: str) -> None:
        super().__init__()
        self._theme = theme
        self._across, self._upwards = across, upwards
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self.setAccessibleDescription(description)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(SIDE + EDGE, SIDE + EDGE)

    def place(self, across: float, upwards: float) -> QPointF:
        """Where a point lies."""
        field = self._field()
        return QPointF(field.left() + across * field.width(), field.bottom() - upwards * field.height())

    def _field(self) -> QRectF:
        wide, high = self.width() - EDGE - TICK_ROOM / 2, self.height() - EDGE - MARGIN / 2
        return QRectF(EDGE, MARGIN / 2, wide, high)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_axes(painter)
        self.draw(painter)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.colours.focus), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 6, 6)

    def draw(self, painter: QPainter) -> None:
        """What stands between the axes."""
        raise NotImplementedError

    def _draw_axes(self, painter: QPainter) -> None:
        colours, field = self._theme.colours, self._field()
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.drawRect(field)
        painter.setPen(QColor(colours.muted))
        high = self.fontMetrics().height()
        for tick in TICKS:
            below, beside = self.place(tick, 0), self.place(0, tick)
            under = QRectF(below.x() - TICK_ROOM / 2, below.y() + 2, TICK_ROOM, high)
            painter.drawText(under, Qt.AlignmentFlag.AlignHCenter, f"{tick}")
            left = QRectF(0, beside.y() - high / 2, EDGE - 5, high)
            painter.drawText(left, Qt.AlignmentFlag.AlignRight, f"{tick}")
        under = QRectF(field.left(), field.bottom() + high, field.width(), high)
        painter.drawText(under, Qt.AlignmentFlag.AlignHCenter, self._across)
        painter.save()
        painter.translate(high + RING, field.center().y())
        painter.rotate(-90)
        along = QRectF(-field.height() / 2, -high, field.height(), high)
        painter.drawText(along, Qt.AlignmentFlag.AlignHCenter, self._upwards)
        painter.restore()
