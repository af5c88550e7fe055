"""Orders clauses by the probability that they answer, from what both arms say of them.

The numbers are fitted (tools/fit_ranking.py) and lie in resources/models/ranking-<pack>.toml. The seeds' reciprocal
rank fusion with its weights is the other order (`rrf_order`); its scores are never shown as probabilities.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop import paths
from insurance_desktop.domain.errors import ModelError

from .questions import Question

Matrix = npt.NDArray[np.float64]
RELEVANCE_BAR = 0.7
"""C4: what is below is not returned."""

RRF_CONSTANT = 60
VECTOR_SHARE = 0.6
VECTOR_SHARE_FOR_NUMBERS = 0.2
VECTOR_SHARE_FOR_QUESTIONS = 0.8
"""The seeds' weights (FR-011)."""

_CROWD = 20
"""How many of the nearest say what is usual for this question in this scope."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the arms say of one clause. Shares are in 0–1; an arm that did not find the clause says 0."""

    clause: int
    cosine: float
    words: float
    bigrams: float
    coverage: float
    title_in_question: float
    question_in_title: float
    trade_in_title: float
    trade_in_text: float
    is_heading: float = 0.0
    is_definition: float = 0.0
    is_table: float = 0.0
    recalled: float = 0.0
    nearest_known: float = 0.0

    def told(self) -> dict[str, float]:
        """The numbers by name, without the clause."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "clause"}


FEATURES = (
    "cosine",
    "cosine_behind",
    "cosine_lead",
    "cosine_crowd",
    "words",
    "words_behind",
    "bigrams",
    "bigrams_behind",
    "coverage",
    "title_in_question",
    "question_in_title",
    "trade_in_title",
    "trade_in_text",
    "is_heading",
    "is_definition",
    "is_table",
    "question_length",
    "recalled",
    "recalled_behind",
    "nearest_known",
)

ANSWER_FEATURES = ("best", "second", "third", "best_cosine", "crowd", "nearest_known", "best_recalled", "best_coverage")
"""What tells whether there is an answer at all: the log-odds of the first three clauses, and how the question stands to
its scope and to the known questions."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A clause with its probability and what led to it."""

    clause: int
    probability: float
    evidence: Evidence


@dataclass(frozen=True)
class RankingModel:
    """Logistic weights over standardised features, one set an arm (`hybrid`, `keyword`, `vector`)."""

    means: Matrix
    scales: Matrix
    weights: Mapping[str, Matrix]
    biases: Mapping[str, float]
    answer_weights: Mapping[str, Matrix]
    answer_biases: Mapping[str, float]
    rival: float

    def probabilities(self, features: Matrix, mode: str) -> Matrix:
        """P(relevant) for each row of `features` (n × len(FEATURES))."""
        standard = (features - self.means) / self.scales
        return sigmoid(standard @ self.weights[mode] + self.biases[mode])

    def answered(self, features: Matrix, chances: Matrix, mode: str) -> float:
        """P(the documents asked hold an answer to the question), told by their best clauses."""
        return float(sigmoid(answer_features(features, chances) @ self.answer_weights[mode] + self.answer_biases[mode]))

    def scores(self, features: Matrix, mode: str) -> Matrix:
        """`similarity_score` of each clause: the best one's is P(there is an answer); a rival's falls behind."""
        chances = self.probabilities(features, mode)
        strength = (chances / chances.max()) ** self.rival
        return np.asarray(self.answered(features, chances, mode) * strength, dtype=np.float64)


def sigmoid(values: Matrix) -> Matrix:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(values, -40, 40))), dtype=np.float64)


def model_path(pack: str) -> Path:
    return paths.resource_root() / "models" / f"ranking-{pack}.toml"


