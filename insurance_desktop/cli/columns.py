"""Rows of cells as lines with columns under each other; a Chinese sign is two wide."""

from collections.abc import Sequence
from itertools import zip_longest
from unicodedata import east_asian_width

GAP = "  "


def in_columns(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """The rows with cells of equal width: the first `left` columns to the left, the others to the right."""
    widths = [max(map(width, column)) for column in zip_longest(*rows, fillvalue="")]
    return [
        GAP.join(
            _filled(cell, room, number < left) for number, (cell, room) in enumerate(zip(row, widths, strict=False))
        )
        for row in rows
    ]


def width(text: str) -> int:
    """How many places of a console a text takes."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _filled(cell: str, room: int, to_the_left: bool) -> str:
    space = " " * (room - width(cell))
    return cell + space if to_the_left else space + cell
