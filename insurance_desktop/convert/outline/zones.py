"""The rows of each page as cells: labels beside the text, text, rows of full width; in reading order.

Where the text column begins is learned from the document and from each page: columns wander by some points, annexes
have none. A label is the cell between its first row and the next label: it goes on while its column is full or its
text is in the middle of a sentence, over page breaks too.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import groupby

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack

from ..reading.raised import build_noted_rows, lowered
from ..reading.runs import Row, Run, make_row, split_at_gaps
from ..structure.clean import PageRows
from ..structure.contents import plain_words
from ..structure.lines import TablePlace
from ..structure.side_by_side import list_value, take_lists
from ..structure.text_columns import Columns
from ..structure.typeface import is_heavy, is_strong
from .edges import STOPS, is_other_cell, learn_edges, usual_room
from .habits import HABITS
from .numbers import read_number

LEADING_ON = frozenset("\u3001\uff08(\u201c\u300a\u2014")
"""Signs no label ends with."""
NO_LABEL_ENDS = frozenset("\uff0c\u201c\uff08\u300a\uff1b\u3002\uff1a")
"""Signs that a label beside text never ends with: a row of full width has a gap there by chance."""
GOING_ON = frozenset("\u3001\uff0c\uff09)\u201d\u300b\u3002")
"""Signs no label begins with."""


class Zone(StrEnum):
    """The column that a piece stands in."""

    LABEL = "label"
    TEXT = "text"
    FULL = "full"


@entity
class Piece:
    """One row of one column; a label or an item of a list with all rows that it goes on over.

    `left` is where its column begins on this page. `is_inside` says that it goes on with the sentence before,
    `is_beside` that a label has text beside its first row.
    """

    zone: Zone
    page: int
    rows: tuple[Row, ...]
    y: float
    left: float
    is_inside: bool = False
    is_beside: bool = False
    is_item: bool = False
    table: int | None = None

    @property
    def row(self) -> Row:
        return self.rows[0]


def read_pieces(
    pages: Sequence[PageRows], places: Sequence[TablePlace], columns: Columns, pack: DomainPack
) -> list[Piece]:
    """All pieces of the document in reading order."""
    edges = learn_edges(pages, columns, pack)
    room = usual_room(pages, edges, columns)
    found: list[Piece] = []
    for page in pages:
        reader = _Page(page, edges.get(page.number, ()), room, columns, pack)
        pieces = reader.read([place for place in places if place.page == page.number])
        found += _continued(found, pieces, reader)
    return _with_insides(found, pages, columns)


class _Page:
    """One page while it is cut into pieces."""

    def __init__(
        self, page: PageRows, edges: tuple[float, ...], room: float, columns: Columns, pack: DomainPack
    ) -> None:
        self.page = page
        self.edges = edges
        self.room = room
        self.columns = columns
        self.pack = pack
        self.left = min((row.x0 for row in page.rows), default=columns.left)

    @property
    def edge(self) -> float:
        return self.edges[0] if self.edges else self.left

    def read(self, places: Sequence[TablePlace]) -> list[Piece]:
        """The pieces of the page from the top down, a label before the text beside it."""
        labels, others = self.cells() if self.edges else ([], list(self.page.rows))
        others = [piece for row in others for piece in self.with_guide_apart(row)]
        grouped = self.labels(labels, others)
        items, rest = take_lists(others, self.pack)
        pieces = [
            *grouped,
            *(self.piece(row) for row in rest),
            *(replace(self.piece(item.rows[0]), rows=item.rows, y=item.y, is_item=True) for item in items),
            *(Piece(Zone.FULL, self.page.number, (), at.y, self.left, table=at.index) for at in places),
        ]
        drop = HABITS.label_drop * self.columns.size
        return sorted(pieces, key=lambda each: each.y - (drop if each.zone is Zone.LABEL else 0.0))

    def piece(self, row: Row) -> Piece:
        """A row outside of the labels."""
        is_text = bool(self.edges) and row.x0 >= self.edge - HABITS.same_place
        zone = Zone.TEXT if is_text else Zone.FULL
        return Piece(zone, self.page.number, (row,), row.y, self.left_of(row) if is_text else self.left)

    def with_guide_apart(self, row: Row) -> tuple[Row, ...]:
        """The row, or its pieces where one of them is the title of the reading guide: a number may stand beside it."""
        pieces = split_at_gaps(row, HABITS.guide_gap)
        is_guide = len(pieces) > 1 and any(
            plain_words(each.text, self.pack) in self.pack.guide_titles for each in pieces
        )
        return pieces if is_guide else (row,)

    def left_of(self, row: Row) -> float:
        """The edge of the text column where the row stands."""
        return max((each for each in self.edges if each <= row.x0 + HABITS.same_place), default=self.edge)

    def cells(self) -> tuple[list[Row], list[Row]]:
        labels: list[Row] = []
        others: list[Row] = []
        for row in self.page.rows:
            before, after = self.cut(row)
            if before and after:
                labels.append(make_row(before))
                others.append(make_row(after))
            elif before and max(run.x1 for run in before) <= self.edge + HABITS.same_place and not self.is_last(row):
                labels.append(row)
            else:
                others.append(row)
        noted = build_noted_rows([lowered(run) for row in labels for run in row.runs])
        return list(noted), others

    def is_last(self, row: Row) -> bool:
        """Whether a short row ends a sentence of full width that fills the row above: no label."""
        if row.text[-1:] not in STOPS:
            return False
        above = max((each for each in self.page.rows if each.y < row.y - 1), key=lambda each: each.y, default=None)
        if above is None or is_heavy(above) != is_heavy(row):
            return False
        is_across = above.x0 < self.edge - HABITS.same_place and not all(self.cut(above))
        return is_across and above.text[-1:] not in STOPS and self.columns.is_full(above, self.page.width)

    def cut(self, row: Row) -> tuple[list[Run], list[Run]]:
        """The runs of the label and those of the text beside it; all in one list where the row is one cell."""
        edge = self.edge - HABITS.same_place
        if row.x0 >= edge:
            return [], list(row.runs)
        runs = self.parted(row)
        before = [run for run in runs if run.x0 < edge]
        after = [run for run in runs if run.x0 >= edge]
        if not after:
            return list(row.runs), []
        end, start = max(run.x1 for run in before), after[0].x0
        is_apart = start - end >= HABITS.column_gap * row.size or (
            any(abs(start - each) < HABITS.same_place / 2 for each in self.edges)
            and is_other_cell(before[-1], after[0])
        )
        is_near = start <= max(self.edges) + HABITS.widest_indent * row.size
        is_label = read_number(row, self.pack) is not None or before[-1].text[-1:] not in NO_LABEL_ENDS
        if not is_apart or not is_near or not is_label or end > start + 1 or len(runs) < 2:
            return list(row.runs), []
        return before, after

    def parted(self, row: Row) -> list[Run]:
        """The runs, one cut in two that goes on from a numbered label into the text beside it without a gap."""
        found: list[Run] = []
        for run in row.runs:
            place = next((at for at, each in enumerate(run.glyphs) if self.is_at_edge(each.x0)), 0)
            is_across = run.x0 < self.edge - HABITS.same_place and run.x1 > self.edge + row.size
            if is_across and place and read_number(row, self.pack) is not None and self.is_gapless(row):
                found += [run.of_glyphs(run.glyphs[:place]), run.of_glyphs(run.glyphs[place:])]
            else:
                found.append(run)
        return found

    def is_at_edge(self, x: float) -> bool:
        return any(abs(x - each) < HABITS.same_place / 2 for each in self.edges)

    def is_gapless(self, row: Row) -> bool:
        """Whether the label is a number's: it stands where numbers of this page begin."""
        return row.x0 <= self.left + HABITS.same_x * row.size

    def labels(self, rows: Sequence[Row], texts: Sequence[Row]) -> list[Piece]:
        """The label rows grouped into labels."""
        found: list[Piece] = []
        for row in rows:
            last = found[-1] if found else None
            beside = self.beside(row, texts)
            if last is not None and self.goes_on(last, row, beside, texts):
                found[-1] = replace(last, rows=(*last.rows, row))
            else:
                piece = Piece(Zone.LABEL, self.page.number, (row,), row.y, self.left, is_beside=beside is not None)
                found.append(piece)
        return found

    def beside(self, row: Row, texts: Sequence[Row]) -> int | None:
        """The place of the row of text beside a label row."""
        reach = HABITS.label_drop * self.columns.size
        near = [place for place, text in enumerate(texts) if abs(text.y - row.y) <= reach and text.x0 > row.x0]
        return min(near, key=lambda place: abs(texts[place].y - row.y), default=None)

    def goes_on(self, label: Piece, row: Row, beside: int | None, texts: Sequence[Row]) -> bool:
        """Whether a label row goes on with the label above it on the same page."""
        last = label.rows[-1]
        if row.y - last.y > HABITS.label_step * self.columns.pitch or abs(row.size - last.size) > 1.5:
            return False
        text = texts[beside] if beside is not None else None
        above = texts[beside - 1] if beside else None
        return self.is_rest(
            label, row, is_inside=text is not None and self.is_inside(text, above), has_text=text is not None
        )

    def is_rest(self, label: Piece, row: Row, *, is_inside: bool, has_text: bool) -> bool:
        """Whether the row is the rest of the label, as its column, its type and the text beside it say."""
        last = label.rows[-1]
        number = read_number(row, self.pack)
        opens = number is not None and number.form not in {"han_parenthesised", "digit_parenthesised"}
        title = _title_x(label, self.pack)
        if len(label.rows) == 1 and _is_bare_number(last, self.pack) and number is None:
            return row.x0 >= last.x0 - 1
        is_below = min(abs(row.x0 - title), abs(row.x0 - label.row.x0)) <= HABITS.same_x * row.size
        if not is_below or (number is not None and (opens or row.x0 < title - 1)) or is_heavy(last) != is_heavy(row):
            return False
        if (
            row.text[0] in GOING_ON
            or last.text[-1] in LEADING_ON
            or last.text.endswith(self.pack.joining_words)
            or is_inside
        ):
            return True
        room = self.edge - last.x1
        is_full = room <= self.room + HABITS.label_room * last.size
        if has_text:
            return is_full
        return is_full or last.x1 - title >= HABITS.label_fill * (self.edge - title)

    def is_inside(self, text: Row, above: Row | None) -> bool:
        """Whether a row of text goes on with the sentence of the row above."""
        if above is None or above.text[-1:] in STOPS or is_heavy(above) != is_heavy(text):
            return False
        return self.columns.is_full(above, self.page.width) and text.y - above.y <= 1.7 * self.columns.pitch


