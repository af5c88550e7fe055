"""Markdown back to the plain verbatim words: escapes and marks taken off, tables as tab-separated rows. Pure."""

import re
from collections.abc import Iterator
from typing import NamedTuple

HEADING = re.compile(r"(#{1,6})\s+(.*)")
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


def _line_words(words: str) -> str:
    label = LABEL.fullmatch(words)
    return unescaped(label[1] if label and not label[1].endswith("\\") else words)


def _cells(row: str) -> list[str]:
    inside = row.strip()[1:]
    inside = inside[:-1] if inside.endswith("|") and not inside.endswith("\\|") else inside
    return [unescaped(cell.strip()) for cell in CELL_END.split(inside)]
