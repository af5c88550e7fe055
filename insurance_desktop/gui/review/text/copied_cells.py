"""Cells of a table for other programs: as text with tabs, and as HTML with their merged cells. Pure."""

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from .markdown_tables import TableText


class Block(NamedTuple):
    """Rows [top, bottom] and columns [left, right] of a table, ends included."""

    top: int
    left: int
    bottom: int
    right: int


def whole(table: TableText) -> Block:
    return Block(0, 0, table.row_count - 1, table.column_count - 1)


def owners_of(spans: Iterable[tuple[int, int, int, int]]) -> dict[tuple[int, int], tuple[int, int]]:
    """For each place that a merged cell holds, its own included, the cell's upper left."""
    return {
        (row + below, column + beside): (row, column)
        for row, column, down, across in spans
        for below in range(down)
        for beside in range(across)
    }


def as_text(table: TableText, block: Block) -> str:
    """A line for each row, a tab between two cells: what every spreadsheet takes."""
    rows = range(block.top, block.bottom + 1)
    return "\n".join("\t".join(_plain(table, row, each) for each in _columns(block)) for row in rows)


def as_html(table: TableText, block: Block) -> str:
    """The same with merged cells, as Word and spreadsheets take it."""
    spans = {(row, column): (down, across) for row, column, down, across in table.spans}
    owners = owners_of(table.spans)
    rows = (
        "".join(
            _cell(_plain(table, row, column), spans.get((row, column), (1, 1)), block, (row, column))
            for column in _columns(block)
            if owners.get((row, column), (row, column)) == (row, column)
        )
        for row in range(block.top, block.bottom + 1)
    )
    return f"<table>{''.join(f'<tr>{cells}</tr>' for cells in rows)}</table>"


def _cell(words: str, span: tuple[int, int], block: Block, place: tuple[int, int]) -> str:
    down = min(span[0], block.bottom - place[0] + 1)
    across = min(span[1], block.right - place[1] + 1)
    merged = f' rowspan="{down}"' * (down > 1) + f' colspan="{across}"' * (across > 1)
    return f"<td{merged}>{escape(words)}</td>"


def _columns(block: Block) -> range:
    return range(block.left, block.right + 1)


def _plain(table: TableText, row: int, column: int) -> str:
    return " ".join(table.words(row, column).split())
