"""Newspaper columns of a page: where its rows are set in them, and in what bands. Pure.

What is no newspaper: label columns (narrower than the text beside them, emptier, without sentences), lists and contents
in columns (their rows do not fill the column), title pages (their rows cross the middle), cells side by side (they
begin together). In doubt it is none: columns read across only shuffle a page, a label column read downwards destroys
every clause on it.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from insurance_desktop.domain.geometry import Box

from ..reading.raised import build_noted_rows, lowered
from ..reading.runs import Row, Run, cut_at_gaps
from .bands import Band, has_sentences
from .short_columns import bands_drawn_apart

PIECE_GAP = 0.75
"""Pieces of a row further apart than this, in type sizes, may belong to different columns: word gaps are narrower."""
SAME_HEIGHT = 0.6
"""Rows closer than this part of the type size stand beside each other."""
BIN = 2.0
"""Points: the steps in which gutters are looked for."""
LEAST_VOTES = 4
MOST_GUTTERS = 3
NARROWEST = 0.55
"""The narrowest column of a band has at least this part of the widest one's width: a label column has less."""
LEAST_ROWS = 4
LEAST_IN_ALL = 12
LEAST_SIGNS = 8
"""A column is at least this many type sizes wide."""
FULL = 0.75
"""A row of this part of its column's width is full."""
PROSE = 0.4
"""At least this share of a column's rows is full: of a list or of a table's cells fewer are."""
WHOLE = 0.6
MOST_FIGURES = 0.3
NEW_PARAGRAPH = 1.35
"""A step of more line pitches than this begins a paragraph."""
SAME_GUTTER = 6.0
"""Points that the left edge of a column may differ from page to page."""
SAME_STRIP = 0.9
"""A gutter is as wide as the places with this part of its votes."""
LEAST_WIDTH = 60.0
"""Points; no column is narrower."""
WIDTH_STEP = 10.0
"""Points: columns whose longest rows differ by less have one width."""
ALONE = 1.6
"""Rows this many line pitches below columns that have ended are full width, even if they are short."""
LEAST_STARTS = 3
BESIDE = 0.75
FILLED = 0.6
"""A column that is not the last has at least this part of the next one's rows: it was filled first."""


