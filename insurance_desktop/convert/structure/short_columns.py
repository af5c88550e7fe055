"""Newspaper columns of two or three rows: too short to be told by their gutter, told by how they were drawn. Pure.

Columns of so few rows look like a form or like words with a gap between them. What tells them apart is the order in
which the PDF draws: all rows of the left column before all of the right one, both of about one width, and their rows
but the last ones full. Whether these are columns or cells side by side, each is read by itself.
"""

from collections.abc import Iterator, Sequence

from ..reading.runs import Row, Run, cut_at_gaps, make_row
from .bands import Band, has_sentences

PIECE_GAP = 0.75
"""Pieces of a row further apart than this, in type sizes, may belong to different columns."""
NARROWEST = 0.55
"""The narrower column has at least this part of the other one's width: a label column has less."""
LEAST_SIGNS = 8
"""A column is at least this many type sizes wide."""
FULL = 1.5
"""All rows of a column but its last end within this many type sizes of each other."""
SAME_EDGE = 0.5
"""They begin within this many."""
NEXT_ROW = 2.2
"""They follow at most this many type sizes below each other."""
LEAST_ROWS = 2


def bands_drawn_apart(rows: Sequence[Row]) -> list[Band]:
    """The rows of a page without gutters as bands, short columns that were drawn one after the other apart."""
    bands: list[Band] = []
    plain: list[Row] = []
    for group in _groups(rows):
        columns = _columns(group) if len(group) >= LEAST_ROWS else None
        if columns is None:
            plain += group
            continue
        if plain:
            bands.append(Band(plain[0].y, (tuple(plain),)))
            plain = []
        lefts = tuple(column[0].x0 for column in columns)
        widths = tuple(_width(column) for column in columns)
        bands.append(Band(group[0].y, columns, lefts, max(widths), widths))
    if plain:
        bands.append(Band(plain[0].y, (tuple(plain),)))
    return bands


def _groups(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Neighbouring rows of two pieces each; every other row by itself."""
    group: list[Row] = []
    for row in rows:
        if len(row.runs) > 1 and len(cut_at_gaps(row, PIECE_GAP)) == 2 and (not group or _is_next(group[-1], row)):
            group.append(row)
            continue
        if group:
            yield group
        group = []
        yield [row]
    if group:
        yield group


def _is_next(above: Row, row: Row) -> bool:
    return row.y - above.y < NEXT_ROW * row.size


def _columns(group: Sequence[Row]) -> tuple[tuple[Row, ...], ...] | None:
    """The two columns of the rows; None where they are drawn row by row, or are no running text."""
    pieces: list[list[list[Run]]] = [cut_at_gaps(row, PIECE_GAP) for row in group]
    left, right = (tuple(make_row(each[side]) for each in pieces) for side in (0, 1))
    if max(row.glyphs[-1].id for row in left) > min(row.glyphs[0].id for row in right):
        return None
    widths = sorted((_width(left), _width(right)))
    is_even = widths[0] >= max(NARROWEST * widths[1], LEAST_SIGNS * left[0].size)
    is_apart = max(row.x1 for row in left) < min(row.x0 for row in right)
    is_text = all(_is_flush(column) and has_sentences(column) for column in (left, right))
    return (left, right) if is_even and is_apart and is_text else None


def _is_flush(column: Sequence[Row]) -> bool:
    """Whether the rows begin at one edge and all but the last are full."""
    edge, reach = column[0].x0, max(row.x1 for row in column) - FULL * column[0].size
    begins = all(abs(row.x0 - edge) <= SAME_EDGE * row.size for row in column[1:])
    return begins and all(row.x1 >= reach for row in column[:-1])


def _width(column: Sequence[Row]) -> float:
    return max(row.x1 for row in column) - min(row.x0 for row in column)
