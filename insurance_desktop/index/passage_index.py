"""Passages in memory, asked by words and by meaning: for collections that are small enough to be held whole."""

from array import array
from collections import Counter
from collections.abc import Sequence
from math import log

import numpy as np
import numpy.typing as npt

from .embedding import Vectors
from .tokens import bigrams, unique, words

Scores = npt.NDArray[np.float64]

_SATURATION, _LENGTHS = 1.2, 0.75
"""BM25's usual numbers: how soon a repeated word counts no more, and how far long passages count less."""

_NEIGHBOURS = 10


class PassageIndex:
    """`texts` are the passages; `windows` the vectors of their windows, `owners` the place of each window's passage."""

    def __init__(self, texts: Sequence[str], windows: Vectors, owners: Sequence[int]) -> None:
        self._count = len(texts)
        self._windows = windows
        self._owners = np.array(owners, dtype=np.int64)
        counted = [Counter(_tokens(text)) for text in texts]
        sizes = [sum(each.values()) for each in counted]
        usual = max(sum(sizes), 1) / max(self._count, 1)
        self._postings: dict[str, tuple[array[int], array[float]]] = {}
        for place, (held, size) in enumerate(zip(counted, sizes, strict=True)):
            slack = _SATURATION * (1 - _LENGTHS + _LENGTHS * size / usual)
            for token, times in held.items():
                places, weights = self._postings.setdefault(token, (array("i"), array("d")))
                places.append(place)
                weights.append(times * (_SATURATION + 1) / (times + slack))

    def __len__(self) -> int:
        return self._count

    def by_words(self, text: str) -> Scores:
        """BM25 of each passage (n,) as a share of what the text asks for: rare words count more, unknown ones most."""
        found, asked = np.zeros(self._count), 0.0
        for token in unique(_tokens(text)):
            rarity = self._rarity(token)
            asked += rarity
            if token in self._postings:
                places, weights = self._postings[token]
                found[np.frombuffer(places, dtype=np.int32)] += rarity * np.frombuffer(weights)
        return found / (asked or 1.0)

    def by_vector(self, vector: Vectors) -> Scores:
        """The cosine of each passage's nearest window (n,); -1 for a passage without a window."""
        found = np.full(self._count, -1.0)
        np.maximum.at(found, self._owners, (self._windows @ vector).astype(np.float64))
        return found

    def surroundings(self, vector: Vectors) -> tuple[float, ...]:
        """How a vector lies to all of them: the cosine of the nearest window, of the nearest ten, of their common
        direction, and of all."""
        if not len(self._windows):
            return (0.0,) * 4
        cosines, centre = self._windows @ vector, self._windows.mean(0)
        nearest = np.sort(cosines)[-_NEIGHBOURS:]
        shares = cosines.max(), nearest.mean(), centre @ vector / np.linalg.norm(centre), cosines.mean()
        return tuple(map(float, shares))

    def known_share(self, text: str) -> float:
        """How much of a text, by the rarity of its words, stands in any of the passages."""
        rarities = [(self._rarity(token), token in self._postings) for token in unique(_tokens(text))]
        return sum(each for each, known in rarities if known) / (sum(each for each, _ in rarities) or 1.0)

    def _rarity(self, token: str) -> float:
        held = len(self._postings[token][0]) if token in self._postings else 0
        return log(1 + (self._count - held + 0.5) / (held + 0.5))


def _tokens(text: str) -> list[str]:
    return bigrams(text) + words(text)
