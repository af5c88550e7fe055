"""A question with its options: one's own choice first, then what is right and what the program answers, with its place.

Where the keyboard stands in no field, letters and figures choose, Enter goes on, and Page Up and Down scroll.
"""

from datetime import datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSlider, QButtonGroup, QScrollArea, QWidget

from insurance_desktop.domain.choice_questions import ChoiceKind
from insurance_desktop.domain.exam import ExamAnswer, ExamArm
from insurance_desktop.domain.practising import JudgedBy, JudgedChoice, PractisedQuestion
from insurance_desktop.gui.look.parts import (
    COMMANDS,
    STRETCH,
    button,
    card,
    clear,
    column,
    label,
    row,
    scrolling,
    set_primary,
    set_role,
)
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.packs.wording import say
from insurance_desktop.services.exam.labels import options_of

from .evidence_list import EvidenceList
from .option_row import OptionRow

WIDEST = 780
KINDS = {
    ChoiceKind.SINGLE: "practise_page.kind_single",
    ChoiceKind.MULTIPLE: "practise_page.kind_multiple",
    ChoiceKind.TRUE_FALSE: "practise_page.kind_true_false",
}
VERDICTS = {
    True: ("practise_page.right", "good"),
    False: ("practise_page.wrong", "danger"),
    None: ("practise_page.unjudged", "warning"),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SCROLLS = {
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
}


class QuestionView(QWidget):
    """`chosen` brings the labels that were chosen, `recounted` whether the choice is to count as right. `judged` is
    what came of it, None before."""

    chosen = Signal(str)
    recounted = Signal(bool)
    next_wanted = Signal()
    stop_wanted = Signal()
    place_wanted = Signal(object)  # EvidencePlace

    def __init__(self) -> None:
        super().__init__()
        self.judged: JudgedChoice | None = None
        self.counts_right: bool | None = None  # as it was judged, or as a person says since
        self.rows: list[OptionRow] = []
        self._group = QButtonGroup(self)
        self._is_waiting = False
        self.where = label("", "muted", wrap=True)
        self.stem = label("", "heading", wrap=True)
        self.stem.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._options = column(gap=2)
        self.hint = label(say("practise_page.hint"), "muted", wrap=True)
        self.verdict = label("", "muted", wrap=True)
        self.due = label("", "muted", wrap=True)
        self.answer = label("", wrap=True)
        self.evidence = EvidenceList()
        self.told = card()
        self.check = button(say("practise_page.check"), self.choose, primary=True)
        self.stop = button(say("gui.stop_job"), self.stop_wanted.emit)
        self.next = button(say("practise_page.skip"), self.next_wanted.emit)
        self.count_right = button(say("practise_page.count_right"), lambda: self.recounted.emit(True))
        self.count_wrong = button(say("practise_page.count_wrong"), lambda: self.recounted.emit(False))
        self._scrolling = QTimer(self)  # once what has come was laid out
        self._scrolling.setSingleShot(True)
        self._scrolling.setInterval(0)
        self._scrolling.timeout.connect(lambda: self.area.ensureWidgetVisible(self.verdict))
        self._lay_out()
        self.evidence.wanted.connect(self.place_wanted)

    def _lay_out(self) -> None:
        self.told.setLayout(column(self.verdict, self.due, self.answer, self.evidence, margin=12, gap=6))
        inner = column(self.where, self.stem, self._options, self.hint, self.told, STRETCH, gap=10)
        self.area: QScrollArea = scrolling(inner, widest=WIDEST)
        self.area.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        foot = row(self.count_right, self.count_wrong, STRETCH, self.stop, self.next, self.check)
        self.setLayout(column((self.area, 1), foot, gap=8))

    # --- what stands there ------------------------------------------------------------------------------------
    def show_question(self, asked: PractisedQuestion, where: str) -> None:
        """A new question, in which nothing is chosen yet; the keyboard goes to its first option."""
        question = asked.question
        self.judged, self._is_waiting = None, False
        self.where.setText(say("practise_page.where", where=where, kind=say(KINDS[question.kind])))
        self.stem.setText(question.stem)
        clear(self._options)
        self._group.deleteLater()
        self._group = QButtonGroup(self)
        is_one = question.kind is not ChoiceKind.MULTIPLE
        self._group.setExclusive(is_one)
        self.rows = [OptionRow(each, is_one=is_one) for each in options_of(question)]
        for each in self.rows:
            self._options.addWidget(each)
            self._group.addButton(each.mark)
            each.mark.toggled.connect(self._weigh)
        self.area.verticalScrollBar().setValue(0)
        self._weigh()
        self.take_keyboard()

    def take_keyboard(self) -> None:
        """To where the work goes on."""
        (self if self._is_waiting else self._step).setFocus()

    @property
    def _step(self) -> QWidget:
        if self.judged is not None:
            return self.next
        marks = [each.mark for each in self.rows]
        return next((each for each in marks if each.isChecked()), marks[0])

    def wait(self) -> None:
        """The answer is under way."""
        self._is_waiting = True
        self._weigh()
        self.setFocus()

    def show_judged(self, judged: JudgedChoice, *, arm: str) -> None:
        """`arm`: who was asked; another one may have answered."""
        self.judged, self._is_waiting = judged, False
        for each in self.rows:
            each.close_for(is_right=each.option.label in judged.truth if judged.truth else None)
        self._say_verdict(judged.is_right, judged.due)
        answer = judged.answer
        self.answer.setText(_words(answer, arm) if answer is not None else judged.message or "")
        self.evidence.show_evidence(answer.evidence if answer is not None else (), judged.places)
        self._weigh()
        self.next.setFocus()
        self._scrolling.start()

    def count_anew(self, *, is_right: bool, due: datetime | None) -> None:
        """What a person says of the choice holds."""
        if self.judged is not None:
            key = "practise_page.counted_right" if is_right else "practise_page.counted_wrong"
            self._say_verdict(is_right, due, say(key))
            self.next.setFocus()  # the button that was pressed is gone

    def resume(self, words: str = "") -> None:
        """No answer comes; why, where it is a fault. One may choose again."""
        self._is_waiting = False
        self._weigh()
        self.told.setVisible(bool(words))
        set_role(self.verdict, "danger")
        self.verdict.setText(words)
        for each in (self.due, self.answer, self.evidence):
            each.hide()
        self.take_keyboard()

    def fail(self, failure: Failure) -> None:
        self.resume(f"{failure.message} {failure.hint}".strip())

    def _say_verdict(self, is_right: bool | None, due: datetime | None, said: str = "") -> None:
        judged = self.judged
        if judged is None:
            return
        self.counts_right = is_right
        key, role = VERDICTS[is_right]
        by = "practise_page.by_key" if judged.judged_by is JudgedBy.KEY else "practise_page.by_answer"
        words = said or say(key, by=say(by), truth=judged.truth)
        set_role(self.verdict, role)
        self.verdict.setText(words)
        self.due.setText(_when(due))
        self.next.setAccessibleDescription(words)
        self.count_right.setVisible(is_right is not True)
        self.count_wrong.setVisible(is_right is not False)

    def _weigh(self) -> None:
        """What can be pressed and what is to be seen now."""
        is_done = self.judged is not None
        self.check.setVisible(not is_done and not self._is_waiting)
        self.check.setEnabled(any(each.mark.isChecked() for each in self.rows))
        self.stop.setVisible(self._is_waiting)
        self.next.setVisible(not self._is_waiting)
        self.next.setText(say("practise_page.next" if is_done else "practise_page.skip"))
        set_primary(self.next, is_done)
        self.hint.setVisible(not is_done)
        for part in (self.told, self.due, self.answer, self.evidence):
            part.setVisible(is_done)
        if not is_done:
            self.next.setAccessibleDescription("")
            self.count_right.hide()
            self.count_wrong.hide()
            for each in self.rows:
                each.mark.setEnabled(not self._is_waiting)

    # --- choosing ---------------------------------------------------------------------------------------------
    def choose(self) -> None:
        labels = "".join(each.option.label for each in self.rows if each.mark.isChecked())
        if labels and self.judged is None and not self._is_waiting:
            self.chosen.emit(labels)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() & COMMANDS:
            super().keyPressEvent(event)
        elif event.key() in _SCROLLS:
            self.area.verticalScrollBar().triggerAction(_SCROLLS[Qt.Key(event.key())])
        elif event.key() in _ENTER:
            if not event.isAutoRepeat():
                self._go_on()
        elif not self._pick(event.text()):
            super().keyPressEvent(event)

    def _go_on(self) -> None:
        if self.judged is not None:
            self.next_wanted.emit()
        else:
            self.choose()

    def _pick(self, sign: str) -> bool:
        """The option of a letter, or of its place in figures."""
        if self.judged is not None or self._is_waiting or not sign:
            return False
        for place, each in enumerate(self.rows, start=1):
            if sign.upper() == each.option.label or sign == str(place):
                each.mark.click()
                each.mark.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return True
        return False


def _words(answer: ExamAnswer, arm: str) -> str:
    """The answer with how sure it is, and what has to be said beside it or instead."""
    told = []
    if answer.answer is not None:
        told.append(say("practise_page.answer", answer=answer.answer, confidence=f"{answer.confidence:.2f}"))
    if answer.reply:
        told.append(answer.reply)
    if arm == ExamArm.MODEL:
        is_models = answer.arm is ExamArm.MODEL
        told.append(say("practise_page.by_model" if is_models else "practise_page.model_failed"))
    return "\n".join(told) or say("practise_page.nearest")


def _when(due: datetime | None) -> str:
    """When the question comes again, on this machine's calendar."""
    if due is None:
        return say("practise_page.not_kept")
    here = due.astimezone()
    if here.date() <= datetime.now().astimezone().date():
        return say("practise_page.again_today")
    return say("practise_page.again_on", date=f"{here:%Y-%m-%d}")
