"""Markdown back to the plain verbatim words: escapes and marks taken off, tables as tab-separated rows. Pure."""

import re
from collections.abc import Iterator
from typing import NamedTuple

HEADING = re.compile(r"(#{1,6})\s+(.*)")
ESCAPED = frozenset("\\`*_<|")
"""The signs that mean something to Markdown wherever they stand; in text a backslash goes before them."""
ESCAPE = re.compile(r"\\([\\`*_<|#>+\-=~\[\].!(){}])")
SEPARATOR = re.compile(r"\|(?:\s*:?-{3,}:?\s*\|)+\s*")
CELL_END = re.compile(r"(?<!\\)\|")
NOTE_MARK = "> "
LABEL = re.compile(r"\*\*(.+)\*\*")


class Piece(NamedTuple):
    """A heading, a line of text, a note or a table at [start, end) of the Markdown; `level` is 0 but for headings."""

    kind: str
    text: str
    start: int
    end: int
    level: int = 0


def pieces(markdown: str) -> Iterator[Piece]:
    """The Markdown line by line, the lines of a table as one piece."""
    table: list[str] = []
    table_start = lines = 0
    at = 0
    for line in markdown.splitlines(keepends=True):
        words = line.strip()
        if words.startswith("|"):
            if not table:
                table_start, lines = at, 0
            lines += 1
            if lines != 2 or not SEPARATOR.fullmatch(words):  # further down a row of dashes is a row
                table.append("\t".join(_cells(words)))
        else:
            if table:
                yield Piece("table", "\n".join(table), table_start, at)
                table = []
            heading = HEADING.fullmatch(words)
            if heading:
                yield Piece("heading", unescaped(heading[2]), at, at + len(line), len(heading[1]))
            elif words.startswith(NOTE_MARK):
                yield Piece("note", unescaped(words[len(NOTE_MARK) :]), at, at + len(line))
            elif words:
                yield Piece("text", _line_words(words), at, at + len(line))
        at += len(line)
    if table:
        yield Piece("table", "\n".join(table), table_start, at)


def unescaped(text: str) -> str:
    """The words without Markdown's backslashes."""
    return ESCAPE.sub(r"\1", text) if "\\" in text else text


def plain_words(markdown: str) -> str:
    """All printed signs of the Markdown without white space: what the ledger compares with the page."""
    return "".join("".join(piece.text.split()) for piece in pieces(markdown))


def body_signs(markdown: str, start: int, end: int, *, notes: bool = True) -> tuple[str, list[int]]:
    """The printed signs under the headings of [start, end), no white space, and where each stands in the Markdown.

    `start` is where a line begins. A clause's text goes on behind a title or a note that stands in between.
    """
    signs: list[str] = []
    places: list[int] = []
    rows = _MANY if _line_before(markdown, start).startswith("|") else 0
    at = start
    for line in markdown[start:end].splitlines(keepends=True):
        words = line.strip()
        rows = rows + 1 if words.startswith("|") else 0
        if words and not _is_left_out(words, rows, notes=notes):
            begin = at + line.index(words[0])
            for place in _printed_places(words, is_row=rows > 0):
                signs.append(words[place])
                places.append(begin + place)
        at += len(line)
    return "".join(signs), places


_SECOND, _MANY = 2, 3


def _line_before(markdown: str, start: int) -> str:
    end = max(start - 1, 0)
    return markdown[markdown.rfind("\n", 0, end) + 1 : end].strip()


def _is_left_out(words: str, rows: int, *, notes: bool) -> bool:
    """Whether a line is no part of a body: a heading, the line under a table's first row, an unwanted note."""
    if rows:
        return rows == _SECOND and SEPARATOR.fullmatch(words) is not None
    return HEADING.fullmatch(words) is not None or (words.startswith(NOTE_MARK) and not notes)


def _printed_places(words: str, *, is_row: bool) -> Iterator[int]:
    """The places of a line's printed signs: no marks, no backslashes, no white space, no borders of cells."""
    first, last = 0, len(words)
    label = None if is_row else LABEL.fullmatch(words)
    if label and not label[1].endswith("\\"):
        first, last = label.span(1)
    elif not is_row and words.startswith(NOTE_MARK):
        first = len(NOTE_MARK)
    place = first
    if not is_row and "\\" not in words:
        yield from (place for place in range(first, last) if not words[place].isspace())
        place = last
    while place < last:
        if words[place] == "\\" and ESCAPE.match(words, place, last):
            place += 1
        elif is_row and words[place] == "|":
            place += 1
            continue
        if not words[place].isspace():
            yield place
        place += 1


def _line_words(words: str) -> str:
    label = LABEL.fullmatch(words)
    return unescaped(label[1] if label and not label[1].endswith("\\") else words)


def _cells(row: str) -> list[str]:
    inside = row.strip()[1:]
    inside = inside[:-1] if inside.endswith("|") and not inside.endswith("\\|") else inside
    return [unescaped(cell.strip()) for cell in CELL_END.split(inside)]
