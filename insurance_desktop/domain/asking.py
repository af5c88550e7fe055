"""Asking: a question answered in sentences, each of which stands in a verified clause that it cites."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Protocol

from .answers import ClauseLink
from .entity import entity
from .states import AnswerStatus

EXTRACTIVE = "extractive"
"""What `model_used` says where no language model wrote: sentences of clauses, in an order."""


class InputMode(StrEnum):
    TEXT = "text"
    VOICE = "voice"


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @classmethod
    def of(cls, probability: float) -> "Confidence":
        """As the seed bars it: over .85, over .60, what is below."""
        if probability > 0.85:
            return cls.HIGH
        return cls.MEDIUM if probability > 0.60 else cls.LOW


class Role(StrEnum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class Stage(StrEnum):
    """What is being done for an answer. What was shown of it is void where one of the writing stages begins anew."""

    MEMORY = "memory"
    RETRIEVAL = "retrieval"
    GENERATION = "generation"
    MENDING = "mending"
    EXTRACTION = "extraction"


@entity
class ChatMessage:
    role: Role
    text: str


class ChatModel(Protocol):
    """A language model that someone set. What it writes is never shown before it is checked."""

    @property
    def name(self) -> str:
        """As its endpoint calls it; what `model_used` says."""

    def stream(
        self, messages: Sequence[ChatMessage], *, most_tokens: int, should_stop: Callable[[], bool]
    ) -> Iterator[str]:
        """The text in the pieces that arrive; ends early where `should_stop`. EndpointError where it cannot be had."""


@entity
class Passage:
    """A verified clause as it is laid before whoever writes the answer, who cites it by its `number`, from 1.

    `citation` is how a person names it. `text` is verbatim, cut at an item where not `is_whole`.
    """

    number: int
    clause_id: str
    section_id: str
    section_title: str
    breadcrumb: tuple[str, ...]
    citation: str
    text: str
    product_name: str | None
    is_whole: bool = True


@entity
class AnswerSentence:
    """A sentence of an answer. `citations` are numbers of passages; `struck` it is not shown unless asked for, and
    `reason` says why in a sentence for a person. `checked` is false only for sentences that claim nothing."""

    text: str
    citations: tuple[int, ...]
    checked: bool
    struck: bool = False
    reason: str | None = None


@entity
class AskProgress:
    """A stage begins; or, with a `sentence`, one of its sentences is ready: checked, struck where it did not hold."""

    stage: Stage
    sentence: AnswerSentence | None = None


@entity
class AskRequest:
    """A question as it was asked. `product` is an id, a code or a name, `product_code` a code; `extractive`: no
    language model is asked anything."""

    question: str
    product: str | None = None
    product_code: str | None = None
    document_id: int | None = None
    session_id: str | None = None
    extractive: bool = False
    input_mode: InputMode = InputMode.TEXT


@entity
class AnswerCitation:
    """`number`: as sentences cite it. `quote`: the words of the clause that the answer rests on, verbatim. Not
    `verified`: no such clause was found."""

    number: int
    citation: str
    clause_id: str | None
    page_number: int | None
    quote: str
    verified: bool


@entity
class AnswerSource:
    chunk_id: str
    section_id: str
    url: str | None
    breadcrumb: tuple[str, ...]
    score: float


@entity
class StageTimes:
    """How long each step took, in milliseconds."""

    memory_ms: float = 0.0
    retrieval_ms: float = 0.0
    generation_ms: float = 0.0
    check_ms: float = 0.0
    total_ms: float = 0.0


@entity
class AskedAnswer:
    """The answer to a question, of which `answer_text` (Markdown) holds only sentences that were not struck."""

    status: AnswerStatus
    session_id: str
    enhanced_query: str
    intent: str
    answer_text: str
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[AnswerCitation, ...]
    confidence: Confidence
    probability: float
    model_used: str
    sources: tuple[AnswerSource, ...]
    timing: StageTimes
    input_mode: InputMode = InputMode.TEXT
    message: str | None = None


@entity
class Turn:
    """What one side said. `at` is UTC in ISO form; `cited` are the clauses of an answer, best first; `enhanced_query`
    is what a question was searched as. `entities` are those that it is about, by kind: a product by its name."""

    turn_id: str
    role: Role
    content: str
    at: str
    input_mode: InputMode = InputMode.TEXT
    enhanced_query: str | None = None
    cited: tuple[ClauseLink, ...] = ()
    entities: tuple[tuple[str, str], ...] = ()


@entity
class Conversation:
    """What is remembered of a session: its last turns, oldest first, what was said before them (`summary`), and what it
    is about. `entities` are what the pack tracks (a product, a ship's type), by kind."""

    session_id: str
    turns: tuple[Turn, ...] = ()
    summary: str = ""
    active_clauses: tuple[ClauseLink, ...] = ()
    active_topics: tuple[str, ...] = ()
    entities: tuple[tuple[str, str], ...] = ()


@entity
class RememberedSession:
    """A session as it is listed: when it was last spoken in (UTC, ISO form), and how many turns it holds whole."""

    session_id: str
    last_at: str
    turns: int
    topics: tuple[str, ...] = ()


@entity
class OftenAsked:
    """What a person asked about, and how often."""

    kind: str
    name: str
    times: int
