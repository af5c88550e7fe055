"""What a site's runs found that a person must look at, each with what to do and the two ways to answer it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from insurance_desktop.gui.look import icons
from insurance_desktop.gui.look.parts import button, clear, column, label, row
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say
from insurance_desktop.services.collecting.alarms import ToldAlarm

from . import collecting_words

MOST_SHOWN = 5
ICON_SIDE = 18


class AlarmList(QWidget):
    """`review_wanted` brings a document's id, `answer_wanted` an alarm that the person has looked at."""

    review_wanted = Signal(int)
    answer_wanted = Signal(object)

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._theme = theme
        self._alarms: tuple[ToldAlarm, ...] = ()
        self._rows = column(gap=8)
        self.setLayout(self._rows)
        self.hide()
        theme.changed.connect(lambda _colours: self._draw())

    def show_alarms(self, alarms: tuple[ToldAlarm, ...]) -> None:
        if alarms != self._alarms:
            self._alarms = alarms
            self._draw()

    def _draw(self) -> None:
        clear(self._rows)
        for each in self._alarms[:MOST_SHOWN]:
            self._rows.addWidget(self._line(each))
        more = len(self._alarms) - MOST_SHOWN
        if more > 0:
            self._rows.addWidget(label(say("collection.more_alarms", count=more), "muted", wrap=True))
        self.setVisible(bool(self._alarms))

    def _line(self, alarm: ToldAlarm) -> QFrame:
        sign = QLabel()
        sign.setPixmap(icons.icon("warning", self._theme.colours.danger).pixmap(ICON_SIDE, ICON_SIDE))
        title = label(collecting_words.alarm_title(alarm), "danger", wrap=True)
        texts = column(gap=2)
        for each in (title, label(alarm.message, wrap=True), label(alarm.hint, "muted", wrap=True)):
            each.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            texts.addWidget(each)
        texts.addLayout(self._actions(alarm))
        line = row((sign, 0, Qt.AlignmentFlag.AlignTop), (texts, 1), gap=10)
        made = QFrame()
        made.setAccessibleName(f"{title.text()} {alarm.message}")
        made.setLayout(line)
        return made

    def _actions(self, alarm: ToldAlarm) -> QHBoxLayout:
        document_id = alarm.document_id
        actions = row()
        if document_id is not None:
            actions.addWidget(button(say("collection.alarm_review"), lambda: self.review_wanted.emit(document_id)))
        answer = button(say("collection.alarm_answer"), lambda: self.answer_wanted.emit(alarm))
        answer.setAccessibleDescription(alarm.message)
        actions.addWidget(answer)
        actions.addStretch()
        return actions
