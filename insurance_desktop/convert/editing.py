"""A reviewer's edit of the Markdown: where its characters stand on the page, and what differs from the PDF. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from insurance_desktop.domain.conversion import Finding, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import catalogue, say

from .plain_text import pieces

SHOWN = 40
CONTEXT = 1
"""Signs on either side of an edit that count as touched: 不承担 minus 不 changes 承担."""


def remap(old_markdown: str, old_map: tuple[SourceSpan, ...], new_markdown: str) -> tuple[SourceSpan, ...]:
    """The source map of the edited Markdown: spans move with their characters; what is new has no source."""
    kept: list[SourceSpan] = []
    ordered = sorted(old_map, key=lambda span: span.start)
    for old_start, new_start, length in _unchanged(old_markdown, new_markdown):
        for span in ordered:
            begin, end = max(span.start, old_start), min(span.end, old_start + length)
            if begin < end:
                shift = new_start - old_start
                kept.append(replace(span, start=begin + shift, end=end + shift))
    return tuple(sorted(kept, key=lambda span: span.start))


def check_edit(old_markdown: str, new_markdown: str, old_map: tuple[SourceSpan, ...]) -> tuple[Finding, ...]:
    """One finding for each edit that adds, changes or deletes printed signs.

    Blocking where a digit, a percentage, an amount or a negation is touched; a warning for any other sign. Changes of
    Markdown marks, line breaks and spaces are none.
    """
    before, after = _printed(old_markdown), _printed(new_markdown)
    matcher = SequenceMatcher(None, [each.words for each in before], [each.words for each in after], autojunk=False)
    found: list[Finding] = []
    for kind, b0, b1, a0, a1 in matcher.get_opcodes():
        if kind != "equal":
            found += _changes(before[b0:b1], "".join(each.words for each in after[a0:a1]), old_map)
    return tuple(found)


def _changes(before: Sequence["_Printed"], after: str, old_map: Sequence[SourceSpan]) -> Iterator[Finding]:
    """The changed signs of some neighbouring lines."""
    words = "".join(each.words for each in before)
    places = [each.start + offset for each in before for offset in range(len(each.words))]
    for kind, b0, b1, a0, a1 in SequenceMatcher(None, words, after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        removed, added = words[b0:b1], after[a0:a1]
        weight = Severity.BLOCKING if _is_weighty(words, b0, b1) or _is_weighty(after, a0, a1) else Severity.WARNING
        key = "edit_changed" if removed and added else "edit_removed" if removed else "edit_added"
        message = say(f"convert.{key}", removed=removed[:SHOWN], added=added[:SHOWN])
        box = _box_at(old_map, places[min(b0, len(places) - 1)]) if places else None
        yield Finding("edit", weight, message, box)


def _unchanged(old: str, new: str) -> Iterator[tuple[int, int, int]]:
    """Stretches that both texts share: start in the old one, start in the new one, length.

    Compared line by line first, and sign by sign only where lines differ: a long document has few edits.
    """
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    old_at, new_at = _starts(old_lines), _starts(new_lines)
    for kind, o0, o1, n0, n1 in SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_opcodes():
        old_begin, old_end, new_begin, new_end = old_at[o0], old_at[o1], new_at[n0], new_at[n1]
        if kind == "equal":
            yield old_begin, new_begin, old_end - old_begin
        elif kind == "replace":
            inner = SequenceMatcher(None, old[old_begin:old_end], new[new_begin:new_end], autojunk=False)
            for block in inner.get_matching_blocks():
                if block.size:
                    yield old_begin + block.a, new_begin + block.b, block.size


def _starts(lines: Sequence[str]) -> list[int]:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return starts


@dataclass(frozen=True, slots=True)
class _Printed:
    """The printed signs of one line of Markdown without white space, and where the line starts."""

    words: str
    start: int


def _printed(markdown: str) -> list[_Printed]:
    return [_Printed("".join(piece.text.split()), piece.start) for piece in pieces(markdown)]


def _is_weighty(text: str, start: int, end: int) -> bool:
    touched = text[max(0, start - CONTEXT) : end + CONTEXT] if end > start else ""
    return re.search(catalogue()["convert.weighty_signs"], touched) is not None


def _box_at(source_map: Sequence[SourceSpan], at: int) -> Box | None:
    best = min(source_map, key=lambda span: max(span.start - at, at - span.end, 0), default=None)
    return best.boxes[0] if best is not None and best.boxes else None
