"""Checks conversions from outside. Development only.

    python -m development.checking.fidelity FILE… [--list | --json]

Reads each PDF with pypdfium2 and asks of the conversion only its Markdown and its list of exclusions, not its ledger
and not its own second reading: is every sign of the pages in the Markdown or in a listed exclusion, is no other sign
in the Markdown, and do the lines of a page that stand in one block stand there in the order of the page? What is listed
as not visible (hidden, clipped, off the page, printed twice) is looked for on the page as PDFium draws it, where the
ledger says that it stands. Exits 1 where something is wrong.

`--list` shows every exclusion. `--json` writes one line for each file: `file`, `pages`, `signs`, `missing` and
`invented` (the signs), `inversions` (pairs of lines), `hidden_but_seen` (objects with `page`, `sign`, `reason` of the
exclusion and `box` in points from the top left) and `holds`.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2

from insurance_desktop.convert.checking.second_reading import signs_of
from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.convert.text.plain_text import pieces
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.packs.registry import default_pack

from .hidden_signs import UNSEEN, SeenSign, hidden_but_seen

LEAST_LINE = 6
"""Shorter lines stand in too many places."""
SHOWN = 60


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line as the other library reads it: its signs and where it stands, in points from the bottom left."""

    page: int
    signs: str
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Fidelity:
    """What one file's check found: signs missing and invented, lines out of order, signs hidden that are seen."""

    signs: int
    missing: str
    invented: str
    inversions: tuple[tuple[str, str], ...]
    hidden_but_seen: tuple[SeenSign, ...]

    @property
    def holds(self) -> bool:
        return not (self.missing or self.invented or self.inversions or self.hidden_but_seen)


def check(original: bytes, conversion: Conversion) -> Fidelity:
    """The conversion against a reading of its own."""
    lines = tuple(read_lines(original))
    read = Counter(sign for line in lines for sign in line.signs)
    blocks = [words for piece in pieces(conversion.markdown) for words in _blocks(piece.text)]
    kept = Counter(sign for words in blocks for sign in words)
    maybe = Counter[str]()
    for span in conversion.source_map:
        if span.recovered:
            kept.subtract(signs_of(conversion.markdown[span.start : span.end]))
            maybe.update(signs_of(span.recovered))
    for each in conversion.coverage.exclusions:
        (maybe if each.reason in UNSEEN else kept).update(signs_of(each.text))
    return Fidelity(
        signs=read.total(),
        missing=_sorted((read - kept) - maybe),
        invented=_sorted(kept - read),
        inversions=tuple(inversions(blocks, _in_text(lines, conversion))),
        hidden_but_seen=tuple(hidden_but_seen(original, conversion)),
    )


def _sorted(signs: Counter[str]) -> str:
    return "".join(sorted(signs.elements()))


def _blocks(text: str) -> Iterator[str]:
    """A heading, a paragraph, or each cell of a table, as it is compared."""
    for words in re.split(r"[\t\n]", text):
        if signs := signs_of(words):
            yield signs


def read_lines(original: bytes) -> Iterator[PageLine]:
    """The lines of every page in the order in which the other library gives them."""
    document = pypdfium2.PdfDocument(original)
    try:
        for number in range(1, len(document) + 1):
            yield from _page_lines(document[number - 1].get_textpage(), number)
    finally:
        document.close()


def _page_lines(text_page: Any, number: int) -> Iterator[PageLine]:
    text = text_page.get_text_range()
    for match in re.finditer(r"[^\r\n]+", text):
        if signs := signs_of(match.group()):
            boxes = [text_page.get_charbox(min(place, text_page.count_chars() - 1)) for place in _ends(match)]
            lefts, bottoms, rights, tops = zip(*boxes, strict=True)
            yield PageLine(number, signs, min(lefts), min(bottoms), max(rights), max(tops))


def _ends(line: re.Match[str]) -> tuple[int, int]:
    """The places of the first and the last character that is no space."""
    words = line.group()
    return line.start() + len(words) - len(words.lstrip()), line.start() + len(words.rstrip()) - 1


