"""Columns and rows of words that stand under each other: what a reader sees where no line is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .text_lines import TextLine, Token

GUTTER = 0.3
"""Columns lie at least this many type sizes apart in every row."""
WORD_GUTTER = 0.9
"""Columns of words lie at least this far apart: a narrower gap is one between words."""
MOSTLY = 0.5
"""A column of figures has figures in more than this part of its cells."""
OVERLAPPING = 0.95
"""Baselines closer than this, in type sizes, cannot belong to two rows: their words would overlap."""
WRAPPED = 1.45
"""Lines of one cell are at most this many type sizes apart."""
CLEARLY = 1.15
"""The gap between two rows is clear if it is this much larger than the gaps within them."""
FULL = 1.5
"""A line that leaves less than this many type sizes of its column is full: its words may go on below."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column from the left edge of its leftmost words to the right edge of its rightmost."""

    x0: float
    x1: float
    tokens: tuple[Token, ...]
    has_figures: bool = field(init=False)
    shape: str | None = field(init=False)
    """The shape that most of its tokens have."""

    def __post_init__(self) -> None:
        shapes = [token.shape for token in self.tokens]
        object.__setattr__(self, "has_figures", len(shapes) - shapes.count(None) > MOSTLY * len(shapes))
        object.__setattr__(self, "shape", max(dict.fromkeys(shapes), key=shapes.count) if shapes else None)

    def holds(self, token: Token) -> bool:
        return token.x0 < self.x1 and token.x1 > self.x0


def held_by(columns: Sequence[Column], token: Token) -> list[int]:
    """The places of the columns that hold the token, in part at least."""
    x0, x1 = token.x0, token.x1
    return [place for place, column in enumerate(columns) if x0 < column.x1 and x1 > column.x0]


def find_columns(lines: Sequence[TextLine], size: float, separators: Sequence[float]) -> tuple[Column, ...]:
    """The columns of these rows: stretches of the page that no row leaves free. `separators` are lines between them."""
    groups: list[list[Token]] = []
    end = 0.0
    for token in sorted((token for line in lines for token in line.tokens), key=lambda token: token.x0):
        is_apart = bool(groups) and any(end - 1 <= place <= token.x0 + 1 for place in separators)
        if groups and token.x0 - end <= GUTTER * size and not is_apart:
            groups[-1].append(token)
            end = max(end, token.x1)
        else:
            groups.append([token])
            end = token.x1
    columns = [Column(group[0].x0, max(token.x1 for token in group), tuple(group)) for group in groups]
    return tuple(_without_word_gaps(columns, size, separators))


def _without_word_gaps(columns: Sequence[Column], size: float, separators: Sequence[float]) -> list[Column]:
    """Neighbours of words with a narrow gap between them are one column."""
    found: list[Column] = []
    for column in columns:
        last = found[-1] if found else None
        if (
            last is not None
            and not (last.has_figures or column.has_figures)
            and column.x0 - last.x1 < WORD_GUTTER * size
            and not any(last.x1 - 1 <= place <= column.x0 + 1 for place in separators)
        ):
            found[-1] = Column(last.x0, column.x1, last.tokens + column.tokens)
        else:
            found.append(column)
    return found


def is_consistent(lines: Sequence[TextLine], columns: Sequence[Column]) -> bool:
    """Whether no row has two figures in one column."""
    for line in lines:
        held = [place for token in line.tokens for place in held_by(columns, token) if columns[place].has_figures]
        if len(set(held)) < len(held):
            return False
    return True


def group_rows(
    lines: Sequence[TextLine], columns: Sequence[Column], rules: Sequence[float]
) -> tuple[list[list[TextLine]], bool]:
    """Lines as printed rows, and whether that is sure. `rules` are the heights of lines and edges of bands."""
    groups: list[list[TextLine]] = []
    is_sure = True
    for band in _bands(lines, rules):
        inside, band_is_sure = _rows_of_band(band, columns)
        groups += inside
        is_sure = is_sure and band_is_sure
    return groups, is_sure


def _bands(lines: Sequence[TextLine], rules: Sequence[float]) -> list[list[TextLine]]:
    """The lines between one rule and the next."""
    bands: list[list[TextLine]] = []
    for line in lines:
        middle = (line.top + line.bottom) / 2
        is_new = bool(bands) and any((bands[-1][-1].top + bands[-1][-1].bottom) / 2 < y < middle for y in rules)
        if bands and not is_new:
            bands[-1].append(line)
        else:
            bands.append([line])
    return bands


