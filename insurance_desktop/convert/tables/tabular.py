"""Whether columns that stand under each other are those of a table: contents, lists and labels look much like one."""

import re
from collections.abc import Sequence
from itertools import pairwise

from ..headings import follows
from ..reading.runs import LEADER
from .column_alignment import Column
from .text_lines import TextLine

LEAST_COLUMNS = 3
FILLED = 0.35
"""At least this part of a table's places has words: where old ages cannot take long terms, many have none."""
SECTION = re.compile(r"\d{1,2}(?:[.．]\d{1,3})+[.．]?|\d{1,2}[.．、]")


def without_labels(columns: Sequence[Column], core: Sequence[TextLine]) -> tuple[Column, ...]:
    """The columns without the label column of the clause that the table stands in: few words, a section number."""
    kept = list(columns)
    while len(kept) > LEAST_COLUMNS and len(kept[0].tokens) <= max(1, len(core) // 4) and not kept[0].has_figures:
        if not any(SECTION.match(token.text) for token in kept[0].tokens):
            break
        del kept[0]
    return tuple(kept)


def is_tabular(core: Sequence[TextLine], columns: Sequence[Column]) -> bool:
    """Whether these columns are those of a table, not of contents, of a list in columns or of labels and text."""
    figures = [column for column in columns if column.has_figures]
    if len(figures) < 2 or sum(len(column.tokens) for column in columns) < FILLED * len(core) * len(columns):
        return False
    if any(LEADER.search(token.text) for line in core for token in line.tokens):
        return False
    if any(_names_sections(one) and _counts_up(one) and not other.has_figures for one, other in pairwise(columns)):
        return False
    beside = [one for one, other in pairwise(columns) if one.has_figures and not other.has_figures]
    return not (len(beside) > 1 and all(_counts_up(column) for column in beside))


def _names_sections(column: Column) -> bool:
    return sum(SECTION.fullmatch(token.text) is not None for token in column.tokens) > len(column.tokens) / 2


def _counts_up(column: Column) -> bool:
    """Whether each token is the number after the one above it, as in contents and numbered lists."""
    numbers = [token.text.rstrip(".．、") for token in column.tokens]
    steps = [_is_next(before, after) for before, after in pairwise(numbers)]
    return len(steps) >= 2 and sum(steps) > len(steps) / 2


def _is_next(before: str, after: str) -> bool:
    if before.isdigit() and after.isdigit():
        return int(after) == int(before) + 1
    return "." in before and "." in after and follows(before, after)
