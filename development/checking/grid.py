"""The grid of made documents, converted: which ways of printing a contract come back as they were made.

    python -m development.checking.grid [--strength N] [--seeds N] [--each] [--pictures FOLDER]

Makes documents in which every two (--strength 3: every three; 1: each alone) ways of the habits in
`development.making.grid` meet, converts each in this process, and prints for each way how many of its documents are
exact, the shares of titles, parents and tables that are right, and what goes wrong most; then which ways, and which two
together, never come back.
--each says of every document what is wrong, --pictures writes the PDFs of those that are not exact.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import reduce
from itertools import combinations
from operator import add
from pathlib import Path
from statistics import mean

from development.making.grid.combination import HABITS, Combination, broken_rule, combination_of
from development.making.grid.cover import SEED, cover
from development.making.grid.document import make

from .grid_scores import Result, checked
from .section_scores import Share

SEEDS = 2
"""The test takes the covers of so many seeds: each meeting in two surroundings."""
MOST_TOLD = 12
LEAST_MEETINGS, CHANCE = 3, 0.1
"""Two ways that met less often, or that rarely come back with others, say nothing about each other."""


def combinations_of(strength: int = 2, seeds: int = SEEDS) -> list[Combination]:
    """The documents of the covers, each once; those of strength 1 are one habit away from the plainest."""
    if strength == 1:
        plain = asdict(Combination())
        ways = [{**plain, habit: way} for habit, those in HABITS.items() for way in those]
        return list(dict.fromkeys(combination_of(each) for each in ways if not broken_rule(each)))
    found = [each for seed in range(seeds) for each in cover(strength, SEED + seed)]
    return list(dict.fromkeys(found))


def lines(results: Sequence[Result]) -> Iterator[str]:
    """The table: a line for each way of each habit, then all."""
    yield f"{'habit':12} {'way':11} {'exact':>8} {'titles':>10} {'parents':>10} {'tables':>8}  what is wrong most"
    for habit, ways in HABITS.items():
        for way in ways:
            yield _line(habit, way, [each for each in results if getattr(each.combination, habit) == way])
    yield _line("all", "", results)
    exact = [each for each in results if each.is_exact]
    wrong = [each for each in results if not each.is_exact]
    yield f"exact but blocked by a structure finding: {sum(bool(each.blocked_by) for each in exact)} of {len(exact)}"
    silent = [each for each in wrong if each.titles.right < each.titles.wanted and not each.blocked_by]
    yield f"titles wrong and no structure finding says so: {len(silent)}"


def _line(habit: str, way: str, results: Sequence[Result]) -> str:
    exact = Share(sum(each.is_exact for each in results), len(results))
    titles, parents, tables = (
        reduce(add, (getattr(each, name) for each in results), Share()) for name in ("titles", "parents", "tables")
    )
    common = ", ".join(f"{count} {word}" for word, count in causes(results).most_common(3))
    return f"{habit:12} {way:11} {exact!s:>8} {titles!s:>10} {parents!s:>10} {tables!s:>8}  {common}"


def causes(results: Sequence[Result]) -> Counter[str]:
    """What is wrong by the first word of its sentence, each once a document."""
    return Counter(word for each in results for word in {re.split(r"\W", line)[0] for line in each.wrong})


def never_exact(results: Sequence[Result]) -> Iterator[str]:
    """Two ways that come back alone, but never together."""
    met: dict[tuple[str, ...], list[bool]] = {}
    for each in results:
        ways = [f"{habit}={getattr(each.combination, habit)}" for habit in HABITS]
        for some in (*combinations(ways, 1), *combinations(ways, 2)):
            met.setdefault(some, []).append(each.is_exact)
    for some, exact in met.items():
        alone = [mean(met[(each,)]) for each in some]
        by_chance = (1 - min(alone)) ** len(exact)
        if not any(exact) and len(exact) >= LEAST_MEETINGS and (len(some) == 1 or by_chance < CHANCE):
            yield f"never exact in {len(exact)}: {' with '.join(some)}"


def said(result: Result) -> Iterator[str]:
    """One document with what is wrong in it."""
    yield f"{'exact' if result.is_exact else 'wrong'} {result.combination.name} {' '.join(result.blocked_by)}".rstrip()
    yield from (f"    {each}" for each in result.wrong[:MOST_TOLD])
    if len(result.wrong) > MOST_TOLD:
        yield f"    and {len(result.wrong) - MOST_TOLD} more"


def main() -> int:
    """Converts the cover and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strength", type=int, default=2, choices=(1, 2, 3), help="so many ways meet in some document")
    parser.add_argument("--seeds", type=int, help="covers of so many seeds (2, or 1 of strength 3)")
    parser.add_argument("--each", action="store_true", help="say of each document what is wrong")
    parser.add_argument("--pictures", type=Path, help="write the PDFs of those that are not exact, to be looked at")
    given = parser.parse_args()
    seeds = given.seeds or (SEEDS if given.strength == 2 else 1)
    results = [checked(each) for each in combinations_of(given.strength, seeds)]
    wrong = [each.combination for each in results if not each.is_exact]
    told = [line for each in results for line in said(each)] if given.each else []
    sys.stdout.write("\n".join([*told, *lines(results), *never_exact(results), ""]))
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
        for each in wrong:
            (given.pictures / f"{each.name.replace(' ', '-')}.pdf").write_bytes(make(each).pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())
