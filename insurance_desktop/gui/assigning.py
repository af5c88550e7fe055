"""Who shall review: asked for one document or for many, from wherever they are listed."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLineEdit, QWidget

from insurance_desktop.domain.documents import Changes, Document
from insurance_desktop.packs.wording import say

from .context import AppContext
from .look.parts import Chooser, label
from .look.theme import ThemeSwitch
from .notices import Notice
from .questions import Asking, Question
from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.review import assignments

if TYPE_CHECKING:
    from insurance_desktop.services.review.assignments import Assignment


class AssignQuestion(Question):
    """A name, one that is known or another one; nothing for nobody in particular. `answered` takes it and a note."""

    def __init__(
        self,
        parent: QWidget,
        theme: ThemeSwitch,
        count: int,
        people: Sequence[str],
        answered: Callable[[str, str], None],
    ) -> None:
        super().__init__(parent, say("gui.assign_title", count=count), say("gui.assign_text"))
        self.name = Chooser(theme)
        self.name.setEditable(True)
        self.name.addItems(list(people))
        self.name.setCurrentText("")
        self.name.setAccessibleName(say("gui.assign_to"))
        field = self.name.lineEdit()
        if field is not None:
            field.setMaxLength(60)
            field.setPlaceholderText(say("gui.assign_nobody"))
        self.note = QLineEdit()
        self.note.setAccessibleName(say("gui.assign_note"))
        self.note.setPlaceholderText(say("gui.assign_note"))
        for words, part in (("gui.assign_to", self.name), ("gui.assign_note", self.note)):
            self.body.addWidget(label(say(words), "muted"))
            self.body.addWidget(part)
        self.confirm.setText(say("gui.assign_confirm"))
        self.accepted.connect(lambda: answered(self.name.currentText().strip(), self.note.text().strip()))
        self.name.setFocus()


class Assigning(QObject):
    """`ask` about documents; who assigns them is asked for where nobody has given a name."""

    def __init__(self, context: AppContext, owner: QWidget) -> None:
        super().__init__(owner)
        self._context = context
        self._owner = owner
        self.asking = Asking(owner, context.settings, context.name_reviewer)
        self.question: AssignQuestion | None = None

    def ask(self, documents: Sequence[Document]) -> None:
        chosen = tuple(documents)
        if self._context.read_only.is_on:
            self._context.read_only.tell()
        elif chosen:
            self.asking.name(lambda reviewer: self._ask_whom(chosen, reviewer))

    def _ask_whom(self, chosen: tuple[Document, ...], reviewer: str) -> None:
        self._context.read(
            lambda workspace: assignments.people(workspace.library), lambda known: self._open(chosen, reviewer, known)
        )

    def _open(self, chosen: tuple[Document, ...], reviewer: str, known: tuple[str, ...]) -> None:
        people = tuple(dict.fromkeys((reviewer, *known)))
        self.question = AssignQuestion(
            self._owner.window(),
            self._context.theme,
            len(chosen),
            people,
            lambda to, note: self._assign(chosen, reviewer, to, note),
        )
        self.question.open()

    def _assign(self, chosen: tuple[Document, ...], reviewer: str, to: str, note: str) -> None:
        numbers = tuple(each.document_id for each in chosen)

        def done(given: "tuple[Assignment, ...]") -> None:
            self._context.tell(Changes(frozenset(numbers)))
            words = say("gui.assigned", count=len(given), to=to) if to else say("gui.given_back", count=len(given))
            self._context.noticed.emit(Notice("good", words))

        self._context.write(
            "",
            lambda workspace: assignments.assign(workspace.library, numbers, to=to, reviewer=reviewer, note=note),
            done,
        )
