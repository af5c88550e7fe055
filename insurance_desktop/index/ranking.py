"""Orders clauses by the probability that they answer, from what both arms say of them.

development/fitting/ranking.py fits the numbers, which lie in resources/models/ranking-<pack>.toml. The seeds'
reciprocal rank fusion with its weights is the other order (`rrf_order`); its scores are never shown as probabilities.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.errors import ModelError
from insurance_desktop.packs.registry import fitted_file

from .diversify import ADDED_FEATURES, PLACES, SecondChoice, Side, sides_answered
from .questions import Question
from .second_stage import READ_FEATURES, READING_FEATURES, Reading, Reranking, columns_of, most_likely, reading_features

Matrix = npt.NDArray[np.float64]
RERANKED_MODE = "hybrid"
RRF_CONSTANT = 60
VECTOR_SHARE = 0.6
VECTOR_SHARE_FOR_NUMBERS = 0.2
VECTOR_SHARE_FOR_QUESTIONS = 0.8
"""The seeds' weights (FR-011)."""

_CROWD = 20
"""How many of the nearest say what is usual for this question in this scope."""


_NO_NUMBERS = frozenset({"clause", "parts", "asked_title", "title", "chapter"})


@dataclass(slots=True)  # not frozen: hundreds are made for each question, and that would take three times as long
class Evidence:
    """What the arms say of one clause. Shares are in 0–1; an arm that did not find the clause says 0.

    `part` is the cosine to the nearest part of the question, `part_first` = 1 where no clause is nearer to that part;
    `parts` are the cosines to each part, `asked_title` the pairs of signs that its title shares with the question.
    """

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
    part: float = 0.0
    part_first: float = 0.0
    parts: tuple[float, ...] = ()
    asked_title: frozenset[str] = frozenset()
    title: str = ""
    chapter: str = ""

    def told(self) -> dict[str, float]:
        """The numbers by name, without the clause."""
        return {name: getattr(self, name) for name in self.__slots__ if name not in _NO_NUMBERS}


FEATURES = (
    "cosine",
    "cosine_behind",
    "cosine_lead",
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
    "recalled",
    "recalled_behind",
    "part",
    "part_behind",
    "part_first",
    "part_compared",
)
"""What orders clauses: numbers that differ between the clauses of one question."""

_TOLD = tuple(name for name in FEATURES if name in Evidence.__slots__)
_ALL_TOLD = attrgetter(*_TOLD)

ANSWER_FEATURES = (
    "first_share",
    "second_share",
    "first_cosine",
    "best_cosine",
    "crowd",
    "first_recalled",
    "best_recalled",
    "nearest_known",
    "first_coverage",
    "best_coverage",
    "best_words",
    "best_part",
    "first_trade",
    "trade_asked",
    "trade_in_titles",
    "trade_in_texts",
    "question_length",
)
"""What tells whether there is an answer at all: how far the first clause leads, and how the question stands to its
scope, to the known questions and to the terms of the trade."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A clause with its probability and what led to it; `logit` is what the reranker said, where it read the clause."""

    clause: int
    probability: float
    evidence: Evidence
    logit: float | None = None


Read = Callable[[Sequence[int]], Matrix]
"""The reranker's logits of these clauses."""


@dataclass(frozen=True)
class RankingModel:
    """Linear weights over standardised features, one set an arm (`hybrid`, `keyword`, `vector`)."""

    means: Matrix
    scales: Matrix
    weights: Mapping[str, Matrix]
    answer_means: Matrix
    answer_scales: Matrix
    answer_weights: Mapping[str, Matrix]
    answer_biases: Mapping[str, float]
    rival: float
    second: SecondChoice | None = None
    """None for numbers that were fitted without it: places go by share alone."""
    reranked: Reranking | None = None
    """The second stage of `hybrid`; None for numbers that were fitted without a reranker."""

    def shares(self, features: Matrix, mode: str) -> Matrix:
        """P(this clause is the one | one of them is) for each row of `features` (n × len(FEATURES))."""
        return softmax((features - self.means) / self.scales @ self.weights[mode])

    def answered(self, told: Matrix, mode: str) -> float:
        """P(the documents asked hold an answer to the question) from ANSWER_FEATURES."""
        standard = (told - self.answer_means) / self.answer_scales
        return float(sigmoid(standard @ self.answer_weights[mode] + self.answer_biases[mode]))

    def ordered(
        self, question: Question, evidence: Sequence[Evidence], mode: str, read: Read | None = None
    ) -> list[Ranked]:
        """All clauses, best first. The score of the best is P(there is an answer); a rival's falls behind.

        Where the question has several parts, the clauses that stand beside the first are chosen for what they add; the
        one that answers the other side of a comparison is no rival. `read` is asked for the first clauses alone.
        """
        if not evidence:
            return []
        shares = self.shares(features_of(question, evidence), mode)
        told = answer_features(question, evidence, shares)
        logits: dict[int, float] = {}
        if read is None or self.reranked is None or mode != RERANKED_MODE:
            answered, second = self.answered(told, mode), self.second
        else:
            places = most_likely(shares)
            reading = Reading(places, read([evidence[place].clause for place in places]))
            shares = self.reranked.shares(shares, reading, is_comparison=question.is_comparison)
            answered = self.reranked.answered(np.append(told, reading_features(reading, shares)))
            second = self.reranked.second
            logits = dict(zip(places, reading.logits.tolist(), strict=True))
        places_in_order = in_order(evidence, shares, second)
        scores = sorted((answered * (shares / shares.max()) ** self.rival).tolist(), reverse=True)
        if question.is_comparison:
            beside = sides_answered([evidence[place].parts for place in places_in_order[:PLACES]])
            scores[:beside] = [scores[0]] * beside
        return [
            Ranked(evidence[place].clause, score, evidence[place], logits.get(place))
            for place, score in zip(places_in_order, scores, strict=True)
        ]


