"""What a language model writes of the clauses, sentence by sentence, each checked before anybody sees it.

What does not hold is struck; the model is asked once to mend it.
"""

from collections.abc import Iterator, Sequence
from time import perf_counter

from insurance_desktop.domain.asking import (
    AnswerSentence,
    ChatMessage,
    ChatModel,
    Passage,
    Role,
    Stage,
)
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.wording import say

from .context import fence_of, fenced
from .helpers import Check, Listener

_SIGNS = 500
_MOST_TOKENS = 1_600
_ENDS = "\u3002\uff01\uff1f!?\n"
_CITES = "[\u3010\uff3b"
"""What may open a citation behind the end of its sentence."""


@entity
class Written:
    """A text of a model, checked. `kept_share`: of the sentences that claim something, those that hold; 0 where none
    claims anything. `check_ms` is what the checks of it took."""

    text: str
    sentences: tuple[AnswerSentence, ...]
    check_ms: float

    @property
    def kept_share(self) -> float:
        claims = [each for each in self.sentences if each.checked]
        return sum(not each.struck for each in claims) / len(claims) if claims else 0.0

    @property
    def struck(self) -> tuple[AnswerSentence, ...]:
        return tuple(each for each in self.sentences if each.struck)


def prompt(passages: Sequence[Passage], question: str, pack: DomainPack, finding: str) -> tuple[ChatMessage, ...]:
    """What a model is told, by the pack's own instructions too; `finding`: what the check of exclusions says."""
    mark = fence_of(passages, question)
    system = say("ask.system", field=pack.label, mark=mark, signs=_SIGNS)
    told = say("ask.exclusions", summary=finding) if finding else ""
    return (
        ChatMessage(Role.SYSTEM, "\n".join(filter(None, (system, pack.sentences.get("ask_instructions"))))),
        ChatMessage(Role.USER, say("ask.asked", passages=fenced(passages, mark), exclusions=told, question=question)),
    )


def write(model: ChatModel, messages: Sequence[ChatMessage], check: Check, listener: Listener) -> Written:
    """The answer, mended once where something of it was struck: whichever of the two holds better."""
    first = _streamed(model, messages, _Heard(Stage.GENERATION, listener, check), listener)
    if not first.struck:
        return first
    wrong = "\n".join(say("ask.struck", text=each.text, reason=each.reason or "") for each in first.struck)
    again = (*messages, ChatMessage(Role.ASSISTANT, first.text), ChatMessage(Role.USER, say("ask.mend", struck=wrong)))
    second = _streamed(model, again, _Heard(Stage.MENDING, listener, check), listener)
    better = second if second.kept_share >= first.kept_share else first
    return Written(better.text, better.sentences, first.check_ms + second.check_ms)


class _Heard:
    """A text that grows. Each of its sentences is told as soon as it is complete and checked."""

    def __init__(self, stage: Stage, listener: Listener, check: Check) -> None:
        self._stage, self._listener, self._check = stage, listener, check
        self._ready = self._told = 0
        self.text = ""
        self.seconds = 0.0
        listener.hears(stage)

    def add(self, piece: str) -> None:
        self._listener.expect_wanted()
        self.text += piece
        end = _complete(self.text)
        if end > self._ready:
            self._ready = end
            self._checked(end)

    def done(self) -> Written:
        self._listener.expect_wanted()
        sentences = self._checked(len(self.text))
        return Written(self.text, sentences, round(1000 * self.seconds, 1))

    def _checked(self, end: int) -> tuple[AnswerSentence, ...]:
        began = perf_counter()
        found = self._check(self.text[:end])
        self.seconds += perf_counter() - began
        for each in found[self._told :]:
            self._listener.hears(self._stage, each)
        self._told = max(self._told, len(found))
        return found


def _streamed(model: ChatModel, messages: Sequence[ChatMessage], heard: _Heard, listener: Listener) -> Written:
    for piece in model.stream(messages, most_tokens=_MOST_TOKENS, should_stop=listener.cancel):
        heard.add(piece)
    return heard.done()


def _complete(text: str) -> int:
    """Where the last sentence ends that no citation can follow any more; a line ends with its own end."""
    for place in range(len(text) - 2, -1, -1):
        behind = text[place + 1 :].lstrip(" ")
        if text[place] == "\n" or (text[place] in _ENDS and behind and not behind.startswith(tuple(_CITES))):
            return place + 1
    return 0


def as_shown(written: Written) -> str:
    """The Markdown of what was not struck, parted into lines as the model did, each sentence with its citations."""
    return "".join(_shown(written)).strip()


def _shown(written: Written) -> Iterator[str]:
    end = 0
    for each in written.sentences:
        start = written.text.find(each.text, end)
        gap = written.text[end:start] if start >= 0 else "\n"
        end = start + len(each.text) if start >= 0 else end
        if not each.struck:
            yield "\n" * gap.count("\n") + cited(each)


def cited(sentence: AnswerSentence) -> str:
    """A sentence with the marks of its citations behind it, where it does not have them itself."""
    marks = [say("ask.mark", number=number) for number in sentence.citations]
    return sentence.text + "".join(mark for mark in marks if mark not in sentence.text)