def _rows_of_band(lines: Sequence[TextLine], columns: Sequence[Column]) -> tuple[list[list[TextLine]], bool]:
    anchors = [place for place, line in enumerate(lines) if is_anchor(line, columns)]
    if len(lines) == 1 or not anchors:
        return [list(lines)], len(lines) == 1
    groups: list[list[TextLine]] = [[]]
    is_sure = True
    pitch = min((lines[after].y - lines[before].y for before, after in pairwise(anchors)), default=0.0)
    anchors = _with_bare_keys(lines, anchors, pitch, columns)
    cuts: set[int] = set()
    for before, after in pairwise(anchors):
        found, sure = _cuts_between(lines[before : after + 1], pitch, columns)
        cuts |= {before + cut for cut in found}
        is_sure = is_sure and sure
    for ends in (lines[: anchors[0] + 1], lines[anchors[-1] :]):
        is_sure = is_sure and _goes_on(ends, len(ends), columns)
    for place, line in enumerate(lines):
        if place in cuts:
            groups.append([])
        groups[-1].append(line)
    return groups, is_sure


def _with_bare_keys(
    lines: Sequence[TextLine], anchors: list[int], pitch: float, columns: Sequence[Column]
) -> list[int]:
    """The main lines with those at either end that have a key and nothing else: ages for which there is no premium."""
    found = list(anchors)
    while found[0] and _is_bare_key(lines[found[0] - 1], lines[found[0]].y - lines[found[0] - 1].y, pitch, columns):
        found.insert(0, found[0] - 1)
    last = len(lines) - 1
    while found[-1] < last and _is_bare_key(
        lines[found[-1] + 1], lines[found[-1] + 1].y - lines[found[-1]].y, pitch, columns
    ):
        found.append(found[-1] + 1)
    return found


def _is_bare_key(line: TextLine, step: float, pitch: float, columns: Sequence[Column]) -> bool:
    is_key = columns[0].has_figures and len(line.tokens) == line.figures == 1 and columns[0].holds(line.tokens[0])
    return is_key and 0.9 * pitch <= step <= 1.1 * pitch


def is_anchor(line: TextLine, columns: Sequence[Column]) -> bool:
    """Whether the line is the main one of a row: figures, or most of the columns filled."""
    if line.figures >= 2:
        return True
    filled = len({place for token in line.tokens for place in held_by(columns, token)})
    if line.figures == 1 and filled >= 2:
        return True
    return filled >= max(2, 0.6 * len(columns))


def _cuts_between(lines: Sequence[TextLine], pitch: float, columns: Sequence[Column]) -> tuple[set[int], bool]:
    """Before which of the lines between two main lines a row begins; the first and the last line are main ones."""
    gaps = [after.y - before.y for before, after in pairwise(lines)]
    if len(gaps) == 1:
        return {1}, True
    largest = max(range(len(gaps)), key=gaps.__getitem__)
    others = [gap for place, gap in enumerate(gaps) if place != largest]
    size = lines[0].size
    if gaps[largest] >= CLEARLY * max(others) and max(others) <= WRAPPED * size:
        return {largest + 1}, _goes_on(lines, largest, columns)
    if min(gaps) >= 0.9 * pitch and min(gaps) > OVERLAPPING * size:
        are_own = not any(is_full(lines[place], lines[place + 1], columns) for place in range(len(gaps) - 1))
        return set(range(1, len(lines))), are_own
    return {largest + 1}, False


def _goes_on(lines: Sequence[TextLine], cut: int, columns: Sequence[Column]) -> bool:
    """Whether the lines on either side of the cut are each parts of one row: words run on, or lines overlap."""
    for place in range(len(lines) - 1):
        above, below = lines[place], lines[place + 1]
        step = (below.y - above.y) / above.size
        if place == cut or step < OVERLAPPING:
            continue
        if step > WRAPPED or not is_full(above, below, columns):
            return False
    return True


def is_full(above: TextLine, below: TextLine, columns: Sequence[Column]) -> bool:
    """Whether each word column of the lower line stands under words that fill their column."""
    size = above.size
    for column in columns:
        if not any(column.holds(token) for token in below.tokens):
            continue
        over = [token for token in above.tokens if column.holds(token)]
        width = max(token.x1 for token in over) - min(token.x0 for token in over) if over else 0.0
        if over and (column.x1 - column.x0) - width > FULL * size:
            return False
        if any(token.shape is not None for token in over):
            return False
    return True
