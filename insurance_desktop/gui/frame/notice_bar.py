"""The sentence over the foot of the page: what happened, what to do, 复制详情.

It never takes the keyboard away and moves nothing: it lies above what is there, where no button or field is and
nothing that is being read.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QBoxLayout,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)

from insurance_desktop.gui.look import icons
from insurance_desktop.gui.look.parts import MARGIN, button, column, copy_text, flat_button, label, row, show_icon
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.notices import Notice
from insurance_desktop.packs.wording import say

WIDTHS = (760, 480, 320, 220)
"""Of these the widest is taken that finds a free place; the last ones stand in a column beside what is read."""
BESIDE = 480  # from here on there is room for buttons beside the words
EDGE = 4
STEP = 8
CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar)
FADE_MS = 12_000  # good news goes by itself, bad news stays until it is read


class NoticeBar(QFrame):
    """Lies over the lower edge of `page`, as wide as words need to be read well; `read` tells what is read there now.
    `section_wanted` where what it says is put right in the settings."""

    section_wanted = Signal(str)

    def __init__(self, theme: ThemeSwitch, page: QWidget, read: Callable[[], Iterable[QWidget]]) -> None:
        super().__init__(page)
        self._page = page
        self._read = read
        page.installEventFilter(self)
        self.setProperty("role", "notice")
        self._theme = theme
        self._notice = Notice("information", "")
        self._icon = QLabel()
        self.message = label("", "heading", wrap=True)
        self.hint = label("", wrap=True)
        for text in (self.message, self.hint):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = button(say("gui.copy_details"), lambda: copy_text(self._notice.details))
        self.go = button(say("gui.page_settings"), lambda: self.section_wanted.emit(self._notice.section), primary=True)
        self.dismiss = flat_button("", self.hide, tip=say("gui.dismiss"))
        show_icon(self.dismiss, "close", theme)
        self._told = row((column(self.message, self.hint, gap=2), 1), gap=12)
        for each in (self.go, self.copy):
            self._told.addWidget(each, 0, Qt.AlignmentFlag.AlignVCenter)
        line = row(gap=12)
        line.setContentsMargins(14, 8, 10, 8)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(self._told, 1)
        line.addWidget(self.dismiss, 0, Qt.AlignmentFlag.AlignTop)
        self._line = line
        self.setLayout(line)
        self.hide()
        self._fading = QTimer(self)
        self._fading.setSingleShot(True)
        self._fading.setInterval(FADE_MS)
        self._fading.timeout.connect(self.hide)
        theme.changed.connect(self._draw)

    def show_notice(self, notice: Notice) -> None:
        self._notice = notice
        self.message.setText(notice.message)
        self.hint.setText(notice.hint)
        self.hint.setVisible(bool(notice.hint))
        self.copy.setVisible(bool(notice.details))
        self.go.setVisible(bool(notice.section))
        self.go.setText(say("gui.go_to_section", section=say(notice.section)) if notice.section else "")
        self.setProperty("kind", notice.kind)
        self.style().unpolish(self)
        self.style().polish(self)
        self.setAccessibleName(f"{notice.message} {notice.hint}")
        self._draw()
        self.show()
        for each in (self.message, self.hint):
            each.ensurePolished()  # its font decides how high it is
        self._place()
        self.raise_()
        if notice.kind in ("good", "information"):
            self._fading.start()
        else:
            self._fading.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        """In the middle of the lower edge, as high as its words at that width. Where something is read there: where
        else there is room, narrower if need be; over what is read only where there is none at all."""
        room = self._page.rect().adjusted(MARGIN, EDGE, -MARGIN, -MARGIN)
        controls = self._taken(each for kind in CONTROLS for each in self._page.findChildren(kind))
        sizes = [self._size_at(min(width, room.width()), room.height()) for width in WIDTHS]
        free = [_free_place(room, each, [*controls, *self._taken(self._read())]) for each in sizes]
        places = [*free, _free_place(room, sizes[0], controls), next(_places(room, sizes[0]))]
        place = next(each for each in places if each is not None)
        self._size_at(place.width(), room.height())
        self.setGeometry(place)

    def _size_at(self, width: int, highest: int) -> QSize:
        """What it takes up at a width; buttons stand below the words where there is little room beside them."""
        is_narrow = width < BESIDE
        self._told.setDirection(QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight)
        self._line.activate()
        least = self._line.minimumSize()
        width = max(width, least.width())
        return QSize(width, min(max(self._line.totalHeightForWidth(width), least.height()), highest))

    def _taken(self, widgets: Iterable[QWidget]) -> list[QRect]:
        return [
            QRect(each.mapTo(self._page, QPoint(0, 0)), each.size())
            for each in widgets
            if each.isVisible() and not self.isAncestorOf(each)
        ]

    def _draw(self) -> None:
        colours = self._theme.colours
        colour = {"error": colours.danger, "warning": colours.warning, "good": colours.good}.get(
            self._notice.kind, colours.accent
        )
        self._icon.setPixmap(icons.pixmap(self._notice.kind, colour, 22))


def _free_place(room: QRect, size: QSize, taken: Sequence[QRect]) -> QRect | None:
    """As low as it lies on nothing that is taken."""
    return next((each for each in _places(room, size) if not any(map(each.intersects, taken))), None)


def _places(room: QRect, size: QSize) -> Iterator[QRect]:
    """From the lower edge upwards, in the middle and at the sides."""
    sides = (room.center().x() - size.width() // 2, room.left(), room.right() - size.width() + 1)
    lowest = room.bottom() - size.height() + 1
    for y in (*range(lowest, room.top(), -STEP), room.top()):
        yield from (QRect(QPoint(x, y), size) for x in sides)
