"""Where text columns begin beside labels: learned from the whole document, then for each page. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.pack import DomainPack

from ..headings import item_mark
from ..reading.runs import Row, Run
from ..structure.clean import PageRows
from ..structure.text_columns import Columns
from .habits import HABITS

EDGE_STEP = 6
"""Points: cells are counted in steps so wide, with those beside them."""
STOPS = frozenset("\u3002\uff1b;\uff1a:\uff01!\uff1f?")


def learn_edges(pages: Sequence[PageRows], columns: Columns, pack: DomainPack) -> dict[int, tuple[float, ...]]:
    """Where text columns begin on each page that has labels beside them; pages without are missing."""
    size = columns.size
    cells = {page.number: [cell for row in page.rows for cell in _cells(row, size, pack)] for page in pages}
    edge = _usual_edge([cell for found in cells.values() for cell in found])
    if edge is None or _returns(pages, edge, columns):
        return {}
    found: dict[int, tuple[float, ...]] = {}
    for page in pages:
        near = [cell for cell in cells[page.number] if abs(cell.x - edge) <= HABITS.edge_band]
        counts = Counter(round(cell.x / HABITS.same_place) for cell in near)
        cut = {round(cell.x / HABITS.same_place) for cell in near if cell.is_cut}
        crossing = _crossing(page, edge, size)
        is_alone = not crossing  # a page with nothing but the last row of a clause
        kept = sorted({cell.x for cell in near if is_alone or _is_edge(round(cell.x / HABITS.same_place), counts, cut)})
        if not kept and is_alone and len(page.rows) <= HABITS.few_rows and page.number - 1 in found:
            kept = [edge]  # nothing but the rest of a label
        if kept and crossing <= HABITS.crossing_share * len(near):
            found[page.number] = tuple(kept)
    return found


def _is_edge(place: int, counts: Counter[int], cut: set[int]) -> bool:
    neighbours = (place - 1, place, place + 1)
    return sum(counts[each] for each in neighbours) > 1 or any(each in cut for each in neighbours)


class _Cell(NamedTuple):
    """A piece of a row between gaps: where it begins, how many signs it has, whether a label stands before it."""

    x: float
    signs: int
    is_cut: bool


def _usual_edge(cells: Sequence[_Cell]) -> float | None:
    """The leftmost x at which much of the text begins beside labels; None where the document has no label column."""
    mass: Counter[int] = Counter()
    cuts: Counter[int] = Counter()
    for cell in cells:
        mass[round(cell.x / EDGE_STEP)] += cell.signs
        cuts[round(cell.x / EDGE_STEP)] += cell.is_cut

    def near(counts: Counter[int], place: int) -> int:
        return counts[place - 1] + counts[place] + counts[place + 1]

    top = max((near(mass, place) for place in mass), default=0)
    good = [
        place
        for place in list(mass)
        if near(cuts, place) >= HABITS.least_cuts and near(mass, place) >= HABITS.text_share * top
    ]
    if not good:
        return None
    best = max((place for place in good if place <= min(good) + 2), key=lambda place: mass[place])
    beside = [cell for cell in cells if abs(round(cell.x / EDGE_STEP) - best) <= 1]
    if sum(cell.is_cut for cell in beside) < HABITS.cuts_share * len(beside):
        return None
    return Counter(round(cell.x) for cell in cells if round(cell.x / EDGE_STEP) == best).most_common(1)[0][0]


def _returns(pages: Sequence[PageRows], edge: float, columns: Columns) -> bool:
    """Whether what stands beside the labels goes on left of itself: they are the first words of paragraphs."""
    cuts = returns = 0
    for page in pages:
        for row, below in pairwise(page.rows):
            if any(abs(run.x0 - edge) <= HABITS.same_place for run in row.runs[1:]):
                cuts += 1
                is_open = columns.is_full(row, page.width) and row.text[-1:] not in STOPS
                is_left = below.x0 < edge - HABITS.narrowest_label * columns.size
                returns += is_open and is_left and below.x1 > edge + 2 * columns.size and not _is_cut_at(below, edge)
    return returns > HABITS.returns_share * cuts


def _is_cut_at(row: Row, edge: float) -> bool:
    return any(abs(run.x0 - edge) <= HABITS.edge_band for run in row.runs[1:])


def _cells(row: Row, size: float, pack: DomainPack) -> Iterator[_Cell]:
    """The row cut where label and text may part; the entries of a list in columns are no labels of each other."""
    if (
        len(row.runs) > 1
        and item_mark(row.text, pack)
        and sum(item_mark(run.words, pack) is not None for run in row.runs) > 1
    ):
        yield _Cell(row.x0, len(row.glyphs), is_cut=False)
        return
    x, count, is_cut, end = row.x0, len(row.runs[0].glyphs), False, row.runs[0].x1
    for before, run in zip(row.runs, row.runs[1:], strict=False):
        if run.x0 - row.x0 >= HABITS.narrowest_label * size and (
            run.x0 - end >= HABITS.column_gap * row.size or is_other_cell(before, run)
        ):
            yield _Cell(x, count, is_cut)
            x, count, is_cut = run.x0, 0, True
        count += len(run.glyphs)
        end = max(end, run.x1)
    yield _Cell(x, count, is_cut)


def is_other_cell(label: Run, text: Run) -> bool:
    """Whether text that touches the label was drawn apart from it."""
    return text.glyphs[0].id != label.glyphs[-1].id + 1 and label.emphasis != text.emphasis


def _crossing(page: PageRows, edge: float, size: float) -> int:
    """How many rows run across the edge without a cell of their own behind it."""
    return sum(
        row.x0 < edge - HABITS.narrowest_label * size and row.x1 > edge + 2 * size and not _is_cut_at(row, edge)
        for row in page.rows
    )


def usual_room(pages: Sequence[PageRows], edges: dict[int, tuple[float, ...]], columns: Columns) -> float:
    """The room that the widest labels leave before the text column."""
    rooms = sorted(
        edges[page.number][0] - run.x1
        for page in pages
        if page.number in edges
        for row in page.rows
        for run in row.runs
        if 0 <= edges[page.number][0] - run.x1 < HABITS.widest_room * columns.size
        and run.x0 < edges[page.number][0] - columns.size
    )
    return rooms[len(rooms) // 10] if rooms else 0.0
