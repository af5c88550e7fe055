"""The label layout: rows cut where the text column begins, label rows grouped into labels."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from insurance_desktop.domain.pack import DomainPack

from ..headings import read_heading
from ..reading.runs import Row, Run, make_row
from .flow import RANKS, Place, chapter_line, flow_lines
from .lines import Line, Part
from .rules import measured
from .text_columns import COLUMN_GAP, NUMBER_FORMS, Columns

COLUMN_TOLERANCE = 4.0
"""Points that the start of a column may wander."""
SAME_EDGE = 1.5
"""Points: a piece that begins this close to the text column begins in it, however close the label stands."""
LABEL_DROP = 0.75
"""A label up to this many type sizes below a text row still stands before it."""
LABEL_WRAP = 1.12
"""A label goes on in the next row if that is at most this many of the document's line pitches below."""
STOPS = frozenset("\u3002\uff1b;")
WIDEST_INDENT = 6
"""Text on a label's row begins at most this many type sizes inside the text column."""


def text_x(columns: Columns) -> float:
    return columns.text_x if columns.text_x is not None else 0.0


def cut_at_text(row: Row, columns: Columns, pack: DomainPack) -> tuple[list[Run], list[Run]]:
    """The runs before and after the start of the text column; all in one list where the row runs across it."""
    edge = text_x(columns)
    row, is_apart = _parted(row, edge, columns, pack)
    before = [run for run in row.runs if run.x0 < edge - COLUMN_TOLERANCE]
    after = [run for run in row.runs if run.x0 >= edge - COLUMN_TOLERANCE]
    if not before or not after:
        return before, after
    heading = read_heading(row.text, pack)
    if heading is not None and heading.form in RANKS:
        return list(row.runs), []
    end = max(run.x1 for run in before)
    if end > edge + COLUMN_TOLERANCE or _is_spread(before, columns):
        return list(row.runs), []
    is_close = after[0].x0 - end < COLUMN_GAP * row.size
    if is_close and not is_apart and not _is_other_cell(before[-1], after[0], edge):
        return list(row.runs), []
    if after[0].x0 > edge + WIDEST_INDENT * row.size:
        return list(row.runs), []
    return before, after


def _parted(row: Row, edge: float, columns: Columns, pack: DomainPack) -> tuple[Row, bool]:
    """The row with the run cut in which a numbered label that fills its column leads over into the text beside it."""
    across = next((run for run in row.runs if run.x0 < edge - COLUMN_TOLERANCE and run.x1 > edge + row.size), None)
    number_x = columns.number_x if columns.number_x is not None else columns.left
    if across is None or abs(row.x0 - number_x) > SAME_EDGE:
        return row, False
    place = next((index for index, each in enumerate(across.glyphs) if abs(each.x0 - edge) < SAME_EDGE), 0)
    heading = read_heading(row.text, pack) if place else None
    if heading is None or heading.form not in NUMBER_FORMS:
        return row, False
    pieces = (across.of_glyphs(across.glyphs[:place]), across.of_glyphs(across.glyphs[place:]))
    return make_row([*(run for run in row.runs if run is not across), *pieces]), True


def _is_other_cell(label: Run, text: Run, edge: float) -> bool:
    """Whether text that touches the label is still apart from it: drawn in its column, at another time or weight."""
    is_drawn_on = text.glyphs[0].id == label.glyphs[-1].id + 1
    return abs(text.x0 - edge) < SAME_EDGE and (not is_drawn_on or label.emphasis != text.emphasis)


def _is_spread(before: list[Run], columns: Columns) -> bool:
    """Words that begin inside the title column without standing at its edge belong to a centred line."""
    number_x = columns.number_x if columns.number_x is not None else columns.left
    return min(run.x0 for run in before) < number_x - 3 * columns.size


