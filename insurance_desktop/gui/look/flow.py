"""Tools side by side, and on a further line what finds no room: no word of a button is ever cut."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem


class Flow(QLayout):
    """From left to right in lines as long as the room is wide; each line is as high as its highest tool."""

    def __init__(self, *tools: QWidget, gap: int = 4) -> None:
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)
        self._items: list[QLayoutItem] = []
        for each in tools:
            self.addWidget(each)

    def insert(self, place: int, tool: QWidget) -> None:
        """Before the tool that stands at this place; a negative one counts from the end."""
        self.addChildWidget(tool)
        self._items.insert(place, QWidgetItem(tool))
        self.invalidate()

    # --- what Qt asks of a layout -----------------------------------------------------------------------------
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = self._lines(width)
        return sum(map(_height, lines)) + self.spacing() * max(len(lines) - 1, 0)

    def sizeHint(self) -> QSize:
        """All on one line."""
        shown = self._shown()
        width = sum(each.sizeHint().width() for each in shown) + self.spacing() * max(len(shown) - 1, 0)
        return QSize(width, _height(shown))

    def minimumSize(self) -> QSize:
        """The widest tool on a line of its own."""
        shown = self._shown()
        return QSize(max((each.sizeHint().width() for each in shown), default=0), _height(shown))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        top = rect.top()
        for line in self._lines(rect.width()):
            height, left = _height(line), rect.left()
            for each in line:
                size = each.sizeHint()
                each.setGeometry(QRect(left, top + (height - size.height()) // 2, size.width(), size.height()))
                left += size.width() + self.spacing()
            top += height + self.spacing()

    def _shown(self) -> list[QLayoutItem]:
        return [each for each in self._items if not each.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for each in self._shown():
            wanted = each.sizeHint().width()
            if not lines or used + self.spacing() + wanted > width:
                lines.append([])
                used = -self.spacing()
            lines[-1].append(each)
            used += self.spacing() + wanted
        return lines


def _height(line: list[QLayoutItem]) -> int:
    return max((each.sizeHint().height() for each in line), default=0)
