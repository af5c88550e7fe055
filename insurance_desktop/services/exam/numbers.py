"""The fitted numbers that weigh an option's supports and tell how sure an answer is; development/fitting/exam.py made
them."""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from insurance_desktop import paths
from insurance_desktop.domain.errors import ModelError
from insurance_desktop.domain.exam import WITHOUT_MODEL, ExamArm
from insurance_desktop.index.ranking import Matrix, sigmoid

from .reader import ReadQuestion

_FILE = "exam.toml"
_SURE = 1e-6


@dataclass(frozen=True, slots=True)
class Chance:
    """A logistic reading: a weight a feature, and where its `bar` is."""

    weights: tuple[float, ...]
    bias: float
    bar: float = 0.5

    def of(self, features: Sequence[float]) -> float:
        return float(sigmoid(np.dot(self.weights, features) + self.bias))


@dataclass(frozen=True, slots=True)
class ExamNumbers:
    """`choice` weighs the measures of options against each other, by arm; `truth` those of one option by itself,
    `statement` those of a statement that is to be judged. `topic`: the question is of what the passages are about;
    `held`: one of them holds its answer; `confidence`: the answer is right."""

    choice: Mapping[ExamArm, tuple[float, ...]]
    truth: Chance
    statement: Chance
    topic: Chance
    held: Chance
    confidence: Chance

    def chances(self, read: ReadQuestion, arm: ExamArm, *, is_negative: bool) -> Matrix:
        """How likely each option is the one that is asked for."""
        scores = measures_of(read) @ np.array(self.choice[arm]) * (-1.0 if is_negative else 1.0)
        raised = np.exp(scores - scores.max())
        return np.asarray(raised / raised.sum(), dtype=np.float64)

    def sureness(self, chance: float, signals: Sequence[float]) -> float:
        """The chance that an answer is right which is this likely among its options."""
        return self.confidence.of(confidence_features(chance, self.held.of(signals)))


def confidence_features(chance: float, held: float) -> tuple[float, float]:
    return _logit(chance), _logit(held)


def _logit(chance: float) -> float:
    kept = min(max(chance, _SURE), 1 - _SURE)
    return float(np.log(kept / (1 - kept)))


def measures_of(read: ReadQuestion) -> Matrix:
    """What is weighed, a row an option: its support, and the most that a passage has to do with it by each arm."""
    return np.array([(*each.support.measures, each.words.max(), each.vectors.max()) for each in read.options])


def subject_of(read: ReadQuestion) -> tuple[float, ...]:
    """What tells whether a question is of the passages' subject."""
    return (*read.subject, read.known, float(read.stem.words.max()))


def signals_of(read: ReadQuestion) -> tuple[float, ...]:
    """How near the passages come to a question: by meaning and by words, to its stem alone and with an option."""
    options = read.options or (read.stem,)
    return (
        float(read.stem.vectors.max()),
        float(read.stem.words.max()),
        max(float(each.vectors.max()) for each in options),
        max(float(each.words.max()) for each in options),
        read.known,
    )


@cache
def numbers_sha256() -> str:
    """Hex; one for the same fitted numbers."""
    return hashlib.sha256((paths.model_folder() / _FILE).read_bytes()).hexdigest()


@cache
def shipped_numbers() -> ExamNumbers:
    """The numbers that ship with the program. ModelError where they cannot be read."""
    path = paths.model_folder() / _FILE
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        readings = {
            name: Chance(tuple(told[name]["weights"]), told[name]["bias"], told[name].get("bar", 0.5))
            for name in ("truth", "statement", "topic", "held", "confidence")
        }
        return ExamNumbers({arm: tuple(told["choice"][arm]) for arm in WITHOUT_MODEL}, **readings)
    except (OSError, KeyError, TypeError, ValueError) as fault:
        raise ModelError("index.model_settings", path=str(path), cause=str(fault)) from fault