def label_lines(
    rows: Sequence[Row], texts: Sequence[Row], width: float, columns: Columns, pack: DomainPack
) -> Iterator[Line]:
    """Label rows grouped into labels: numbered ones, wrapped ones, and unnumbered sub-labels."""
    group: list[Row] = []
    first: Line | None = None
    for row in rows:
        opened = _open_label(row, columns, pack)
        if opened is None and first is not None and _wraps(group[-1], row, columns):
            group.append(row)
            continue
        if first is not None:
            yield _closed(first, group, pack)
        first, group = None, []
        if opened is not None:
            first, group = opened, list(opened.rows)
        elif any(abs(text.y - row.y) <= LABEL_DROP * columns.size for text in texts):
            first, group = Line(Part.LABEL, row.page, row.y, (row,), "label_word", column="label"), [row]
        else:
            yield from flow_lines(row, Place(width), columns, pack)
    if first is not None:
        yield _closed(first, group, pack)


def _closed(first: Line, group: list[Row], pack: DomainPack) -> Line:
    """The label with all its rows; its title is what they say together."""
    whole = read_heading("".join(row.text for row in group), pack) if first.heading is not None else None
    is_same = whole is not None and first.heading is not None and whole.number == first.heading.number
    return replace(first, rows=tuple(group), heading=whole if is_same else first.heading)


def _wraps(above: Row, row: Row, columns: Columns) -> bool:
    return 0 < row.y - above.y <= LABEL_WRAP * columns.pitch and abs(above.size - row.size) < 1


def _open_label(row: Row, columns: Columns, pack: DomainPack) -> Line | None:
    """The label row as the begin of a chapter, a clause or an annex; None where it has no number of its own."""
    chapter = chapter_line(row, columns, pack)
    if chapter is not None:
        return replace(chapter, column="label")
    heading = read_heading(row.text, pack)
    if heading is None:
        return None
    if heading.form == "annex":
        return Line(Part.ANNEX, row.page, row.y, (row,), measured("heading_form", heading.form), heading, "label")
    number_x = columns.number_x if columns.number_x is not None else columns.left
    if heading.form in NUMBER_FORMS and abs(row.x0 - number_x) < 2.5 * columns.size:
        return Line(Part.CLAUSE, row.page, row.y, (row,), measured("label_number", row.x0), heading, "label")
    return None


def continued(before: list[Line], page: list[Line], columns: Columns, pack: DomainPack) -> list[Line]:
    """A label at the foot of a page may go on at the head of the next: its rest joins it there."""
    rest = next((line for line in page if line.column == "label" or line.part is Part.TABLE), None)
    last = next((line for line in reversed(before) if line.column == "label"), None)
    if rest is None or last is None or rest.part is not Part.LABEL or last.part not in {Part.CLAUSE, Part.LABEL}:
        return page
    foot = max((line.rows[-1].y for line in before if line.page == last.page and line.rows), default=0.0)
    head = min((line.y for line in page), default=0.0)
    reach = LABEL_WRAP * columns.pitch
    is_split = (
        last.page + 1 == rest.page and foot - last.rows[-1].y < reach and rest.y - head < LABEL_DROP * columns.size
    )
    if not is_split or _is_closer(last, rest) or _begins_anew(before, page, rest, columns):
        return page
    joined = _closed(last, [*last.rows, *rest.rows], pack)
    before[before.index(last)] = replace(joined, rule="label_over_page")
    return [line for line in page if line is not rest]


def _begins_anew(before: Sequence[Line], page: Sequence[Line], rest: Line, columns: Columns) -> bool:
    """Whether the text had ended on the page before and begins beside the label: then the label begins too."""
    text = next((line.rows[-1] for line in reversed(before) if line.column == "text" and line.rows), None)
    beside = any(line.column == "text" and abs(line.y - rest.y) < LABEL_DROP * columns.size for line in page)
    return beside and text is not None and text.text[-1:] in STOPS


def _is_closer(last: Line, rest: Line) -> bool:
    """Whether the second row is wider than the first: then the first was not full and its label had ended."""
    if last.heading is not None and not last.heading.title:
        return False
    title = last.rows[-1].runs[-1]
    return rest.rows[0].x1 > title.x1 + COLUMN_TOLERANCE
