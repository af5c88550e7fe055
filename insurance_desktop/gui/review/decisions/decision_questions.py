"""The questions of a review: who, why, and what stands in the way. None of them blocks the event loop."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from insurance_desktop.domain.documents import Document, GivenMetadata, StoredFinding
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import Severity
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import button, label
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.questions import Question, ReasonQuestion, needs
from insurance_desktop.gui.review.review_progress import Unseen
from insurance_desktop.gui.review.text.difference_view import DifferenceView
from insurance_desktop.packs.wording import say

if TYPE_CHECKING:
    from insurance_desktop.services.review.undo import Undoable

GRAVEST_FIRST = (Severity.BLOCKING, Severity.WARNING, Severity.NOTE)


class RejectQuestion(ReasonQuestion):
    """A rejection; where a place of the page is framed, it goes on record with the reason unless it is unchecked."""

    def __init__(
        self, parent: QWidget, title: str, place: Box | None, answered: Callable[[str, Box | None], None]
    ) -> None:
        super().__init__(
            parent,
            title,
            say("gui.reject_text"),
            say("gui.reject_confirm"),
            lambda reason: answered(reason, place if self.anchored.isChecked() else None),
        )
        words = say("review_page.reject_here", page=place.page) if place is not None else ""
        self.anchored = QCheckBox(words)
        self.anchored.setChecked(place is not None)
        self.anchored.setVisible(place is not None)
        self.body.addWidget(self.anchored)


class SaveQuestion(ReasonQuestion):
    """An edited text becomes a version: what it changes against the converted text, and why."""

    def __init__(
        self, parent: QWidget, theme: ThemeSwitch, answered: Callable[[str], None], title: str = "", text: str = ""
    ) -> None:
        super().__init__(
            parent,
            title or say("gui.edit_title"),
            text or say("gui.edit_text"),
            say("gui.save_version"),
            answered,
            required=False,
        )
        self.setMinimumWidth(640)
        self.difference = DifferenceView(theme)
        self.difference.setMinimumHeight(220)
        self.body.insertWidget(0, self.difference)


class LeaveQuestion(Question):
    """The window goes and words are unsaved: keep them as a version (what Enter does), stay, or lose them."""

    def __init__(self, parent: QWidget, save: Callable[[], None], discard: Callable[[], None]) -> None:
        super().__init__(parent, say("gui.unsaved"), say("gui.close_text"))
        self.confirm.setText(say("gui.save_version"))
        self.discard = button(say("gui.discard"), self._discard, danger=True)
        self.buttons.insertWidget(0, self.discard)
        self._discard_it = discard
        self.accepted.connect(save)
        self.confirm.setFocus()

    def _discard(self) -> None:
        self.reject()
        self._discard_it()


class FindingsQuestion(Question):
    """The open findings, the gravest first, each leading to its place; the answer goes on in spite of them."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        findings: Sequence[StoredFinding],
        lead_to: Callable[[int], None],
    ) -> None:
        super().__init__(parent, title, text)
        self.findings = QListWidget()
        self.findings.setAccessibleName(say("gui.findings"))
        self.findings.setWordWrap(True)
        self.findings.setMinimumHeight(140)
        for each in sorted(findings, key=lambda finding: GRAVEST_FIRST.index(finding.severity)):
            item = QListWidgetItem(f"{wording.severity_word(each.severity)}　{wording.finding_message(each)}")
            item.setData(Qt.ItemDataRole.UserRole, each.finding_id)
            self.findings.addItem(item)
        self.findings.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.findings.setCurrentRow(0)
        self.show_place = button(say("gui.show_place"), self._lead)
        self.findings.itemActivated.connect(lambda _item: self._lead())
        self.body.addWidget(self.findings)
        self.body.addWidget(self.show_place, 0, Qt.AlignmentFlag.AlignLeft)
        self.findings.setFocus()
        self._lead_to = lead_to

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the list has led to a place already: it must not answer as well."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.findings.hasFocus():
            event.accept()
        else:
            super().keyPressEvent(event)

    def _lead(self) -> None:
        item = self.findings.currentItem()
        if item is not None:
            self.reject()
            self._lead_to(int(item.data(Qt.ItemDataRole.UserRole)))


class BlockedQuestion(FindingsQuestion):
    """Approval is refused while blocking findings are open; or all are accepted with a reason."""

    def __init__(
        self,
        parent: QWidget,
        findings: Sequence[StoredFinding],
        lead_to: Callable[[int], None],
        accept_all: Callable[[str], None],
        unseen: Unseen | None = None,
    ) -> None:
        blocking = [each for each in findings if each.severity is Severity.BLOCKING]
        words = [say("gui.blocked_text")]
        if unseen is not None:
            words.append(say("review_page.unseen_too", count=len(unseen.names)))
        super().__init__(parent, say("gui.blocked", count=len(blocking)), "\n".join(words), findings, lead_to)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(say("gui.accept_reason"))
        self.reason.setAccessibleName(say("gui.accept_reason"))
        self.body.addWidget(self.reason)
        self.confirm.setText(say("gui.accept_and_approve"))
        needs(self.reason, self.confirm)
        self.accepted.connect(lambda: accept_all(self.reason.text().strip()))


