"""Tools side by side, and on a further line what finds no room: no word of a button is ever cut."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem

_Tool = tuple[QLayoutItem, QSize]


class Flow(QLayout):
    """From left to right in lines as long as the room is wide; each line is as high as its highest tool."""

    def __init__(self, *tools: QWidget, gap: int = 4) -> None:
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)
        self._items: list[QLayoutItem] = []
        self._measured: list[_Tool] | None = None
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
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self._measured = None
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._measured = None
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        lines = self._lines(width)
        return sum(map(_height, lines)) + self.spacing() * max(len(lines) - 1, 0)

    def sizeHint(self) -> QSize:
        """All on one line."""
        shown = self._shown()
        width = sum(size.width() for _, size in shown) + self.spacing() * max(len(shown) - 1, 0)
        return QSize(width, _height(shown))

    def minimumSize(self) -> QSize:
        """The widest tool on a line of its own."""
        shown = self._shown()
        return QSize(max((size.width() for _, size in shown), default=0), _height(shown))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        top, gap = rect.top(), self.spacing()
        for line in self._lines(rect.width()):
            height, left = _height(line), rect.left()
            for tool, size in line:
                tool.setGeometry(QRect(left, top + (height - size.height()) // 2, size.width(), size.height()))
                left += size.width() + gap
            top += height + gap

    def _shown(self) -> list[_Tool]:
        """What is to be seen, with its size: asked of Qt once until something changes."""
        if self._measured is None:
            self._measured = [(each, each.sizeHint()) for each in self._items if not each.isEmpty()]
        return self._measured

    def _lines(self, width: int) -> list[list[_Tool]]:
        lines: list[list[_Tool]] = []
        used, gap = 0, self.spacing()
        for tool, size in self._shown():
            if not lines or used + gap + size.width() > width:
                lines.append([])
                used = -gap
            lines[-1].append((tool, size))
            used += gap + size.width()
        return lines


def _height(line: list[_Tool]) -> int:
    return max((size.height() for _, size in line), default=0)