def _in_text(lines: Sequence[PageLine], conversion: Conversion) -> list[PageLine]:
    """The lines that no exclusion holds: an entry of a table of contents is part of a heading somewhere."""
    out = "\0".join(signs_of(each.text) for each in conversion.coverage.exclusions)
    return [line for line in lines if line.signs not in out]


def inversions(blocks: Sequence[str], lines: Sequence[PageLine]) -> Iterator[tuple[str, str]]:
    """Neighbouring lines of one block that the page has the other way round.

    Both the order of drawing and the places say so: the line that comes later in the block is drawn before the other
    and stands above it in the same column. Only lines that stand in one place of one block are asked.
    """
    alone = {signs for signs, count in Counter(line.signs for line in lines).items() if count == 1}
    whole = "\0".join(blocks)
    placed: list[tuple[int, int, PageLine]] = []
    for order, line in enumerate(lines):
        if len(line.signs) >= LEAST_LINE and line.signs in alone and whole.count(line.signs) == 1:
            placed.append((whole.index(line.signs), order, line))
    placed.sort(key=lambda each: each[0])
    for (at, order, line), (next_at, next_order, next_line) in pairwise(placed):
        is_one_block = "\0" not in whole[at:next_at]
        if is_one_block and next_order < order and _is_before(next_line, line):
            yield line.signs, next_line.signs


def _is_before(one: PageLine, other: PageLine) -> bool:
    if one.page != other.page:
        return one.page < other.page
    return one.bottom >= other.top and one.left < other.right and other.left < one.right


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Checks conversions against a reading of their own.")
    parser.add_argument("files", nargs="+", type=Path)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--list", action="store_true", help="show every exclusion with its reason")
    form.add_argument("--json", action="store_true", help="one JSON line for each file")
    given = parser.parse_args(arguments)
    faulty = 0
    with ConversionWorkers() as workers:
        for file in given.files:
            original = file.read_bytes()
            conversion = workers.convert(original, default_pack())
            found = check(original, conversion)
            faulty += not found.holds
            told = _line(file, found, conversion) if given.json else _report(file, found, conversion, given.list)
            sys.stdout.write(told)
    return 1 if faulty else 0


def _line(file: Path, found: Fidelity, conversion: Conversion) -> str:
    answer = {
        "file": str(file),
        "pages": conversion.pages,
        "signs": found.signs,
        "missing": found.missing,
        "invented": found.invented,
        "inversions": found.inversions,
        "hidden_but_seen": [
            {"page": each.page, "sign": each.sign, "reason": each.reason, "box": each.box.as_list()[1:]}
            for each in found.hidden_but_seen
        ],
        "holds": found.holds,
    }
    return json.dumps(answer, ensure_ascii=False) + "\n"


def _report(file: Path, found: Fidelity, conversion: Conversion, with_list: bool) -> str:
    told = [
        f"{file.name}: {conversion.pages} pages, {found.signs} signs, missing {len(found.missing)}, "
        f"invented {len(found.invented)}, inversions {len(found.inversions)}, "
        f"hidden but seen {len(found.hidden_but_seen)}"
    ]
    if found.missing:
        told.append(f"  missing: {found.missing[:SHOWN]}")
    if found.invented:
        told.append(f"  invented: {found.invented[:SHOWN]}")
    told += [f"  inversion: {one[:SHOWN]} | {other[:SHOWN]}" for one, other in found.inversions]
    told += [
        f"  hidden but seen p.{each.page} at {each.box.x0:.0f},{each.box.y0:.0f}: {each.sign} ({each.reason})"
        for each in found.hidden_but_seen
    ]
    if with_list:
        told += [f"  {each.reason} p.{each.page}: {each.text}" for each in conversion.coverage.exclusions]
    return "\n".join(told) + "\n"


if __name__ == "__main__":
    sys.exit(main())
