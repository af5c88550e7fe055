"""A web page becomes passages. Nothing of it runs and nothing is loaded: it is text between tags."""

import re
from collections.abc import Iterator, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from insurance_desktop.domain.conversion import BlockKind, Emphasis
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.kinds import ExclusionReason

from .html_elements import (
    BLOCKS,
    HEADING,
    LEFT_OUT,
    OF_CONTENT,
    PICTURES,
    attributes_of,
    emphases_of,
    why_left_out,
)
from .html_source import signs_again, text_of
from .list_numbers import OWN_MARK, numbered_item
from .passages import Cell, FlowReading, Passage, Words, visible

DEEPEST = 200
"""Elements within elements; pages that people read have a tenth of it."""
MOST_SPANNED = 1000
MOST_CELLS = 200_000
UNSAFE = re.compile(r"\s*(?:javascript|data|vbscript):", re.IGNORECASE)


def read_html(original: bytes) -> FlowReading:
    """SourceError for what is no text, or is nested beyond all measure."""
    text = text_of(original)
    tree = LexborHTMLParser(text)
    title = tree.css_first("head title")
    named = " ".join(title.text().split()) if title is not None else ""
    passages, pictures = _passages(tree)
    return FlowReading(passages, signs_again(text), pictures, named)


def read_fragment(html: str) -> tuple[tuple[Passage, ...], int]:
    """The passages of a piece of a page that stands in a text of another kind, and how many pictures it shows."""
    return _passages(LexborHTMLParser(html))


def _passages(tree: LexborHTMLParser) -> tuple[tuple[Passage, ...], int]:
    reader = _Reader()
    if tree.root is not None:
        reader.element(tree.root, _Around())
    reader.end_line()
    return tuple(reader.passages), reader.pictures


@entity
class _Around:
    """What the elements around say of a text."""

    depth: int = 0
    reason: str = ""
    emphasis: tuple[Emphasis, ...] = ()
    link: str = ""
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    is_in_content: bool = False
    is_in_cell: bool = False
    is_as_written: bool = False


