"""Pointers as they are printed in a line of text, found by the pack's forms; where they lead is not asked here. Pure.

Kinds of form: `number` (sections, articles, chapters and annexes, one or a list or a range), `titled` (a bare number
that counts where the section's title follows), `title`, `definition`, `item` (of the clause itself), `paragraph` and
`previous_section` (told by what stands before), `note` (of a mark, or else a definition), `remark` (a note and nothing
else), `english`, `english_item`, and `foreign`, which points out of
the document and only takes its place.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from insurance_desktop.domain.pack import DomainPack, ReferenceForm
from insurance_desktop.domain.pattern_parts import whole

from ..compiled import per_line, per_pack

FOREIGN = "foreign"
LISTED = frozenset({"number", "titled", "english"})
"""Kinds whose group `list` holds numbers of sections."""
OF_CLAUSE = frozenset({"item", "english_item"})
"""Kinds whose group `list` holds items of the clause they stand in."""
OPENING = {"(": ")", "\uff08": "\uff09"}
BRACKET_REACH = 18
"""A bracket that opens before a pointer closes at most this many signs after it."""


class Pointer(NamedTuple):
    """One printed pointer at [start, end) of its line.

    `number` is what it names, as printed, `upto` the last number of a range; `item` is the mark of the item that is
    meant inside it, `item_upto` the last one of a range of items, `within` the marks of what that item stands in, from
    the outermost. `words`: see ReferenceForm.
    """

    start: int
    end: int
    kind: str
    number: str = ""
    upto: str = ""
    item: str = ""
    item_upto: str = ""
    words: tuple[str, ...] = ()
    scope: str = ""
    is_sure: bool = True
    within: tuple[str, ...] = ()


class _Steps(NamedTuple):
    """What a pointer's tail names: an item by its mark ("" for a paragraph), the last of a range, what is around."""

    mark: str = ""
    upto: str = ""
    within: tuple[str, ...] = ()


class _Forms(NamedTuple):
    """The pack's forms with their whole patterns, which are compiled for the first text that has their signs."""

    forms: tuple[tuple[ReferenceForm, str], ...]
    members: re.Pattern[str]
    latin: re.Pattern[str]
    steps: re.Pattern[str]
    range: re.Pattern[str]
    ordinal: re.Pattern[str]
    signs: frozenset[str]
    paragraph_units: frozenset[str | None]


class Candidate(NamedTuple):
    """What one form reads at [start, end) of a line: the pointers of a list; none where it points out of here."""

    start: int
    end: int
    pointers: tuple[Pointer, ...]


@per_line
def candidates(text: str, pack: DomainPack) -> tuple[Candidate, ...]:
    """What the forms read in one line, the surest form first: places of different forms may overlap."""
    if not pack.reference_forms:
        return ()
    known = _forms(pack)
    signs = {sign for sign in known.signs if sign in text}
    if known.signs and not signs:
        return ()
    return tuple(
        Candidate(match.start(), match.end(), tuple(_pointers(match, form, known)))
        for form, pattern in known.forms
        if not form.signs or not signs.isdisjoint(form.signs)
        for match in _compiled(pattern).finditer(text)
    )


def _pointers(match: re.Match[str], form: ReferenceForm, known: _Forms) -> Iterator[Pointer]:
    """What one match of a form points at: one place, or each of a list."""
    if form.kind == FOREIGN:
        return
    start, end = _anchor(match) if form.kind in LISTED | OF_CLAUSE else match.span()
    if form.kind in LISTED:
        yield from _listed(match, form, known, (start, end))
        return
    groups = match.groupdict()
    steps = groups.get("steps") or (groups.get("list") if form.kind in OF_CLAUSE else "") or ""
    number = groups.get("list") or ""
    for each in _items(steps, known):
        yield Pointer(start, end, form.kind, number, "", each.mark, each.upto, is_sure=form.is_sure, within=each.within)


def _listed(match: re.Match[str], form: ReferenceForm, known: _Forms, anchor: tuple[int, int]) -> Iterator[Pointer]:
    """Each number of a list with a place of its own; the two ends of a range as one."""
    words = (match["word"].casefold(),) if form.kind == "english" else form.words
    scope = match.groupdict().get("scope") or ""
    pattern = known.latin if form.kind == "english" else known.members
    members = list(pattern.finditer(match.string, *match.span("list")))
    at = 0
    while at < len(members):
        one = last = members[at]
        at += 1
        if at < len(members) and known.range.search(match.string[one.end() : members[at].start()]):
            last = members[at]
            at += 1
        is_whole = one is members[0] and last is members[-1]
        end_of_last = last.start() + len(last.group().rstrip())
        start, end = anchor if is_whole else (_with_ordinal(match.string, one.start(), known), end_of_last)
        upto = last["number"] if last is not one else ""
        for each in _items(last.groupdict().get("steps") or "", known):
            yield Pointer(
                start,
                end,
                form.kind,
                one["number"],
                upto,
                each.mark,
                each.upto,
                words,
                scope,
                form.is_sure,
                each.within,
            )


def _with_ordinal(text: str, at: int, known: _Forms) -> int:
    """The start of a number with the ordinal sign that is printed before it."""
    before = text[:at].rstrip()
    return len(before) - 1 if known.ordinal.match(before[-1:]) else at


def _items(steps: str, known: _Forms) -> list[_Steps]:
    """The items that a tail names, a nested one within the others; one empty step where it names none."""
    found: list[_Steps] = []
    end = 0
    for step in known.steps.finditer(steps):
        mark = "" if step["unit"] in known.paragraph_units else step["mark"]
        between = steps[end : step.start()].strip() if found else ""
        if found and known.range.search(between):
            found[-1] = found[-1]._replace(upto=mark)
        elif found and not between:
            outer = found[-1]
            found[-1] = _Steps(mark, within=(*outer.within, outer.mark))
        else:
            found.append(_Steps(mark))
        end = step.end()
    return found or [_Steps()]


def _anchor(match: re.Match[str]) -> tuple[int, int]:
    """The place of a pointer with the bracket around it, or with the word that says to look there."""
    start, end = match.span()
    text = match.string
    closing = OPENING.get(text[start])
    if closing is not None and match.start("list") > start:
        at = text.find(closing, end - 1, end + BRACKET_REACH)
        return (start, at + 1) if at >= 0 else (start + 1, end)
    places = match.groupdict()
    if places.get("cue") or not places.get("list"):
        return start, end
    return match.start("list"), end


@per_pack
def _forms(pack: DomainPack) -> _Forms:
    parts = pack.reference_parts
    return _Forms(
        tuple((form, whole(form.pattern, parts)) for form in pack.reference_forms),
        re.compile(whole("{member}", parts)),
        re.compile(whole("{latin_member}", parts)),
        re.compile(whole("{step}", parts)),
        re.compile(whole("{range}", parts)),
        re.compile(whole("{ordinal}", parts)),
        frozenset(sign for form in pack.reference_forms for sign in form.signs),
        frozenset(pack.paragraph_units),
    )


def part_of(pack: DomainPack, name: str) -> str:
    """One part of the pack's pointers as a whole pattern; nothing where the pack has none of this name."""
    part = pack.reference_parts.get(name)
    return whole(part, pack.reference_parts) if part else ""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