def find_bands(rows: Sequence[Row], boxes: Sequence[Box] = (), known: Sequence[float] = ()) -> list[Band]:
    """The bands of a page from the top down. `known` are left edges of columns found elsewhere in the document."""
    gutters = _gutters(rows)
    if not gutters:
        return bands_drawn_apart(rows)
    bands: list[Band] = []
    lefts = _left_edges(rows, gutters)
    is_known = all(any(abs(left - each) < SAME_GUTTER for each in known) for left in lefts[1:])
    for stretch, is_across in _stretches(rows, gutters, boxes):
        columns, tail = ([], stretch.rows) if is_across else _set_in_columns(stretch.rows, gutters, is_known)
        if columns:
            width = max(row.x1 - left for column, left in zip(columns, lefts, strict=True) for row in column)
            bands.append(Band(stretch.top, tuple(columns), lefts, WIDTH_STEP * -(-width // WIDTH_STEP)))
        elif not is_across and len(tail) < len(rows):
            bands += find_bands(tail, boxes, known)
            continue
        if tail or not columns:
            bands.append(Band(tail[0].y if tail else stretch.top, (tuple(tail),)))
    return _joined(bands)


def without_newspaper(rows: tuple[Row, ...], boxes: Sequence[Box]) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The rows of a page outside of its newspaper columns, and those inside."""
    bands = find_bands(rows, boxes)
    if not any(band.lefts for band in bands):
        return rows, ()
    inside = {
        glyph.id for band in bands if band.lefts for column in band.columns for row in column for glyph in row.glyphs
    }
    return tuple(row for row in rows if row.glyphs[0].id not in inside), tuple(
        row for row in rows if row.glyphs[0].id in inside
    )


def _joined(bands: Sequence[Band]) -> list[Band]:
    """The bands with neighbours of full width made one."""
    joined: list[Band] = []
    for band in bands:
        if joined and not joined[-1].lefts and not band.lefts:
            joined[-1] = Band(joined[-1].top, ((*joined[-1].columns[0], *band.columns[0]),))
        else:
            joined.append(band)
    return joined


def _pieces(row: Row) -> list[tuple[float, float]]:
    if len(row.runs) == 1:
        return [(row.x0, row.x1)]
    return [(piece[0].x0, max(run.x1 for run in piece)) for piece in cut_at_gaps(row, PIECE_GAP)]


def _gutters(rows: Sequence[Row]) -> tuple[float, ...]:
    """Where columns of about one width may be divided: the places that most gaps of the rows have in common."""
    levels = list(_levels(rows)) if len(rows) >= LEAST_VOTES else []
    if len(levels) < LEAST_VOTES:
        return ()
    votes: Counter[int] = Counter()
    for spans in levels:
        for (_, before), (after, _) in pairwise(spans):
            votes.update(range(ceil(before / BIN), floor(after / BIN) + 1))
    found: list[tuple[int, float]] = []
    while votes and len(found) < MOST_GUTTERS:
        most = max(votes.values())
        place = max(place for place, count in votes.items() if count == most)
        if most < LEAST_VOTES:
            break
        first = last = place
        while votes[first - 1] >= SAME_STRIP * most:
            first -= 1
        found.append((most, BIN * (first + last) / 2))
        votes = Counter({each: count for each, count in votes.items() if abs(each - place) * BIN > LEAST_WIDTH})
    return _even(found, rows) if found else ()


def _even(found: list[tuple[int, float]], rows: Sequence[Row]) -> tuple[float, ...]:
    """The strongest gutters that divide the text into columns of about one width."""
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    while found:
        edges = [left, *sorted(x for _, x in found), right]
        widths = [after - before for before, after in pairwise(edges)]
        if min(widths) >= NARROWEST * max(widths):
            return tuple(edges[1:-1])
        found = sorted(found, reverse=True)[:-1]
    return ()


def _levels(rows: Sequence[Row]) -> Iterator[list[tuple[float, float]]]:
    """For each row what is printed at its height, as stretches from left to right."""
    pieces = [_pieces(row) for row in rows]
    for place, row in enumerate(rows):
        spans, reach = pieces[place], SAME_HEIGHT * row.size
        for near in (place - 1, place + 1):
            if 0 <= near < len(rows) and abs(rows[near].y - row.y) < reach:
                spans = [*spans, *pieces[near]]
        if len(spans) > 1:
            yield _united(spans)


def _united(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    united: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if united and start <= united[-1][1]:
            united[-1] = (united[-1][0], max(end, united[-1][1]))
        else:
            united.append((start, end))
    return united


def _left_edges(rows: Sequence[Row], gutters: Sequence[float]) -> tuple[float, ...]:
    starts: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        if not _is_across(row, gutters):
            for start, _ in _pieces(row):
                starts[bisect_right(gutters, start)].append(start)
    return tuple(min(starts.get(place, [0.0])) for place in range(len(gutters) + 1))


def _is_across(row: Row, gutters: Sequence[float]) -> bool:
    return any(start < gutter - 1 and end > gutter + 1 for start, end in _pieces(row) for gutter in gutters)


class _Stretch(NamedTuple):
    top: float
    rows: tuple[Row, ...]


def _stretches(rows: Sequence[Row], gutters: Sequence[float], boxes: Sequence[Box]) -> Iterator[tuple[_Stretch, bool]]:
    """Neighbouring rows that run across a gutter, or that do not; a table across a gutter is a stretch of its own."""
    tables = sorted(box.y0 for box in boxes if any(box.x0 < gutter < box.x1 for gutter in gutters))
    gathered: list[Row] = []
    was_across = False
    for row in rows:
        is_across = _is_across(row, gutters)
        passed = [top for top in tables if top < row.y]
        if gathered and (is_across != was_across or passed):
            yield _Stretch(gathered[0].y, tuple(gathered)), was_across
            gathered = []
        for top in passed:
            yield _Stretch(top, ()), True
        tables = tables[len(passed) :]
        gathered.append(row)
        was_across = is_across
    if gathered:
        yield _Stretch(gathered[0].y, tuple(gathered)), was_across
    for top in tables:
        yield _Stretch(top, ()), True


def _set_in_columns(
    rows: Sequence[Row], gutters: Sequence[float], is_known: bool
) -> tuple[list[tuple[Row, ...]], tuple[Row, ...]]:
    """The rows by column, and those below that stand alone; no columns where the rows are no newspaper."""
    runs: list[list[Run]] = [[] for _ in range(len(gutters) + 1)]
    for row in rows:
        for run in row.runs:
            runs[bisect_right(gutters, (run.x0 + run.x1) / 2)].append(lowered(run))
    if not all(runs) or (not is_known and _is_uneven(runs)):
        return [], tuple(rows)
    columns = [build_noted_rows(each) for each in runs]
    if not _is_newspaper(columns, is_known):
        return [], tuple(rows)
    pitch = _pitch(max(columns, key=len))
    end = max(column[-1].y for column in columns[1:])
    first = columns[0]
    for place in range(len(first) - 1, 0, -1):
        if first[place].y <= end:
            break
        if first[place].y - first[place - 1].y > ALONE * pitch and first[place - 1].y <= end + pitch:
            return [first[:place], *columns[1:]], first[place:]
    return columns, ()


def _is_uneven(runs: Sequence[Sequence[Run]]) -> bool:
    """Whether a column has far fewer baselines than the next one."""
    counts = [len({round(run.y) for run in each}) for each in runs]
    return any(count < FILLED * beside for count, beside in pairwise(counts))


def _is_newspaper(columns: Sequence[tuple[Row, ...]], is_known: bool) -> bool:
    """Whether the columns are running text: enough rows, most of them full, their paragraphs begin by themselves."""
    longest = max(columns, key=len)
    if is_known:
        return _is_prose(longest) if len(longest) >= LEAST_ROWS else True
    if min(len(each) for each in columns) < LEAST_ROWS or sum(len(each) for each in columns) < LEAST_IN_ALL:
        return False
    widths = [_width(each) for each in columns]
    are_wide = min(widths) >= max(NARROWEST * max(widths), LEAST_SIGNS * longest[0].size)
    return are_wide and all(_is_prose(each) and has_sentences(each) for each in columns) and not _is_parallel(columns)


def _is_prose(column: Sequence[Row]) -> bool:
    """Whether most rows are full, of one piece, and of words: figures in columns are a table's."""
    width = _width(column)
    full = sum(row.x1 - row.x0 >= FULL * width for row in column)
    whole = sum(len(_pieces(row)) == 1 for row in column)
    signs = "".join(row.text for row in column)
    figures = sum(sign.isdigit() for sign in signs)
    return full >= PROSE * len(column) and whole >= WHOLE * len(column) and figures <= MOST_FIGURES * len(signs)


def _width(column: Sequence[Row]) -> float:
    return max(row.x1 for row in column) - min(row.x0 for row in column)


def _is_parallel(columns: Sequence[tuple[Row, ...]]) -> bool:
    """Whether paragraphs begin side by side in all columns: cells of a table without rules."""
    near = SAME_HEIGHT * columns[0][0].size
    top, end = max(each[0].y for each in columns) - near, min(each[-1].y for each in columns) + near
    starts = [[y for y in _starts(each) if top <= y <= end] for each in columns]
    fewest = min(starts, key=len)
    if len(fewest) < LEAST_STARTS:
        return False
    beside = sum(all(any(abs(y - other) < near for other in each) for each in starts) for y in fewest)
    return beside >= BESIDE * max(len(each) for each in starts)


def _starts(column: Sequence[Row]) -> list[float]:
    """The first baseline and those below a gap: where paragraphs begin."""
    pitch = _pitch(column)
    below_gaps = [below.y for above, below in pairwise(column) if below.y - above.y > NEW_PARAGRAPH * pitch]
    return [column[0].y, *below_gaps]


def _pitch(column: Sequence[Row]) -> float:
    steps = sorted(below.y - above.y for above, below in pairwise(column)) or [column[0].size]
    middle = len(steps) // 2
    return (steps[middle] + steps[-1 - middle]) / 2