def in_order(evidence: Sequence[Evidence], shares: Matrix, second: SecondChoice | None) -> list[int]:
    """The places of `evidence`, best first."""
    sides = sides_of(evidence, shares)
    if second is None or not all(len(each.parts) > 1 for each in sides):
        return sorted(range(len(sides)), key=lambda place: (-sides[place].share, evidence[place].clause))
    return second.order(sides)


def softmax(values: Matrix) -> Matrix:
    raised = np.exp(values - values.max())
    return np.asarray(raised / raised.sum(), dtype=np.float64)


def sigmoid(values: Matrix) -> Matrix:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(values, -40, 40))), dtype=np.float64)


def model_path(pack: str) -> Path:
    return fitted_file(f"ranking-{pack}.toml")


@cache
def load_model(path: Path) -> RankingModel:
    """The fitted numbers; ModelError where the file does not hold a weight for each feature."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        numbers, answers, modes = table["features"], table["answer"], table["answer_bias"]
        return RankingModel(
            means=columns_of(numbers, FEATURES, "mean"),
            scales=columns_of(numbers, FEATURES, "scale"),
            weights={mode: columns_of(numbers, FEATURES, mode) for mode in modes},
            answer_means=columns_of(answers, ANSWER_FEATURES, "mean"),
            answer_scales=columns_of(answers, ANSWER_FEATURES, "scale"),
            answer_weights={mode: columns_of(answers, ANSWER_FEATURES, mode) for mode in modes},
            answer_biases={mode: float(bias) for mode, bias in modes.items()},
            rival=float(table["rival"]),
            second=_second(table["second"]) if "second" in table else None,
            reranked=_reranked(table["reranked"]) if "reranked" in table else None,
        )
    except (OSError, KeyError, TypeError, ValueError) as fault:
        raise ModelError("index.ranking_settings", path=str(path), cause=str(fault)) from fault


def sides_of(evidence: Sequence[Evidence], shares: Matrix) -> list[Side]:
    """The same clauses as what may stand beside each other."""
    return [
        Side(share, each.parts, each.asked_title, each.title, each.chapter)
        for share, each in zip(shares.tolist(), evidence, strict=True)
    ]


def _second(numbers: Mapping[str, Mapping[str, float]]) -> SecondChoice:
    return SecondChoice(*(columns_of(numbers, ADDED_FEATURES, key) for key in ("mean", "scale", "weight")))


def _reranked(table: Mapping[str, Any]) -> Reranking:
    features, answers = table["features"], table["answer"]
    names = (*ANSWER_FEATURES, *READING_FEATURES)
    return Reranking(
        columns_of(features, READ_FEATURES, "mean"),
        columns_of(features, READ_FEATURES, "scale"),
        columns_of(features, READ_FEATURES, "weight"),
        columns_of(answers, names, "mean"),
        columns_of(answers, names, "scale"),
        columns_of(answers, names, "weight"),
        float(table["bias"]),
        _second(table["second"]) if "second" in table else None,
    )


def _told(evidence: Sequence[Evidence], name: str) -> Matrix:
    return np.array([getattr(each, name) for each in evidence], dtype=np.float64)


def features_of(question: Question, evidence: Sequence[Evidence]) -> Matrix:
    """One row of FEATURES a clause; each is told beside the best of its scope."""
    told = np.array([_ALL_TOLD(each) for each in evidence], dtype=np.float64)
    columns = dict(zip(_TOLD, told.T, strict=True))
    falling = np.sort(columns["cosine"])[::-1]
    best, second = falling[0], falling[min(1, len(falling) - 1)]
    columns["cosine_lead"] = np.where(columns["cosine"] >= best, best - second, 0.0)
    columns["part_compared"] = columns["part_first"] * question.is_comparison
    for name in ("cosine", "words", "bigrams", "recalled", "part"):
        columns[f"{name}_behind"] = columns[name].max() - columns[name]
    return np.column_stack([columns[name] for name in FEATURES])


def answer_features(question: Question, evidence: Sequence[Evidence], shares: Matrix) -> Matrix:
    """ANSWER_FEATURES of one question, from its evidence and the clauses' shares."""
    order = np.argsort(-shares)
    first = evidence[int(order[0])]
    cosines = _told(evidence, "cosine")
    told = {
        "first_share": float(shares[order[0]]),
        "second_share": float(shares[order[min(1, len(order) - 1)]]),
        "first_cosine": first.cosine,
        "best_cosine": float(cosines.max()),
        "crowd": float(np.mean(np.sort(cosines)[::-1][:_CROWD])),
        "first_recalled": first.recalled,
        "best_recalled": float(_told(evidence, "recalled").max()),
        "nearest_known": first.nearest_known,
        "first_coverage": first.coverage,
        "best_coverage": float(_told(evidence, "coverage").max()),
        "best_words": float(_told(evidence, "words").max()),
        "best_part": float(_told(evidence, "part").max()),
        "first_trade": first.trade_in_title,
        "trade_asked": float(bool(question.trade)),
        "trade_in_titles": float(_told(evidence, "trade_in_title").max()),
        "trade_in_texts": float(_told(evidence, "trade_in_text").max()),
        "question_length": float(np.log1p(len(question.bigrams))),
    }
    return np.array([told[name] for name in ANSWER_FEATURES], dtype=np.float64)


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
