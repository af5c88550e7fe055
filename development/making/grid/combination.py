"""What a made document is printed like, and a small set of them in which every two habits meet."""

import random
from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations

from insurance_desktop.domain.entity import entity

HABITS: dict[str, tuple[str, ...]] = {
    "numbers": ("column", "inline", "none"),
    "titles": ("label", "line", "run_in", "bracketed", "none"),
    "form": ("decimal", "article", "han"),
    "chapters": ("plain", "circled", "part", "centred", "none"),
    "definitions": ("numbered", "han", "terms", "brackets", "none"),
    "weight": ("stroke", "overprint", "none"),
    "table": ("none", "ruled", "entries", "shaded"),
    "contents": ("none", "one", "two", "three"),
    "furniture": ("none", "header", "slash", "dash"),
    "page_break": ("none", "label", "sentence"),
    "diseases": ("none", "numbered", "bold"),
}
"""Each habit and the ways in which it is printed, the plainest first."""
FIRST_SEED = 7
TRIES = 40
"""So many random documents are tried for each one that is taken: the one with most new meetings wins."""


@entity
class Combination:
    """One document's habits; the values are those of `HABITS`."""

    numbers: str = "column"
    titles: str = "label"
    form: str = "decimal"
    chapters: str = "plain"
    definitions: str = "numbered"
    weight: str = "stroke"
    table: str = "none"
    contents: str = "none"
    furniture: str = "none"
    page_break: str = "none"
    diseases: str = "none"

    @property
    def name(self) -> str:
        return " ".join(f"{each.name}={getattr(self, each.name)}" for each in fields(self))

    @property
    def makes_sense(self) -> bool:
        """Whether a person could tell the sections of such a document."""
        is_numbered = self.numbers != "none"
        if not is_numbered and (self.titles in {"none", "run_in"} or self.form != "decimal" or self.contents != "none"):
            return False
        if self.numbers == "column" and self.titles == "bracketed":
            return False
        if self.titles == "label" and (self.numbers == "inline" or self.form == "han"):
            return False
        if self.titles == "none" and (self.form != "article" or self.contents != "none"):
            return False
        if self.form == "decimal" and is_numbered and self.chapters not in {"plain", "circled"}:
            return False
        if self.form == "han" and (self.chapters == "plain" or self.definitions == "han"):
            return False
        needs_weight = (
            self.titles == "run_in",
            self.definitions == "terms",
            self.diseases == "bold",
            self.chapters in {"centred", "none"},
            not is_numbered,
        )
        if self.weight == "none" and any(needs_weight):
            return False
        return not (self.page_break == "label" and self.titles != "label")


def pairwise_cover(seed: int = FIRST_SEED) -> list[Combination]:
    """Documents in which every two ways that can meet do meet, the same for the same seed."""
    random_one = random.Random(seed)
    wanted = set(_possible_pairs(random.Random(seed)))
    found: list[Combination] = []
    while wanted:
        tries = [_random_combination(random_one, next(iter(sorted(wanted)))) for _ in range(TRIES)]
        best = max(filter(None, tries), key=lambda each: len(wanted & set(_pairs(each))), default=None)
        if best is None or not wanted & set(_pairs(best)):
            wanted.discard(next(iter(sorted(wanted))))
            continue
        wanted -= set(_pairs(best))
        found.append(best)
    return found


Pair = tuple[str, str, str, str]


def _pairs(combination: Combination) -> Iterator[Pair]:
    for one, other in combinations(HABITS, 2):
        yield one, getattr(combination, one), other, getattr(combination, other)


def _possible_pairs(random_one: random.Random) -> Iterator[Pair]:
    for one, other in combinations(HABITS, 2):
        for first in HABITS[one]:
            for second in HABITS[other]:
                pair = (one, first, other, second)
                if any(_random_combination(random_one, pair) for _ in range(TRIES)):
                    yield pair


def _random_combination(random_one: random.Random, pair: Pair) -> Combination | None:
    """A random document with these two ways; None where it makes no sense."""
    one, first, other, second = pair
    chosen = {habit: random_one.choice(ways) for habit, ways in HABITS.items()} | {one: first, other: second}
    made = Combination(**chosen)
    return made if made.makes_sense else None
