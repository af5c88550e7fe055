"""What was said in a session that is opened again: questions with the answers that are remembered."""

from collections.abc import Iterator

from PySide6.QtGui import QTextDocument

from insurance_desktop.domain.asking import AnswerSentence, Conversation, Role
from insurance_desktop.packs.wording import say

from .turn_card import TurnCard


def cards_of(conversation: Conversation) -> Iterator[TurnCard]:
    """One for each question; of a longer conversation, what was said before them first."""
    if conversation.summary:
        yield _card(say("asking_page.before"), conversation.summary)
    asked = ""
    for turn in conversation.turns:
        if turn.role is Role.USER:
            asked = turn.content
        else:
            yield _card(asked, _plain(turn.content))


def _card(question: str, words: str) -> TurnCard:
    card = TurnCard(question)
    card.recall([AnswerSentence(line, (), checked=False) for line in words.splitlines() if line.strip()])
    return card


def _plain(markdown: str) -> str:
    """The words of an answer's Markdown; nothing in it is read as HTML."""
    document = QTextDocument()
    features = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
    document.setMarkdown(markdown, features)
    return document.toPlainText()
