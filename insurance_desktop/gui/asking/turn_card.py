"""A question with its answer: sentences as they are checked, what they cite as buttons, what was struck on request."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel

from insurance_desktop.domain.asking import (
    AnswerCitation,
    AnswerSentence,
    AskedAnswer,
    AskProgress,
    Confidence,
    Stage,
)
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.gui.look.parts import STRETCH, ElidedButton, button, column, flat_button, label, row, set_role
from insurance_desktop.gui.look.passage import LINE_HEIGHT, Passage
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.packs.wording import say
from insurance_desktop.services.asking.answer_words import bare, written_by

STAGES = {
    Stage.MEMORY: "asking_page.stage_memory",
    Stage.RETRIEVAL: "asking_page.stage_retrieval",
    Stage.GENERATION: "asking_page.stage_generation",
    Stage.MENDING: "asking_page.stage_mending",
    Stage.EXTRACTION: "asking_page.stage_extraction",
}
STATUSES = {
    AnswerStatus.WEAK: "asking_page.status_weak",
    AnswerStatus.NO_MATCH: "asking_page.status_no_match",
    AnswerStatus.AMBIGUOUS: "asking_page.status_ambiguous",
    AnswerStatus.NOT_FOUND: "asking_page.status_not_found",
    AnswerStatus.EMPTY_LIBRARY: "asking_page.status_empty",
    AnswerStatus.INDEX_STALE: "asking_page.status_stale",
    AnswerStatus.WITHHELD: "asking_page.status_withheld",
}
PARAGRAPH = f"margin: 0 0 4px 0; line-height: {LINE_HEIGHT}%"
CONFIDENCES = {
    Confidence.HIGH: "asking_page.confidence_high",
    Confidence.MEDIUM: "asking_page.confidence_medium",
    Confidence.LOW: "asking_page.confidence_low",
}


class Chip(ElidedButton):
    """A clause that the answer cites; the tooltip has the words that it rests on."""

    def __init__(self, citation: AnswerCitation) -> None:
        super().__init__(
            citation.citation, say("asking_page.open_citation", citation=citation.citation), citation.quote
        )


class TurnCard(QFrame):
    """`answer` is there once the whole of it is; `sentences` are what is known of it before."""

    citation_wanted = Signal(object)  # AnswerCitation
    copy_wanted = Signal(object)  # itself
    export_wanted = Signal(object)  # itself

    def __init__(self, question: str) -> None:
        super().__init__()
        set_role(self, "card")
        self.setAccessibleName(say("asking_page.turn_name", question=question))
        self.question = question
        self.answer: AskedAnswer | None = None
        self.sentences: list[AnswerSentence] = []
        self.state = label(say("asking_page.waiting"), "muted", wrap=True)
        self.body = _words()
        self.body.linkActivated.connect(self._open_number)
        self.chips = column(gap=6)
        self.facts = label("", "muted", wrap=True)
        self.struck = _words("muted")
        self.struck_button = flat_button("", self.show_struck, tip=say("asking_page.key_struck"))
        self.copy_button = button(say("asking_page.copy"), lambda: self.copy_wanted.emit(self))
        self.export_button = button(say("asking_page.export"), lambda: self.export_wanted.emit(self))
        asked = label(question, "heading", wrap=True)
        asked.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        foot = row(self.struck_button, STRETCH, self.copy_button, self.export_button)
        self.setLayout(
            column(asked, self.state, self.body, self.chips, self.struck, self.facts, foot, margin=14, gap=8)
        )
        for each in (self.body, self.struck, self.facts, self.struck_button, self.copy_button, self.export_button):
            each.hide()

    # --- while it comes ---------------------------------------------------------------------------------------
    def hear(self, told: AskProgress) -> None:
        """A stage that writes begins anew: what was shown before it is void."""
        if told.sentence is None:
            self.sentences = []
        else:
            self.sentences.append(told.sentence)
        self.state.setText(say(STAGES[told.stage]))
        self._show_sentences()

    def finish(self, answer: AskedAnswer) -> None:
        self.answer = answer
        self.sentences = list(answer.sentences)
        self._show_sentences()
        self._say_state(answer)
        for citation in answer.citations:
            chip = Chip(citation)
            chip.clicked.connect(lambda _checked, cited=citation: self.citation_wanted.emit(cited))
            self.chips.addWidget(chip)
        self.facts.setText(_facts(answer))
        self.facts.setToolTip(say("asking_page.times", **_rounded(answer)))
        self.setAccessibleDescription(self.plain)
        self.facts.show()
        for each in (self.copy_button, self.export_button):
            each.setVisible(self.to_share is not None)

    def recall(self, sentences: Sequence[AnswerSentence]) -> None:
        """What is remembered of an answer: its words, as they were then."""
        self.sentences = list(sentences)
        self._show_sentences()
        self._tell("muted", say("asking_page.remembered"))

    def stop(self, words: str) -> None:
        """It does not come any more: what was shown of it is no answer."""
        self.sentences = []
        self._show_sentences()
        self._tell("warning", words)

    def fail(self, failure: Failure) -> None:
        self.stop(f"{failure.message} {failure.hint}".strip())

    def grow_old(self) -> None:
        """What is verified has changed since."""
        if self.answer is not None:
            self._tell("warning", say("asking_page.old"))

    def changeEvent(self, event: QEvent) -> None:
        """Links keep the colour in which they were written."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.sentences:
            self.body.clear()  # the same text would not be written again
            self._show_sentences()

    # --- showing ----------------------------------------------------------------------------------------------
    @property
    def to_share(self) -> AskedAnswer | None:
        """The answer, where it rests on clauses: there is nothing else to hand on."""
        return self.answer if self.answer is not None and self.answer.citations else None

    @property
    def plain(self) -> str:
        return "\n".join(bare(each) for each in self.sentences if not each.struck)

    def show_struck(self) -> None:
        """What did not hold and why; hidden again the second time."""
        self.struck.setVisible(self.struck.isHidden() and any(each.struck for each in self.sentences))

    def _show_sentences(self) -> None:
        kept = [each for each in self.sentences if not each.struck]
        struck = [each for each in self.sentences if each.struck]
        self.body.setText("".join(_paragraphs(kept)))
        self.body.setVisible(bool(kept))
        self.struck.setText("".join(map(_crossed, struck)))
        self.struck_button.setText(say("asking_page.struck", count=len(struck)))
        self.struck_button.setVisible(bool(struck))
        if not struck:
            self.struck.hide()

    def _say_state(self, answer: AskedAnswer) -> None:
        said = [say(STATUSES[answer.status])] if answer.status in STATUSES else []
        if answer.message and answer.message not in self.plain:
            said.append(answer.message)
        self._tell("warning" if said else "muted", "\n".join(said))

    def _tell(self, role: str, words: str) -> None:
        set_role(self.state, role)
        self.state.setText(words)
        self.state.setVisible(bool(words))

    def _open_number(self, number: str) -> None:
        cited = self.answer.citations if self.answer is not None else ()
        for each in cited:
            if str(each.number) == number:
                self.citation_wanted.emit(each)


