"""What all later stages measure by: the type size of a document, its line pitch, where its rows begin and end."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from insurance_desktop.domain.entity import entity

from ..reading.runs import Row
from .clean import PageRows

COLUMN_GAP = 0.45
"""Pieces of a row further apart than this, in type sizes, may belong to different columns."""
NUMBER_FORMS = frozenset({"section", "article"})
FULL = 1.4
"""A row that ends within this many type sizes of the right edge is full."""


@entity
class Columns:
    """Measures of one document in points. `edges` gives where full rows end, by page width."""

    size: float
    pitch: float
    left: float
    edges: dict[int, float]

    def is_full(self, row: Row, width: float) -> bool:
        """Whether the row reaches the right edge of a page so wide."""
        return row.x1 >= self.edges.get(round(width), row.x1) - FULL * row.size


def measure(pages: Sequence[PageRows]) -> Columns:
    """The measures of the document."""
    size = type_size(pages)
    left = min(_modes(row.x0 for page in pages for row in page.rows), default=0.0)
    return Columns(size, _line_pitch(pages, size), left, _edges(pages))


def type_size(pages: Sequence[PageRows]) -> float:
    """The size of most of the text."""
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
