"""A reviewer's edit of the Markdown: where its characters stand on the page, and what differs from the PDF. Pure."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from insurance_desktop.domain.conversion import Coverage, Exclusion, Finding, SourceSpan
from insurance_desktop.domain.geometry import Box, union
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.ledger import Ledger, LedgerIndex, PlacedGlyph, moved
from insurance_desktop.domain.states import Severity
from insurance_desktop.domain.text_difference import unchanged
from insurance_desktop.packs.wording import say

from .plain_text import pieces

SHOWN = 40
NEIGHBOURS = 8
"""So many spans on each side of a place are looked at for the nearest one: they lie side by side."""
CELL_BORDERS = "\t\n"
"""What parts the cells and rows of a table's plain text: a figure that moves next door is a changed text."""


def remap(old_markdown: str, old_map: tuple[SourceSpan, ...], new_markdown: str) -> tuple[SourceSpan, ...]:
    """The source map of the edited Markdown: spans move with their characters; what is new has no source."""
    kept: list[SourceSpan] = []
    ordered = sorted(old_map, key=lambda span: span.start)
    starts = [span.start for span in ordered]
    reached = list(accumulate((span.end for span in ordered), max))  # how far any span up to here goes
    for old_start, new_start, length in unchanged(old_markdown, new_markdown):
        shift = new_start - old_start
        for span in ordered[bisect_right(reached, old_start) : bisect_left(starts, old_start + length)]:
            begin, end = max(span.start, old_start), min(span.end, old_start + length)
            if begin < end:
                kept.append(replace(span, start=begin + shift, end=end + shift))
    return tuple(sorted(kept, key=lambda span: span.start))


def remap_ledger(old_markdown: str, ledger: Ledger, coverage: Coverage, new_markdown: str) -> tuple[Ledger, Coverage]:
    """The ledger of the edited Markdown and its sums: glyphs stay with their characters, or leave with them.

    What an edit takes out of a page becomes one exclusion of that page; what it adds has no glyph.
    """
    new_offsets = [-1] * (len(old_markdown) + 1)
    for old_start, new_start, length in unchanged(old_markdown, new_markdown):
        new_offsets[old_start : old_start + length] = range(new_start, new_start + length)
    removed: dict[int, list[tuple[PlacedGlyph, int]]] = {}
    for glyph, offset in LedgerIndex(ledger).in_markdown():
        if new_offsets[offset] < 0:
            removed.setdefault(glyph.page, []).append((glyph, offset))
    kept = len(coverage.exclusions)
    gone = {page: kept + number for number, page in enumerate(sorted(removed))}
    exclusions = tuple(_edited_out(removed[page], old_markdown) for page in sorted(removed))
    count = sum(map(len, removed.values()))
    sums = replace(
        coverage,
        in_markdown=coverage.in_markdown - count,
        excluded=coverage.excluded + count,
        exclusions=(*coverage.exclusions, *exclusions),
    )
    return moved(ledger, new_offsets, gone), sums


def _edited_out(removed: Sequence[tuple[PlacedGlyph, int]], old_markdown: str) -> Exclusion:
    box = union([glyph.box for glyph, _ in removed])
    return Exclusion(ExclusionReason.EDITED, box.page, "".join(old_markdown[offset] for _, offset in removed), box)


def check_edit(old_markdown: str, new_markdown: str, old_map: tuple[SourceSpan, ...]) -> tuple[Finding, ...]:
    """One blocking finding for each edit that adds, changes or deletes printed signs, or moves a cell of a table.

    The text is quoted as the PDF's: a person answers for each sign that differs. Changes of Markdown marks, line
    breaks and spaces are none.
    """
    before, after = _printed(old_markdown), _printed(new_markdown)
    ordered = sorted(old_map, key=lambda span: span.start)
    matcher = SequenceMatcher(None, [each.words for each in before], [each.words for each in after], autojunk=False)
    found: list[Finding] = []
    for kind, b0, b1, a0, a1 in matcher.get_opcodes():
        if kind != "equal":
            section = before[b0 - 1].heading if b0 else ""
            words = "".join(each.words for each in after[a0:a1])
            found += _changes(old_markdown, before[b0:b1], words, section, ordered)
    return tuple(found)


def _changes(
    old_markdown: str, before: Sequence["_Printed"], after: str, section: str, old_map: Sequence[SourceSpan]
) -> Iterator[Finding]:
    """The changed signs of some neighbouring lines; `section` is where lines stand that the PDF has not.

    The spans of `old_map` stand in the order of the text.
    """
    words = "".join(each.words for each in before)
    places = [(place, each.heading) for each in before for place in _sign_places(old_markdown, each)]
    for kind, b0, b1, a0, a1 in SequenceMatcher(None, words, after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        at, heading = places[min(b0, len(places) - 1)] if places else (None, section)
        box = _box_at(old_map, at) if at is not None else None
        yield Finding(FindingKind.EDIT, Severity.BLOCKING, _message(heading, words[b0:b1], after[a0:a1]), box)


def _message(section: str, removed: str, added: str) -> str:
    """What was done to the text of which section."""
    removed, added = _shown(removed), _shown(added)
    is_text = bool(removed or added)
    key = "edit_cells" if not is_text else _KEYS[bool(removed), bool(added)]
    where = say("convert.edit_section", section=section) if section else say("convert.edit_no_section")
    return say(f"convert.{key}", where=where, removed=removed, added=added)


_KEYS = {(True, True): "edit_changed", (True, False): "edit_removed", (False, True): "edit_added"}


def _shown(signs: str) -> str:
    """The signs as a finding quotes them: without the borders of cells, and cut where there are too many."""
    text = "".join(signs.split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}\u2026"


class _Printed(NamedTuple):
    """The printed signs of one line of Markdown at [start, end), or of a table, and the heading that it stands under.

    White space is none of the text, but the borders of a table's cells are.
    """

    words: str
    start: int
    end: int
    heading: str


def _printed(markdown: str) -> list[_Printed]:
    found: list[_Printed] = []
    heading = ""
    for piece in pieces(markdown):
        heading = piece.text if piece.kind == "heading" else heading
        borders = CELL_BORDERS if piece.kind == "table" else ""
        words = "".join(sign for sign in piece.text if sign in borders or not sign.isspace())
        found.append(_Printed(words, piece.start, piece.end, heading))
    return found


def _sign_places(markdown: str, printed: _Printed) -> Iterator[int]:
    """Where each printed sign stands: the marks between them take more room the longer a table is.

    A border of cells has no place of its own: the sign before it stands for it.
    """
    last, after = printed.start, printed.start
    for sign in printed.words:
        found = -1 if sign in CELL_BORDERS else markdown.find(sign, after, printed.end)
        if found >= 0:
            last, after = found, found + 1
        yield last


def _box_at(ordered: Sequence[SourceSpan], at: int) -> Box | None:
    """Where the nearest span stands; a reviewer may have changed hundreds of places of thousands of spans."""
    place = bisect_right(ordered, at, key=lambda span: span.start)
    near = ordered[max(0, place - NEIGHBOURS) : place + NEIGHBOURS]
    best = min(near, key=lambda span: max(span.start - at, at - span.end, 0), default=None)
    return best.boxes[0] if best is not None and best.boxes else None
