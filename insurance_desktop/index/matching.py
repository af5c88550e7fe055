"""How surely an exclusion speaks of a scenario: evidence per item and a fitted probability over it.

The numbers lie in the `[exclusion]` part of resources/models/ranking-<pack>.toml and come from tools/fit_ranking.py.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from insurance_desktop.domain.errors import ModelError

from . import tokens
from .embedding import Embedder, Vectors
from .questions import Question
from .ranking import Matrix, sigmoid
from .sentences import phrases

MATCHED, POSSIBLE, NOT_MENTIONED = "matched", "possible", "not_mentioned"
MATCH_FEATURES = ("phrase", "whole", "behind", "words", "trade", "recalled", "recalled_behind")


@dataclass(frozen=True, slots=True)
class MatchModel:
    """Logistic weights by feature and the bars."""

    weights: Mapping[str, float]
    bias: float
    matched: float
    possible: float
    elsewhere: float
    """The bar for `matched` where the words do not stand in a clause about exclusions."""

    def mark(self, chance: float, *, among_exclusions: bool = True) -> str:
        if chance >= (self.matched if among_exclusions else self.elsewhere):
            return MATCHED
        return POSSIBLE if chance >= self.possible else NOT_MENTIONED


@cache
def load_match_model(path: Path) -> MatchModel:
    """The fitted numbers; ModelError where one is missing."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))["exclusion"]
        return MatchModel(
            weights={name: float(table["weights"][name]) for name in MATCH_FEATURES},
            bias=float(table["bias"]),
            matched=float(table["matched"]),
            possible=float(table["possible"]),
            elsewhere=float(table["elsewhere"]),
        )
    except (OSError, KeyError, TypeError, ValueError) as fault:
        raise ModelError("index.ranking_settings", path=str(path), cause=str(fault)) from fault


@dataclass(frozen=True, slots=True)
class Spoken:
    """What is compared with a scenario: an item's words and those of the definitions it leans on."""

    text: str
    definitions: tuple[str, ...] = ()
    among_exclusions: bool = True


MOST_PHRASES = 20_000
"""How many vectors are kept (2 KB each); then the collection starts anew."""


class PhraseVectors:
    """Vectors of short texts, each embedded once as long as they are few enough to be kept."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}

    def of(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        known = self._known
        if len(known) > MOST_PHRASES:
            self._known = known = {}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            readable = [self._embedder.fitting(text) for text in new]
            known.update(zip(new, self._embedder.passages(readable), strict=True))
        return np.stack([known[text] for text in texts])


@dataclass(frozen=True, slots=True)
class Asked:
    """A scenario as it is compared: its words, its vector, and where the known questions like it lead."""

    question: Question
    vector: Vectors
    direction: Vectors | None


def chances(asked: Asked, items: Sequence[Spoken], vectors: PhraseVectors, model: MatchModel) -> list[float]:
    """The probability for each item that it speaks of the scenario."""
    if not items:
        return []
    features = match_features(asked, items, vectors)
    weights = np.array([model.weights[name] for name in MATCH_FEATURES])
    return [float(chance) for chance in sigmoid(features @ weights + model.bias)]


def match_features(asked: Asked, items: Sequence[Spoken], vectors: PhraseVectors) -> Matrix:
    """One row of MATCH_FEATURES an item."""
    best_phrase = np.array([_nearest(asked.vector, _short_texts(item), vectors) for item in items])
    recalled = np.zeros(len(items))
    if asked.direction is not None:
        recalled = np.array([_nearest(asked.direction, [item.text, *_short_texts(item)], vectors) for item in items])
    words = [word for word in asked.question.words if len(word) > 1]
    columns = {
        "phrase": best_phrase,
        "whole": np.array([_nearest(asked.vector, [item.text], vectors) for item in items]),
        "behind": best_phrase.max() - best_phrase,
        "words": np.array([_said(words, item.text) for item in items]),
        "trade": np.array([float(_is_meant(asked.question, item)) for item in items]),
        "recalled": recalled,
        "recalled_behind": recalled.max() - recalled,
    }
    return np.column_stack([columns[name] for name in MATCH_FEATURES])


def _short_texts(item: Spoken) -> list[str]:
    """The phrases of an item and of its definitions, one by one."""
    found = [phrase for text in (item.text, *item.definitions) for phrase in phrases(text)]
    return found or [item.text]


def _nearest(direction: Vectors, texts: Sequence[str], vectors: PhraseVectors) -> float:
    said = [text for text in texts if text.strip()]
    return float(np.max(vectors.of(said) @ direction)) if said else 0.0


def _is_meant(question: Question, item: Spoken) -> bool:
    """Whether a street word stands for a term of the item. Elsewhere such terms are too common to mean anything."""
    return item.among_exclusions and any(term in item.text for term in question.trade)


def _said(words: Sequence[str], text: str) -> float:
    """Share of the scenario's words that the item holds."""
    if not words:
        return 0.0
    return sum(tokens.surface(word) in text for word in words) / len(words)
