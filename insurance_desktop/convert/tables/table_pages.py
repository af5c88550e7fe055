"""Tables that go on over a page become one: repeated headers, rows cut in two, cells merged across the break."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.pack import DomainPack

from ..headings import item_mark
from ..reading.pages import LeftOut
from .filling import GridCell, GridTable, Span, are_near
from .first_rows import unnamed
from .page_seams import Place, Seam, judge_seam
from .table_headers import MOST_HEADER_ROWS, captions, holds_values, is_figure, is_headless

LEAST_COLUMNS = 3
FIGURE_ROWS = 0.6
"""A body is one of figures if this part of its rows begins with one."""
Cells = tuple[GridCell, ...]


class _Chain:
    """The pages of one table while they are put together."""

    def __init__(self, first: GridTable) -> None:
        self.first = first
        self.last = first
        self.pages = [first]
        self.rows = [list(row) for row in first.rows]
        self.spans = {(row, column): (down, across) for row, column, down, across in first.table.spans}
        self.left: list[LeftOut] = []
        self.doubts = list(first.doubts)
        self.is_header_repeated = False

    @property
    def height(self) -> int:
        return self.first.table.header_rows + 1

    def add(self, page: GridTable, pack: DomainPack) -> None:
        """The page's rows under the others; its header rows are left out where they say the same.

        A row that the page break cut in two is one row again where the numbering of the rows or its own words show it;
        where it only looks so, that is a doubt. A cell that no line closes at the break is one cell.
        """
        repeats = _repeated_rows(self.first, page)
        glyphs = tuple(glyph for row in page.rows[:repeats] for cell in row for glyph in cell.glyphs)
        if glyphs:
            self.is_header_repeated = True
            self.left.append(LeftOut(ExclusionReason.REPEATED_HEADER, page.page, glyphs))
        below = page.rows[repeats:]
        seam = len(self.rows)
        self.rows += [list(row) for row in below]
        for row, column, down, across in page.table.spans:
            if row >= repeats:
                self.spans[row - repeats + seam, column] = (down, across)
        if below:
            self.join(seam, page, repeats, pack)
        self.doubts += page.doubts
        self.last = page
        self.pages.append(page)

    def join(self, seam: int, page: GridTable, repeats: int, pack: DomainPack) -> None:
        """The first row under the break goes on with the one above it, or begins a row of its own."""
        is_open = not repeats and self.last.is_open and page.is_open_above and not page.is_aligned
        judged = Seam.CUT if _is_rest(self.first.rows[self.height :], tuple(self.rows[seam]), pack) else None
        judged = judged or self.judged(seam, is_open=is_open)
        if judged is Seam.CUT:
            self.unite_row(seam)
            return
        if judged is Seam.UNSURE:
            self.doubts.append(FindingKind.TABLE_PAGE_BREAK)
        for column in _open_cells(self.last, page, repeats):
            self.unite((seam, column), self.origin(seam - 1, column), shared_row=False)

    def judged(self, seam: int, *, is_open: bool) -> Seam:
        """What the row under the break is by the words of all rows, cells that others cover left out."""
        hidden = {
            (row + step, column + aside)
            for (row, column), (down, across) in self.spans.items()
            for step in range(down)
            for aside in range(across)
            if step or aside
        }

        def uncovered(row: int) -> list[Place]:
            cells = enumerate(self.rows[row])
            return [None if (row, column) in hidden else cell for column, cell in cells]

        def others() -> list[list[Place]]:
            return [uncovered(row) for row in range(self.height, len(self.rows)) if row not in {seam - 1, seam}]

        return judge_seam(uncovered(seam - 1), uncovered(seam), others, is_open=is_open)

    def origin(self, row: int, column: int) -> tuple[int, int]:
        """The first place of the cell that covers this one."""
        for (top, left), (down, across) in self.spans.items():
            if top <= row < top + down and left <= column < left + across:
                return top, left
        return row, column

    def unite(self, below: tuple[int, int], above: tuple[int, int], *, shared_row: bool) -> None:
        """The cell under the break goes on with the one over it; with `shared_row` both stand in one printed row."""
        down, across = self.spans.pop(below, (1, 1))
        over, wide = self.spans.get(above, (1, 1))
        if (above[1], wide) != (below[1], across):
            self.doubts.append(FindingKind.TABLE_IRREGULAR)
        height = over + down - shared_row
        if (height, wide) != (1, 1):
            self.spans[above] = (height, wide)
        first, rest = self.rows[above[0]][above[1]], self.rows[below[0]][below[1]]
        if not rest.text:
            return
        if not first.text:
            self.rows[above[0]][above[1]] = rest
        elif normalised(first.whole) == normalised(rest.text) and not shared_row:
            self.left.append(LeftOut(ExclusionReason.REPEATED_LABEL, rest.box.page, rest.glyphs))
        else:
            self.rows[above[0]][above[1]] = first._replace(rest=(*first.rest, rest))
        self.rows[below[0]][below[1]] = GridCell("", rest.box)

    def unite_row(self, seam: int) -> None:
        """The row under the break is the rest of the one above it: cell goes on with cell."""
        first = [column for column in range(len(self.rows[seam])) if self.origin(seam, column) == (seam, column)]
        for column in first:
            self.unite((seam, column), self.origin(seam - 1, column), shared_row=True)
        del self.rows[seam]
        self.spans = {(row - (row > seam), column): size for (row, column), size in self.spans.items()}

    def table(self) -> GridTable:
        """All pages as one table."""
        if len(self.pages) == 1:
            return self.first
        spans = tuple((*place, *size) for place, size in sorted(self.spans.items()))
        height = 0 if _is_captions(self.first) else self.height
        whole = self.first.told(tuple(tuple(row) for row in self.rows), spans, height)
        boxes = tuple(box for page in self.pages for box in page.table.boxes)
        return replace(
            whole,
            table=replace(whole.table, boxes=boxes),
            bottom=self.last.bottom,
            is_header_repeated=self.is_header_repeated,
            open_bottom=self.last.open_bottom,
            doubts=tuple(self.doubts),
            mended=tuple(each for page in self.pages for each in page.mended),
            overflowing=tuple(each for page in self.pages for each in page.overflowing),
        )


def join_pages(
    tables: Sequence[GridTable], open_ends: frozenset[int], pack: DomainPack
) -> tuple[tuple[GridTable, ...], dict[int, int], tuple[LeftOut, ...]]:
    """Tables that go on over a page become one.

    `open_ends` holds the indexes of tables that end their page and whose successor begins the next one. Returns the
    tables, the new index of each old one, and repeated header rows and labels that were left out.
    """
    chains: list[_Chain] = []
    index: dict[int, int] = {}
    for old, table in enumerate(tables):
        pair = _fitted(chains[-1], table) if old - 1 in open_ends and chains else None
        if pair is not None and not _is_another(*pair):
            if pair[0] is not chains[-1].first:
                chains[-1] = _Chain(pair[0])
            chains[-1].add(pair[1], pack)
        else:
            chains.append(_Chain(table))
        index[old] = len(chains) - 1
    left = tuple(each for chain in chains for each in chain.left)
    return tuple(chain.table() for chain in chains), index, left


def _fitted(chain: _Chain, other: GridTable) -> tuple[GridTable, GridTable] | None:
    """Both on the same columns, if the columns of one are among those of the other; None where they are not."""
    one = chain.first
    if not (one.table.trusted and other.table.trusted):
        return None
    if one.is_aligned or other.is_aligned:
        return (one, other) if _stand_under_each_other(one.xs, other.xs) else None
    places = [x - other.xs[0] + one.xs[0] for x in other.xs]
    if len(places) == len(one.xs):
        return (one, other) if are_near(one.xs, places) else None
    few, many = sorted((list(one.xs), places), key=len)
    kept = [min(range(len(many)), key=lambda place: abs(many[place] - x)) for x in few]
    if len(set(kept)) < len(kept) or not are_near(few, [many[place] for place in kept]):
        return None
    if kept[0] != 0 or kept[-1] != len(many) - 1:
        return None
    if len(one.xs) == len(many):
        return one, _widened(other, kept)
    return (_widened(one, kept), other) if len(chain.pages) == 1 else None


def _stand_under_each_other(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether the columns are the same although no line says where they end: each middle lies in its counterpart."""
    if len(one) != len(other):
        return False
    pairs = zip(pairwise(one), pairwise(other), strict=True)
    return all(a0 < (b0 + b1) / 2 < a1 and b0 < (a0 + a1) / 2 < b1 for (a0, a1), (b0, b1) in pairs)


