"""Markdown as pieces to show, each character knowing where it stands in the Markdown. Pure: knows no Qt.

Only what our converter writes is read: ATX headings, list items, pipe tables, paragraphs; inside them backslash
escapes, `**`, `<br>` and the three entities. Everything else is shown as it stands.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise

from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.entity import entity


class PieceKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"


@entity
class Stretch:
    """`length` characters at `shown` in the text stand at `written` in the Markdown; `bold` is how they look."""

    shown: int
    written: int
    length: int
    bold: bool = False


@entity
class Words:
    """Text as a person reads it, with its stretches in order."""

    text: str
    stretches: tuple[Stretch, ...]


@entity
class Piece:
    """One block. `rows` only for tables (the first is the header), `words` for the others.

    `spans` are the merged cells of a table: row, column, how many rows and columns. `measures` are the lines that its
    columns have room for (see `measures_of`), where somebody has counted them already.
    """

    kind: PieceKind
    start: int
    end: int
    words: Words = Words("", ())
    level: int = 0
    rows: tuple[tuple[Words, ...], ...] = ()
    spans: tuple[tuple[int, int, int, int], ...] = ()
    measures: "tuple[Measures, ...]" = ()


Measures = frozenset[tuple[int, int]]
"""The lines of a column, each as how many of its characters are narrow (ASCII) and how many wide."""


@entity
class _Line:
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


HEADING = re.compile(r"(#{1,6})[ \t]+")
LIST_ITEM = re.compile(r"([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+")
TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
TOKEN = re.compile(r"\\(?P<escaped>[!-/:-@\[-`{-~])|(?P<bold>\*\*)|(?P<br><br ?/?>)|&(?P<entity>lt|gt|amp);")
ENTITIES = {"lt": "<", "gt": ">", "amp": "&"}
CELL_EDGE = re.compile(r"(?<!\\)\|")
ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def pieces_of(markdown: str) -> tuple[Piece, ...]:
    """The whole text in order. Offsets count Python characters of `markdown`."""
    return tuple(_pieces(list(_lines(markdown))))


def with_spans(pieces: tuple[Piece, ...], tables: Sequence[Table]) -> tuple[Piece, ...]:
    """Tables with the merged cells of their twins; without them where the text has another number of tables."""
    found = [piece for piece in pieces if piece.kind is PieceKind.TABLE]
    if len(found) != len(tables):
        return pieces
    twins = dict(zip((piece.start for piece in found), tables, strict=True))
    return tuple(
        replace(piece, spans=_fitting(piece, twins[piece.start])) if piece.start in twins else piece for piece in pieces
    )


def measured(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Tables with the measures of their columns: to go through thousands of cells is nothing for the event loop."""
    return tuple(
        replace(piece, measures=measures_of(piece)) if piece.kind is PieceKind.TABLE else piece for piece in pieces
    )


def measures_of(piece: Piece) -> tuple[Measures, ...]:
    """What each column of a table has to hold; a cell that has the room of several columns is left out."""
    found: list[set[tuple[int, int]]] = [set() for _ in range(max((len(row) for row in piece.rows), default=0))]
    broad = {(row, column) for row, column, _down, across in piece.spans if across > 1}
    for number, row in enumerate(piece.rows):
        for column, words in enumerate(row):
            if (number, column) not in broad:
                for line in words.text.split("\n"):
                    narrow = len(line) if line.isascii() else len(line.encode("ascii", "ignore"))
                    found[column].add((narrow, len(line) - narrow))
    return tuple(frozenset(each) for each in found)


def _fitting(piece: Piece, table: Table) -> tuple[tuple[int, int, int, int], ...]:
    """The merged cells, if the text still has the rows and columns that they are counted in."""
    columns = {len(row) for row in piece.rows}
    fits = columns == {table.column_count} and len(piece.rows) == len(table.rows) + 1
    return tuple(each for each in table.spans if each[2] > 1 or each[3] > 1) if fits else ()


def _lines(markdown: str) -> Iterator[_Line]:
    start = 0
    for text in markdown.split("\n"):
        yield _Line(start, text)
        start += len(text) + 1


