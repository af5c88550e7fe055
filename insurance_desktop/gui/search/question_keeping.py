"""A question is kept with the clauses that answer it, by a person with a name."""

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from insurance_desktop.domain.answers import Hit
from insurance_desktop.gui.look.parts import label
from insurance_desktop.gui.look.wording import heading_of
from insurance_desktop.gui.review.decisions.questions import Question
from insurance_desktop.packs.wording import say

from .answer_words import source_words

Answered = Callable[[str, tuple[str, ...], str], None]


class KeepQuestion(Question):
    """`clauses` are the hits to choose from; where there are none, the right answer is that no clause answers it."""

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