def _widened(table: GridTable, kept: Sequence[int]) -> GridTable:
    """The table on more columns: column n now reaches from `kept[n]` to `kept[n + 1]`."""
    rows = tuple(
        tuple(
            cell if place == first else GridCell("", cell.box)
            for cell, (first, after) in zip(row, pairwise(kept), strict=True)
            for place in range(first, after)
        )
        for row in table.rows
    )
    spans = {(row, column): (down, across) for row, column, down, across in table.table.spans}
    covered = {
        (row + step, column + aside)
        for (row, column), (down, across) in spans.items()
        for step in range(down)
        for aside in range(across)
    }
    found: list[Span] = []
    for row in range(len(rows)):
        for column in range(len(kept) - 1):
            if (row, column) in covered and (row, column) not in spans:
                continue
            down, across = spans.get((row, column), (1, 1))
            wide = kept[column + across] - kept[column]
            if (down, wide) != (1, 1):
                found.append((row, kept[column], down, wide))
    return table.told(rows, tuple(found))


def _is_another(one: GridTable, other: GridTable) -> bool:
    """Whether the second has a header of its own that says something else: then its rows belong under that one."""
    height = one.table.header_rows + 1
    if _repeated_rows(one, other):
        return False
    lowest = _words(one.rows[height - 1])
    if any(lowest == _words(row) for row in other.rows[1:MOST_HEADER_ROWS]):
        return True
    body = one.rows[height:]
    figures = sum(is_figure(row[0].text) for row in body)
    first = other.rows[0][0].text
    is_named = bool(first) and not is_figure(first) and not holds_values([cell.text for cell in other.rows[0]])
    return is_named and figures >= FIGURE_ROWS * max(len(body), 1)


