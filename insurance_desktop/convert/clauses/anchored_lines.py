"""The printed lines of a clause, with their places in the Markdown and the raised signs in them. Pure."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from insurance_desktop.domain.conversion import Clause, Emphasis, SourceSpan

from ..text.plain_text import ESCAPE, HEADING, NOTE_MARK, SEPARATOR

RAISED_SIGNS = frozenset("\u00b9\u00b2\u00b3\u2070\u2074\u2075\u2076\u2077\u2078\u2079")
"""Digits that are raised by themselves, whatever their type."""


class AnchoredLine(NamedTuple):
    """A line's plain words; `start` is where they begin in the Markdown.

    `escaped` holds the plain offsets of signs with a backslash before them there.
    """

    text: str
    start: int
    escaped: tuple[int, ...] = ()

    def place(self, offset: int) -> int:
        """Where the sign at this offset of the text stands in the Markdown."""
        return self.start + offset + bisect_right(self.escaped, offset)

    def offset(self, place: int) -> int:
        """The other way round."""
        raw = place - self.start
        return raw - sum(1 for count, at in enumerate(self.escaped) if at + count < raw)

    @property
    def end(self) -> int:
        return self.place(len(self.text))


def lines_of(markdown: str, clause: Clause) -> Iterator[AnchoredLine]:
    """The lines of one clause, its title without the number first, the rows of a table as lines.

    A note begins with its own mark, not with that of Markdown.
    """
    at = clause.markdown_start
    for raw in markdown[clause.markdown_start : clause.markdown_end].splitlines(keepends=True):
        words = raw.rstrip()
        if HEADING.match(words):
            title = words.rfind(clause.section_title) if clause.section_title else -1
            if title >= 0:
                yield AnchoredLine(clause.section_title, at + title)
        elif words and not SEPARATOR.fullmatch(words.strip()):
            inset = len(NOTE_MARK) if words.startswith(NOTE_MARK) else 0
            yield _line(words[inset:], at + inset)
        at += len(raw)


def _line(words: str, start: int) -> AnchoredLine:
    if "\\" not in words:
        return AnchoredLine(words, start)
    escaped = tuple(match.start() - count for count, match in enumerate(ESCAPE.finditer(words)))
    return AnchoredLine(ESCAPE.sub(r"\1", words), start, escaped)


def raised_places(markdown: str, source_map: Sequence[SourceSpan]) -> list[tuple[int, int]]:
    """Where signs are raised as the marks of notes are, neighbours as one: [start, end) in the Markdown."""
    places = [(span.start, span.end) for span in source_map if Emphasis.SUPERSCRIPT in span.emphasis]
    if any(map(markdown.__contains__, RAISED_SIGNS)):
        places += [(at, at + 1) for at, sign in enumerate(markdown) if sign in RAISED_SIGNS]
    found: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def raised_in(line: AnchoredLine, places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The raised stretches of one line, as offsets of its text."""
    first = bisect_left(places, (line.start, 0))
    found: list[tuple[int, int]] = []
    for start, end in places[first:]:
        if start >= line.end:
            break
        found.append((line.offset(start), line.offset(end)))
    return found
