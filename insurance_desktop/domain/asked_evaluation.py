"""What an evaluation says of the answers that `ask` gives to golden questions."""

from collections.abc import Mapping

from .entity import entity
from .evaluation import Figure, Group, StaleLabel


@entity
class StruckSentence:
    """A sentence of a model that was struck in the answer to a question, and why."""

    identifier: str
    text: str
    reason: str


@entity
class StageSpread:
    """The milliseconds of a step over all questions."""

    stage: str
    median: float
    nine_of_ten: float
    most: float


@entity
class AnsweringArm:
    """What one way of answering came to: quoting (`extractive`), or a model by its name.

    `figures` are over all questions, `groups` by tier. `struck` are sentences of the model, none of which was shown.
    """

    answered_by: str
    figures: Mapping[str, Figure]
    groups: tuple[Group, ...]
    stages: tuple[StageSpread, ...]
    struck: tuple[StruckSentence, ...] = ()


@entity
class AskedEvaluation:
    """One run over one golden set, in every way that can answer here."""

    golden: str
    golden_sha256: str
    questions: int
    measured: int
    arms: tuple[AnsweringArm, ...]
    stale: tuple[StaleLabel, ...] = ()
    seconds: float = 0.0


@entity
class AskedRun:
    """A run that a library keeps; `before` is the one before it over the same questions."""

    run_id: int
    at: str
    evaluation: AskedEvaluation
    before: int | None = None
