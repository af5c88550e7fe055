"""Labels in a column right of the text: moved to its left, where the later stages look for them. Pure.

Some insurers print number and title of a clause beside its text at the outer edge. Read as one row, the label would
stand in the middle of a sentence. As with the columns of a newspaper the glyphs go back to their printed places.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from insurance_desktop.domain.pack import DomainPack

from ..headings import HeadingParts, dotted, mark_value, read_heading
from ..reading.pages import Glyph
from ..reading.runs import LEADER, Row, Run, cut_at_gaps, make_row
from .clean import PageRows
from .leaves import Leaves
from .text_columns import COLUMN_GAP, NUMBER_FORMS

LEAST_NUMBERS = 3
SAME_EDGE = 3.0
"""Points: numbers that begin this close below each other stand in one column."""
RIGHT_PART = 0.55
"""The column stands right of this part of the page's width."""
APART = 2.0
"""Type sizes between the moved labels and the text."""


def with_labels_left(leaves: Leaves, pack: DomainPack) -> Leaves:
    """The leaves with the labels of a right column left of the text; as they are where there is no such column."""
    numbers = [each for page in leaves.pages for each in _numbers(page, pack)]
    edge = min((x for x, _ in numbers), default=0.0)
    width = max((page.width for page in leaves.pages), default=0.0)
    is_column = len(numbers) >= LEAST_NUMBERS and all(x - edge < SAME_EDGE for x, _ in numbers)
    if not is_column or edge < RIGHT_PART * width or not _counts([heading for _, heading in numbers]):
        return leaves
    if any(_starts_with_number(row, pack) for page in leaves.pages for row in page.rows):
        return leaves
    beside = [row for page in leaves.pages for row in page.rows if _labels(row, edge) and _texts(row, edge)]
    left = min(run.x0 for row in beside for run in _texts(row, edge))
    end = max(run.x1 for row in beside for run in _labels(row, edge))
    step = end - left + APART * beside[0].size
    printed = dict(leaves.printed)
    pages: list[PageRows] = []
    for page in leaves.pages:
        number, known = printed.get(page.number, (page.number, {}))
        moved: dict[int, Glyph] = {}
        rows = tuple(_moved(row, edge, step, moved) for row in page.rows)
        printed[page.number] = (number, {**moved, **known})
        pages.append(page._replace(rows=rows))
    return leaves._replace(pages=tuple(pages), printed=printed)


def _numbers(page: PageRows, pack: DomainPack) -> Iterator[tuple[float, HeadingParts]]:
    """The section numbers of a page that stand behind text, with a title: where each begins, and what it says."""
    for row in page.rows:
        pieces = cut_at_gaps(row, COLUMN_GAP) if len(row.runs) > 1 and LEADER.search(row.text) is None else []
        for place, piece in enumerate(pieces[1:], 1):
            heading = read_heading(make_row([run for each in pieces[place:] for run in each]).text, pack)
            if heading is not None and heading.form in NUMBER_FORMS and heading.title:
                yield piece[0].x0, heading


def _starts_with_number(row: Row, pack: DomainPack) -> bool:
    heading = read_heading(row.text, pack)
    return heading is not None and heading.form in NUMBER_FORMS


def _counts(headings: Sequence[HeadingParts]) -> bool:
    """Whether the numbers grow from one to the next, as sections do; pointers do not."""
    values = [dotted(each.number) or [mark_value(each.number) or 0] for each in headings]
    return all(before < after for before, after in pairwise(values))


def _labels(row: Row, edge: float) -> list[Run]:
    return [run for run in row.runs if run.x0 >= edge - SAME_EDGE]


def _texts(row: Row, edge: float) -> list[Run]:
    return [run for run in row.runs if run.x1 < edge]


def _moved(row: Row, edge: float, step: float, moved: dict[int, Glyph]) -> Row:
    """The row with its labels moved; a row that runs across the edge of the column stays as it is."""
    labels = _labels(row, edge)
    if not labels or len(labels) + len(_texts(row, edge)) < len(row.runs):
        return row
    moved |= {glyph.id: glyph for run in labels for glyph in run.glyphs}
    shifted = [run.of_glyphs(tuple(_moved_left(each, step) for each in run.glyphs)) for run in labels]
    return make_row([*shifted, *_texts(row, edge)])


def _moved_left(glyph: Glyph, step: float) -> Glyph:
    return glyph._replace(x0=glyph.x0 - step, x1=glyph.x1 - step, x=glyph.x - step)
