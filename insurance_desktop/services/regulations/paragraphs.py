"""The paragraphs of a regulation and their parts, by the marks that open their lines. Pure.

A mark counts where it is the next one of a list that is open, or the first one of a list below it. Where a mark could
be either of two, or follows none, nobody can say what it is inside: from there on the list has no paragraphs that
could be cited, and what is open ends. A neighbouring paragraph is never handed out for the one that was meant.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_MARK = re.compile(
    r"\s*(?:\((?P<bracket>[a-z]{1,5}|[A-Z]|\d{1,2})\)|(?P<point>\.\d{1,2})(?=\s)|(?P<number>\d{1,2}(?:\.\d{1,2})*)(?=\.?\s))"
)
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi")
_NUMBER, _POINT, _DIGIT, _LETTER, _CAPITAL, _ROMAN = "number", "point", "digit", "letter", "capital", "roman"


class Paragraph(NamedTuple):
    """A paragraph at [start, end) of the text, with all of its parts; `steps` are its marks, from the outside in."""

    steps: tuple[str, ...]
    start: int
    end: int


def holds(text: str, steps: Sequence[str]) -> bool:
    """Whether a regulation has the paragraph with these marks, and no other that could be meant."""
    return sum(tuple(mark.casefold() for mark in each.steps) == tuple(steps) for each in paragraphs_of(text)) == 1


class _Open(NamedTuple):
    """A list that is open: how its marks are printed, where its last one counts to, and the place of its paragraph."""

    style: str
    reached: tuple[int, ...]
    steps: tuple[str, ...]
    start: int


def paragraphs_of(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs that can be cited, in reading order."""
    reader = _Reader()
    marks = list(_marks(text))
    for place, (start, printed) in enumerate(marks):
        reader.take(start, printed, marks[place + 1][1] if place + 1 < len(marks) else "")
    reader.close(0, len(text))
    return tuple(_with_parts(sorted(reader.found, key=lambda each: (each.start, each.steps))))


def _with_parts(found: Sequence[Paragraph]) -> Iterator[Paragraph]:
    """Each with the parts that are counted in one list with it: 1.1 and 1.2 belong to 1."""
    for place, each in enumerate(found):
        end = each.end
        for after in found[place + 1 :]:
            if after.start == end and after.steps[: len(each.steps)] == each.steps:
                end = after.end
        yield each._replace(end=end)


def _marks(text: str) -> Iterator[tuple[int, str]]:
    """The marks at the beginnings of lines, one right behind the other where a line opens two lists."""
    at = 0
    for line in text.split("\n"):
        end = at
        while (found := _MARK.match(text, end, at + len(line))) is not None:
            yield end, text[end : found.end()].strip()
            end = found.end()
            if found["bracket"] is None:
                break
        at += len(line) + 1


def _readings(printed: str) -> list[tuple[str, tuple[int, ...]]]:
    """What a mark may be: its style and what it counts to."""
    bare = printed.strip("()")
    if not printed.startswith("("):
        style = _POINT if printed.startswith(".") else _NUMBER
        return [(style, tuple(int(part) for part in bare.strip(".").split(".")))]
    if bare.isdigit():
        return [(_DIGIT, (int(bare),))]
    found: list[tuple[str, tuple[int, ...]]] = [(_ROMAN, (_ROMANS.index(bare) + 1,))] if bare in _ROMANS else []
    if len(set(bare)) == 1 and len(bare) <= 2:
        style = _CAPITAL if bare.isupper() else _LETTER
        found.append((style, (ord(bare[0].casefold()) - ord("a") + 1 + 26 * (len(bare) - 1),)))
    return found


class _Reader:
    def __init__(self) -> None:
        self.open: list[_Open] = []
        self.found: list[Paragraph] = []
        self.is_lost = False

    def take(self, start: int, printed: str, after: str) -> None:
        """One mark, and the mark after it."""
        readings = _readings(printed)
        if len(readings) > 1 and self.is_letter_before(readings):
            readings = [each for each in readings if (each[0] == _ROMAN) == (after.strip("()") == "ii")]
        going_on = [
            (depth, style, count)
            for style, count in readings
            for depth, each in enumerate(self.open)
            if each.style == style and _follows(each.reached, count)
        ]
        if len(going_on) == 1:
            depth, style, count = going_on[0]
            self.close(depth, start)
            self.begin(style, count, start)
            self.is_lost = False
        elif going_on:
            self.lose(min(depth for depth, _, _ in going_on), start)
        else:
            self.begin_list(readings, start)

    def is_letter_before(self, readings: Sequence[tuple[str, tuple[int, ...]]]) -> bool:
        """Whether (i) could be the letter after (h)."""
        letters = [count for style, count in readings if style == _LETTER]
        return any(each.style == _LETTER and _follows(each.reached, count) for each in self.open for count in letters)

    def begin_list(self, readings: Sequence[tuple[str, tuple[int, ...]]], start: int) -> None:
        """A first mark opens a list below what is open; any other one follows nothing that is known."""
        styles = [each.style for each in self.open]
        first = next((each for each in readings if set(each[1]) == {1}), None)
        if first is not None and (first[0] not in styles or first[0] == _POINT):
            if not self.is_lost and not (first[0] == _NUMBER and self.open):
                self.begin(*first, start)
            return
        again = [styles.index(style) for style, _ in readings if style in styles and style != _NUMBER]
        if again:
            self.lose(min(again), start)

    def lose(self, depth: int, start: int) -> None:
        """Nobody can say what stands where: until a list that is still open goes on, none begins."""
        self.close(depth, start)
        self.is_lost = True

    def begin(self, style: str, count: tuple[int, ...], start: int) -> None:
        above = self.open[-1].steps if self.open else ()
        own = tuple(map(str, count)) if style in (_NUMBER, _POINT, _DIGIT) else (_printed(style, count[0]),)
        self.open.append(_Open(style, count, (*above, *own), start))

    def close(self, depth: int, end: int) -> None:
        """What is open from this depth on ends here."""
        self.found += [Paragraph(each.steps, each.start, end) for each in self.open[depth:]]
        del self.open[depth:]


def _printed(style: str, count: int) -> str:
    if style == _ROMAN:
        return _ROMANS[count - 1]
    letter = chr(ord("A" if style == _CAPITAL else "a") + (count - 1) % 26)
    return letter * ((count - 1) // 26 + 1)


def _follows(last: tuple[int, ...], count: tuple[int, ...]) -> bool:
    """Whether a mark is the next one: 3 after 2 and after 2.4, 2.1 and 3.1 after 2."""
    if len(count) > len(last) and count[: len(last)] == last:
        return set(count[len(last) :]) == {1}
    for depth in range(len(last)):
        head = (*last[:depth], last[depth] + 1)
        if count[: depth + 1] == head and set(count[depth + 1 :]) <= {1}:
            return True
    return False
