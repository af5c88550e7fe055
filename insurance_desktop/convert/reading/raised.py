"""Raised numbers behind words point at notes: told by size and baseline, kept in the row of their word.

The superscript flag is wrong on up to 133 signs of a file, beside large bullets. A raised number stands a third of a
line above its word, so that rows by baseline alone would put it on a line of its own.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from insurance_desktop.domain.conversion import Emphasis

from .runs import Row, Run, build_rows, make_row

SMALL = 0.82
"""Type up to this part of its neighbour's size can be raised."""
RISE = (0.12, 0.8)
"""How far above its neighbour's baseline a raised number stands, in sizes of the neighbour."""
BESIDE = (-0.35, 0.6)
"""How far from the word before it, in the same sizes."""
BEFORE_TEXT = 1.5
"""How far before the first word of a note its number may stand, in the same sizes."""
SIGNS = r"\d{1,3}(?:[.\uff0e,\uff0c\u3001]\d{1,3})*|[\u2460-\u2473*\u2020\u2021\u00a7\u00b6#\u203b\uf000-\uf0ff]+"
NUMBER = re.compile(rf"[\[(\uff08\u3014]?(?:[\u4e00-\u9fff]{{0,2}}(?:{SIGNS}))[\])\uff09\u3015]?")
"""The mark of a note, with a word of at most two signs before its number."""


def build_noted_rows(runs: Sequence[Run]) -> tuple[Row, ...]:
    """The rows of some runs, raised numbers in the row of the word that they stand at, marked as raised."""
    words = _words_of_raised(runs)
    if not words:
        return build_rows(runs)
    rows = build_rows(run for run in runs if id(run) not in words)
    raised: dict[int, list[Run]] = {}
    for run in runs:
        if id(run) in words:
            noted = replace(run, emphasis=(*run.emphasis, Emphasis.SUPERSCRIPT))
            raised.setdefault(id(words[id(run)]), []).append(noted)
    return tuple(_with_raised(row, raised) for row in rows)


def lowered(run: Run) -> Run:
    """The run without the sign that it is raised: for rows that are built anew."""
    if Emphasis.SUPERSCRIPT not in run.emphasis:
        return run
    return replace(run, emphasis=tuple(kind for kind in run.emphasis if kind is not Emphasis.SUPERSCRIPT))


def _with_raised(row: Row, raised: Mapping[int, Sequence[Run]]) -> Row:
    beside = [run for word in row.runs for run in raised.get(id(word), ())]
    return make_row((*row.runs, *beside)) if beside else row


def _words_of_raised(runs: Sequence[Run]) -> dict[int, Run]:
    """For each raised number, by the run's identity, the word that it stands at."""
    sizes = Counter[float]()
    for run in runs:
        sizes[round(run.size, 1)] += len(run.glyphs)
    if len(sizes) < 2:
        return {}
    usual = max(sizes, key=lambda size: (sizes[size], size))
    small = [run for run in runs if run.size <= SMALL * usual and NUMBER.fullmatch(run.text)]
    found = ((run, _word_of(run, runs)) for run in small)
    return {id(run): word for run, word in found if word is not None}


def _word_of(run: Run, runs: Sequence[Run]) -> Run | None:
    """The word that a raised number stands behind or, where it opens a note, before."""
    lower = [word for word in runs if _is_raised_above(run, word)]
    behind = (word for word in lower if BESIDE[0] <= (run.x0 - word.x1) / word.size <= BESIDE[1])
    before = (word for word in lower if BESIDE[0] <= (word.x0 - run.x1) / word.size <= BEFORE_TEXT)
    return next(behind, None) or next(before, None)


def _is_raised_above(run: Run, word: Run) -> bool:
    """Whether the run is smaller than the word and stands above its baseline."""
    return run.size <= SMALL * word.size and RISE[0] * word.size <= word.y - run.y <= RISE[1] * word.size
