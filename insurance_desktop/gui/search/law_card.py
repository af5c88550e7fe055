"""An article of a law as a card: its law, edition and days, the whole text, a citation to copy."""

from insurance_desktop.domain.laws import LawArticle, LawHit
from insurance_desktop.gui.look.parts import button, column, copy_text, label
from insurance_desktop.gui.look.passage import Verbatim
from insurance_desktop.gui.pages import Place
from insurance_desktop.packs.wording import say
from insurance_desktop.services.search.law_words import edition_words, law_citation

from .answer_actions import Taking
from .answer_cards import Card, CopyButton, foot_of, wrapped


class LawCard(Card):
    """`passage` is the paragraph or the item that was asked for; an article of a document opens there. `is_weak`: it is
    no answer."""

    def __init__(
        self, taking: Taking, article: LawArticle | LawHit, passage: str | None = None, *, is_weak: bool = False
    ) -> None:
        super().__init__(taking)
        self.article = article
        self.passage = passage
        heading = f"{article.law} {article.article}"
        self.setAccessibleName(heading)
        self.setAccessibleDescription(passage or article.text)
        self.copy_button = CopyButton(self.copy)
        self.open_button = button(say("gui.open_page"), self.open)
        self.open_button.setVisible(article.document_id is not None)
        inner = column(wrapped(label(heading, "heading")), margin=14, gap=8)
        if is_weak:
            inner.addWidget(wrapped(label(say("search_page.weak"), "warning")))
        where = (edition_words(article), *article.chapter)
        inner.addWidget(wrapped(label(" \u00b7 ".join(where), "muted")))
        if passage:
            inner.addWidget(wrapped(label(say("search_page.law_passage"), "muted")))
            inner.addWidget(Verbatim(passage))
            inner.addWidget(wrapped(label(say("search_page.law_whole"), "muted")))
        inner.addWidget(Verbatim(article.text))
        inner.addWidget(wrapped(label(say("search_page.law_is_no_clause"), "muted")))
        inner.addLayout(foot_of(None, self.copy_button, self.open_button))
        self.setLayout(inner)

    def open(self) -> None:
        if self.article.document_id is not None:
            self.taking.open_place(Place(self.article.document_id, section=self.article.article))

    def copy(self) -> None:
        copy_text(law_citation(self.article, self.passage))
        self.copy_button.confirm()

    def cite(self) -> None:
        self.copy()
