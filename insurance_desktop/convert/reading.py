"""Pages without tables and furniture become blocks in reading order, by the rules of their columns and script."""

from dataclasses import replace

from insurance_desktop.domain.pack import DomainPack

from .blocks import Draft, build_blocks
from .columns import measure
from .english_headings import settle_headings
from .latin import is_written_in_latin, measure_latin
from .layout import read_lines
from .leaves import Leaves
from .pages import LeftOut


def read_blocks(leaves: Leaves, pack: DomainPack) -> tuple[list[Draft], list[LeftOut]]:
    """The blocks of the document, and the leaders and bullets that were left out on the way."""
    widths = {leaf.number: leaf.width for leaf in leaves.pages}
    read = _read_latin if is_written_in_latin(leaves.pages) else _read_chinese
    return leaves.restored(*read(leaves, widths, pack))


def _read_chinese(
    leaves: Leaves, widths: dict[int, float], pack: DomainPack
) -> tuple[tuple[Draft, ...], tuple[LeftOut, ...]]:
    columns = measure(leaves.pages, pack)
    return build_blocks(read_lines(leaves.pages, columns, leaves.places, pack), columns, widths, pack)


def _read_latin(
    leaves: Leaves, widths: dict[int, float], pack: DomainPack
) -> tuple[tuple[Draft, ...], tuple[LeftOut, ...]]:
    """Latin texts know no label column; their headings are settled with the whole document in view."""
    columns = replace(measure(leaves.pages, pack), number_x=None, text_x=None)
    lines = read_lines(leaves.pages, columns, leaves.places, pack)
    measures = measure_latin([row for page in leaves.pages for row in page.rows], widths)
    return build_blocks(settle_headings(lines, columns, measures, widths, pack), columns, widths, pack, measures)
