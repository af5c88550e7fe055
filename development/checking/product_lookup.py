"""Asks the cases of `lookup_cases` of a library that holds the names, and prints how many were right, by kind.

    python -m development.checking.product_lookup NAMES.tsv --cases lookup_cases.jsonl

Both lie in tests/services/products. Without `--cases` they are made anew (needs the extra `dev`). Right: the product
that was meant is first, or it is listed where the question fits several; where a list was asked for, all of it is
there. `--fill N` puts N made-up names beside the others and times the questions.
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from insurance_desktop.domain.product_answers import LookupAnswer
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.products.product_lookup import lookup
from insurance_desktop.services.products.product_names import ProductNames
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import works

from .lookup_cases import EACH, SEED, Case, Product, make_cases, read_products

_AT = "2026-11-21T00:00:00+00:00"


@dataclass(frozen=True, slots=True)
class Judged:
    case: Case
    answer: LookupAnswer
    seconds: float

    @property
    def names(self) -> list[str]:
        return [each.product_name for each in self.answer.products]

    @property
    def is_right(self) -> bool:
        if self.case.listing:
            return set(self.names) >= set(self.case.right)
        if self.answer.status is AnswerStatus.AMBIGUOUS or self.is_list:
            return self.case.right[0] in self.names
        return self.answer.status is AnswerStatus.OK and self.names[0] == self.case.right[0]

    @property
    def is_list(self) -> bool:
        return self.answer.status is AnswerStatus.OK and self.answer.products[0].matched_by == "company_and_kind"

    @property
    def is_needless(self) -> bool:
        """Whether several are named where the question fits one product alone, or more than the list asked for."""
        if self.case.listing:
            return len(self.names) > len(self.case.right)
        return len(self.case.right) == 1 and self.answer.status is AnswerStatus.AMBIGUOUS


def read_cases(path: Path) -> list[Case]:
    entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Case(each["kind"], each["asked"], tuple(each["right"]), each["listing"]) for each in entries]


def add_products(connection: Connection, pack: str, kind: str, products: Iterable[Product]) -> None:
    """Writes the products as works without documents."""
    for number, each in enumerate(products, start=1):
        work = works.Work(0, pack, kind, f"N{number}", each.name, each.company or None, each.category or None)
        works.add(connection, work, _AT)


def ask(names: ProductNames, cases: Sequence[Case]) -> list[Judged]:
    """Every case asked once."""
    judged = []
    for case in cases:
        begun = time.process_time()
        answer = lookup(names, case.asked)
        judged.append(Judged(case, answer, time.process_time() - begun))
    return judged


def filled(products: Sequence[Product], count: int) -> list[Product]:
    """So many made-up names of the same companies: series of one product with kinds and marks of others."""
    chance = random.Random(SEED)
    made: dict[str, Product] = {}
    while len(made) < count:
        one, other = chance.choice(products), chance.choice(products)
        series = "".join(chance.sample([each for each in (one.plain + other.plain) if each.isalpha()], 3))
        half = len(other.name) // 2
        made.setdefault(name := one.name[:2] + series + other.name[half:], Product(name, one.company, one.category))
    return list(made.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", type=Path)
    parser.add_argument("--cases", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--each", type=int, default=EACH)
    parser.add_argument("--fill", type=int, default=0)
    parser.add_argument("--faults", action="store_true", help="print every case that was wrong")
    given = parser.parse_args()
    products = read_products(given.names)
    cases = read_cases(given.cases) if given.cases else make_cases(products, given.seed, given.each)
    with tempfile.TemporaryDirectory() as folder, open_library(Path(folder) / "names.db") as library:
        with library.database.write() as connection:
            everything = [*products, *filled(products, given.fill)]
            add_products(connection, library.pack.name, library.pack.work_kind, everything)
        names = ProductNames(library)
        begun = time.perf_counter()
        for text in ("first", "diyi", cases[0].asked):
            lookup(names, text)
        sys.stdout.write(f"{len(everything)} names, first questions {time.perf_counter() - begun:.3f} s\n")
        report(ask(names, cases), given.faults)


def report(judged: Sequence[Judged], faults: bool) -> None:
    for kind in dict.fromkeys(each.case.kind for each in judged):
        mine = [each for each in judged if each.case.kind == kind]
        times = sorted(each.seconds * 1000 for each in mine)
        sys.stdout.write(
            f"{kind}: {sum(each.is_right for each in mine)} of {len(mine)} right, "
            f"{sum(each.is_needless for each in mine)} with names too many, "
            f"{statistics.mean(len(each.names) for each in mine):.1f} names an answer, "
            f"CPU p50 {statistics.median(times):.1f} ms, p95 {times[int(0.95 * len(times))]:.1f} ms, "
            f"max {times[-1]:.1f} ms\n"
        )
    for each in judged if faults else ():
        if not each.is_right or each.is_needless:
            found = [(match.product_name, match.score, match.matched_by) for match in each.answer.products[:5]]
            sys.stdout.write(f"{each.case.kind} {each.case.asked!r} wants {each.case.right[:3]}\n")
            sys.stdout.write(f"    {each.answer.status} {found} of {len(each.names)}\n")


if __name__ == "__main__":
    main()
