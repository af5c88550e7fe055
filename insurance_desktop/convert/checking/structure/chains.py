"""Numbers that count: holes and repeats, and sections that break into the counting of others."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.conversion import Block, Finding
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.numerals import numbered
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import say

from ..findings import Case, grouped, shown
from .evidence import TEXT, Evidence, Node, marked

NEAR = 3
"""Blocks above a section among which a chapter's line stands that was not taken for its heading."""
LONGEST_TITLE = 30
DIGITS = "1"
"""Marks a word around Arabic digits: (1) counts apart from the same with Chinese numerals."""
ROUND = frozenset({"()", "()" + DIGITS})
INSIDE = re.compile(r"(?:^|[\u3002\uff1b])\s*([\uff08(]\s*[\u4e00-\u9fff\d]{1,3}\s*[\uff09)])", re.MULTILINE)
"""A number in round brackets where a line or a sentence begins."""


Form = tuple[str, str]


class Counted(NamedTuple):
    """A number taken apart: what it counts (the words around it and the numbers before the last), and the count."""

    form: Form
    value: int


def counted(number: str) -> Counted | None:
    """The number as a member of a chain; None where it counts nothing."""
    word, value = numbered(number)
    word += DIGITS * (bool(word) and any(sign.isdigit() for sign in normalised(number)))
    head, _, last = value.rpartition(".")
    return Counted((word, head), int(last)) if last.isdigit() else None


def check_counting(evidence: Evidence, severity: Severity = Severity.BLOCKING) -> list[Finding]:
    """Sections whose number does not follow the one before it of the same form, and chapters left in the text."""
    cases = [*_breaks(evidence), *_lost_chapters(evidence), *_below_their_like(evidence), *_swallowed(evidence)]
    return grouped(FindingKind.SECTION_JUMP, cases, severity)


def _breaks(evidence: Evidence) -> Iterator[Case]:
    """Articles count on through chapters, items begin again in each section: the next number or the first is right."""
    last: dict[tuple[int, Form], Node] = {}
    for node in evidence.nodes:
        if node.level == 1:
            last = {}
        here = counted(node.number)
        if here is None:
            continue
        key = (node.level if not here.form[1] else 0, here.form)
        before = last.get(key)
        known = counted(before.number) if before else None
        is_first, last[key] = not last, node
        if here.value in {1, known.value + 1 if known else 1} or (is_first and is_excerpt(evidence, node)):
            continue
        if before:
            yield Case(say("convert.jump", before=before.number, number=node.number), node.box)
        else:
            yield Case(say("convert.jump_at_start", number=node.number), node.box)


def _below_their_like(evidence: Evidence) -> Iterator[Case]:
    """Sections below one that is counted in the same way: the list goes on, or another one has lost its title."""
    for node in evidence.nodes:
        if node.parent is None:
            continue
        above = evidence.nodes[node.parent]
        here, over = counted(node.number), counted(above.number)
        if here and over and here.form == over.form and here.form[0]:
            yield Case(say("convert.jump", before=above.number, number=node.number), node.box)


def _swallowed(evidence: Evidence) -> Iterator[Case]:
    """The last of a chain in round brackets whose text holds the number that is due next, where a sentence begins."""
    for node, after in zip(evidence.nodes, [*evidence.nodes[1:], None], strict=True):
        here = counted(node.number)
        due = counted(after.number) if after is not None else None
        if here is None or here.form[0] not in ROUND or (due and due.form == here.form):
            continue
        text = "\n".join(block.text for block in node.texts)
        for found in INSIDE.finditer(text):
            if counted(found[1]) == Counted(here.form, here.value + 1):
                yield Case(say("convert.jump", before=node.number, number=found[1]), node.box)
                break


def is_excerpt(evidence: Evidence, first: Node) -> bool:
    """Whether a text begins in the middle: nothing above its first number is counted by the number before it."""
    here = counted(first.number)
    above = [block for node in evidence.nodes[: first.place] for block in node.texts]
    marks = [counted(mark) for block in above if (mark := marked(block, evidence.pack)[0])]
    return here is not None and here.value > 1 and Counted(here.form, here.value - 1) not in marks


def _lost_chapters(evidence: Evidence) -> Iterator[Case]:
    """Lines of the text that print the number above the first of its sections: 1 before 1.1."""
    known: set[str] = set()
    for before, node in pairwise(evidence.nodes):
        known = set() if node.level == 1 else known
        here = counted(node.number)
        above = here.form[1] if here and here.value == 1 else ""
        line = next((each for each in before.body[-NEAR:] if above and _is_numbered(each, above)), None)
        if line and above not in known:
            values = {"text": shown(line.text), "number": node.number}
            yield Case(say("convert.jump_chapter", **values), line.boxes[0] if line.boxes else node.box)
        known.add(normalised(node.number).rstrip("."))


def _is_numbered(block: Block, number: str) -> bool:
    """Whether a short line begins with exactly this number."""
    words = normalised(block.text)
    rest = words.removeprefix(number)
    return block.kind in TEXT and rest != words and len(rest) <= LONGEST_TITLE and not rest[:2].strip(".").isdigit()


def check_intruders(evidence: Evidence) -> list[Finding]:
    """Sections without a number that stand between two numbers of one chain, and under the same section as these."""
    below: dict[int | None, list[Node]] = defaultdict(list)
    for node in evidence.nodes:
        if node.level > 1:
            below[node.parent].append(node)
    cases = [case for siblings in below.values() for case in _intruders(siblings)]
    return grouped(FindingKind.SECTION_INTRUDES, cases)


def _intruders(siblings: Sequence[Node]) -> Iterator[Case]:
    before: Node | None = None
    between: list[Node] = []
    for node in siblings:
        here, last = counted(node.number), counted(before.number) if before else None
        if here is None:
            between.append(node)
            continue
        if last and last.form == here.form and last.value + 1 == here.value and before:
            for each in between:
                values = {"title": shown(each.name), "before": before.number, "number": node.number}
                yield Case(say("convert.intruder", **values), each.box)
        before, between = node, []
