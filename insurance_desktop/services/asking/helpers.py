"""What may stand beside the clauses when a question is answered: who listens, a memory, models that write."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from insurance_desktop.domain.asking import AnswerSentence, AskProgress, ChatModel, Conversation, Passage, Stage, Turn
from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.running import CancelCheck, Cancelled, never_cancelled

Report = Callable[[AskProgress], None]
Check = Callable[[str], tuple[AnswerSentence, ...]]
"""The sentences of a text, each with what became of it beside the passages that it cites."""


def ignore(progress: AskProgress) -> None:
    """For who waits for the whole answer."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is told of each stage and of each checked sentence, and may want it stopped at any moment."""

    report: Report = ignore
    cancel: CancelCheck = never_cancelled

    def hears(self, stage: Stage, sentence: AnswerSentence | None = None) -> None:
        """Cancelled where the answer is not wanted any more."""
        self.expect_wanted()
        self.report(AskProgress(stage, sentence))

    def expect_wanted(self) -> None:
        if self.cancel():
            raise Cancelled


class Memory(Protocol):
    """What was said before."""

    def of(self, session_id: str | None) -> Conversation:
        """The session's conversation; a new one where there is none of this id."""

    def add(self, session_id: str, *turns: Turn) -> None:
        """Keeps turns that are finished."""


class Forgetful:
    """Keeps nothing: each question stands alone."""

    def of(self, session_id: str | None) -> Conversation:
        return Conversation(session_id or uuid.uuid4().hex)

    def add(self, session_id: str, *turns: Turn) -> None:
        """What is said is gone."""


@dataclass(frozen=True, slots=True)
class Writing:
    """Language models by their roles, with what keeps them to the clauses. `choose` names the role that writes: for a
    question, what is wanted, and the probability of the best clause. `check` is made once for an answer's passages and
    asked again while it is written."""

    models: Mapping[ModelRole, ChatModel]
    choose: Callable[[str, str, float, DomainPack], ModelRole]
    check: Callable[[Sequence[Passage], DomainPack], Check]


@dataclass(frozen=True, slots=True)
class Helpers:
    """Without a memory each question stands alone; without models that write every answer is quoted."""

    memory: Memory = field(default_factory=Forgetful)
    writing: Writing | None = None

    @property
    def fast(self) -> ChatModel | None:
        return None if self.writing is None else self.writing.models.get(ModelRole.FAST)
