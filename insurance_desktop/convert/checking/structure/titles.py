"""Headings that cannot be whole titles: cut, left open, or pieces of a sentence."""

import unicodedata
from collections import Counter
from collections.abc import Iterator

from insurance_desktop.domain.conversion import Block, BlockKind, Finding
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.packs.wording import say

from ..findings import Case, grouped, quoted, shown
from .evidence import Evidence, Node, comparable, is_titled

LONGEST = 45
"""Signs of a title; the longest of the lists read by eye has 43."""
LONGEST_BOLD = 60
"""The same where all of it is bold and no comma parts it: two rows across a page."""
SENTENCE = "\u3002\uff1b;"
"""What ends a sentence, or a part of one."""
COMMAS = ",\uff0c\u3001"
COLONS = ":\uff1a"
BRACKETS = {
    "(": ")",
    "\uff08": "\uff09",
    "[": "]",
    "\u3010": "\u3011",
    "\u300a": "\u300b",
    "\u201c": "\u201d",
    "\u300c": "\u300d",
}
OPENERS = frozenset((*BRACKETS, "\u2018", "\u300e", "*", '"', "\u3014", "\uff3b", "<", "\u3008", "#"))
"""Punctuation that a title may begin with."""
TERM = 7
"""Signs of a term before its explanation, the colon among them."""
COUNTED_TERM = 20
"""The same where a number stands before it."""
HABIT = 3
"""So many titles of one section that end in a colon are printed so."""
NEAR = 4
"""Blocks below a cut title in which its rest stands."""
REST = 6
"""Signs of the rest that are looked for; figures alone are the number of a page."""
LOST = 2


def check_cut_titles(evidence: Evidence) -> list[Finding]:
    """Titles that are only the beginning of what the contents have for the same number; the rest stands in the text.

    Where the rest is nowhere near, the contents may have been misread: that is a difference, no cut.
    """
    printed = {comparable(entry.number).rstrip("."): entry.title for entry in evidence.entries}
    cases: list[Case] = []
    for node in evidence.nodes:
        whole = printed.get(comparable(node.number).rstrip("."), "") if node.number else ""
        title, wanted = comparable(node.title), comparable(whole)
        if title and wanted.startswith(title) and wanted != title and _is_near(wanted[len(title) :], node):
            cases.append(Case(say("convert.cut_title", title=shown(node.name), whole=whole), node.box))
    return grouped(FindingKind.TITLE_CUT, cases)


def _is_near(rest: str, node: Node) -> bool:
    if not any(sign.isalpha() for sign in rest):
        return False
    near = normalised("".join(block.text for block in node.texts[:NEAR]))
    return rest[:REST].casefold() in near.casefold()


def check_open_titles(evidence: Evidence) -> list[Finding]:
    """Headings that end in a colon, a comma or inside a bracket: words of theirs stand elsewhere.

    A colon behind a short term or title, or behind several titles of one section, is how a document prints them.
    """
    titled = [node for node in evidence.nodes if node.heading and node.title]
    with_colon = Counter(node.parent for node in titled if node.title[-1] in COLONS)
    cases = [
        Case(quoted(node.name), node.box)
        for node in titled
        if node.title[-1] in COMMAS
        or (node.title[-1] in COLONS and with_colon[node.parent] < HABIT and len(node.title) > _term(node))
        or (node.title[-1] in COLONS and _goes_on(evidence, node))
        or (node.level > 1 and _is_unclosed(node.title))
    ]
    return grouped(FindingKind.TITLE_OPEN, cases)


def _goes_on(evidence: Evidence, node: Node) -> bool:
    """Whether figures alone stand behind a plain title's colon, in its row: an item with a value was taken for it."""
    after = next(iter(node.body), None)
    if node.box is None or node.heading is None or after is None or not after.boxes:
        return False
    first = after.boxes[0]
    is_in_row = first.page == node.box.page and first.y0 < node.box.y1 and node.box.y0 < first.y1
    is_value = not any(sign.isalpha() for sign in after.text)
    return is_in_row and is_value and not evidence.is_strong(node.heading)


def _term(node: Node) -> int:
    """How long a title may be that ends in a colon: a number before it says that it is one."""
    return COUNTED_TERM if node.number else TERM


def check_lost_titles(evidence: Evidence) -> list[Finding]:
    """Numbers without a title above a short bold line: the line is the title."""
    cases = [
        Case(say("convert.lost_title", number=node.number, text=shown(node.body[0].text)), node.box)
        for node in evidence.sections
        if node.number and not node.title and len(node.texts) > 1 and _is_title(evidence, node.body[0])
    ]
    return grouped(FindingKind.TITLE_LOST, cases if len(cases) >= LOST else [])


def _is_title(evidence: Evidence, block: Block) -> bool:
    return block.kind is BlockKind.PARAGRAPH and is_titled(block.text, LONGEST) and evidence.is_strong(block)


def check_title_pieces(evidence: Evidence) -> list[Finding]:
    """Headings that read like a piece of a sentence."""
    pieces = [node for node in evidence.nodes if node.level > 1 and any(_signs(evidence, node))]
    cases = [Case(quoted(node.name), node.box) for node in pieces]
    return grouped(FindingKind.TITLE_IS_TEXT, cases)


def _signs(evidence: Evidence, node: Node) -> Iterator[bool]:
    """What tells a piece of a sentence."""
    title = normalised(node.title)
    if not title:
        return
    yield title[0] not in OPENERS and unicodedata.category(title[0])[0] == "P"
    yield any(sign in title for sign in SENTENCE)
    is_bold = node.heading is not None and evidence.is_strong(node.heading) and "," not in title
    yield len(title) > (LONGEST_BOLD if is_bold else LONGEST)


def _is_unclosed(title: str) -> bool:
    """Whether a bracket or a quotation is opened and not closed, or closed and not opened."""
    waiting: list[str] = []
    for sign in unicodedata.normalize("NFC", title):
        if sign in BRACKETS:
            waiting.append(_one_width(BRACKETS[sign]))
        elif _one_width(sign) in _CLOSERS and (not waiting or waiting.pop() != _one_width(sign)):
            return True
    return bool(waiting)


def _one_width(sign: str) -> str:
    return unicodedata.normalize("NFKC", sign)


_CLOSERS = frozenset(map(_one_width, BRACKETS.values()))
