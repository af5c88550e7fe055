"""The rows of a web page's tables as a reader sees them: spanned cells repeated, tables in cells not torn apart."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

CELLS = ("td", "th")
MOST_SPAN = 1000
UNSEEN = ["script", "style", "template", "noscript"]


@dataclass(frozen=True, slots=True)
class Row:
    """`cells` by their columns; `table` is the number of the table that the row belongs to."""

    node: LexborNode
    table: int
    cells: tuple[LexborNode, ...]

    @property
    def is_message(self) -> bool:
        """Whether one cell takes the whole row: a heading or a word that there is nothing."""
        return len({cell.mem_id for cell in self.cells}) == 1

    def has_own(self, place: int) -> bool:
        """Whether the cell there begins in this row, and does not reach into it from above."""
        parent = self.cells[place].parent
        return parent is not None and parent.mem_id == self.node.mem_id

    def lies_in(self, others: set[int]) -> bool:
        """Whether one of these nodes is around the row."""
        node = self.node.parent
        while node is not None:
            if node.mem_id in others:
                return True
            node = node.parent
        return False


@dataclass(slots=True)
class Spans:
    """Cells that reach into the rows below: column → (cell, how many rows are left)."""

    left: dict[int, tuple[LexborNode, int]] = field(default_factory=dict)


def parse(text: str) -> LexborHTMLParser:
    """The page without what no reader sees as text."""
    page = LexborHTMLParser(text)
    page.strip_tags(UNSEEN, recursive=True)
    return page


def rows(page: LexborHTMLParser, selector: str) -> Iterator[Row]:
    """The rows that the selector finds, in the order of the page."""
    spans: dict[int, Spans] = defaultdict(Spans)
    for node in page.css(selector):
        table = _table_of(node)
        own = [each for each in node.iter(include_text=False) if each.tag in CELLS]
        if own:
            yield Row(node, table, tuple(_spread(own, spans[table])))


def text_of(node: LexborNode) -> str:
    """What stands there, blanks folded; tags inside a word part nothing."""
    return " ".join(node.text(separator="").split())


def _table_of(node: LexborNode) -> int:
    parent = node.parent
    while parent is not None and parent.tag != "table":
        parent = parent.parent
    return int(parent.mem_id) if parent is not None else 0


def _spread(own: list[LexborNode], spans: Spans) -> list[LexborNode]:
    found: list[LexborNode] = []
    left: dict[int, tuple[LexborNode, int]] = {}

    def from_above() -> None:
        while (reaching := spans.left.get(len(found))) is not None:
            cell, rows_left = reaching
            if rows_left > 1:
                left[len(found)] = (cell, rows_left - 1)
            found.append(cell)

    for cell in own:
        from_above()
        for _ in range(_span(cell, "colspan")):
            if (down := _span(cell, "rowspan")) > 1:
                left[len(found)] = (cell, down - 1)
            found.append(cell)
    from_above()
    spans.left = left
    return found


def _span(cell: LexborNode, name: str) -> int:
    value = (cell.attributes.get(name) or "").strip()
    return min(max(int(value), 1), MOST_SPAN) if value.isascii() and value.isdigit() and len(value) < 6 else 1
