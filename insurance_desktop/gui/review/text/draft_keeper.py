"""What is being typed is kept as it is typed: a crash costs less than a second of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import button, label, row, set_role
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .text_view import TextView

with imported_when_used():
    from insurance_desktop.services.review import drafts

if TYPE_CHECKING:
    from insurance_desktop.services.review.drafts import Draft

EVERY_MS = 700


class DraftBar(QWidget):
    """Offers what was left unfinished: `taken` or `dropped`; a dropped one can be wanted back."""

    taken = Signal()
    dropped = Signal()
    wanted_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = label("", "warning", wrap=True)
        self.take = button(say("review_page.draft_take"), self.taken.emit, primary=True)
        self.drop = button(say("review_page.draft_drop"), self.dropped.emit)
        self.bring_back = button(say("review_page.draft_bring_back"), self.wanted_back.emit)
        self.setLayout(row((self.words, 1), self.take, self.drop, self.bring_back, gap=8))
        set_role(self, "card")
        self.hide()

    def offer(self, draft: "Draft") -> None:
        key = "review_page.draft_stale" if draft.is_stale else "review_page.draft_waits"
        at = wording.moment(draft.saved_at)
        self._show(say(key, at=at, number=draft.based_on_number, now=draft.current_number), offers=True)

    def say_dropped(self) -> None:
        self._show(say("review_page.draft_dropped"), offers=False)

    def _show(self, words: str, *, offers: bool) -> None:
        self.words.setText(words)
        self.take.setVisible(offers)
        self.drop.setVisible(offers)
        self.bring_back.setVisible(not offers)
        self.show()


class DraftKeeper(QObject):
    """Writes the editor's text into the library while it differs, and offers what an earlier run left there."""

    def __init__(self, context: AppContext, text: TextView, bar: DraftBar) -> None:
        super().__init__(text)
        self._context = context
        self._text = text
        self._bar = bar
        self._opened: OpenDocument | None = None
        self._draft: Draft | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(EVERY_MS)
        self._pause.timeout.connect(self.keep_now)
        text.typed.connect(self._typed)
        bar.taken.connect(self._take)
        bar.dropped.connect(self._drop)
        bar.wanted_back.connect(self._bring_back)

    def show_opened(self, opened: OpenDocument | None) -> None:
        """Another document, or another version of it: what waits for it is offered."""
        self._pause.stop()
        self._opened = opened
        self._draft = opened.draft if opened is not None else None
        self._bar.hide()
        if self._draft is not None and not self._text.is_edited:
            self._bar.offer(self._draft)

    def keep_now(self, then: Callable[[], None] = lambda: None) -> None:
        """Store what stands in the editor; text without a difference takes its draft away. `then` comes when it is."""
        self._pause.stop()
        opened = self._opened
        version = opened.review.document.version_id if opened is not None else None
        if opened is None or version is None or not self._context.is_open:
            then()
            return
        number, reviewer, written = opened.document_id, self._reviewer, self._text.text
        self._context.write(
            "",
            lambda workspace: drafts.save_draft(
                workspace.library, number, reviewer=reviewer, markdown=written, based_on=version
            ),
            lambda _draft: then(),
        )

    @property
    def _reviewer(self) -> str:
        return reviewer_or_nobody(self._context)

    def _typed(self) -> None:
        """The first sign of a new edit settles the question of the old one."""
        if self._opened is None:
            return
        self._bar.hide()
        if not self._pause.isActive():
            self._pause.start()

    def _take(self) -> None:
        draft = self._draft
        if draft is not None:
            self._bar.hide()
            self._text.show_source(True)
            self._text.put_text(draft.markdown)

    def _drop(self) -> None:
        draft = self._draft
        if draft is not None:
            number, reviewer, based_on = draft.document_id, self._reviewer, draft.based_on
            self._context.write(
                "",
                lambda workspace: drafts.drop_draft(workspace.library, number, reviewer=reviewer, based_on=based_on),
                lambda _none: self._bar.say_dropped(),
            )

    def _bring_back(self) -> None:
        draft = self._draft
        if draft is not None:
            number, reviewer = draft.document_id, self._reviewer
            self._context.write(
                "",
                lambda workspace: drafts.restore_draft(workspace.library, number, reviewer=reviewer),
                self._brought_back,
            )

    def _brought_back(self, draft: "Draft") -> None:
        if self._opened is not None and self._opened.document_id == draft.document_id:
            self._draft = draft
            self._bar.offer(draft)


def reviewer_or_nobody(context: AppContext) -> str:
    """Who is at work: also before a name was given, nothing may be lost."""
    return context.settings.reviewer or say("review_page.nobody")
