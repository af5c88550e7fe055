"""Stretches of a page that are read one after the other, and what their rows say about them. Pure."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..reading.runs import Row

MARK = re.compile("[;!?\u3002\uff0c\uff1b\uff01\uff1f]|(?<![0-9])[.,]")
"""Marks of sentences; titles have enumeration commas at most, section numbers points."""
LEAST_MARKS = 0.15
"""Running text has at least so many marks of sentences a row."""


class Band(NamedTuple):
    """A stretch of a page: its rows, or the rows of its columns from left to right."""

    top: float
    columns: tuple[tuple[Row, ...], ...]
    lefts: tuple[float, ...] = ()
    """The left edge of each column, where there is more than one."""
    width: float = 0.0
    widths: tuple[float, ...] = ()
    """The width of each column, where they are not of one width: of a panel and the text beside it."""


def has_sentences(column: Sequence[Row]) -> bool:
    """Whether the column has the marks of sentences that running text has."""
    marks = sum(len(MARK.findall(row.text)) for row in column)
    return marks >= LEAST_MARKS * len(column)
