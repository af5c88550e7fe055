"""The grid of made documents, converted: `python -m development.checking.grid [--each] [--seeds N]`.

Prints for each way of each habit how many of its documents come back exactly; with --each what differs in the others.
"""

import argparse
from collections import defaultdict

from development.making.grid.combination import FIRST_SEED, HABITS, Combination, pairwise_cover
from development.making.grid.document import Expected, Made, make
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.packs.loader import load_pack


def main() -> None:
    """Converts the pairwise cover in this process."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--each", action="store_true", help="what differs in each document")
    arguments.add_argument("--seeds", type=int, default=1, help="so many covers, each of other documents")
    chosen = arguments.parse_args()
    right: dict[tuple[str, str], list[bool]] = defaultdict(list)
    cover = [each for seed in range(chosen.seeds) for each in pairwise_cover(FIRST_SEED + seed)]
    exact_ones = 0
    for combination in cover:
        differences = differences_of(combination)
        exact_ones += not differences
        for habit in HABITS:
            right[habit, getattr(combination, habit)].append(not differences)
        if differences and chosen.each:
            print(combination.name)
            for each in differences[:6]:
                print(f"    {each}")
    for (habit, way), exact in right.items():
        print(f"{habit:12} {way:10} {sum(exact)}/{len(exact)}")
    print(f"exact: {exact_ones}/{len(cover)}")


def differences_of(combination: Combination) -> list[str]:
    """What of a made document does not come back as it is; [] for an exact one."""
    made = make(combination)
    conversion = convert_bytes(made.pdf, load_pack("insurance"))
    return [*_differing_sections(made.sections, conversion), *_differing_table(made, conversion)]


def _differing_sections(wanted: tuple[Expected, ...], conversion: Conversion) -> list[str]:
    found = [
        Expected(_last(clause.section_id, clause.section_title), clause.section_title)
        for clause in conversion.clauses
        if clause.section_id.rpartition("/")[2] != load_pack("insurance").preface_title
    ]
    missing = [each for each in wanted if each not in found]
    extra = [each for each in found if each not in wanted]
    told = [f"missing {each.number} {each.title}" for each in missing] + [
        f"extra {each.number} {each.title}" for each in extra
    ]
    return told or ([] if list(wanted) == found else ["other order"])


def _last(section_id: str, title: str) -> str:
    """The printed number of an id; "" where it ends with the title."""
    last = section_id.rpartition("/")[2]
    return "" if title and (last == "".join(title.split()) or last.endswith("\u3011")) else last


def _differing_table(made: Made, conversion: Conversion) -> list[str]:
    if made.header is None:
        return [f"a table that is none: {each.headers}" for each in conversion.tables]
    if len(conversion.tables) != 1:
        return [f"{len(conversion.tables)} tables instead of 1"]
    headers = tuple(filter(None, conversion.tables[0].headers))
    return [] if headers == made.header else [f"header {headers} instead of {made.header}"]


if __name__ == "__main__":
    main()
