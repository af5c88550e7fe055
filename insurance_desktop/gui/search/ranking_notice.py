"""The ranking needs care: what that means for answers, and the way to judge it, or to let it pass with a reason."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QFrame, QWidget

from insurance_desktop.domain.documents import Changes
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import button, label, row, set_role
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.questions import Question, ReasonQuestion, ReviewerQuestion
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.evaluation import golden_sets, ranking_judgement

if TYPE_CHECKING:  # numpy and the model come with it
    from insurance_desktop.services.evaluation.ranking_judgement import Activation

LANE = "ranking"


class RankingStrip(QFrame):
    """Shown while the ranking was not judged here, or missed a bar. `question` is the dialog that is open."""

    def __init__(self, context: AppContext, page: QWidget) -> None:
        super().__init__(page)  # shown before it is laid out: without a parent it would be a window of its own
        self._context = context
        self._page = page
        self._again: Callable[[], None] | None = None
        self.question: Question | None = None
        set_role(self, "notice")
        self.setProperty("kind", "warning")
        self.words = label("", wrap=True)
        self.judge = button(say("search_page.ranking_judge"), self.show_question)
        context.read_only.changing(self.judge)
        self.setLayout(row((self.words, 1), self.judge, margin=8))
        context.ranking_judged.connect(self.show_state)
        self.show_state()

    def show_state(self) -> None:
        warning = self._context.ranking_warning
        self.words.setText(say("search_page.ranking_care", warning=warning) if warning else "")
        self.setVisible(bool(warning))

    def show_question(self, again: Callable[[], None] | None = None) -> None:
        """Judge it now; a name stands behind the verdict. `again` asks the open question once more after it."""
        self._again = again
        if not self._context.settings.reviewer:
            self._ask(ReviewerQuestion(self._page.window(), "", self._named))
            return
        question = Question(self._page.window(), say("search_page.ranking_judge"), say("search_page.ranking_text"))
        question.confirm.setText(say("search_page.ranking_judge"))
        question.accepted.connect(self._judge)
        self._ask(question)

    def _named(self, name: str) -> None:
        self._context.name_reviewer(name)
        self.show_question(self._again)

    def _judge(self) -> None:
        reviewer = self._context.settings.reviewer
        self._do(
            lambda workspace, progress, cancel: ranking_judgement.activate(
                workspace.engine,
                golden_sets.read_bars(golden_sets.default_bars_path()),
                reviewer=reviewer,
                progress=progress,
                cancel=cancel,
            ),
            self._judged,
        )

    def _judged(self, activation: "Activation") -> None:
        self._ended(lambda: None)
        if not activation.is_refused:
            self._active()
            return
        self._context.ask_of_ranking()
        self._ask(
            ReasonQuestion(
                self._page.window(),
                say("search_page.ranking_refused"),
                say("search_page.ranking_refused_text", missed=activation.verdict.reason),
                say("search_page.ranking_override"),
                lambda reason: self._override(activation, reason),
            )
        )

    def _override(self, judged: "Activation", reason: str) -> None:
        reviewer = self._context.settings.reviewer
        self._do(
            lambda workspace, _progress, _cancel: ranking_judgement.override(
                workspace.engine, judged, reviewer=reviewer, reason=reason
            ),
            lambda _: self._ended(self._active),
        )

    def _do(self, job: Callable[..., Any], done: Callable[[Any], None]) -> None:
        self.judge.setEnabled(False)
        self._context.run(
            say("search_page.job_ranking"),
            job,
            done,
            lambda failure: self._ended(lambda: self._context.notice_failure(failure)),
            stopped=lambda: self._ended(
                lambda: self._context.noticed.emit(Notice("information", say("gui.job_stopped")))
            ),
            lane=LANE,
        )

    def _active(self) -> None:
        self._context.noticed.emit(Notice("good", say("search_page.ranking_active")))
        self._context.ask_of_ranking()
        self._context.tell(Changes(frozenset(), index=True))
        again, self._again = self._again, None
        if again is not None:
            again()

    def _ended(self, tell: Callable[[], None]) -> None:
        self.judge.setEnabled(True)
        self.show_state()
        tell()

    def _ask(self, question: Question) -> None:
        self.question = question
        question.open()
