"""What one answer to one golden question is worth: for each figure a pair (got, of), to be summed over questions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from insurance_desktop.domain.evaluation import (
    ANSWERABLE,
    BASIC,
    CALIBRATION,
    COMPARISON,
    EXCLUSION,
    NONE,
    GoldenQuestion,
)
from insurance_desktop.domain.identity import same_mark

Score = tuple[float, float]
Scores = dict[str, Score]
FIRST = 3
DEPTH = 5
"""k of NDCG@k: the results of a search that asks for no other number."""

SEARCH_FIGURES = ("top_1", "top_3", "all_in_3", "mrr", "ndcg_5", "parent_first")
"""Of what is answered, the bar at 0.7 included: a silenced question has none right. What is shown as weak is no answer:
it counts as silence, and once more by itself."""

_SEARCHED = (
    *SEARCH_FIGURES,
    *(f"order_{name}" for name in SEARCH_FIGURES),
    "silenced",
    "weak",
    "mean_best_score",
    "mean_right_score",
)
_CHECKED = (
    "section_recall",
    "own_section_recall",
    "item_recall",
    "precision",
    "precision_with_unmentioned",
    "possible_per_scenario",
    "no_false_alarm",
    "seed_recall_5",
    "seed_precision_5",
)
FIGURES_OF = {
    BASIC: _SEARCHED,
    COMPARISON: _SEARCHED,
    EXCLUSION: (*_CHECKED, *_SEARCHED),
    NONE: ("silent", "weak", "mean_best_score"),
    ANSWERABLE: _SEARCHED,
    CALIBRATION: ("error",),
}
"""Every tier that a bar may name, and the figures that are counted for it: a bar on another one would judge nothing."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is right for a question in this library: documents (None = any), and the accepted keys of each section.

    A needed section that is not there itself is reached by the part that holds it. `tells_documents_apart`: each
    section is needed of one document, and the keys in `needed` and `items` are what `key` makes of both.
    """

    question: GoldenQuestion
    documents: frozenset[int] | None
    needed: tuple[str, ...]
    also: frozenset[str]
    items: tuple[tuple[str, str], ...] = ()
    tells_documents_apart: bool = False

    @property
    def has_answer(self) -> bool:
        return bool(self.needed)

    def accepts(self, place: "Place") -> bool:
        key = self.key(place.document_id, place.section)
        return key in self.needed or key in self.also

    def key(self, document_id: int, section: str) -> str:
        """What a hit is counted as: its section; with its document where 1.4 of one is not 1.4 of the other."""
        return f"{document_id}#{section}" if self.tells_documents_apart else section

    def is_asked(self, document_id: int) -> bool:
        return self.documents is None or document_id in self.documents


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hit stands: the section as a key, and the score it came with; `heading` is how a person is told of it."""

    document_id: int
    section: str
    score: float
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a search brought: the hits over the bar, the whole order without it, and whether some were shown as weak."""

    answered: tuple[Place, ...]
    order: tuple[Place, ...]
    is_weak: bool = False

    @property
    def best(self) -> float:
        """The score that the answer stands or falls with; 0 where nothing was found at all."""
        return self.order[0].score if self.order else 0.0

    @property
    def highest(self) -> Place | None:
        """What a bar would have to silence: the best by score, also where the order follows another number."""
        return max(self.order, key=lambda each: each.score, default=None)


def search_scores(wanted: Wanted, seen: Seen) -> Scores:
    """The figures of one question that search was asked."""
    weak = {"weak": (float(seen.is_weak), 1.0)}
    if not wanted.has_answer:
        if wanted.question.tier == NONE:
            return {"silent": (float(not seen.answered), 1.0), **weak, "mean_best_score": (seen.best, 1.0)}
        return {}
    right = [each.score for each in seen.order if is_right(wanted, each)]
    return {
        **_order_scores(wanted, seen.answered),
        **{f"order_{name}": score for name, score in _order_scores(wanted, seen.order).items()},
        "silenced": (float(not seen.answered), 1.0),
        **weak,
        "mean_best_score": (seen.best, 1.0),
        "mean_right_score": (right[0] if right else 0.0, 1.0),
    }


def _order_scores(wanted: Wanted, hits: Sequence[Place]) -> Scores:
    right = [is_right(wanted, each) for each in hits]
    there = {wanted.key(each.document_id, each.section) for each in hits[:FIRST] if wanted.is_asked(each.document_id)}
    scores: Scores = {
        "top_1": (float(any(right[:1])), 1.0),
        "top_3": (float(any(right[:FIRST])), 1.0),
        "mrr": (1.0 / (right.index(True) + 1) if any(right) else 0.0, 1.0),
        "ndcg_5": (_gain(wanted, hits), 1.0),
        "parent_first": (float(bool(hits) and not right[0] and _holds_a_needed_one(wanted, hits[0])), 1.0),
    }
    if len(wanted.needed) > 1:
        scores["all_in_3"] = (float(set(wanted.needed) <= there), 1.0)
    return scores


def is_right(wanted: Wanted, place: Place) -> bool:
    return wanted.accepts(place) and wanted.is_asked(place.document_id)


def _holds_a_needed_one(wanted: Wanted, place: Place) -> bool:
    """Whether the hit is the part around a needed section (an index that cuts coarser): reported apart."""
    around = {parent for section in wanted.needed for parent in parents(section)}
    return wanted.key(place.document_id, place.section) in around and wanted.is_asked(place.document_id)


def parents(section: str) -> tuple[str, ...]:
    """The keys of the parts around a section, the nearest first: `2.3.1` → 2.3, 2; a path loses its last heading."""
    mark = "/" if "/" in section else "."
    pieces = section.split(mark)
    return tuple(mark.join(pieces[:count]) for count in range(len(pieces) - 1, 0, -1))


def _gain(wanted: Wanted, hits: Sequence[Place]) -> float:
    """NDCG@k with each section counted once; an accepted one may stand for a needed one that is missing."""
    room = len(wanted.needed)
    counted: set[str] = set()
    gained = 0.0
    for rank, each in enumerate(hits[:DEPTH], 1):
        key = wanted.key(each.document_id, each.section)
        if is_right(wanted, each) and key not in counted and len(counted) < room:
            counted.add(key)
            gained += 1.0 / math.log2(rank + 1)
    return gained / sum(1.0 / math.log2(rank + 1) for rank in range(1, min(room, DEPTH) + 1))


@dataclass(frozen=True, slots=True)
class MarkedItem:
    """One exclusion as it was marked; `defined` are the keys of the sections that explain its words."""

    document_id: int
    section: str
    mark: str | None
    matched: bool
    possible: bool
    is_exclusion: bool
    defined: frozenset[str] = frozenset()


def exclusion_scores(wanted: Wanted, items: Sequence[MarkedItem], risk_detected: bool) -> Scores:
    """The figures of one scenario. `items` are all that were gone through, the most probable first."""
    matched = [each for each in items if each.matched]
    scores: Scores = {"possible_per_scenario": (float(sum(each.possible for each in items)), 1.0)}
    if not wanted.has_answer:
        scores["no_false_alarm"] = (float(not risk_detected), 1.0)
        scores["precision_with_unmentioned"] = (0.0, float(len(matched)))
        return scores
    judged = [verdict for each in matched if (verdict := _verdict(wanted, each)) is not None]
    five = items[:DEPTH]
    own, defined = _own(wanted, matched), _defined(wanted, matched)
    first_five = _own(wanted, five)
    scores |= {
        "section_recall": _share(wanted.needed, own | defined),
        "own_section_recall": _share(wanted.needed, own),
        "precision": (float(sum(judged)), float(len(judged))),
        "precision_with_unmentioned": (float(sum(judged)), float(len(judged))),
        "seed_recall_5": _share(wanted.needed, first_five | _defined(wanted, five)),
        "seed_precision_5": (float(sum(each.is_exclusion for each in five)), float(len(five))),
    }
    if wanted.items:
        found = [any(_is_item(wanted, item, each) for each in matched) for item in wanted.items]
        scores["item_recall"] = (float(sum(found)), float(len(found)))
    return scores


def _verdict(wanted: Wanted, item: MarkedItem) -> bool | None:
    """Whether a matched item is right; None where its section is accepted, and so neither right nor wrong."""
    if not wanted.is_asked(item.document_id):
        return False
    if any(_is_item(wanted, each, item) for each in wanted.items):
        return True
    key = wanted.key(item.document_id, item.section)
    if key in wanted.needed and key not in {section for section, _ in wanted.items}:
        return True
    return None if key in wanted.also else False


def _is_item(wanted: Wanted, named: tuple[str, str], item: MarkedItem) -> bool:
    key, mark = named
    return wanted.key(item.document_id, item.section) == key and same_mark(mark, item.mark or "")


def _own(wanted: Wanted, items: Sequence[MarkedItem]) -> set[str]:
    """The sections that the items stand in."""
    return {wanted.key(each.document_id, each.section) for each in items if wanted.is_asked(each.document_id)}


def _defined(wanted: Wanted, items: Sequence[MarkedItem]) -> set[str]:
    """The sections that explain their words, of the same documents."""
    return {
        wanted.key(each.document_id, section)
        for each in items
        if wanted.is_asked(each.document_id)
        for section in each.defined
    }


def _share(needed: Sequence[str], there: set[str]) -> Score:
    return float(sum(each in there for each in needed)), float(len(needed))
