"""The page picture with its tool line: which page, how large, and what is marked on it."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from insurance_desktop.domain.geometry import Box
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.flow import Flow
from insurance_desktop.gui.look.parts import column, flat_button, label, show_icon
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.packs.wording import say

from .framing import drawn, stepped
from .highlights import Highlight
from .page_pictures import PageKey, PagePictures, dpi_for
from .page_view import PageView


class PageNumber(QLineEdit):
    """Which page is shown; another number and Enter go there (`chosen`). What is no page is `refused` and put back."""

    chosen = Signal(int)
    refused = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(52)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAccessibleName(say("gui.page_number"))
        self.setAcceptDrops(False)
        self.setMaxLength(6)
        self._page, self._pages = 1, 1
        self.returnPressed.connect(self._answer)
        self.editingFinished.connect(lambda: self.setText(str(self._page)))

    def show_page(self, page: int, pages: int) -> None:
        self._page, self._pages = page, max(pages, 1)
        self.setText(str(page))

    def _answer(self) -> None:
        text = self.text().strip()
        if text.isdecimal() and 1 <= int(text) <= self._pages:
            self.chosen.emit(int(text))
        else:
            self.setText(str(self._page))
            self.selectAll()
            self.refused.emit()


class PagePane(QWidget):
    """`fold` puts the lists beside the page away, and brings them back.

    `pointed` brings page, x and y of a click, in points; `turned` the page that the reader went to himself;
    `shown` the page that is drawn now, however it came about;
    `scrolled` the page and its line at the upper edge after he scrolled; `framed_changed` after he drew, moved or left
    a frame, `frame_taken` when he confirmed it by Enter.
    """

    pointed = Signal(int, float, float)
    turned = Signal(int)
    scrolled = Signal(int, float)
    shown = Signal(int)
    framed_changed = Signal()
    frame_taken = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._pictures = PagePictures(context)
        self._document_id: int | None = None
        self._pages = 0
        self._page = 1
        self._chosen: tuple[Box, ...] = ()
        self._around: tuple[Box, ...] = ()
        self._framed: Box | None = None
        self._layers: dict[str, tuple[Highlight, ...]] = {}
        self._shown: PageKey | None = None
        self._from_the_end = False
        self._line: float | None = None  # to be put at the upper edge as soon as the page is drawn
        self.view = PageView(context.theme)
        self.number = PageNumber()
        self.total = label("", "muted")
        self.back = self._tool(context, "previous", "gui.page_back", lambda: self.turn(-1))
        self.forward = self._tool(context, "next", "gui.page_forward", lambda: self.turn(1))
        self.fold = flat_button("", tip=say("review_page.fold"))
        self.fold.setCheckable(True)
        show_icon(self.fold, "more", context.theme, 16)
        self._tools = Flow(self.fold, self.back, self.number, self.total, self.forward)
        self._zooms = [
            self._tool(context, "zoom_out", "gui.zoom_out", self.view.zoom_out),
            self._tool(context, "zoom_in", "gui.zoom_in", self.view.zoom_in),
            self._tool(context, "fit", "gui.zoom_fit", self.view.fit_width),
            self._tool(context, "files", "gui.zoom_page", self.view.fit_page),
        ]
        for each in self._zooms:
            self._tools.addWidget(each)
        whole = column(self._tools, gap=6)
        self.below = label("", "muted", wrap=True)
        self.below.hide()
        whole.addWidget(self.view, 1)
        whole.addWidget(self.below)
        self.setLayout(whole)
        self.number.refused.connect(
            lambda: context.noticed.emit(Notice("information", say("gui.page_refused", pages=max(self._pages, 1))))
        )
        self.number.chosen.connect(self._choose)
        self.view.pointed.connect(lambda x, y: self.pointed.emit(self.page, x, y))
        self.view.turned.connect(self._turn_over)
        self.view.paper.dragged.connect(lambda x0, y0, x1, y1: self.frame(drawn(self.page, (x0, y0), (x1, y1))))
        self.view.key_in_frame.connect(self._key_in_frame)
        self.view.scrolled.connect(lambda: self.scrolled.emit(self.page, self.view.top))
        self.view.rescaled.connect(self._load)
        self._pictures.arrived.connect(self._arrived)
        self._pictures.failed.connect(self._failed)

    @property
    def page(self) -> int:
        return self._page

    def show_document(self, document_id: int, pages: int) -> None:
        self._pictures.drop_requests()
        self.view.begin_document()
        self._document_id = document_id
        self._pages = pages
        self._chosen = ()
        self._around = ()
        self._framed = None
        self._layers = {}
        self._shown = None
        self._page = 1
        self.number.show_page(1, pages)
        self.total.setText(say("gui.of_pages", pages=pages))
        self._load()

    def add_switch(self, switch: QToolButton) -> None:
        """Something to show or to hide on the page, in its tool line."""
        self._tools.insert(-len(self._zooms), switch)

    def say_below(self, words: str) -> None:
        """A sentence about the page under it; "" for none."""
        self.below.setText(words)
        self.below.setVisible(bool(words))

    def show_layer(self, name: str, highlights: tuple[Highlight, ...]) -> None:
        """Replace the marks of one kind: findings, exclusions, signs, what the ledger left out."""
        self._layers[name] = highlights
        self._draw_marks()

    def show_chosen(self, boxes: tuple[Box, ...], around: tuple[Box, ...] = ()) -> None:
        """Mark these boxes, on the page of the first one; `around` is the block that they are a piece of."""
        self._chosen = boxes
        self._around = around
        self._line = None
        if boxes:
            self.go_to(boxes[0].page)
            self._reveal_chosen()
        self._draw_marks()

    # --- a frame ----------------------------------------------------------------------------------------------
    @property
    def framed(self) -> Box | None:
        """What the reviewer has framed, on whatever page."""
        return self._framed

    def frame(self, box: Box | None) -> None:
        """Draw a frame, or take it away with None."""
        self._framed = box
        self.view.is_framing = box is not None
        self._draw_marks()
        self.framed_changed.emit()

    def start_frame(self) -> None:
        """A frame to be moved by keys: around what is marked, else in the middle of the page."""
        chosen = [box for box in self._around or self._chosen if box.page == self.page]
        width, height = self.view.page_size
        middle = Box(self.page, width / 4, height / 3, width * 3 / 4, height / 2)
        self.frame(replace(chosen[0]) if chosen else middle)
        self.view.setFocus()
        if self._framed is not None:
            self.view.reveal(self._framed)

    def _key_in_frame(self, event: QKeyEvent) -> None:
        if self._framed is None:
            return
        if event.key() == Qt.Key.Key_Escape:
            self.frame(None)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.frame_taken.emit()
        else:
            moved = stepped(self._framed, event.key(), event.modifiers(), self.view.page_size)
            if moved is not None:
                self.frame(moved)
                self.view.reveal(moved)

    def go_to(self, page: int) -> None:
        page = min(max(page, 1), max(self._pages, 1))
        if page != self._page:
            self._page = page
            self._load()
        self.number.show_page(page, self._pages)

    def scroll_to(self, page: int, y: float) -> None:
        """Bring a line of a page to the upper edge without marking anything."""
        self._line = y
        self.go_to(page)
        if self._shown is not None and self._shown.page == self.page:
            self._put_line()

    def _put_line(self) -> bool:
        line, self._line = self._line, None
        if line is not None:
            self.view.put_at_top(line)
        return line is not None

    def turn(self, step: int) -> None:
        self._choose(self.page + step)

    def _choose(self, page: int) -> None:
        """Where the reader went himself, not where a mark led him."""
        before, self._line = self.page, None
        self.go_to(page)
        if self.page != before:
            self.turned.emit(self.page)

    def _turn_over(self, step: int) -> None:
        if 1 <= self.page + step <= self._pages:
            self._from_the_end = step < 0
            self.turn(step)

    def _tool(self, context: AppContext, icon: str, key: str, action: Callable[[], object]) -> QToolButton:
        made = flat_button("", action, tip=say(key))
        show_icon(made, icon, context.theme, 16)
        return made

    # --- pictures ---------------------------------------------------------------------------------------------
    def _key(self) -> PageKey | None:
        if self._document_id is None or not self._pages:
            return None
        return PageKey(self._document_id, self.page, dpi_for(self.view.scale))

    def _load(self) -> None:
        self.back.setEnabled(self.page > 1)
        self.forward.setEnabled(self.page < self._pages)
        key = self._key()
        if key is None:
            self.view.show_message(say("gui.no_pages"))
        elif self._pictures.get(key) is not None:
            self._arrived(key)
        elif self._shown is None or self._shown.page != key.page or self._shown.document_id != key.document_id:
            self.view.show_message(say("gui.page_loading"))
            self.view.show_highlights(())

    def _arrived(self, key: PageKey) -> None:
        if key != self._key():
            return
        picture = self._pictures.get(key)
        if picture is not None:
            turned = self._shown is None or self._shown.page != key.page
            self._shown = key
            self.view.show_picture(picture)
            self._draw_marks()
            if turned:
                bar = self.view.verticalScrollBar()
                bar.setValue(bar.maximum() if self._from_the_end else 0)
                self._from_the_end = False
            if not self._put_line():
                self._reveal_chosen()
            self._pictures.fetch_around(key, self._pages)
            self.shown.emit(self.page)

    def _failed(self, key: PageKey, failure: Failure) -> None:
        if key == self._key():
            self.view.show_message(f"{failure.message}\n{failure.hint}")

    def _reveal_chosen(self) -> None:
        on_page = [box for box in self._chosen if box.page == self.page]
        if on_page and self._shown is not None and self._shown.page == self.page:
            self.view.reveal(on_page[0])

    def _draw_marks(self) -> None:
        highlights = [each for layer in self._layers.values() for each in layer]
        highlights += [Highlight(box, "block") for box in self._around]
        highlights += [Highlight(box, "chosen") for box in self._chosen]
        highlights += [Highlight(self._framed, "framed")] if self._framed is not None else []
        self.view.show_highlights(tuple(each for each in highlights if each.box.page == self.page))
