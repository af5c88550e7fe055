"""Why there is no answer: a sentence, what to do next, and the buttons that do it."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from insurance_desktop.domain.answers import Nearest, ProductMatch
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.gui.look.parts import button, column, label, row, set_role
from insurance_desktop.gui.look.wording import heading_of, product_words
from insurance_desktop.packs.wording import say

EVERYWHERE, REVIEW, INDEX, RANKING, KEEP = "everywhere", "review", "index", "ranking", "keep"
STEP_WORDS = {
    EVERYWHERE: "search_page.step_everywhere",
    REVIEW: "search_page.step_review",
    INDEX: "search_page.step_index",
    RANKING: "search_page.step_ranking",
    KEEP: "search_page.step_keep_none",
}
ADVICE = {
    AnswerStatus.NO_MATCH: "search_page.advice_no_match",
    AnswerStatus.WEAK: "search_page.advice_weak",
    AnswerStatus.AMBIGUOUS: "search_page.advice_ambiguous",
    AnswerStatus.NOT_FOUND: "search_page.advice_not_found",
    AnswerStatus.EMPTY_LIBRARY: "search_page.advice_empty_library",
    AnswerStatus.INDEX_STALE: "search_page.advice_index_stale",
    AnswerStatus.WITHHELD: "search_page.advice_withheld",
}


class Silence(QFrame):
    """`nearest` are titles only, never the text of a clause that did not match. `stepped` brings one of the steps."""

    nearest_picked = Signal(object)  # Nearest
    product_picked = Signal(object)  # ProductMatch
    stepped = Signal(str)

    def __init__(
        self,
        status: AnswerStatus,
        message: str,
        *,
        steps: Iterable[str] = (),
        nearest: tuple[Nearest, ...] = (),
        candidates: tuple[ProductMatch, ...] = (),
    ) -> None:
        super().__init__()
        set_role(self, "card")
        self.message = label(message, "heading", wrap=True)
        wanted = tuple(steps)
        key = "search_page.advice_refused" if RANKING in wanted else ADVICE.get(status, "")
        self.advice = label(say(key) if key else "", "muted", wrap=True)
        self.buttons: list[QPushButton] = []
        self.products: list[QPushButton] = []
        self.steps: dict[str, QPushButton] = {}
        inner = column(self.message, self.advice, margin=18, gap=8)
        for candidate in candidates:
            made = button(product_words(candidate), partial(self.product_picked.emit, candidate))
            self.products.append(made)
            inner.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
        self._add_steps(inner, wanted)
        if nearest:
            inner.addWidget(label(say("gui.nearest"), "muted"))
        for each in nearest:
            words = f"{heading_of(each.section_id, each.section_title)}　{each.product_name or ''}".strip()
            made = button(words, partial(self.nearest_picked.emit, each))
            self.buttons.append(made)
            inner.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
        self.setLayout(inner)
        self.setAccessibleName(f"{message} {self.advice.text()}".strip())

    def _add_steps(self, inner: QVBoxLayout, steps: tuple[str, ...]) -> None:
        line = row()
        for step in steps:
            made = button(say(STEP_WORDS[step]), partial(self.stepped.emit, step), primary=step != KEEP)
            self.steps[step] = made
            line.addWidget(made)
        line.addStretch()
        inner.addLayout(line)
