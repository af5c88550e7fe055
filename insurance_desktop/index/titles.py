"""Clauses by what their titles have in common with some words: every clause's title in memory, each distinct one once.

The keyword index answers this, too, but a pair of signs that stands in few titles stands in many texts, and it goes
through all of them.
"""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import tokens
from .characters import comparable

Places = npt.NDArray[np.int64]
_K1, _B = 1.2, 0.75
"""BM25's own numbers, over titles."""


class TitleSigns(NamedTuple):
    """A title as it is compared: its pairs of signs, and the whole as a key."""

    pairs: frozenset[str]
    key: str


@lru_cache(maxsize=50_000)
def signs_of(title: str, language: str = "") -> TitleSigns:
    """The same title stands over a clause of most products: it is taken apart once."""
    return TitleSigns(frozenset(tokens.bigrams(title, language)), comparable(title))


def inverse_frequency(count: int, total: int) -> float:
    """FTS5's own weight of a token that `count` of `total` clauses hold."""
    return max(math.log((total - count + 0.5) / (count + 0.5)), 1e-6)


class TitleIndex:
    """The titles of a library's clauses as they stand now: each title once, with its clauses."""

    def __init__(self, titles: Mapping[str, Places], language: str = "") -> None:
        sizes = np.array([len(clauses) for clauses in titles.values()], dtype=np.int64)
        self.clauses: Places = np.concatenate([np.zeros(0, dtype=np.int64), *titles.values()])
        self._title_of: Places = np.repeat(np.arange(len(titles)), sizes)
        self._starts: Places = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        total = len(self.clauses)
        pairs = [signs_of(title, language).pairs for title in titles]
        lengths = np.array([len(each) for each in pairs], dtype=np.float64)
        average = float(lengths @ sizes) / max(total, 1) or 1.0
        self._worth = (_K1 + 1) / (1 + _K1 * (1 - _B + _B * lengths / average))
        found: dict[str, list[int]] = {}
        for number, each in enumerate(pairs):
            for pair in each:
                found.setdefault(pair, []).append(number)
        self._titles_with = {pair: np.array(numbers) for pair, numbers in found.items()}
        self._weights = {
            pair: inverse_frequency(int(sizes[numbers].sum()), total) for pair, numbers in self._titles_with.items()
        }

    def best(self, asked: Iterable[str], limit: int, among: Places | None = None) -> list[int]:
        """The clauses whose titles share most with these pairs: of all, or of those at these places of `clauses`."""
        scores = np.zeros(len(self._worth))
        for pair in asked:
            if pair in self._titles_with:
                scores[self._titles_with[pair]] += self._weights[pair]
        scores *= self._worth
        if among is None:
            among = self._of_best_titles(scores, limit)
        found = scores[self._title_of[among]]
        there, found = among[found > 0], found[found > 0]
        order = np.lexsort((self.clauses[there], -found))[:limit]
        chosen: list[int] = self.clauses[there[order]].tolist()
        return chosen

    def _of_best_titles(self, scores: npt.NDArray[np.float64], limit: int) -> Places:
        """The places under the best titles, as many titles as bring `limit` clauses, with those that score alike."""
        falling = np.argsort(-scores, kind="stable")
        brought = np.cumsum(self._starts[falling + 1] - self._starts[falling])
        last = min(int(np.searchsorted(brought, limit)), len(falling) - 1)
        titles = np.flatnonzero((scores > 0) & (scores >= scores[falling[last]])) if len(falling) else falling
        pieces = [np.arange(self._starts[title], self._starts[title + 1]) for title in titles]
        return np.concatenate([np.zeros(0, dtype=np.int64), *pieces])