class _Reader:
    """Walks the tree once, in the order of the page."""

    def __init__(self) -> None:
        self.passages: list[Passage] = []
        self.pictures = 0
        self._line: list[Words] = []
        self._kind = (BlockKind.PARAGRAPH, 0)
        self._anchor = ""

    def element(self, node: LexborNode, around: _Around) -> None:
        """An element with all that is in it."""
        if around.depth > DEEPEST:
            raise SourceError("convert.html_too_deep", stage="reading", most=DEEPEST)
        tag = node.tag or ""
        attributes = attributes_of(node)
        inside = self._inside(tag, attributes, around)
        self.pictures += tag in PICTURES and not around.reason
        if tag == "template":
            self._line.append(Words(signs_again(node.html or ""), reason=inside.reason))
            return
        if not inside.reason:
            self._anchor = attributes.get("id") or (attributes.get("name", "") if tag == "a" else "") or self._anchor
        if tag == "br" and not inside.reason:
            self._break(around)
        elif tag == "table" and not inside.reason and not around.is_in_cell and _is_of_data(node):
            self._table(node, inside)
        elif tag in BLOCKS and not inside.reason:
            self._block(node, tag, inside)
        else:
            self._content(node, inside)

    def _inside(self, tag: str, attributes: Mapping[str, str], around: _Around) -> _Around:
        own = why_left_out(tag, attributes, is_in_content=around.is_in_content)
        reason = own if tag in LEFT_OUT or not around.reason else around.reason
        href = attributes.get("href", "") if tag == "a" else ""
        is_heading = HEADING.fullmatch(tag) is not None and not around.is_in_cell
        kind = BlockKind.HEADING if is_heading else BlockKind.LIST_ITEM if tag == "li" else around.kind
        emphasis = tuple(dict.fromkeys((*around.emphasis, *emphases_of(tag, attributes))))
        return _Around(
            around.depth + 1,
            reason,
            emphasis,
            around.link if UNSAFE.match(href) or not href else href.strip(),
            kind,
            int(tag[1]) if is_heading else around.level,
            around.is_in_content or tag in OF_CONTENT,
            around.is_in_cell,
            around.is_as_written or tag == "pre",
        )

    def _block(self, node: LexborNode, tag: str, inside: _Around) -> None:
        if inside.is_in_cell:
            self._line.append(Words(" "))
            self._content(node, inside)
            return
        if not (tag in ("p", "div", "section") and inside.kind is BlockKind.LIST_ITEM and self._is_at_its_number()):
            self.end_line()
        self._kind = (inside.kind, inside.level)
        number = numbered_item(node) if tag == "li" else ""
        if number and not OWN_MARK.match(node.text()):
            self._line += [Words(number, is_made=True), Words(" ", is_made=True)]
        self._content(node, inside)
        self.end_line()

    def _is_at_its_number(self) -> bool:
        """Whether the line holds the number of its item alone: its paragraph goes on behind it."""
        return all(each.is_made or not each.text.strip() for each in self._line)

    def _content(self, node: LexborNode, inside: _Around) -> None:
        for child in _children(node):
            self._child(child, inside)

    def _child(self, child: LexborNode, inside: _Around) -> None:
        if child.is_comment_node:
            self._line.append(Words(child.comment_content or "", reason=ExclusionReason.COMMENT))
        elif child.is_text_node:
            self._text(child.text(deep=False), inside)
        else:
            self.element(child, inside)
            if child.tag in BLOCKS and not inside.is_in_cell:
                self._kind = (inside.kind, inside.level)

    def _text(self, text: str, inside: _Around) -> None:
        words = Words(text, inside.emphasis, inside.reason, link=inside.link)
        if not inside.is_as_written or inside.is_in_cell or inside.reason:
            self._line.append(words)
            return
        for number, line in enumerate(text.split("\n")):
            if number:
                self.end_line()
            self._line.append(Words(line, inside.emphasis, link=inside.link))

    def _break(self, around: _Around) -> None:
        """The end of a line parts paragraphs; inside a heading or a cell it parts words."""
        if around.is_in_cell or around.kind is BlockKind.HEADING:
            self._line.append(Words(" "))
        else:
            self.end_line()

    def end_line(self) -> None:
        """What was gathered is a passage."""
        line, self._line = self._line, []
        if not any(each.text.strip() for each in line):
            return
        kind, level = self._kind
        is_text = any(each.is_kept and each.text.strip() and not each.is_made for each in line)
        words = visible(line)
        self.passages.append(Passage(kind if is_text else None, words, level if is_text else 0, self._anchor))

    def _table(self, node: LexborNode, inside: _Around) -> None:
        """A table of data; its caption goes before it, what is left out between cells to the next one."""
        self.end_line()
        self._kind = (BlockKind.PARAGRAPH, 0)
        rows: list[tuple[Cell, ...]] = []
        header_rows = 0
        is_in_head = True
        cells = 0
        for part, row in _rows_of(node):
            if row is None:
                self._child(part, inside)
                continue
            found = tuple(self._cells(row, inside))
            cells += sum(each.row_span * each.column_span for each in found)
            if cells > MOST_CELLS:
                raise SourceError("convert.table_too_large", stage="reading", most=MOST_CELLS)
            is_in_head = is_in_head and (part.tag == "thead" or all(each.tag == "th" for each in _cells_in(row)))
            header_rows += is_in_head
            rows += [found] if found else []
        if rows:
            self.passages.append(Passage(BlockKind.TABLE, (), 0, self._anchor, tuple(rows), max(header_rows, 1)))

    def _cells(self, row: LexborNode, inside: _Around) -> Iterator[Cell]:
        around = _Around(inside.depth + 3, "", inside.emphasis, inside.link, is_in_content=True, is_in_cell=True)
        for cell in _children(row):
            self._child(cell, around)
            if cell.tag not in ("td", "th"):
                continue
            words, self._line = self._line, []
            attributes = attributes_of(cell)
            spans = (_span(attributes.get("rowspan", "")), _span(attributes.get("colspan", "")))
            yield Cell(visible(words), *spans)


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.first_child
    while child is not None:
        yield child
        child = child.next


def _rows_of(table: LexborNode) -> Iterator[tuple[LexborNode, LexborNode | None]]:
    """(part, row) of each row of a table; (part, None) for what is none: a caption, a comment."""
    for part in _children(table):
        if part.tag in ("thead", "tbody", "tfoot"):
            for row in _children(part):
                yield (part, row) if row.tag == "tr" else (row, None)
        else:
            yield part, None


def _cells_in(row: LexborNode) -> Iterator[LexborNode]:
    return (each for each in _children(row) if each.tag in ("td", "th"))


def _is_of_data(table: LexborNode) -> bool:
    """Whether a table holds data, not the layout of the page: no tables or headings in it, and columns."""
    if attributes_of(table).get("role", "") in ("presentation", "none"):
        return False
    if table.css_first("table table, h1, h2, h3, h4, article, main, nav, form") is not None:
        return False
    columns = max((sum(1 for _ in _cells_in(row)) for _, row in _rows_of(table) if row is not None), default=0)
    return columns > 1


def _span(told: str) -> int:
    return min(max(int(told), 1), MOST_SPANNED) if told.strip().isdecimal() else 1
