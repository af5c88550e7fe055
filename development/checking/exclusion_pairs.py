"""Measures pairs of scenarios, a true one and one that only looks like it. Development only.

    python -m development.checking.exclusion_pairs [--part seen|kept] [--documents NAME…] [--each]

`development/training/exclusion_pairs.jsonl` holds a scenario a line: `pair`, `part` (kept ones are looked at only when
all is done), `ground`, `who` acted, `expected` (matched, possible or quiet), `scenario`, and `exception` where it is
harmless only because contracts make one (the name of one of the pack's exception events). Each is asked of documents
that print its ground, in lists of exclusions or where there are none of it anywhere, with the exception where it needs
one. True: an exclusion that prints the ground is matched; harmless: nothing in the document is.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from development.fitting.exclusion_sets import units_of
from development.training.own_documents import FOLDER, read_split
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.exclusion_grounds import ExclusionGrounds, read_grounds
from insurance_desktop.index.matching import LISTED, MATCHED
from insurance_desktop.services.answers.exclusion_marks import mark_all
from insurance_desktop.services.answers.exclusion_units import Unit
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.search.engine import SearchEngine

PAIRS = FOLDER / "exclusion_pairs.jsonl"
MOST_DOCUMENTS = 4
"""Of how many documents a scenario is asked."""


@dataclass(frozen=True, slots=True)
class Scenario:
    pair: int
    part: str
    ground: str
    who: str
    expected: str
    scenario: str
    exception: str = ""

    @property
    def is_true(self) -> bool:
        return self.expected == MATCHED


def read_pairs(path: Path = PAIRS) -> list[Scenario]:
    return [Scenario(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def printed_by(unit: Unit, grounds: ExclusionGrounds) -> frozenset[str]:
    """The grounds that an exclusion refuses on, in its own words or in those of its definitions."""
    defined = {name for row in unit.definitions for name in grounds.printed_in(row.text[:160])}
    return grounds.refused_by(grounds.printed_in(unit.text) | defined)


def judged(
    engine: SearchEngine, scenarios: Sequence[Scenario], documents: Mapping[str, Sequence[Unit]]
) -> Iterator[tuple[Scenario, str, bool]]:
    """Each scenario with a document it was asked of and whether it came out as it should."""
    pack = engine.library.pack
    grounds = read_grounds(pack)
    for each in scenarios:
        for name in asked_of(each, documents, pack)[:MOST_DOCUMENTS]:
            matched = [one.unit for one in mark_all(engine, each.scenario, documents[name]) if one.mark == MATCHED]
            own = any(each.ground in printed_by(unit, grounds) for unit in matched)
            yield each, name, own if each.is_true else not matched


def asked_of(scenario: Scenario, documents: Mapping[str, Sequence[Unit]], pack: DomainPack) -> list[str]:
    """The documents that a scenario can be asked of."""
    grounds = read_grounds(pack)
    refusing = {
        name: [unit for unit in units if scenario.ground in printed_by(unit, grounds)]
        for name, units in documents.items()
    }
    if scenario.exception:
        forms = next(each.printed for each in pack.exception_events if each.name == scenario.exception)
        refusing = {name: [each for each in units if _leaves_out(each, forms)] for name, units in refusing.items()}
    listed = [name for name, units in refusing.items() if any(unit.kind == LISTED for unit in units)]
    return listed or [name for name, units in refusing.items() if units]


def _leaves_out(unit: Unit, forms: Sequence[str]) -> bool:
    return any(re.search(form, each.text) for each in unit.exceptions for form in forms)


def documents_of(engine: SearchEngine, pack: DomainPack, names: Sequence[str]) -> dict[str, list[Unit]]:
    return {name: units_of(FOLDER / "documents" / f"{name}.md", pack, engine.embedder) for name in names}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=("seen", "kept"))
    parser.add_argument("--documents", nargs="+", default=[])
    parser.add_argument("--each", action="store_true")
    options = parser.parse_args(arguments)
    split = read_split(FOLDER)
    scenarios = [each for each in read_pairs() if options.part in (None, each.part)]
    with tempfile.TemporaryDirectory() as place, open_library(Path(place) / "documents.db") as library:
        engine = SearchEngine(library)
        names = options.documents or [*split.newest, *split.ranking]
        found = list(judged(engine, scenarios, documents_of(engine, library.pack, names)))
    for each, name, is_right in found if options.each else ():
        if not is_right:
            sys.stdout.write(f"{name} {each.ground} {each.expected}: {each.scenario}\n")
    for part in dict.fromkeys(each.part for each, _, _ in found):
        for is_true, label in ((True, "true matched"), (False, "harmless quiet")):
            shares = [right for each, _, right in found if each.part == part and each.is_true is is_true]
            sys.stdout.write(f"{part} {label}: {sum(shares) / len(shares):.3f} of {len(shares)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