@cache
def load_model(path: Path) -> RankingModel:
    """The fitted numbers; ModelError where the file does not hold a weight for each feature."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        numbers = table["features"]
        return RankingModel(
            means=np.array([numbers[name]["mean"] for name in FEATURES], dtype=np.float64),
            scales=np.array([numbers[name]["scale"] for name in FEATURES], dtype=np.float64),
            weights={
                mode: np.array([numbers[name][mode] for name in FEATURES], dtype=np.float64) for mode in table["bias"]
            },
            biases={mode: float(bias) for mode, bias in table["bias"].items()},
            answer_weights={
                mode: np.array([table["answer"][name][mode] for name in ANSWER_FEATURES], dtype=np.float64)
                for mode in table["bias"]
            },
            answer_biases={mode: float(bias) for mode, bias in table["answer_bias"].items()},
            rival=float(table["rival"]),
        )
    except (OSError, KeyError, TypeError, ValueError) as fault:
        raise ModelError("index.ranking_settings", path=str(path), cause=str(fault)) from fault


def features_of(question: Question, evidence: Sequence[Evidence]) -> Matrix:
    """One row of FEATURES a clause; each is told beside the best and the crowd of its scope."""
    cosines = np.array([each.cosine for each in evidence], dtype=np.float64)
    words = np.array([each.words for each in evidence], dtype=np.float64)
    pairs = np.array([each.bigrams for each in evidence], dtype=np.float64)
    recalled = np.array([each.recalled for each in evidence], dtype=np.float64)
    falling = np.sort(cosines)[::-1]
    best = falling[0]
    second = falling[1] if len(falling) > 1 else best
    crowd = float(np.mean(falling[:_CROWD]))
    columns = {
        "cosine": cosines,
        "cosine_behind": best - cosines,
        "cosine_lead": np.where(cosines >= best, best - second, 0.0),
        "cosine_crowd": np.full(len(evidence), best - crowd),
        "words": words,
        "words_behind": np.max(words) - words,
        "bigrams": pairs,
        "bigrams_behind": np.max(pairs) - pairs,
        "recalled_behind": np.max(recalled) - recalled,
        "question_length": np.full(len(evidence), np.log1p(len(question.bigrams))),
    }
    for name in FEATURES:
        if name not in columns:
            columns[name] = np.array([getattr(each, name) for each in evidence], dtype=np.float64)
    return np.column_stack([columns[name] for name in FEATURES])


def answer_features(features: Matrix, chances: Matrix) -> Matrix:
    """ANSWER_FEATURES of one question, from its clauses' features and chances."""
    order = np.argsort(-chances)
    odds = np.log(np.clip(chances[order], 1e-6, 1 - 1e-6) / (1 - np.clip(chances[order], 1e-6, 1 - 1e-6)))
    three = np.concatenate([odds[:3], np.full(max(0, 3 - len(odds)), -8.0)])
    column = {name: features[:, place] for place, name in enumerate(FEATURES)}
    rest = [
        column["cosine"].max(),
        column["cosine_crowd"][0],
        column["nearest_known"][0],
        column["recalled"].max(),
        column["coverage"][order[0]],
    ]
    return np.concatenate([three, np.array(rest, dtype=np.float64)])


def fitted_order(model: RankingModel, question: Question, evidence: Sequence[Evidence], mode: str) -> list[Ranked]:
    """All clauses with their probability, most probable first."""
    if not evidence:
        return []
    chances = model.scores(features_of(question, evidence), mode)
    ranked = [Ranked(each.clause, float(chance), each) for each, chance in zip(evidence, chances, strict=True)]
    return sorted(ranked, key=lambda each: (-each.probability, each.clause))


def vector_share(question: Question, given: float | None) -> float:
    """The seeds' switch: numbers lean on keywords, questions on vectors, the rest 60/40; a given weight wins."""
    if given is not None:
        return given
    if question.has_clause_number or question.numbers >= 2:
        return VECTOR_SHARE_FOR_NUMBERS
    return VECTOR_SHARE_FOR_QUESTIONS if question.is_question else VECTOR_SHARE


def rrf_order(ranked: Sequence[Ranked], share: float) -> list[Ranked]:
    """The same clauses in the order of reciprocal rank fusion; their probabilities stay what they are."""
    near = _places([(each.evidence.cosine, each.clause) for each in ranked])
    said = _places([(each.evidence.words + each.evidence.bigrams, each.clause) for each in ranked])

    def fused(each: Ranked) -> float:
        score = 0.0
        if each.clause in near:
            score += share / (RRF_CONSTANT + near[each.clause])
        if each.clause in said:
            score += (1 - share) / (RRF_CONSTANT + said[each.clause])
        return score

    return sorted(ranked, key=lambda each: (-fused(each), each.clause))


def _places(scores: Sequence[tuple[float, int]]) -> dict[int, int]:
    """Rank from 1 of each clause that the arm found (score over 0)."""
    falling = sorted((each for each in scores if each[0] > 0), key=lambda each: (-each[0], each[1]))
    return {clause: place for place, (_, clause) in enumerate(falling, start=1)}
