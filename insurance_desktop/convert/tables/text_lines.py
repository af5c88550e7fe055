"""Rows of a page as tokens: words and figures with white space around them, what aligned columns are made of."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..reading.runs import Row, Run, join_runs
from .table_headers import is_figure

TOKEN_GAP = 0.3
"""A wider gap, in type sizes, divides two tokens."""
AMOUNT = re.compile(r"[-+\u2212]?[\d,，]*\d(?:[.．]\d+)?\s?[^\W\d_]{1,3}")
"""A figure with its unit: 6万元, 10年交, 60周岁."""
NEVER_FIRST = frozenset("\u3002\uff1b;\uff0c,\u3001\uff1a:\uff09)\u300d\u300b\u201d")
"""No cell begins so."""


class Token(NamedTuple):
    """Words without a gap between them; `shape` is what remains of a figure without its digits, None for words.

    `y` is their own baseline: in a row of the page it may differ a little from that of their neighbours.
    """

    x0: float
    x1: float
    text: str
    shape: str | None
    y: float
    top: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2


@dataclass(frozen=True)
class TextLine:
    """One row of the page as tokens, from left to right."""

    row: Row
    tokens: tuple[Token, ...]

    @property
    def y(self) -> float:
        return self.row.y

    @property
    def size(self) -> float:
        return self.row.size

    @cached_property
    def top(self) -> float:
        return min(run.box.y0 for run in self.row.runs)

    @cached_property
    def bottom(self) -> float:
        return max(run.box.y1 for run in self.row.runs)

    @cached_property
    def figures(self) -> int:
        return sum(token.shape is not None for token in self.tokens)

    @property
    def is_core(self) -> bool:
        """Whether the line may be a row of a table by itself: figures beside each other, or beside two words."""
        return self.figures >= 2 or (self.figures == 1 and len(self.tokens) >= 3)

    def within(self, x0: float, x1: float) -> "TextLine":
        """The tokens between two places."""
        return TextLine(self.row, tuple(token for token in self.tokens if x0 <= token.middle <= x1))


def text_line(row: Row) -> TextLine:
    """The tokens of a row."""
    pieces: list[list[Run]] = []
    end = 0.0
    for run in row.runs:
        if pieces and run.x0 - end <= TOKEN_GAP * row.size:
            pieces[-1].append(run)
        else:
            pieces.append([run])
        end = max(end, run.x1) if len(pieces[-1]) > 1 else run.x1
    return TextLine(row, tuple(_token(piece) for piece in pieces))


def _token(runs: Sequence[Run]) -> Token:
    text = join_runs(runs)
    first = runs[0].glyphs[0]
    end = max([run.glyphs[-1].x1 for run in runs])
    return Token(first.x0, end, text, _shape(text), first.y, first.y0, first.y1)


def _shape(text: str) -> str | None:
    """ "%" for 3%, "万元" for 6万元, "" for a bare number and for the dash that stands for none."""
    if is_figure(text):
        return text[-1] if text[-1] in "%\uff05" else ""
    if AMOUNT.fullmatch(text):
        return text.lstrip("-+\u2212,，.．0123456789 ")
    return None