def _is_bare_number(row: Row, pack: DomainPack) -> bool:
    """Whether the row is a number and nothing else."""
    number = read_number(row, pack)
    return number is not None and number.length >= len(row.glyphs)


def _title_x(label: Piece, pack: DomainPack) -> float:
    """Where the title of a label begins: behind its number."""
    number = read_number(label.row, pack)
    if number is None or number.length >= len(label.row.glyphs):
        return label.row.x0 if number is None or len(label.rows) < 2 else label.rows[1].x0
    return label.row.glyphs[number.length].x0


def _continued(before: list[Piece], pieces: list[Piece], page: _Page) -> list[Piece]:
    """A label at the foot of a page may go on at the head of the next: its rest joins it there."""
    first = next((place for place, each in enumerate(pieces) if each.zone is Zone.LABEL), None)
    last = next((place for place in reversed(range(len(before))) if before[place].zone is Zone.LABEL), None)
    if first is None or last is None or not page.edges or before[last].page != page.page.number - 1:
        return pieces
    rest, label = pieces[first], before[last]
    foot = max((each.rows[-1].y for each in before if each.page == label.page and each.rows), default=0.0)
    texts = [each for each in pieces[: first + 2] if each.zone is Zone.TEXT and rest.is_beside]
    above = next((each.rows[-1] for each in reversed(before) if each.zone is Zone.TEXT and each.rows), None)
    step = HABITS.label_step * page.columns.pitch
    is_at_head = (
        rest.y - min(each.y for each in pieces if each.zone is not Zone.FULL) < HABITS.label_drop * page.columns.size
    )
    if foot - label.rows[-1].y > step or not is_at_head:
        return pieces
    is_inside = bool(texts) and above is not None and _is_inside_over_page(texts[0].row, above, page)
    begins_anew = bool(texts) and above is not None and above.text[-1:] in STOPS
    is_at_foot = foot - label.rows[-1].y < HABITS.label_drop * page.columns.size
    is_likely_rest = is_at_foot and not _has_unnumbered(before, page.pack)
    least_room = HABITS.label_room if is_likely_rest else HABITS.strict_room
    has_room = page.edge - label.rows[-1].x1 > page.room + least_room * label.rows[-1].size
    if (begins_anew and has_room) or not page.is_rest(
        label, rest.row, is_inside=is_inside, has_text=bool(texts) and not is_inside
    ):
        return pieces
    before[last] = replace(label, rows=(*label.rows, *rest.rows))
    return [each for each in pieces if each is not rest]


