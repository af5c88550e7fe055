"""Practice beside an answer: a card that says that it is practice, and leads to its own document."""

from insurance_desktop.domain.practice import PracticeHit
from insurance_desktop.gui.look.parts import button, column, label, set_role
from insurance_desktop.packs.practice_words import practice_words
from insurance_desktop.packs.wording import say

from .answer_actions import Taking
from .answer_cards import Card, foot_of, sourced, words_of, wrapped


class PracticeCard(Card):
    """An entry of practice; what it names is not what is in force."""

    def __init__(self, taking: Taking, hit: PracticeHit, notice: str) -> None:
        super().__init__(taking)
        self.hit = hit
        set_role(self, "weak")
        heading = say("practice.title", title=hit.entry.title)
        self.setAccessibleName(heading)
        self.setAccessibleDescription(notice)
        self.words = words_of(practice_words(hit))
        self.setLayout(
            column(
                wrapped(label(heading, "heading")),
                wrapped(label(notice, "warning")),
                self.words,
                sourced(hit.source_reference),
                foot_of(None, button(say("gui.open_page"), self.open)),
                margin=14,
                gap=8,
            )
        )

    def open(self) -> None:
        self.taking.open(self.hit.source_reference)
