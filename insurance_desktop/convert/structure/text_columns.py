"""Where the columns of a document stand: number, title and text column of the label layout, or one column.

The measures are taken from the document itself, since columns can be 6 points apart: the number column is the leftmost
strong mode of the section numbers, the text column the leftmost x that carries at least 30 % of the strongest
column's signs.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import zip_longest

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack

from ..headings import item_mark, read_heading
from ..reading.runs import Row, Run, cut_at_gaps, make_row
from .clean import PageRows

COLUMN_GAP = 0.45
"""Pieces of a row further apart than this, in type sizes, may belong to different columns."""
NUMBER_FORMS = frozenset({"section", "article"})
ENOUGH_NUMBERS = 3
TEXT_SHARE = 0.3
LARGE = 1.08
LONGEST_LABEL = 12
"""A piece with others behind it is a label or a number if it has at most this many signs."""
NARROWEST_LABEL = 2.5
"""The label column is at least this wide, in type sizes."""
ENOUGH_LABELS = 4
CLOSED = frozenset("\u3002\uff1b;\uff0c,")
MOST_TEXT = 0.5
"""Where labels have no numbers, this share of all signs begins in the text column."""
RETURNING = 0.5
"""Where the text of this part of the labels goes on left of them, they are the first words of indented paragraphs."""
FULL = 1.4
"""A row that ends within this many type sizes of the right edge is full."""


@entity
class Columns:
    """Measures of one document in points. `text_x` is None where labels do not stand in a column of their own.

    `edges` gives where full rows end, by page width.
    """

    size: float
    pitch: float
    left: float
    number_x: float | None = None
    text_x: float | None = None
    edges: dict[int, float] = field(default_factory=dict)

    @property
    def has_labels(self) -> bool:
        return self.text_x is not None

    def is_full(self, row: Row, width: float) -> bool:
        """Whether the row reaches the right edge of a page so wide."""
        return row.x1 >= self.edges.get(round(width), row.x1) - FULL * row.size


def measure(pages: Sequence[PageRows], pack: DomainPack) -> Columns:
    """The columns of the document."""
    size = _type_size(pages)
    pitch = _line_pitch(pages, size)
    left = min(_modes(row.x0 for page in pages for row in page.rows), default=0.0)
    edges = _edges(pages)
    numbers: dict[int, list[Row]] = defaultdict(list)
    numbered_pages: dict[int, list[PageRows]] = defaultdict(list)
    for page in pages:
        for row in page.rows:
            number = _leading_number(row, pack)
            if number is not None:
                numbers[round(number.x0 / 4)].append(number)
                numbered_pages[round(number.x0 / 4)].append(page)
    strong = [place for place, found in numbers.items() if len(found) >= _enough(numbers)]
    if strong:
        place = min(strong)
        number_x = sum(each.x0 for each in numbers[place]) / len(numbers[place])
        text_x = _text_column({page.number: page for page in numbered_pages[place]}.values(), number_x, size)
        if text_x is not None:
            return Columns(size, pitch, min(left, number_x), number_x, text_x, edges)
    label_x, text_x = _titled_column(pages, size, edges, pack)
    return Columns(size, pitch, left if label_x is None else min(left, label_x), label_x, text_x, edges)


def _enough(numbers: dict[int, list[Row]]) -> int:
    return max(ENOUGH_NUMBERS, max((len(found) for found in numbers.values()), default=0) // 4)


def _type_size(pages: Sequence[PageRows]) -> float:
    sizes: Counter[float] = Counter()
    for page in pages:
        for row in page.rows:
            sizes[round(row.size * 2) / 2] += len(row.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def _line_pitch(pages: Sequence[PageRows], size: float) -> float:
    """The commonest distance of neighbouring baselines; the larger one where two are nearly as common."""
    steps: Counter[float] = Counter()
    for page in pages:
        for above, below in zip(page.rows, page.rows[1:], strict=False):
            step = below.y - above.y
            if 0.9 * size < step < 3 * size:
                steps[round(step * 2) / 2] += 1
    if not steps:
        return 1.5 * size
    top = steps.most_common(1)[0][1]
    return max(step for step, count in steps.items() if count >= 0.5 * top)


def _edges(pages: Sequence[PageRows]) -> dict[int, float]:
    """Where most of the longer rows end, by page width: justified text ends there to the point."""
    ends: dict[int, list[float]] = defaultdict(list)
    for page in pages:
        ends[round(page.width)] += [row.x1 for row in page.rows]
    return {width: usual_end(found) for width, found in ends.items() if found}


def usual_end(ends: Sequence[float]) -> float:
    """The commonest end among the longer rows."""
    longest = sorted(ends)[int(len(ends) * 0.9)]
    counts = Counter(round(end) for end in ends if end > 0.9 * longest)
    top = max(counts.values())
    return float(max(end for end, count in counts.items() if count == top))


def _modes(places: Iterable[float]) -> list[float]:
    counts = Counter(round(place / 2) * 2 for place in places)
    if not counts:
        return []
    top = max(counts.values())
    return [float(place) for place, count in counts.items() if count >= 0.2 * top]


def _leading_number(row: Row, pack: DomainPack) -> Row | None:
    """The first piece of the row, if it is a section number and nothing else and more follows on the row."""
    pieces = cut_at_gaps(row, COLUMN_GAP)
    if len(pieces) < 2:
        return None
    first = make_row(pieces[0])
    heading = read_heading(first.text, pack)
    if heading is None or heading.form not in NUMBER_FORMS or heading.title:
        return None
    return first


def _text_column(pages: Iterable[PageRows], number_x: float, size: float) -> float | None:
    """The leftmost strong start of text to the right of the numbers; titles beside text and large ones do not count."""
    mass: Counter[int] = Counter()
    for page in pages:
        for row in page.rows:
            if row.size >= LARGE * size:
                continue
            pieces = cut_at_gaps(row, COLUMN_GAP)
            for piece in pieces:
                count = sum(len(run.glyphs) for run in piece)
                if count > LONGEST_LABEL or piece is pieces[-1]:
                    mass[round(piece[0].x0 / 2)] += count
    if not mass:
        return None
    smoothed = {place: mass[place - 1] + mass[place] + mass[place + 1] for place in mass}
    top = max(smoothed.values())
    text = min(place for place, count in smoothed.items() if count >= TEXT_SHARE * top)
    best = max((text - 1, text, text + 1, text + 2), key=lambda place: mass[place])
    x = best * 2.0
    return x if x - number_x >= NARROWEST_LABEL * size else None


def _titled_column(
    pages: Sequence[PageRows], size: float, edges: dict[int, float], pack: DomainPack
) -> tuple[float | None, float | None]:
    """Label and text column where the labels have no numbers, or numbers and titles in one."""
    mass: Counter[int] = Counter()
    labels: Counter[int] = Counter()
    returns: Counter[int] = Counter()
    beside: dict[int, list[float]] = defaultdict(list)
    for page in pages:
        for row, below in zip_longest(page.rows, page.rows[1:]):
            pieces = cut_at_gaps(row, COLUMN_GAP)
            for piece in pieces:
                mass[round(piece[0].x0 / 2)] += sum(len(run.glyphs) for run in piece)
            if len(pieces) > 1 and _is_label(pieces[0], pack):
                place = round(pieces[1][0].x0 / 2)
                labels[place] += 1
                beside[place].append(row.x0)
                is_full = row.x1 >= edges.get(round(page.width), row.x1) - FULL * size
                returns[place] += is_full and below is not None and below.x0 < row.x0
    found = [place for place, count in labels.items() if count >= ENOUGH_LABELS]
    if not found:
        return None, None
    place = max(found, key=lambda each: labels[each])
    if returns[place] > RETURNING * labels[place]:
        return None, None
    share = sum(mass[near] for near in (place - 1, place, place + 1)) / sum(mass.values())
    label_x = min(_modes(beside[place]))
    if share < MOST_TEXT or place * 2 - label_x < NARROWEST_LABEL * size:
        return None, None
    return label_x, place * 2.0


def _is_label(piece: Sequence[Run], pack: DomainPack) -> bool:
    """Whether a piece at the begin of a row may be a label: words, no item of a list, and no sentence."""
    words = "".join(run.text for run in piece)
    return len(words) > 1 and not words.isascii() and item_mark(words, pack) is None and words[-1] not in CLOSED
