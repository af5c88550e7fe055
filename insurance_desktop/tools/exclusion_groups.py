"""What the reranker learns of exclusions: a scenario beside the item that refuses it and items that only look like it.

From the exclusion questions of our own documents, each beside the exclusions of its document, and from the known cases,
each beside the exclusions of a document drawn for it: a ground's items are right, for a harmless case none is.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from insurance_desktop.index.embedding import Vectors
from insurance_desktop.index.grounds import Grounds
from insurance_desktop.index.matching import CASE, LISTED, PhraseVectors, Spoken

from .exclusion_sets import Labelled
from .fit_grounds import Case
from .reranker_groups import WITHOUT_ANSWER, WRONG, WRONG_ALONE, Group, pick

FROM_FIRST = 10
"""Wrong items are drawn from the nearest of the document, the nearer the likelier."""

_TOLD_BY = 150
"""Characters of a passage that tell how near it is."""

HARMLESS_TURNS = 2
"""So often a scenario that nothing refuses is asked, beside other items each time."""


def labelled_groups(found: Sequence[Labelled], read: "ScenarioVectors", chance: random.Random) -> Iterator[Group]:
    """The groups of documents' exclusion questions."""
    for each in found:
        order = read.order(each.question, each.passages)
        wrong = [place for place in order if each.counted[place] and not each.right[place]]
        right = [place for place in order if each.right[place]]
        yield from _groups(each.question, each.passages, right, wrong, chance, is_harmless=not each.is_mentioned)


def case_groups(
    cases: Sequence[Case], contracts: Sequence[Sequence[Spoken]], read: "ScenarioVectors", chance: random.Random
) -> Iterator[Group]:
    """The groups of known cases: each beside the items of one of the `contracts` that names its ground, or of any."""
    listed = [[each for each in contract if each.kind == LISTED] for contract in contracts]
    grounds = [[read.grounds_of(each) for each in items] for items in listed]
    named = [frozenset().union(*each) for each in grounds]
    for case in cases:
        is_harmless = not set(case.grounds) & set(read.grounds.names)
        naming = [
            place
            for place, each in enumerate(named)
            if listed[place] and (is_harmless or not each.isdisjoint(case.grounds))
        ]
        if not naming:
            continue
        drawn = chance.choice(naming)
        order = read.order(case.text, listed[drawn])
        right = [place for place in order if grounds[drawn][place] & set(case.grounds)]
        wrong = [place for place in order if place not in right]
        yield from _groups(case.text, listed[drawn], right[:1], wrong, chance, is_harmless=is_harmless)


def _groups(
    scenario: str,
    passages: Sequence[Spoken],
    right: Sequence[int],
    wrong: Sequence[int],
    chance: random.Random,
    *,
    is_harmless: bool,
) -> Iterator[Group]:
    near = wrong[:FROM_FIRST]
    for place in right:
        others = tuple(passages[each].as_read for each in pick(near, WRONG, chance))
        yield Group(scenario, passages[place].as_read, others, WITHOUT_ANSWER)
    for _ in range(HARMLESS_TURNS if is_harmless and near else 0):
        yield Group(scenario, None, tuple(passages[each].as_read for each in pick(near, WRONG_ALONE, chance)))


@dataclass(frozen=True)
class ScenarioVectors:
    """How near a scenario is to the exclusions, and the grounds that these print."""

    vectors: PhraseVectors
    grounds: Grounds
    questions: dict[str, Vectors]

    def order(self, scenario: str, passages: Sequence[Spoken]) -> list[int]:
        """The places of the passages, nearest first, the cases of definitions left out."""
        places = [place for place, each in enumerate(passages) if each.kind != CASE]
        near = self.vectors.of([passages[place].text[:_TOLD_BY] for place in places]) @ self.questions[scenario]
        return [places[place] for place in np.argsort(-near, kind="stable")]

    def grounds_of(self, passage: Spoken) -> frozenset[str]:
        """The grounds on which this passage refuses, those within them included."""
        printed = self.grounds.printed_in(passage.text)
        defined = {name for text in passage.definitions for name in self.grounds.printed_in(text[:160])}
        return self.grounds.refused_by(printed | defined)
