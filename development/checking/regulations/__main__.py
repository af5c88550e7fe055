"""How often a search of regulations finds the one that answers. Development only.

    python -m development.checking.regulations LIBRARY [--fusion fitted|rrf] [--misses]

LIBRARY holds SOLAS 1974 and MARPOL verified; README.md beside this says what is asked and how it is counted.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from insurance_desktop.domain.regulation_search import RegulationSearch
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.library.packs import PackChoice
from insurance_desktop.services.regulations.searching import search_regulations

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "zh")
DEPTH = 10


class Asked(NamedTuple):
    """A question with its regulation, None where nothing answers it, and the part of the sets that it is in."""

    id: str
    question: str
    regulation: str | None
    part: str


class Judged(NamedTuple):
    """`place` of the right regulation among those found, from 1; None where it is not among them."""

    asked: Asked
    status: AnswerStatus
    place: int | None


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m development.checking.regulations", description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--fusion", choices=["fitted", "rrf"], default="fitted")
    parser.add_argument("--misses", action="store_true", help="print the questions to choose by that found theirs late")
    options = parser.parse_args(arguments)
    with LibraryReader(options.library, pack=PackChoice("maritime")) as reader:
        for language in LANGUAGES:
            judged = [judge(reader, each, options.fusion) for each in questions(language)]
            for line in table(language, judged):
                sys.stdout.write(f"{line}\n")
            late = (each for each in judged if options.misses and each.asked.part == "choosing" and is_late(each))
            for each in late:
                sys.stdout.write(f"   {each.asked.regulation}: {each.asked.question} ({each.status}, {each.place})\n")
    return 0


def questions(language: str) -> Iterator[Asked]:
    split = tomllib.loads((FOLDER / "split.toml").read_text(encoding="utf-8"))
    part_of = {chapter: part for part, chapters in split.items() for chapter in chapters}
    lines = (FOLDER / f"questions_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        said = json.loads(line)
        regulation = said["regulation"]
        part = list(split)[number % 2] if regulation is None else part_of[regulation.rpartition("/")[0]]
        yield Asked(said["id"], said["question"], regulation, part)


def judge(reader: LibraryReader, asked: Asked, fusion: str) -> Judged:
    found: list[str | None] = []
    cursor: str | None = None
    while True:
        request = RegulationSearch(asked.question, top_k=DEPTH, fusion=fusion)
        answer = reader.ask(search_regulations, request, cursor)
        found += [each.id for each in answer.results if not each.graph_expanded]
        cursor = answer.next_cursor
        if cursor is None:
            break
    place = found.index(asked.regulation) + 1 if asked.regulation and asked.regulation in found else None
    return Judged(asked, answer.status, place)


def is_late(judged: Judged) -> bool:
    return judged.asked.regulation is not None and (judged.place is None or judged.place > 1)


def table(language: str, judged: Sequence[Judged]) -> Iterator[str]:
    for part in dict.fromkeys(each.asked.part for each in judged):
        own = [each for each in judged if each.asked.part == part and each.asked.regulation is not None]
        shares = (sum((each.place or DEPTH + 1) <= depth for each in own) / len(own) for depth in (1, 3, 5, DEPTH))
        first, three, five, ten = shares
        answered = sum(each.status is AnswerStatus.OK for each in own) / len(own)
        nothing = [each for each in judged if each.asked.part == part and each.asked.regulation is None]
        silent = sum(each.status is not AnswerStatus.OK for each in nothing)
        yield (
            f"{language} {part:9} n={len(own):3} first {first:.3f} in_3 {three:.3f} in_5 {five:.3f} in_10 {ten:.3f}"
            f" answered {answered:.3f}   without an answer: silent {silent} of {len(nothing)}"
        )


if __name__ == "__main__":
    raise SystemExit(main())
