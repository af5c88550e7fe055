"""What is done with several documents at once: copied as a list, corrected, rejected. Approving stays one by one."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QLineEdit, QWidget

from insurance_desktop.domain.documents import Changes, Document, GivenMetadata
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.running import CancelCheck, Cancelled, Progress, ProgressCallback
from insurance_desktop.gui.assigning import Assigning
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, copy_text, label, set_role
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.questions import Question, ReasonQuestion, ReviewerQuestion
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say, sentence

from .document_model import COLUMNS, Column
from .taking_back import TakingBack

with imported_when_used():
    from insurance_desktop.services.papers import told_table
    from insurance_desktop.services.review import decisions

if TYPE_CHECKING:
    from insurance_desktop.services.papers.told_table import ToldTable
    from insurance_desktop.services.workspace import Workspace


Act = Callable[["Workspace", int, str], object]
LISTED = (
    *COLUMNS,
    Column("gui.fact_assigned", 0, lambda d: d.assigned_to or "", lambda d: d.assigned_to or ""),
    Column("gui.fact_edition", 0, lambda d: d.edition or "", lambda d: d.edition or ""),
    Column("gui.fact_file", 0, wording.file_name, wording.file_name),
)
"""What stands in a copied list: the table, and what tells documents of one name apart."""
CORRECTED = (("company", "gui.column_company"), ("document_type", "gui.column_type"))


class SeveralDocuments(QFrame):
    """Stands where the details of one stand. `review_wanted` brings the id of the first."""

    review_wanted = Signal(int)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self._documents: tuple[Document, ...] = ()
        self.question: Question | None = None
        self.count = label("", "heading", wrap=True)
        self.states = label("", wrap=True)
        self.taking_back = TakingBack(context)
        self.review = button(say("gui.several_review"), self._review, primary=True)
        self.copy = button(say("gui.several_copy"), self.copy_list)
        self.assigning = Assigning(context, self)
        self.assign = button(say("gui.assign"), lambda: self.assigning.ask(self._documents))
        self.correct = button(say("gui.several_correct"), self.ask_correction)
        self.reject = button(say("gui.several_reject"), self.ask_reason, danger=True)
        context.read_only.changing(self.assign, self.correct, self.reject)
        for place, tool in enumerate((self.copy, self.assign, self.correct)):
            self.taking_back.tools.insert(place, tool)
        self.setLayout(
            column(
                self.count,
                self.states,
                label(say("gui.several_text"), "muted", wrap=True),
                STRETCH,
                self.taking_back,
                self.reject,
                self.review,
                margin=MARGIN,
            )
        )

    def show_documents(self, documents: Sequence[Document]) -> None:
        self._documents = tuple(documents)
        self.taking_back.show_documents(documents)
        self.count.setText(say("gui.several_count", count=len(documents)))
        tally: dict[str, int] = {}
        for each in documents:
            word = wording.review_word(each.review_status)
            tally[word] = tally.get(word, 0) + 1
        self.states.setText("   ".join(f"{word} {count}" for word, count in tally.items()))

    def copy_list(self) -> None:
        """As a table program reads it: tabs between cells, the column heads first."""
        lines = ["\t".join(say(each.key) for each in LISTED)]
        lines += ["\t".join(each.shown(document) for each in LISTED) for document in self._documents]
        copy_text("\n".join(lines))
        self._context.noticed.emit(Notice("good", say("gui.several_copied", count=len(self._documents))))

    def list_table(self, _workspace: "Workspace") -> "ToldTable":
        """The same for a file or for paper."""
        heads = tuple(say(each.key) for each in LISTED)
        rows = tuple(tuple(each.shown(document) for each in LISTED) for document in self._documents)
        widths = tuple(max(each.width // 8, 12) for each in LISTED)
        about = (say("gui.several_count", count=len(rows)),)
        return told_table.ToldTable(say("gui.told_list"), about, heads, rows, widths)

    def ask_reason(self) -> None:
        count = len(self._documents)
        self._ask(
            ReasonQuestion(
                self.window(),
                say("gui.several_reject_title", count=count),
                say("gui.reject_text"),
                say("gui.reject_confirm"),
                lambda reason: self._act(
                    "gui.several_rejecting",
                    lambda workspace, number, name: decisions.reject(
                        workspace.library, number, reviewer=name, reason=reason, place=None
                    ),
                ),
            )
        )

    def ask_correction(self) -> None:
        self._ask(
            CorrectionQuestion(
                self.window(),
                len(self._documents),
                lambda said: self._act(
                    "gui.several_correcting",
                    lambda workspace, number, name: decisions.correct(
                        workspace.library, number, reviewer=name, metadata=said
                    ),
                ),
            )
        )

    def _ask(self, question: Question) -> None:
        self.question = question
        question.open()

    def _review(self) -> None:
        if self._documents:
            self.review_wanted.emit(self._documents[0].document_id)

    def _act(self, title: str, act: Act) -> None:
        """Every document in a decision of its own; a name is asked for where nobody has given it."""
        name = self._context.settings.reviewer
        if not name:
            self._ask(ReviewerQuestion(self.window(), "", lambda given: self._named(given, title, act)))
            return
        chosen = self._documents

        def work(workspace: "Workspace", progress: ProgressCallback, cancel: CancelCheck) -> list[str]:
            refused = []
            for step, each in enumerate(chosen, start=1):
                if cancel():
                    raise Cancelled
                try:
                    act(workspace, each.document_id, name)
                except WorkbenchError as error:
                    refused.append(str(sentence(error)))
                progress(Progress(step, len(chosen), wording.title_of(each)))
            return refused

        words = say(title, count=len(chosen))
        self._context.run(
            words, work, lambda refused: self._report(chosen, refused), stopped=lambda: self._told(chosen)
        )

    def _named(self, name: str, title: str, act: Act) -> None:
        self._context.name_reviewer(name)
        self._act(title, act)

    def _told(self, chosen: tuple[Document, ...]) -> None:
        self._context.tell(Changes(frozenset(each.document_id for each in chosen), products=True))

    def _report(self, chosen: tuple[Document, ...], refused: list[str]) -> None:
        self._told(chosen)
        message = say("gui.several_done", done=len(chosen) - len(refused), refused=len(refused))
        details = "\n".join(refused)
        self._context.noticed.emit(Notice("warning" if refused else "good", message, "\n".join(refused[:3]), details))


class CorrectionQuestion(Question):
    """Only what is filled in is corrected, in each of the documents."""

    def __init__(self, parent: QWidget, count: int, answered: Callable[[GivenMetadata], None]) -> None:
        super().__init__(parent, say("gui.several_correct_title", count=count), say("gui.several_correct_text"))
        self.fields = {name: QLineEdit() for name, _ in CORRECTED}
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for name, words in CORRECTED:
            field = self.fields[name]
            field.setAccessibleName(say(words))
            field.textChanged.connect(self._look)
            form.addRow(label(say(words)), field)
        self.body.addLayout(form)
        self.confirm.setText(say("gui.save"))
        self.accepted.connect(lambda: answered(self._said()))
        self._look()
        self.fields["company"].setFocus()

    def _said(self) -> GivenMetadata:
        return GivenMetadata(**{name: field.text().strip() or None for name, field in self.fields.items()})

    def _look(self) -> None:
        self.confirm.setEnabled(self._said() != GivenMetadata())