def _is_captions(table: GridTable) -> bool:
    """Whether a page shows of the table what stands over all columns, and no more."""
    return len(captions(table.table.spans, len(table.rows[0]))) == len(table.rows)


def _words(row: Sequence[GridCell]) -> list[str]:
    return [normalised(cell.text) for cell in row]


def _repeated_rows(one: GridTable, other: GridTable) -> int:
    """How many rows at the top of the second page repeat the header, or its lower rows."""
    height = one.table.header_rows + 1
    heads = [_words(row) for row in one.rows[:height]]
    for count in range(min(height, len(other.rows)), 0, -1):
        if [_words(row) for row in other.rows[:count]] == heads[height - count :]:
            return count
    return 0


def _open_cells(one: GridTable, other: GridTable, repeats: int) -> list[int]:
    """The columns whose cell goes on over the break: no line closes it, or a merged label has no words below."""
    tops = {column: (down, across) for row, column, down, across in other.table.spans if row == repeats}
    if not repeats:
        open_ones = one.open_bottom & other.open_top
        if open_ones and len(open_ones) < len(other.rows[0]):
            covered = {place + step for place, (_, across) in tops.items() for step in range(1, across)}
            return sorted(open_ones - covered)
    labels: list[int] = []
    for column, cell in enumerate(other.rows[repeats]):
        if cell.text or tops.get(column, (1, 1))[0] == 1:
            break
        labels.append(column)
    return labels


def _is_rest(rows: Sequence[Cells], below: Cells, pack: DomainPack) -> bool:
    """Whether the row below a page break only goes on: all rows are numbered and it is not."""
    marks = [item_mark(row[0].text, pack) for row in rows]
    return bool(marks) and all(marks) and item_mark(below[0].text, pack) is None


def doubt_headless(tables: Sequence[GridTable]) -> tuple[GridTable, ...]:
    """Says of each table of figures whose columns nothing names that its header is missing; no row stands for it."""
    return tuple(
        replace(unnamed(each), doubts=(*each.doubts, FindingKind.TABLE_HEADLESS)) if _is_headless(each) else each
        for each in tables
    )


def _is_headless(table: GridTable) -> bool:
    """Whether figures stand where names should; a value beside each name needs none."""
    height = table.table.header_rows + 1
    heads = table.rows[:height]
    is_blank = height < len(table.rows) and all(
        sum(bool(cell.text) for cell in row) <= (row is not heads[-1]) for row in heads
    )
    if not table.table.trusted or (is_blank and len(table.rows[0]) < LEAST_COLUMNS):
        return False
    return is_headless(table.rows, height + is_blank, table.table.spans)
