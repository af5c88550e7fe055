"""What can be done with an answer: its page, a citation, a kept question, evidence, the next step."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QLineEdit, QWidget

from insurance_desktop.domain.answers import Hit, IndexReport, SourceReference
from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.evaluation import NONE
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import copy_text, label
from insurance_desktop.gui.look.wording import heading_of
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.pages import Place, place_of
from insurance_desktop.gui.questions import Question
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from ..pages import REVIEW
from . import no_answer
from .answer_words import source_words
from .ranking_notice import RankingStrip

with imported_when_used():
    from insurance_desktop.services.evidence import evidence_pack
    from insurance_desktop.services.library import links
    from insurance_desktop.services.search import indexing, kept_questions

if TYPE_CHECKING:
    from insurance_desktop.services.search.kept_questions import Kept

Answered = Callable[[str, tuple[str, ...], str], None]
ZIP_FILTER = "ZIP (*.zip)"


class KeepQuestion(Question):
    """A question is kept with the clauses that answer it, by a person with a name.

    `clauses` are the hits to choose from; where there are none, the right answer is that no clause answers it.
    """

    def __init__(
        self,
        parent: QWidget,
        words: str,
        hits: tuple[Hit, ...],
        chosen: Hit | None,
        answered: Answered,
        *,
        reviewer: str,
    ) -> None:
        text = say("search_page.keep_text" if hits else "search_page.keep_none_text")
        super().__init__(parent, say("search_page.keep"), text)
        self.setMinimumWidth(560)
        self.words = QLineEdit(words)
        self.words.setAccessibleName(say("search_page.keep_question"))
        self.body.addWidget(label(say("search_page.keep_question"), "muted"))
        self.body.addWidget(self.words)
        self.clauses: list[tuple[QCheckBox, str]] = []
        for hit in hits:
            heading = heading_of(hit.section_id, hit.section_title)
            box = QCheckBox(f"{heading}　{source_words(hit.source_reference, hit.edition_status)}")
            box.setChecked(hit is chosen)
            box.toggled.connect(self._weigh)
            self.clauses.append((box, hit.chunk_id))
            self.body.addWidget(box)
        self.reviewer = QLineEdit(reviewer)
        self.reviewer.setMaxLength(60)
        self.reviewer.setAccessibleName(say("gui.ask_reviewer"))
        self.reviewer.setPlaceholderText(say("gui.reviewer_placeholder"))
        self.body.addWidget(label(say("gui.ask_reviewer"), "muted"))
        self.body.addWidget(self.reviewer)
        self.confirm.setText(say("search_page.keep"))
        self.words.textChanged.connect(self._weigh)
        self.reviewer.textChanged.connect(self._weigh)
        self.accepted.connect(lambda: answered(self.words.text().strip(), self.chosen, self.reviewer.text().strip()))
        (self.reviewer if not reviewer else self.confirm).setFocus()
        self._weigh()

    @property
    def chosen(self) -> tuple[str, ...]:
        return tuple(clause_id for box, clause_id in self.clauses if box.isChecked())

    def _weigh(self) -> None:
        """A question, a name, and a clause where there are any."""
        said = bool(self.words.text().strip() and self.reviewer.text().strip())
        self.confirm.setEnabled(said and (bool(self.chosen) or not self.clauses))


class Taking(QObject):
    """Lives as long as the page. `question` is the dialog that is open, if one is."""

    search_wanted = Signal(str)  # words to ask as a question

    def __init__(self, context: AppContext, page: QWidget, ranking: RankingStrip) -> None:
        super().__init__(page)
        self._context = context
        self._page = page
        self._ranking = ranking
        self._copying: Job | None = None
        self.question: KeepQuestion | None = None

    def open(self, source: SourceReference) -> None:
        """The page in review, with the place marked."""
        self.open_place(place_of(source))

    def open_place(self, place: Place) -> None:
        self._context.place_wanted.emit(place)

    @property
    def has_regulations(self) -> bool:
        """Whether what is asked are regulations, which point at each other."""
        return self._context.field is not None and bool(self._context.field.regulations.instruments)

    def relate(self, clause_id: str) -> None:
        """The pointers around a regulation, in a window of their own."""
        self._context.regulation_wanted.emit(clause_id)

    def copy(
        self, clause_id: str, words: Callable[[str], str], done: Callable[[], None], page: int | None = None
    ) -> None:
        """`words` makes the citation of its link, which the library is asked for; it opens `page` of the clause."""
        if self._copying is not None:
            self._copying.forget()

        def linked(link: str) -> None:
            self._copying = None
            copy_text(words(link))
            done()

        self._copying = self._context.read(
            lambda workspace: links.link_to_clause(workspace.library, clause_id, page), linked
        )

    # --- golden questions -------------------------------------------------------------------------------------
    def keep(self, words: str, hits: tuple[Hit, ...], chosen: Hit | None) -> None:
        """Ask which of the clauses answer the question, and who says so; without hits the answer is that none does."""
        made = KeepQuestion(
            self._page.window(), words, hits, chosen, self._keep, reviewer=self._context.settings.reviewer
        )
        self.question = made
        made.destroyed.connect(lambda: self._gone(made))
        made.open()

    def _gone(self, made: KeepQuestion) -> None:
        if self.question is made:
            self.question = None

    def _keep(self, words: str, clause_ids: tuple[str, ...], reviewer: str) -> None:
        if not self._context.settings.reviewer:
            self._context.name_reviewer(reviewer)

        def done(kept: "Kept") -> None:
            message = say("search_page.kept", question=kept.question.question)
            self._context.noticed.emit(Notice("good", message, say("search_page.kept_hint")))

        title = say("search_page.job_keep")
        self._context.write(
            title,
            lambda workspace: kept_questions.keep(
                workspace.engine, words, clause_ids, reviewer=reviewer, tier=None if clause_ids else NONE
            ),
            done,
        )

    # --- evidence ---------------------------------------------------------------------------------------------
    def pack(self, clause_id: str, name: str, passage: str | None = None) -> None:
        """Ask where the evidence goes, of a clause or of words of it. The service refuses to write over a file, and
        says so."""
        proposed = "".join(sign if sign.isalnum() or sign in "-._" else "_" for sign in name) + ".zip"
        title = say("search_page.evidence_title")
        target, _ = QFileDialog.getSaveFileName(
            self._page, title, proposed, ZIP_FILTER, options=QFileDialog.Option.DontConfirmOverwrite
        )
        if target:
            self.pack_to(clause_id, Path(target), passage)

    def pack_to(self, clause_id: str, target: Path, passage: str | None = None) -> None:
        file = target if target.suffix else target.with_suffix(".zip")

        def done(written: Path) -> None:
            message = say("search_page.evidence_written", path=str(written))
            self._context.noticed.emit(Notice("good", message, say("search_page.evidence_hint")))

        title = say("search_page.job_evidence")
        self._context.write(
            title,
            lambda workspace: evidence_pack.write_evidence(
                workspace.library, workspace.converter, clause_id, file, passage
            ),
            done,
        )

    # --- what is in the way -----------------------------------------------------------------------------------
    def step(self, step: str, again: Callable[[], None]) -> None:
        """Do one of the next steps of a silence; `again` asks once more after it."""
        if step == no_answer.REVIEW:
            self._context.page_wanted.emit(REVIEW)
        elif step == no_answer.RANKING:
            self._ranking.show_question(again)
        elif step == no_answer.INDEX:
            self._renew(again)

    def _renew(self, again: Callable[[], None]) -> None:
        def done(report: IndexReport) -> None:
            self._context.noticed.emit(Notice("good", say("search_page.index_renewed", count=report.clauses)))
            self._context.tell(Changes(frozenset(), index=True))
            again()

        self._context.run(
            say("search_page.job_index"),
            lambda workspace, progress, cancel: indexing.bring_in_step(
                workspace.engine, progress=progress, cancel=cancel
            ),
            done,
        )
