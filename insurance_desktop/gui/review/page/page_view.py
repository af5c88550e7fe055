"""One page as a picture, with boxes drawn over it; a click tells where it was, in points."""

from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QScrollArea, QWidget

from insurance_desktop.domain.geometry import Box
from insurance_desktop.gui.look.theme import Colours, ThemeSwitch
from insurance_desktop.packs.wording import say

from ..side_by_side import sharpness
from .framing import ARROWS
from .highlights import Highlight, draw_highlight
from .page_pictures import Picture
from .printed import Printed, printed_on

ZOOM_STEP = 1.2
SMALLEST_SCALE, LARGEST_SCALE = 0.3, 4.0
PAPER_MARGIN = 10
SIGNS_ROOM = 26  # pixels beside the print, for the signs of what is marked
READABLE, COMFORTABLE = 0.75, 1.0  # pixels per point: ten points cannot be read below the one, and are above the other
"""On a screen of usual sharpness."""
LARGE_SHARE = 0.9
FRAME_ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
NOTCH = 120  # Qt's unit: one click of a mouse wheel
DRAG_PIXELS = 8
REST_MS = 250
SCROLL_REST_MS = 30


class Paper(QWidget):
    """The drawing surface: picture and highlights at one scale (pixels per point). Signals are in points."""

    clicked = Signal(float, float)
    dragged = Signal(float, float, float, float)

    def __init__(self, colours: Colours) -> None:
        super().__init__()
        self.colours = colours
        self.scale = 1.0
        self.printed = Printed(0.0, 595.0)
        self._picture: Picture | None = None
        self._drawn: QPixmap | None = None
        self._message = ""
        self._highlights: tuple[Highlight, ...] = ()
        self._pressed: QPointF | None = None
        self._is_drag = False

    def show_picture(self, picture: Picture | None, message: str = "") -> None:
        self._picture = picture
        self._message = message
        self._drawn = None
        self.update()

    def show_highlights(self, highlights: tuple[Highlight, ...]) -> None:
        self._highlights = highlights
        self.update()

    def resize_to(self, size: QSize) -> None:
        self._drawn = None
        self.setFixedSize(size)
        self.update()

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        return self._highlights

    @property
    def has_picture(self) -> bool:
        return self._picture is not None

    def rectangle(self, box: Box) -> QRectF:
        """A box of the page in pixels of this widget."""
        corner = QPointF(box.x0 * self.scale, box.y0 * self.scale)
        return QRectF(corner, QPointF(box.x1 * self.scale, box.y1 * self.scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QBrush(QColor("#ffffff" if self._picture else self.colours.surface)))
        if self._picture is not None:
            painter.drawPixmap(0, 0, self._scaled(self._picture.image))
            beside = (self.printed.left * self.scale, self.printed.right * self.scale)
            for highlight in self._highlights:
                draw_highlight(painter, self.rectangle(highlight.box), highlight, beside)
        else:
            painter.setPen(QColor(self.colours.muted))
            inside = QRectF(self.visibleRegion().boundingRect()).adjusted(24, 60, -24, -24)
            flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
            painter.drawText(inside, flags, self._message)
        painter.setPen(QColor(self.colours.border))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()
            self._is_drag = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or self._picture is None:
            return
        way = event.position() - self._pressed
        self._is_drag = self._is_drag or way.manhattanLength() >= DRAG_PIXELS
        if self._is_drag:
            start, end = self._pressed / self.scale, event.position() / self.scale
            self.dragged.emit(start.x(), start.y(), end.x(), end.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._picture is not None and not self._is_drag:
            point = event.position()
            self.clicked.emit(point.x() / self.scale, point.y() / self.scale)
        self._pressed = None
        self._is_drag = False

    def _scaled(self, image: QImage) -> QPixmap:
        """Scaled once per size, not at each repaint."""
        if self._drawn is None:
            ratio = self.devicePixelRatioF()
            fitted = image.scaled(
                self.size() * ratio,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            fitted.setDevicePixelRatio(ratio)
            self._drawn = QPixmap.fromImage(fitted)
        return self._drawn


class PageView(QScrollArea):
    """`pointed` after a click, in points; `turned` with +1 or -1 where scrolling goes over the page's end.

    `scrolled` after the reader's own scrolling, not after a jump. While `is_framing`, arrows, Enter and Esc are not
    for scrolling but go out as `key_in_frame`.
    """

    pointed = Signal(float, float)
    turned = Signal(int)
    rescaled = Signal()
    scrolled = Signal()
    key_in_frame = Signal(QKeyEvent)

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self.paper = Paper(theme.colours)
        self.setWidget(self.paper)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(say("gui.page_picture"))
        self._page_size = (595.0, 842.0)
        self._printed: dict[tuple[float, float], Printed] = {}
        """Of the pages of a document that were shown, by their size: one that is printed less wide looks no larger."""
        self._pushed = 0
        self._rest = QElapsedTimer()
        self.is_framing = False
        self._zoom: float | None = None  # None = fit the width
        self._resting = QTimer(self)  # many small steps of a wheel are one move
        self._resting.setSingleShot(True)
        self._resting.setInterval(SCROLL_REST_MS)
        self._resting.timeout.connect(self.scrolled)
        self.verticalScrollBar().actionTriggered.connect(lambda _action: self._resting.start())
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.valueChanged.connect(self._keep_words_in_sight)
        self.paper.clicked.connect(self.pointed)
        theme.changed.connect(self._recolour)
        self._lay_out()

    def _keep_words_in_sight(self) -> None:
        """What stands in place of a picture is said where the reader looks."""
        if not self.paper.has_picture:
            self.paper.update()

    @property
    def scale(self) -> float:
        """Device pixels per point."""
        return self.paper.scale * self.devicePixelRatioF()

    @property
    def page_size(self) -> tuple[float, float]:
        """Width and height of the page, in points."""
        return self._page_size

    def describe(self, words: str) -> None:
        """What stands at the marked place, for those who hear the page instead of seeing it."""
        if words != self.accessibleDescription():
            from PySide6.QtGui import QAccessible, QAccessibleEvent  # noqa: PLC0415  (two hundred names, seldom used)

            self.setAccessibleDescription(words)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def show_picture(self, picture: Picture) -> None:
        before, self._page_size = self.paper.scale, (picture.width, picture.height)
        here = printed_on(picture.image, picture.width)
        self.paper.printed = self._printed[self._page_size] = here.around(self._printed.get(self._page_size, here))
        self.paper.show_picture(picture)
        self._lay_out()
        if self.paper.scale != before:
            self.rescaled.emit()

    def begin_document(self) -> None:
        """What was printed on another document's pages counts no more."""
        self._printed.clear()

    def show_message(self, message: str) -> None:
        self.paper.show_picture(None, message)

    def show_highlights(self, highlights: tuple[Highlight, ...]) -> None:
        self.paper.show_highlights(highlights)

    def reveal(self, box: Box) -> None:
        """Scroll so that the box is in sight, a quarter from the top where it was not."""
        frame = self.paper.rectangle(box)
        bar = self.verticalScrollBar()
        height = self.viewport().height()
        if frame.top() < bar.value() + 20 or frame.bottom() > bar.value() + height - 20:
            bar.setValue(int(frame.top() - height / 4))
        sideways = self.horizontalScrollBar()
        if frame.left() < sideways.value() or frame.right() > sideways.value() + self.viewport().width():
            sideways.setValue(int(frame.left() - 40))

    @property
    def top(self) -> float:
        """The line of the page at the upper edge, in points."""
        return self.verticalScrollBar().value() / self.paper.scale

    def put_at_top(self, y: float) -> None:
        """Scroll so that this line of the page is the first one, as far as the page goes."""
        self.verticalScrollBar().setValue(round(y * self.paper.scale))

    def zoom_in(self) -> None:
        self._set_zoom(self.paper.scale * ZOOM_STEP)

    def zoom_out(self) -> None:
        self._set_zoom(self.paper.scale / ZOOM_STEP)

    def fit_width(self) -> None:
        self._set_zoom(None)

    def fit_page(self) -> None:
        """The whole page at once, as beside one of its tables."""
        width, height = self._page_size
        self._set_zoom(min((self._room - PAPER_MARGIN) / width, (self.contentsRect().height() - 2) / height))

    def _set_zoom(self, zoom: float | None) -> None:
        self._zoom = None if zoom is None else min(max(zoom, SMALLEST_SCALE), LARGEST_SCALE)
        self._lay_out()
        self.rescaled.emit()

    def _lay_out(self) -> None:
        width, height = self._page_size
        fitting = self._fitting
        readable = READABLE / sharpness(self.devicePixelRatioF())
        self.paper.scale = min(max(self._zoom or max(fitting, readable), SMALLEST_SCALE), LARGEST_SCALE)
        fits = self._zoom is None and self.paper.scale == fitting
        never, seldom = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setHorizontalScrollBarPolicy(never if fits else seldom)
        self.paper.resize_to(QSize(round(width * self.paper.scale), round(height * self.paper.scale)))
        if self._zoom is None:
            self.horizontalScrollBar().setValue(round(self.paper.printed.left * self.paper.scale) - SIGNS_ROOM)

    @property
    def _fitting(self) -> float:
        """The scale at which the whole page fits across; in a narrow pane what is printed of it, its margins cut."""
        whole = (self._room - PAPER_MARGIN) / self._page_size[0]
        return max(whole, min((self._room - 2 * SIGNS_ROOM) / max(self.paper.printed.width, 1.0), COMFORTABLE))

    @property
    def _room(self) -> int:
        """The pixels across that are there with the scroll bar and without it: a page that takes up what the bar's
        coming and going gives and takes would be laid out for ever."""
        return self.contentsRect().width() - self.verticalScrollBar().sizeHint().width()

    def _recolour(self, colours: Colours) -> None:
        self.paper.colours = colours
        self.paper.update()

    # --- keys and wheel ---------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._zoom is None:
            self._lay_out()

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            (self.zoom_in if steps > 0 else self.zoom_out)()
            event.accept()
            return
        if not self._pushes_over(-steps):
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_framing and (event.key() in ARROWS or event.key() in FRAME_ENDS):
            self.key_in_frame.emit(event)
        elif event.key() == Qt.Key.Key_PageDown and not self._turn_over(1):
            self._scroll(1)
        elif event.key() == Qt.Key.Key_PageUp and not self._turn_over(-1):
            self._scroll(-1)
        elif event.key() not in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._lay_out()
        return super().event(event)

    def _scroll(self, direction: int) -> None:
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + int(direction * self.viewport().height() * LARGE_SHARE))
        self._resting.start()

    def _pushes_over(self, steps: int) -> bool:
        """A touchpad sends many small steps: one whole notch beyond the edge turns one page, then it rests."""
        bar = self.verticalScrollBar()
        at_edge = bar.value() >= bar.maximum() if steps > 0 else bar.value() <= bar.minimum()
        if not at_edge or steps * self._pushed < 0:
            self._pushed = 0
        if not at_edge:
            return False
        self._pushed += steps
        if abs(self._pushed) >= NOTCH and self._rest.hasExpired(REST_MS):
            self._pushed = 0
            self._rest.restart()
            self._turn_over(steps)
        return True

    def _turn_over(self, direction: int) -> bool:
        """Over the lower edge comes the next page, over the upper one the previous."""
        bar = self.verticalScrollBar()
        if direction > 0 and bar.value() >= bar.maximum():
            self.turned.emit(1)
            return True
        if direction < 0 and bar.value() <= bar.minimum():
            self.turned.emit(-1)
            return True
        return False
