"""How many planted falsehoods the check of answers strikes, by kind, and how many true sentences it strikes with them.

    python -m development.checking.answers FILE [--half NAME] [--wrong]

FILE is JSON: `clauses` by key (the fields of a Passage that a clause has) and `cases`, each with its `half` (choosing
or reporting), its `kind` ("true" or the kind of falsehood), a `style`, the `text` with citations like [1], and the
keys of the `clauses` that the numbers stand for. A case is struck where one of its sentences is. tests/services/asking
has a set of made-up clauses.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from insurance_desktop.domain.asking import Passage
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.asking.checking.answer_checks import AnswerCheck

TRUE = "true"


@dataclass(frozen=True, slots=True)
class Case:
    """A written answer of one sentence or several, and what became of it."""

    half: str
    kind: str
    style: str
    text: str
    reason: str | None


def main() -> None:
    """Prints the table, and with --wrong the cases that went wrong."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--half", default="")
    arguments.add_argument("--wrong", action="store_true", help="the cases of the half that went wrong, too")
    arguments.add_argument("--pack", default="insurance")
    chosen = arguments.parse_args()
    planted = json.loads(chosen.file.read_text(encoding="utf-8"))
    cases = [each for each in played(planted, load_pack(chosen.pack)) if chosen.half in ("", each.half)]
    print("\n".join(table(cases)))
    for each in cases if chosen.wrong else ():
        if (each.reason is None) != (each.kind == TRUE):
            print(f"{each.half} {each.kind} {each.style}: {each.text}\n    {each.reason}")


def played(planted: Mapping[str, Any], pack: DomainPack) -> Iterator[Case]:
    """The cases of a file, checked."""
    for case in planted["cases"]:
        passages = [_passage(number, key, planted["clauses"][key]) for number, key in enumerate(case["clauses"], 1)]
        struck = [each.reason for each in AnswerCheck(passages, pack)(case["text"]) if each.struck]
        yield Case(case["half"], case["kind"], case.get("style", ""), case["text"], struck[0] if struck else None)


def _passage(number: int, key: str, clause: Mapping[str, Any]) -> Passage:
    return Passage(
        number=number,
        clause_id=key,
        section_id=clause["section_id"],
        section_title=clause["section_title"],
        breadcrumb=tuple(clause.get("breadcrumb", ())),
        citation=clause.get("citation", key),
        text=clause["text"],
        product_name=clause.get("product_name"),
    )


def table(cases: list[Case]) -> Iterator[str]:
    """A line for each half, kind and, of true sentences, style: how many were struck of how many."""
    counted: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for each in cases:
        kinds = [each.kind, f"{TRUE}, {each.style}"] if each.kind == TRUE else [each.kind]
        for kind in kinds:
            counted[each.half, kind][0] += each.reason is not None
            counted[each.half, kind][1] += 1
    for (half, kind), (struck, of) in sorted(counted.items()):
        yield f"{half:10} {kind:20} struck {struck:3} of {of:3}  {struck / of:.3f}"


if __name__ == "__main__":
    main()
