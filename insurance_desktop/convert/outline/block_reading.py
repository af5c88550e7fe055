"""Pages without tables and furniture become blocks in reading order, by the rules of their columns and script."""

from collections.abc import Sequence

from insurance_desktop.domain.pack import DomainPack

from ..reading.pages import LeftOut
from ..structure.clean import PageRows
from ..structure.contents import Entry
from ..structure.drafts import Draft
from ..structure.english_headings import assign_headings
from ..structure.footnotes import take_notes
from ..structure.latin import is_written_in_latin, measure_latin
from ..structure.latin_headings_by_size import mark_large_headings
from ..structure.leaves import Leaves
from ..structure.lines import Line, Part, TablePlace
from ..structure.right_labels import with_labels_left
from ..structure.side_by_side import take_lists
from ..structure.text_columns import measure
from .blocks import build_blocks
from .outlining import read_outline


def read_blocks(leaves: Leaves, entries: Sequence[Entry], pack: DomainPack) -> tuple[list[Draft], list[LeftOut]]:
    """The blocks of the document, and the leaders and bullets that were left out on the way."""
    widths = {leaf.number: leaf.width for leaf in leaves.pages}
    is_latin = is_written_in_latin(leaves.pages)
    leaves = leaves if is_latin else with_labels_left(leaves, pack)
    if is_latin:
        return leaves.restored(*_read_latin(leaves, widths, pack))
    return leaves.restored(*_read_chinese(leaves, entries, widths, pack))


def _read_chinese(
    leaves: Leaves, entries: Sequence[Entry], widths: dict[int, float], pack: DomainPack
) -> tuple[tuple[Draft, ...], tuple[LeftOut, ...]]:
    columns = measure(leaves.pages)
    lines = read_outline(leaves.pages, leaves.places, entries, columns, pack)
    return build_blocks(lines, columns, widths, pack)


def _read_latin(
    leaves: Leaves, widths: dict[int, float], pack: DomainPack
) -> tuple[tuple[Draft, ...], tuple[LeftOut, ...]]:
    """The headings of Latin texts are assigned with the whole document in view."""
    columns = measure(leaves.pages)
    pages, notes = take_notes(leaves.pages, columns)
    measures = measure_latin([row for page in pages for row in page.rows], widths)
    lines = [line for page in pages for line in _latin_lines(page, leaves.places, notes, pack)]
    assigned = mark_large_headings(assign_headings(lines, columns, measures, widths, pack), columns)
    return build_blocks(assigned, columns, widths, pack, measures)


def _latin_lines(page: PageRows, places: Sequence[TablePlace], notes: Sequence[Line], pack: DomainPack) -> list[Line]:
    """The rows, lists and tables of a page from the top down, its notes at the end."""
    items, rows = take_lists(page.rows, pack)
    lines = [
        *(Line(Part.TEXT, page.number, row.y, (row,), "flow") for row in rows),
        *(Line(Part.ITEM, page.number, item.y, item.rows, "list_in_columns") for item in items),
        *(Line(Part.TABLE, page.number, at.y, (), "grid", table=at.index) for at in places if at.page == page.number),
    ]
    return [*sorted(lines, key=lambda line: line.y), *(note for note in notes if note.page == page.number)]
