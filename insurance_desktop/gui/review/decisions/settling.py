"""Is it as the finding doubts? Asked below page and text, so that both stay in sight while they are compared."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QWidget

from insurance_desktop.domain.documents import StoredFinding
from insurance_desktop.domain.kinds import FindingKind, ReasonKind, family_of
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.flow import Flow
from insurance_desktop.gui.look.parts import button, column, label, set_role
from insurance_desktop.packs.wording import say

SHOWN_MESSAGES = 2
SEVERAL, FINAL = "several", "final"
ASKED_APART: Mapping[str, str] = {
    FindingKind.REVISIONS_OPEN: FINAL,
    FindingKind.LEFT_OUT_WORDS: ReasonKind.HIDDEN_TEXT.value,
    FindingKind.ACCOUNTED_TWICE: ReasonKind.TEXT_DIFFERS.value,
}
"""What is asked of these is not what is asked of their families."""
BARE = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)

_NO = {
    ReasonKind.IDENTITY.value: "review_page.settle_no_identity",
    ReasonKind.PROPOSED_EXCLUSIONS.value: "review_page.settle_no_exclusion",
}

Settle = Callable[[Sequence[int], str], object]


class SettlePanel(QFrame):
    """Yes (Y, Enter) settles the findings that were chosen, all of this kind (S) every open one of their cause, no (N)
    leads to where it is put right, Esc leaves it. Whether a text excludes anything is settled by both answers. A remark
    may be added.
    """

    def __init__(self) -> None:
        super().__init__()
        set_role(self, "card")
        self._about = SEVERAL
        self._asked: tuple[int, ...] = ()
        self._kin: tuple[int, ...] = ()
        self._settle: Settle = lambda _ids, _reason: None
        self._correct: Callable[[], object] = lambda: None
        self._held: QWidget | None = None
        self.heading = label("", "heading", wrap=True)
        self.words = label("", "muted", wrap=True)
        self.remark = QLineEdit()
        self.remark.setPlaceholderText(say("review_page.settle_remark"))
        self.remark.setAccessibleName(say("review_page.settle_remark"))
        self.confirm = button("", self._say_yes, primary=True)
        self.all = button("", self._say_all)
        self.no = button("", self._say_no)
        self.leave = button(say("gui.cancel"), self.close_question)
        answers = Flow(self.confirm, self.all, self.no, self.leave, gap=8)
        self.setLayout(column(self.heading, self.words, self.remark, answers, margin=10, gap=6))
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(key), self, self._say_yes)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.setAutoRepeat(False)
        self.remark.returnPressed.connect(self._say_yes)
        self._name_answers(1, 1)
        self.hide()

    def ask(
        self,
        findings: Sequence[StoredFinding],
        kin: Sequence[StoredFinding],
        settle: Settle,
        correct: Callable[[], object],
    ) -> None:
        """`kin` are all open findings of the cause that these have, themselves too; none where they have several.

        `settle` takes the ids that are decided and the reason to record; `correct` leads to where it is put right.
        """
        self._asked = tuple(each.finding_id for each in findings)
        self._kin = tuple(each.finding_id for each in kin)
        self._settle, self._correct = settle, correct
        self._about = asked_about(findings)
        self.heading.setText(say(f"review_page.settle_title_{self._about}"))
        self.setAccessibleName(self.heading.text())
        self.words.setText(_words(findings))
        self.confirm.setAccessibleDescription(f"{self.accessibleName()}\n{self.words.text()}")
        self._name_answers(len(findings), len(kin))
        self.all.setVisible(len(kin) > len(findings))
        self.remark.clear()
        if not self.isVisible():
            self._held = QApplication.focusWidget()
        self.show()
        self.confirm.setFocus()

    def _name_answers(self, asked: int, kin: int) -> None:
        yes = "review_page.settle_yes_all" if asked > 1 else "review_page.settle_yes"
        answer = say(f"review_page.settle_answer_{self._about}")
        self.confirm.setText(say(yes, count=asked, answer=answer))
        self.all.setText(say("review_page.settle_kin", count=kin, answer=answer))
        self.no.setText(say(_NO.get(self._about, "review_page.settle_no")))

    def close_question(self) -> None:
        """Unanswered; the keyboard goes back to where it was."""
        self._asked = ()
        held, self._held = self._held, None
        focused = QApplication.focusWidget()
        if focused is not None and self.isAncestorOf(focused) and held is not None and held.isVisible():
            held.setFocus()
        self.hide()

    def show_open(self, findings: Sequence[StoredFinding]) -> None:
        """These are open in the document that is shown now: what is settled or gone is asked about no more."""
        still = {each.finding_id for each in findings if each.is_open}
        if not still.issuperset(self._asked) or not self._asked:
            self.close_question()

    def event(self, event: QEvent) -> bool:
        """Letters answer here: on the page around it they would approve, reject or turn to another document."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.modifiers() in BARE:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """In the remark a letter is written."""
        answers = {
            Qt.Key.Key_Y: self._say_yes,
            Qt.Key.Key_S: self._say_all,
            Qt.Key.Key_N: self._say_no,
            Qt.Key.Key_Escape: self.close_question,
        }
        answer = answers.get(Qt.Key(event.key())) if event.modifiers() in BARE and not event.isAutoRepeat() else None
        if answer is None:
            super().keyPressEvent(event)
        else:
            answer()

    def _say_yes(self) -> None:
        self._say(self._asked, f"review_page.settled_{self._about}")

    def _say_all(self) -> None:
        if not self.all.isHidden():
            self._say(self._kin, f"review_page.settled_{self._about}")

    def _say(self, finding_ids: tuple[int, ...], reason: str) -> None:
        remark = self.remark.text().strip()
        self.close_question()
        if finding_ids:
            told = say(reason)
            self._settle(finding_ids, say("review_page.settled_remark", told=told, remark=remark) if remark else told)

    def _say_no(self) -> None:
        if self._about == ReasonKind.PROPOSED_EXCLUSIONS:
            self._say(self._asked, "review_page.settled_no_exclusion")
        else:
            self.close_question()
            self._correct()


def asked_about(findings: Sequence[StoredFinding]) -> str:
    """What there is to decide: what the names of the sentences end with."""
    asked = {ASKED_APART.get(each.kind, family_of(each.kind).value) for each in findings}
    return asked.pop() if len(asked) == 1 else SEVERAL


def _words(findings: Sequence[StoredFinding]) -> str:
    """What the findings say, the first of many; how many are answered at once stands before."""
    told = list(dict.fromkeys(wording.finding_message(each) for each in findings))
    lines = told[:SHOWN_MESSAGES] + (["\u2026"] if len(told) > SHOWN_MESSAGES else [])
    if len(findings) > 1:
        lines.insert(0, say("review_page.settle_count", count=len(findings)))
    return "\n".join(lines)
