"""Rows in reading order, each with the part it plays: heading, label, text. Label layout or one column."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack

from ..headings import item_mark, mark_value, read_heading
from ..reading.raised import build_noted_rows, lowered
from ..reading.runs import Row, make_row
from .clean import PageRows
from .contents import plain_words
from .flow import RANKS, Place, annex_at_head, flow_lines
from .footnotes import take_notes
from .inline_titles import have_bold_titles
from .lines import Line, Part
from .side_by_side import ListItem, take_lists
from .side_labels import COLUMN_TOLERANCE, LABEL_DROP, continued, cut_at_text, label_lines, text_x
from .text_columns import NUMBER_FORMS, Columns
from .titles import STOPS, is_centred
from .typeface import is_heavy


@entity
class TablePlace:
    """Where a table stands in the flow of a page."""

    index: int
    page: int
    y: float


def read_lines(
    pages: Sequence[PageRows], columns: Columns, places: Sequence[TablePlace], pack: DomainPack
) -> tuple[Line, ...]:
    """All rows of the document in reading order; the notes at the feet of pages stand last."""
    pages, notes = take_notes(pages, columns)
    columns = replace(columns, bold_titles=have_bold_titles(pages, NUMBER_FORMS, pack))
    lines: list[Line] = []
    above: Row | None = None
    for page in pages:
        tables = [
            Line(Part.TABLE, page.number, place.y, (), "grid", table=place.index)
            for place in places
            if place.page == page.number
        ]
        annex = _annex_at_head(page, tables, columns, pack)
        rest = page._replace(rows=page.rows[1:]) if annex else page
        last = page.rows[0] if annex else above
        found = _label_page(rest, columns, pack) if columns.has_labels else _flow_page(rest, last, columns, pack)
        on_page = sorted([*annex, *found, *tables], key=lambda line: _order(line, columns))
        lines += continued(lines, on_page, columns, pack) if columns.has_labels else on_page
        above = page.rows[-1] if page.rows else above
    return (*_counted_over_pages(lines, pack), *notes)


def _annex_at_head(page: PageRows, tables: Sequence[Line], columns: Columns, pack: DomainPack) -> list[Line]:
    """The title of an annex that begins with the page."""
    if page.number == 1 or not page.rows or any(table.y < page.rows[0].y for table in tables):
        return []
    line = annex_at_head(page.rows[0], columns, pack)
    return [line] if line is not None else []


def _counted_over_pages(lines: Sequence[Line], pack: DomainPack) -> list[Line]:
    """A list in columns that a page break cuts, in the order of its marks where they count down the columns."""
    counted: list[Line] = []
    for is_list, group in groupby(lines, key=lambda line: line.part is Part.ITEM):
        items = list(group)
        values = [mark_value(item_mark(line.text, pack) or "") or 0 for line in items] if is_list else []
        is_cut = is_list and items[0].page != items[-1].page
        if is_cut and sorted(values) == list(range(min(values), min(values) + len(values))):
            items = [item for _, item in sorted(zip(values, items, strict=True), key=lambda each: each[0])]
        counted += items
    return counted


def _order(line: Line, columns: Columns) -> float:
    return line.y - LABEL_DROP * columns.size if line.column == "label" else line.y


def _flow_page(page: PageRows, above: Row | None, columns: Columns, pack: DomainPack) -> Iterator[Line]:
    items, rows = take_lists(page.rows, pack)
    yield from _item_lines(items, "full")
    for row in rows:
        yield from flow_lines(row, Place(page.width, above), columns, pack)
        above = row


def _label_page(page: PageRows, columns: Columns, pack: DomainPack) -> Iterator[Line]:
    labels: list[Row] = []
    texts: list[Row] = []
    for row in page.rows:
        before, after = cut_at_text(row, columns, pack)
        if before and after:
            labels.append(make_row(before))
            texts.append(make_row(after))
        elif before and max(run.x1 for run in before) <= text_x(columns) + COLUMN_TOLERANCE:
            labels.append(row)
        else:
            texts.append(row)
    rows = build_noted_rows([lowered(run) for row in labels for run in row.runs])
    yield from label_lines(rows, texts, page.width, columns, pack)
    items, rest = take_lists(texts, pack)
    yield from _item_lines(items, "text")
    above: Row | None = None
    for row in rest:
        is_inside = above is not None and columns.is_full(above, page.width) and above.text[-1:] not in STOPS
        is_chapter = not is_inside and _is_chapter(row, page, columns, pack)
        is_outside = is_chapter or row.x0 < text_x(columns) - columns.size
        if is_outside or plain_words(row.text, pack) in pack.guide_titles:
            yield from flow_lines(row, Place(page.width, above), columns, pack)
        else:
            yield Line(Part.TEXT, row.page, row.y, (row,), "text_column", column="text")
        above = row


def _is_chapter(row: Row, page: PageRows, columns: Columns, pack: DomainPack) -> bool:
    """Whether a row inside of the text column is a chapter's title in the middle of the page."""
    if row.x0 < text_x(columns) + columns.size or not is_centred(row, page.width, columns):
        return False
    heading = read_heading(row.text, pack)
    return is_heavy(row) if heading is None else heading.form in RANKS


def _item_lines(items: Sequence[ListItem], column: str) -> Iterator[Line]:
    for item in items:
        yield Line(Part.ITEM, item.rows[0].page, item.y, item.rows, "list_in_columns", column=column)
