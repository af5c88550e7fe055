"""Asks for a server of language models: name, kind, address, models and key."""

from dataclasses import dataclass, field

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from insurance_desktop.domain.endpoints import Endpoint, EndpointKind
from insurance_desktop.gui.look.parts import MARGIN, Chooser, label
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.questions import Question
from insurance_desktop.packs.wording import say

KINDS = (
    (EndpointKind.OPENAI, "endpoints.ask_kind_openai"),
    (EndpointKind.ANTHROPIC, "endpoints.ask_kind_anthropic"),
)
FIELDS = (
    ("base_url", "endpoints.ask_url"),
    ("fast", "endpoints.ask_fast"),
    ("strong", "endpoints.ask_strong"),
    ("transcription", "endpoints.ask_transcription"),
    ("speech", "endpoints.ask_speech"),
    ("voice", "endpoints.ask_voice"),
)
"""Fields of an endpoint that are texts, with their words."""


@dataclass(frozen=True, slots=True)
class EndpointAnswer:
    """What was entered, by field; `key` is "" where none was typed."""

    name: str
    given: dict[str, object]
    key: str = field(repr=False)  # a log may hold what a failed call was given


class EndpointQuestion(Question):
    """保存 stays shut until name and address are there; what else is wrong is said when it is kept."""

    answered = Signal(object)  # EndpointAnswer

    def __init__(self, parent: QWidget, theme: ThemeSwitch, known: Endpoint | None) -> None:
        super().__init__(parent, say("endpoints.card_title"))
        self.name = QLineEdit(known.name if known else "")
        self.name.setEnabled(known is None)
        self.kind = Chooser(theme)
        for kind, words in KINDS:
            self.kind.addItem(say(words), kind.value)
        self.kind.setCurrentIndex(self.kind.findData(known.kind.value) if known else 0)
        self.fields = {name: QLineEdit(getattr(known, name) if known else "") for name, _words in FIELDS}
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(say("endpoints.ask_key_kept") if known else "")
        self.confirm.setText(say("endpoints.ask_save"))
        self.accepted.connect(self._answer)
        self._lay_out()
        for each in (self.name, self.fields["base_url"]):
            each.textChanged.connect(self._look)
        self._look()
        (self.fields["base_url"] if known else self.name).setFocus()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(MARGIN)
        asked: list[tuple[str, QWidget]] = [("endpoints.ask_name", self.name), ("endpoints.ask_kind", self.kind)]
        asked += [(words, self.fields[name]) for name, words in FIELDS]
        asked.insert(3, ("endpoints.ask_key", self.key))
        for line, (words, entry) in enumerate(asked):
            named = label(say(words))
            named.setBuddy(entry)
            entry.setAccessibleName(say(words))
            grid.addWidget(named, line, 0)
            grid.addWidget(entry, line, 1)
        self.body.addLayout(grid)

    def _look(self) -> None:
        self.confirm.setEnabled(bool(self.name.text().strip() and self.fields["base_url"].text().strip()))

    def _answer(self) -> None:
        given: dict[str, object] = {name: entry.text().strip() for name, entry in self.fields.items()}
        given["kind"] = EndpointKind(self.kind.currentData())
        self.answered.emit(EndpointAnswer(self.name.text().strip(), given, self.key.text().strip()))