def _pieces(lines: list[_Line]) -> Iterator[Piece]:
    number = 0
    while number < len(lines):
        line = lines[number]
        if not line.text.strip():
            number += 1
        elif heading := HEADING.match(line.text):
            words = words_of(line.text, line.start, heading.end())
            yield Piece(PieceKind.HEADING, line.start, line.end, words, level=len(heading.group(1)))
            number += 1
        elif _begins_table(lines, number):
            last = _table_end(lines, number)
            yield _table(lines[number:last])
            number = last
        else:
            last = _paragraph_end(lines, number)
            yield _paragraph(lines[number:last])
            number = last


def _begins_table(lines: list[_Line], number: int) -> bool:
    return (
        "|" in lines[number].text
        and number + 1 < len(lines)
        and "|" in lines[number + 1].text
        and TABLE_RULE.fullmatch(lines[number + 1].text) is not None
    )


def _table_end(lines: list[_Line], number: int) -> int:
    while number < len(lines) and "|" in lines[number].text:
        number += 1
    return number


def _paragraph_end(lines: list[_Line], number: int) -> int:
    first = number
    while number < len(lines) and lines[number].text.strip():
        if number > first and (
            HEADING.match(lines[number].text) or LIST_ITEM.match(lines[number].text) or _begins_table(lines, number)
        ):
            break
        number += 1
    return number


def _table(lines: list[_Line]) -> Piece:
    rows = tuple(_cells(line) for number, line in enumerate(lines) if number != 1)
    return Piece(PieceKind.TABLE, lines[0].start, lines[-1].end, rows=rows)


def _cells(line: _Line) -> tuple[Words, ...]:
    return tuple(_cell(line, start, end) for start, end in cell_ranges(line.text))


def cell_ranges(line: str) -> list[tuple[int, int]]:
    """What stands between the bars of a table's line, as [start, end), blanks included."""
    edges = [edge.start() for edge in CELL_EDGE.finditer(line)]
    if not line.lstrip().startswith("|"):
        edges.insert(0, -1)
    if not edges or edges[-1] != len(line.rstrip()) - 1:
        edges.append(len(line))
    return [(left + 1, right) for left, right in pairwise(edges)]


def _cell(line: _Line, start: int, end: int) -> Words:
    inside = line.text[start:end]
    start += len(inside) - len(inside.lstrip())
    return words_of(line.text[: start + len(inside.strip())], line.start, start)


def _paragraph(lines: list[_Line]) -> Piece:
    """Lines of one paragraph stay lines: a clause's line ends mean something."""
    item = LIST_ITEM.match(lines[0].text)
    joined = "\n".join(line.text for line in lines)
    begin = len(item.group(1)) if item else len(lines[0].text) - len(lines[0].text.lstrip())
    return Piece(
        PieceKind.LIST_ITEM if item else PieceKind.PARAGRAPH,
        lines[0].start,
        lines[-1].end,
        words_of(joined, lines[0].start, begin),
        level=len(item.group(1)) // 2 + 1 if item else 0,
    )


def words_of(line: str, line_start: int, begin: int) -> Words:
    """`line` from `begin` on without its Markdown signs; `line_start` is where the line stands in the whole."""
    shown: list[str] = []
    stretches: list[Stretch] = []
    length, bold, position = 0, False, begin

    def take(text: str, written: int) -> None:
        nonlocal length
        for part, offset in _split_astral(text):
            stretches.append(Stretch(length, line_start + written + offset, len(part), bold))
            length += len(part)
        shown.append(text)

    for token in TOKEN.finditer(line, begin):
        take(line[position : token.start()], position)
        if token.group("escaped"):
            take(token.group("escaped"), token.start() + 1)
        elif token.group("br"):
            take("\n", token.start())
        elif token.group("entity"):
            take(ENTITIES[token.group("entity")], token.start())
        else:
            bold = not bold
        position = token.end()
    take(line[position:], position)
    return Words("".join(shown), tuple(each for each in stretches if each.length))


def _split_astral(text: str) -> Iterator[tuple[str, int]]:
    """Characters that Qt counts as two stand alone, so that within a stretch both count alike."""
    start = 0
    for found in ASTRAL.finditer(text):
        if found.start() > start:
            yield text[start : found.start()], start
        yield found.group(), found.start()
        start = found.end()
    yield text[start:], start
