"""Converting documents again and withdrawing imports: two buttons beside what is chosen in the library."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.documents import Changes, Document
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.running import CancelCheck, Cancelled, Progress, ProgressCallback
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.flow import Flow
from insurance_desktop.gui.look.parts import button
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.questions import Question
from insurance_desktop.gui.running.jobs import IMPORTS
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say, sentence

with imported_when_used():
    from insurance_desktop.services.importing import taking_back

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace


class TakingBack(QWidget):
    """`show_documents` says which documents the buttons are about; others can be put among its `tools`."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._documents: tuple[Document, ...] = ()
        self.question: Question | None = None
        self.convert = button(say("gui.convert_again"), self.convert_again)
        self.withdraw = button(say("gui.withdraw_import"), self.ask_to_withdraw)
        context.read_only.changing(self.convert, self.withdraw)
        self.tools = Flow(self.convert, self.withdraw, gap=8)
        self.setLayout(self.tools)

    def show_documents(self, documents: Sequence[Document]) -> None:
        self._documents = tuple(documents)

    def convert_again(self) -> None:
        chosen = self._documents
        numbers = tuple(each.document_id for each in chosen)

        def done(_documents: tuple[Document, ...]) -> None:
            self._tell(chosen)
            self._context.noticed.emit(Notice("good", say("gui.converted_again", count=len(chosen))))

        self._context.run(
            say("gui.converting_again", count=len(chosen)),
            lambda workspace, progress, cancel: taking_back.convert_again(
                workspace.library, workspace.converter, numbers, progress=progress, cancel=cancel
            ),
            done,
            stopped=self._context.imports.stop,
            lane=IMPORTS,
        )

    def ask_to_withdraw(self) -> None:
        count = len(self._documents)
        self.question = Question(self.window(), say("gui.withdraw_title", count=count), say("gui.withdraw_text"))
        self.question.confirm.setText(say("gui.withdraw_confirm"))
        self.question.accepted.connect(self._withdraw)
        self.question.open()

    def _withdraw(self) -> None:
        chosen = self._documents

        def work(workspace: "Workspace", progress: ProgressCallback, cancel: CancelCheck) -> list[str]:
            refused = []
            for step, each in enumerate(chosen, start=1):
                if cancel():
                    raise Cancelled
                try:
                    taking_back.withdraw_import(workspace.library, each.document_id)
                except WorkbenchError as error:
                    refused.append(str(sentence(error)))
                progress(Progress(step, len(chosen), wording.title_of(each)))
            return refused

        def done(refused: list[str]) -> None:
            self._tell(chosen)
            words = say("gui.several_done", done=len(chosen) - len(refused), refused=len(refused))
            shown, whole = "\n".join(refused[:3]), "\n".join(refused)
            self._context.noticed.emit(Notice("warning" if refused else "good", words, shown, whole))

        title = say("gui.withdrawing", count=len(chosen))
        self._context.run(title, work, done, stopped=lambda: self._tell(chosen), lane=IMPORTS)

    def _tell(self, chosen: Sequence[Document]) -> None:
        self._context.tell(Changes(frozenset(each.document_id for each in chosen), products=True))