def _words(role: str = "") -> QLabel:
    """Rich text of ours, in which what others wrote is escaped."""
    made = Passage(role)
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.LinksAccessibleByMouse
        | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    )
    return made


def _paragraphs(sentences: Sequence[AnswerSentence]) -> Iterable[str]:
    """Words of the program's own in front of cited ones are their heading."""
    for each, following in zip_longest(sentences, sentences[1:]):
        words = escape(bare(each)).replace("\n", "<br>")
        is_heading = not each.checked and following is not None and following.checked
        marks = "".join(f' <a href="{number}">{say("ask.mark", number=number)}</a>' for number in each.citations)
        yield f'<p style="{PARAGRAPH}">{f"<b>{words}</b>" if is_heading else words}{marks}</p>'


def _crossed(sentence: AnswerSentence) -> str:
    reason = say("asking_page.struck_because", reason=sentence.reason or "")
    return f'<p style="{PARAGRAPH}"><s>{escape(bare(sentence))}</s><br>{escape(reason)}</p>'


def _facts(answer: AskedAnswer) -> str:
    """How sure it is, which model wrote, how long it took; nothing is sure of an answer that is none."""
    sure = ""
    if answer.status is AnswerStatus.OK:
        confidence = say(CONFIDENCES[answer.confidence])
        sure = say("asking_page.sure", confidence=confidence, percent=round(100 * answer.probability))
    took = say("asking_page.took", seconds=f"{answer.timing.total_ms / 1000:.1f}")
    return say("asking_page.between").join(each for each in (sure, written_by(answer), took) if each)


def _rounded(answer: AskedAnswer) -> dict[str, int]:
    times = answer.timing
    named = ("memory_ms", "retrieval_ms", "generation_ms", "check_ms", "total_ms")
    return {name: round(getattr(times, name)) for name in named}
