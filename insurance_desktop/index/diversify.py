"""Which clauses stand beside the first where a question asks for several: what the first leaves unanswered counts.

A clause's own share says how well it answers the whole question, so copies of the best one would take every place. Each
further clause is therefore also judged by what it adds: a part of the question that it is nearer to than all chosen
before, and words of the question that only its title holds. What is compared mostly stands close together under names
alike, so where it stands and what it is called count, too. Fitted with the ranking (development/fitting/ranking.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .titles import signs_of

Matrix = npt.NDArray[np.float64]
ADDED_FEATURES = ("share", "part_gained", "title_gained", "same_chapter", "title_alike")
"""Of a clause beside those chosen: the logarithm of its share; the largest gain in cosine to a part; how many pairs of
signs of the question its title holds and no title chosen; 1 where a chosen one stands in the same chapter; the largest
share of pairs of signs that its title and a chosen one have in common."""

PLACES = 3
"""So many places are filled by choice, the first by the share alone; the others keep their order."""

CANDIDATES = 24
"""Among so many, the best by share, the others are chosen."""

_LEAST_SHARE = 1e-9


@dataclass(frozen=True, slots=True)
class Side:
    """A clause that may be chosen: its share, its cosine to each part, the question's pairs that its title holds."""

    share: float
    parts: tuple[float, ...]
    asked_title: frozenset[str]
    title: str = ""
    chapter: str = ""


@dataclass(frozen=True)
class SecondChoice:
    """Linear weights over standardised ADDED_FEATURES."""

    means: Matrix
    scales: Matrix
    weights: Matrix

    def order(self, sides: Sequence[Side]) -> list[int]:
        """All places of `sides`, best first: the first by share, the next by what they add, the rest by share."""
        by_share = sorted(range(len(sides)), key=lambda place: (-sides[place].share, place))
        candidates, chosen = by_share[:CANDIDATES], by_share[:1]
        while len(chosen) < min(PLACES, len(candidates)):
            rest = [place for place in candidates if place not in chosen]
            added = what_is_added([sides[place] for place in rest], [sides[place] for place in chosen])
            worth = (added - self.means) / self.scales @ self.weights
            chosen.append(rest[int(np.argmax(worth))])
        return chosen + [place for place in by_share if place not in chosen]


def what_is_added(rest: Sequence[Side], chosen: Sequence[Side]) -> Matrix:
    """ADDED_FEATURES of each clause of `rest` beside the chosen ones (n × 5)."""
    held = np.array([each.parts for each in chosen]).max(axis=0)
    gained = (np.array([each.parts for each in rest]) - held).max(axis=1)
    titles = frozenset().union(*(each.asked_title for each in chosen))
    chapters = {each.chapter for each in chosen}
    return np.column_stack(
        [
            np.log(np.array([each.share for each in rest]) + _LEAST_SHARE),
            gained,
            np.array([len(each.asked_title - titles) for each in rest], dtype=np.float64),
            np.array([each.chapter in chapters for each in rest], dtype=np.float64),
            np.array([max(_alike(each.title, other.title) for other in chosen) for each in rest]),
        ]
    )


def _alike(one: str, other: str) -> float:
    """The share of their pairs of signs that two titles have in common, 0–1."""
    first, second = signs_of(one).pairs, signs_of(other).pairs
    return len(first & second) / len(first | second) if first and second else 0.0


def sides_answered(parts: Sequence[Sequence[float]]) -> int:
    """How many of the first clauses, told by their cosines to each part, are each nearer to a part than all before."""
    nearest: Sequence[float] = ()
    for count, cosines in enumerate(parts):
        if count and not any(own > held for own, held in zip(cosines, nearest, strict=True)):
            return count
        nearest = [max(pair) for pair in zip(cosines, nearest, strict=True)] if count else cosines
    return len(parts)
