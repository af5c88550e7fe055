"""The words of an answer as faces lay them out: sentences without their marks, and the whole with its sources."""

from insurance_desktop.domain.asking import EXTRACTIVE, AnswerSentence, AskedAnswer
from insurance_desktop.packs.wording import say

CELLS = "\t"


def bare(sentence: AnswerSentence) -> str:
    """What the sentence says, without the marks of what it cites; the cells of a row apart."""
    words = sentence.text
    for number in sentence.citations:
        words = words.replace(say("ask.mark", number=number), "")
    return words.replace(CELLS, say("ask.between_cells")).strip()


def kept(answer: AskedAnswer) -> tuple[AnswerSentence, ...]:
    """What is shown: all that was not struck."""
    return tuple(each for each in answer.sentences if not each.struck)


def written_by(answer: AskedAnswer) -> str:
    """Which language model wrote; "" where none did, which a quoted answer says itself."""
    return "" if answer.model_used == EXTRACTIVE else say("ask.written_by", model=answer.model_used)


def with_sources(question: str, answer: AskedAnswer) -> str:
    """Plain text: the question, the answer with its marks, and beneath it where each is printed."""
    lines = [question, ""]
    for each in kept(answer):
        lines.append(bare(each) + "".join(say("ask.mark", number=number) for number in each.citations))
    if answer.citations:
        lines += ["", say("ask.sources"), *(each.citation for each in answer.citations)]
    return "\n".join([*lines, "", written_by(answer)]).rstrip()
