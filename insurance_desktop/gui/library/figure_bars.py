"""Drawn figures: one bar cut into shares, and bars for days. What is drawn is written beside it, too."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.look.theme import ThemeSwitch

BAR_HEIGHT, DAYS_HEIGHT = 22, 150
GAP = 2
WIDEST_BAR = 26
APART = 22


@entity
class Share:
    """`look` is a colour of the theme by name; `words` say the same without it."""

    count: int
    look: str
    words: str


@entity
class DayBars:
    """The counts of a day in the order of the looks, and what stands under them."""

    words: str
    counts: tuple[int, ...]


class _Drawn(QWidget):
    def __init__(self, theme: ThemeSwitch, name: str, height: int) -> None:
        super().__init__()
        self._theme = theme
        self._height = height
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(240, self._height)

    def colour(self, look: str) -> QColor:
        return QColor(getattr(self._theme.colours, look))


class ShareBar(_Drawn):
    """The whole, cut into its shares from left to right."""

    def __init__(self, theme: ThemeSwitch, name: str) -> None:
        super().__init__(theme, name, BAR_HEIGHT)
        self.shares: tuple[Share, ...] = ()

    def show_shares(self, shares: Sequence[Share]) -> None:
        self.shares = tuple(each for each in shares if each.count)
        self.setAccessibleDescription("，".join(each.words for each in shares))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        whole = sum(each.count for each in self.shares)
        if not whole:
            painter.fillRect(self.rect(), self.colour("stripe"))
            return
        left = 0.0
        for each in self.shares:
            width = each.count / whole * self.width()
            painter.fillRect(QRectF(left, 0, max(width - GAP, 1), self.height()), self.colour(each.look))
            left += width


class DaysChart(_Drawn):
    """Groups of bars side by side, a group for each day, the highest as high as there is room."""

    def __init__(self, theme: ThemeSwitch, name: str, looks: Sequence[str]) -> None:
        super().__init__(theme, name, DAYS_HEIGHT)
        self._looks = tuple(looks)
        self.days: tuple[DayBars, ...] = ()

    def show_days(self, days: Sequence[DayBars]) -> None:
        self.days = tuple(days)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = self.fontMetrics().height()
        floor = self.height() - line - 4
        painter.setPen(QPen(self.colour("border"), 1))
        painter.drawLine(0, floor, self.width(), floor)
        if not self.days:
            return
        room = self.width() / len(self.days)
        highest = max((count for day in self.days for count in day.counts), default=0)
        thick = min((room - 3 * GAP) / len(self._looks), WIDEST_BAR)
        for place, day in enumerate(self.days):
            left = place * room + (room - thick * len(self._looks)) / 2
            for number, (count, look) in enumerate(zip(day.counts, self._looks, strict=True)):
                high = (floor - line - 2) * count / max(highest, 1)
                bar = QRectF(left + number * thick, floor - high, thick - 1, high)
                painter.fillRect(bar, self.colour(look))
                if count:
                    painter.setPen(self.colour("text"))
                    over = QRectF(bar.left() - room, bar.top() - line, 2 * room + thick, line)
                    painter.drawText(over, Qt.AlignmentFlag.AlignHCenter, str(count))
            painter.setPen(self.colour("muted"))
            painter.drawText(QRectF(place * room, floor + 3, room, line), Qt.AlignmentFlag.AlignHCenter, day.words)


class Legend(_Drawn):
    """What each colour says, in words beside it; they go on in a further line where one is full."""

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__(theme, "", 0)
        self.entries: tuple[tuple[str, str], ...] = ()

    def show_entries(self, entries: Sequence[tuple[str, str]]) -> None:
        """Each a colour of the theme by name, and its words."""
        self.entries = tuple(entries)
        self.setAccessibleName("，".join(words for _, words in entries))
        self._fit()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = max((line for line, *_ in self._places()), default=0) + 1
        self.setFixedHeight(lines * self._step)

    @property
    def _step(self) -> int:
        return self.fontMetrics().lineSpacing() + 4

    def _places(self) -> Iterator[tuple[int, int, str, str]]:
        """Line, left edge, colour and words of every entry."""
        line = left = 0
        side = self.fontMetrics().ascent()
        for look, words in self.entries:
            width = side + 6 + self.fontMetrics().horizontalAdvance(words)
            if left and left + width > self.width():
                line, left = line + 1, 0
            yield line, left, look, words
            left += width + APART

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = self.fontMetrics().ascent()
        for line, left, look, words in self._places():
            top = line * self._step
            painter.fillRect(QRectF(left, top + 3, side, side), self.colour(look))
            painter.setPen(self.colour("text"))
            painter.drawText(left + side + 6, top + 2 + side, words)