class UnseenQuestion(FindingsQuestion):
    """Something was not looked at: go on with it (what Enter does), or approve all the same.

    Open warnings stand in the same question: nobody is asked twice.
    """

    def __init__(
        self,
        parent: QWidget,
        unseen: Unseen,
        warnings: Sequence[StoredFinding],
        lead_to: Callable[[int], None],
        *,
        go_on: Callable[[], None],
        approve: Callable[[], None],
    ) -> None:
        words = [unseen.details]
        if warnings:
            words.append(say("gui.warned_too", count=len(warnings)))
        super().__init__(parent, unseen.question, "\n".join(words), warnings, lead_to)
        for each in (self.findings, self.show_place):
            each.setVisible(bool(warnings))
        self.confirm.setText(say("review_page.unseen_go_on"))
        self.anyway = button(say("gui.approve_anyway"), self._approve)
        self.buttons.insertWidget(0, self.anyway)
        self._approve_it = approve
        self.accepted.connect(go_on)
        self.confirm.setFocus()

    def _approve(self) -> None:
        self.reject()
        self._approve_it()


class UndoQuestion(Question):
    """The last decision was about another document than the one on screen: which, and whether to take it back."""

    def __init__(
        self, parent: QWidget, last: "Undoable", title: str, show_it: Callable[[], None], undo: Callable[[], None]
    ) -> None:
        decision = last.decision
        words = say(
            "review_page.undo_text",
            at=wording.moment(decision.at),
            decision=wording.decision_word(decision.kind),
            status=wording.review_word(last.back_to),
        )
        super().__init__(parent, say("review_page.undo_title", title=title), words)
        self.confirm.setText(say("review_page.undo_show"))
        self.take_back = button(say("review_page.undo_confirm"), self._undo, danger=True)
        self.buttons.insertWidget(0, self.take_back)
        self._undo_it = undo
        self.accepted.connect(show_it)
        self.confirm.setFocus()

    def _undo(self) -> None:
        self.reject()
        self._undo_it()


class WithdrawQuestion(Question):
    """A correction is taken back only after it was said what that does to the document."""

    def __init__(self, parent: QWidget, section: str, withdraw: Callable[[], None]) -> None:
        title = say("review_page.correction_withdraw_title", section=section)
        super().__init__(parent, title, say("review_page.correction_withdraw_text"))
        self.confirm.setText(say("review_page.correction_withdraw"))
        self.accepted.connect(withdraw)
        self.confirm.setFocus()


class WarnedQuestion(FindingsQuestion):
    """Only warnings are open: approval goes through, but not unseen."""

    def __init__(
        self,
        parent: QWidget,
        findings: Sequence[StoredFinding],
        lead_to: Callable[[int], None],
        approve: Callable[[], None],
    ) -> None:
        super().__init__(parent, say("gui.warned", count=len(findings)), say("gui.warned_text"), findings, lead_to)
        self.confirm.setText(say("gui.approve_anyway"))
        self.accepted.connect(approve)


class CorrectionQuestion(Question):
    """What page 1 did not say, or said wrongly: only changed fields are handed over."""

    FIELDS = (
        ("product_name", "gui.column_title"),
        ("product_code", "gui.fact_code"),
        ("company", "gui.column_company"),
        ("document_type", "gui.column_type"),
        ("product_category", "gui.fact_category"),
        ("edition", "gui.fact_edition"),
        ("publish_time", "gui.fact_published"),
    )

    def __init__(self, parent: QWidget, document: Document, answered: Callable[[GivenMetadata], None]) -> None:
        super().__init__(parent, say("gui.correct_title"), say("gui.correct_text"))
        self._document = document
        self.fields: dict[str, QLineEdit] = {}
        form = QFormLayout()
        form.setVerticalSpacing(8)
        for name, key in self.FIELDS:
            line = QLineEdit(getattr(document, name) or "")
            line.setAccessibleName(say(key))
            self.fields[name] = line
            form.addRow(label(say(key)), line)
        self.body.addLayout(form)
        self.fields["product_name"].setFocus()
        self.confirm.setText(say("gui.save"))
        self.accepted.connect(lambda: answered(self.changed()))

    def changed(self) -> GivenMetadata:
        """None where the field was left as it is, "" where it was emptied."""
        given: dict[str, str | None] = {}
        for name, line in self.fields.items():
            text = line.text().strip()
            given[name] = None if text == (getattr(self._document, name) or "") else text
        return GivenMetadata(**given)