def _has_unnumbered(pieces: Sequence[Piece], pack: DomainPack) -> bool:
    """Whether labels without a number stand beside text."""
    return any(each.zone is Zone.LABEL and each.is_beside and read_number(each.row, pack) is None for each in pieces)


def _is_inside_over_page(text: Row, above: Row, page: _Page) -> bool:
    is_open = above.text[-1:] not in STOPS and page.columns.is_full(above, page.page.width)
    return is_open and is_heavy(above) == is_heavy(text)


def _with_insides(pieces: Sequence[Piece], pages: Sequence[PageRows], columns: Columns) -> list[Piece]:
    """The pieces of text with the mark whether they go on with the sentence before."""
    widths = {page.number: page.width for page in pages}
    found: list[Piece] = []
    last: dict[bool, Piece] = {}
    for piece in pieces:
        if piece.zone is Zone.LABEL or not piece.rows:
            if not piece.rows or piece.is_beside:
                last.clear()
            found.append(piece)
            continue
        above = last.get(True)
        is_inside = above is not None and not piece.is_item and _goes_on(above, piece, widths, columns)
        last[True] = piece
        found.append(replace(piece, is_inside=is_inside) if is_inside else piece)
    return found


def _goes_on(above: Piece, piece: Piece, widths: dict[int, float], columns: Columns) -> bool:
    last, row = above.rows[-1], piece.row
    if last.text[-1:] in STOPS or above.zone is not piece.zone or abs(last.size - row.size) > 1:
        return False
    if is_heavy(row) and not is_strong(last.runs[-1]):  # a heavy line is no rest of a lighter one
        return False
    is_next = piece.page != above.page or row.y - last.y <= 1.7 * columns.pitch
    return is_next and columns.is_full(last, widths[above.page])


def counted_over_pages(pieces: Sequence[Piece], pack: DomainPack) -> list[Piece]:
    """The pieces, a list in columns that a page break cuts in the order of its marks where these count down."""
    found: list[Piece] = []
    for is_list, group in groupby(pieces, key=lambda piece: piece.is_item):
        items = list(group)
        if is_list and items[0].page != items[-1].page:
            values = [list_value(item.row, pack) or 0 for item in items]
            if sorted(values) == list(range(min(values), min(values) + len(values))):
                items = [item for _, item in sorted(zip(values, items, strict=True), key=lambda pair: pair[0])]
        found += items
    return found
