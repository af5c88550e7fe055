"""Glyphs become runs in draw order, runs become rows: pieces of lines that a reader takes in at once.

Draw order comes first because label and text column can be 6 points apart, and sorting by position would mix them.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain, islice, pairwise
from operator import attrgetter, sub

from insurance_desktop.domain.conversion import Emphasis
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box, union

from .fonts import black_styles, is_coloured
from .pages import OVERLAP, RUN_GAP, SIZE, X0, X1, Fill, Glyph, PageReading, Rule, Style
from .visibility import VisiblePage

SAME_LINE = 0.12
"""Baselines closer than this part of the type size are one, within a run."""
SAME_ROW = 0.35
"""Baselines closer than this part of the type size belong to one row; superscripts do."""
SMALL = 0.75
RAISED = 0.5
TOUCH = 0.3
"""Signs of at most this part of a row's type size, raised or lowered up to this part of it, belong to the row where
they stand this close to one of its words."""
WORD_GAP, LETTER_GAP = 0.17, 0.13
"""A gap between Latin letters or digits from here on is a space; beside letters alone a narrow one is, too: condensed
type and lines that were squeezed have spaces of an eighth of the type size, and no word on 550 pages has such a gap."""
NO_GAP = 0.9 * LETTER_GAP
"""What lies closer needs no second look."""
WIDE_GAP = 0.75
"""A gap between any signs from here on is a space."""
UNDERLINE = 0.32
"""A line under words lies at most this part of the type size below their baseline."""
LEADER_SIGNS = "\u2026\u22ef.\u00b7\uff0e\u2022\u3002_-\u2500\u2014"
LEADER = re.compile(rf"([{re.escape(LEADER_SIGNS)}])\1{{3,}}")
"""Four leader signs of one kind in a row are a leader; an ellipsis in a sentence has two."""
SHADE = (0.3, 0.97)
"""Brightness of a fill that sets words off; darker is a panel, lighter is paper."""


@entity
class Run:
    """Neighbouring glyphs on one baseline with one emphasis; made by `run_of`.

    `words` are their signs with spaces at visible gaps, `box` is around them, `y` and `size` are those of the first
    sign: all are asked for again and again.
    """

    page: int
    glyphs: tuple[Glyph, ...]
    emphasis: tuple[Emphasis, ...]
    font: str
    words: str
    box: Box
    x0: float
    x1: float
    y: float
    size: float

    @property
    def text(self) -> str:
        return self.words.replace(" ", "")

    def of_glyphs(self, glyphs: tuple[Glyph, ...]) -> "Run":
        """The same emphasis and font, with other glyphs."""
        return run_of(self.page, glyphs, self.emphasis, self.font)


def run_of(page: int, glyphs: tuple[Glyph, ...], emphasis: tuple[Emphasis, ...], font: str = "") -> Run:
    """The run of these glyphs, with what follows from them."""
    _, chars, x0, y0, x1, y1, _, y, sizes, _ = zip(*glyphs, strict=True)  # one pass instead of one for each column
    size = sizes[0]
    words = "".join(chars)
    is_even = sizes.count(size) == len(sizes)
    if not is_even or max(map(sub, x0[1:], x1), default=0.0) > NO_GAP * size:
        words = _with_spaces(words, gaps_in(glyphs))
    box = Box(page, min(x0), min(y0), max(x1), max(y1))
    return Run(page, glyphs, emphasis, font, words, box, x0[0], x1[-1], y[0], size)


def _with_spaces(signs: str, gaps: Sequence[int]) -> str:
    """The signs with a space before each of these places."""
    return " ".join([signs[start:end] for start, end in pairwise([0, *gaps, len(signs)])]) if gaps else signs


X0_OF_RUN, X1_OF_RUN, Y_OF_RUN, SIZE_OF_RUN = (attrgetter(name) for name in ("x0", "x1", "y", "size"))


@entity
class Row:
    """Runs on one baseline from left to right, with spaces where the page shows them."""

    page: int
    runs: tuple[Run, ...]
    text: str
    x0: float
    x1: float
    y: float
    size: float

    @property
    def glyphs(self) -> tuple[Glyph, ...]:
        return tuple(chain.from_iterable([run.glyphs for run in self.runs]))

    @property
    def box(self) -> Box:
        return union([run.box for run in self.runs])


def build_runs(page: VisiblePage) -> tuple[Run, ...]:
    """The runs of one page in draw order."""
    runs: list[Run] = []
    current: list[Glyph] = []
    before: tuple[Emphasis, ...] = ()
    black = black_styles(page.reading)
    plain = [_weight(style, index in black) for index, style in enumerate(page.reading.styles)]
    stroked = [kinds if Emphasis.STROKED in kinds else (*kinds, Emphasis.STROKED) for kinds in plain]
    marks = _Marks(page.reading)
    for stretch in page.stretches:
        number, _, _, _, _, _, _, _, _, style = stretch[0]
        weight = (stroked if number in page.stroked else plain)[style]
        if current and not (weight == before and _goes_on(current[-1], stretch[0])):
            runs += _finished(page.reading, current, before, marks)
            current = []
        current += stretch
        before = weight
    if current:
        runs += _finished(page.reading, current, before, marks)
    return tuple(runs)


def _weight(style: Style, is_black: bool) -> tuple[Emphasis, ...]:
    """How a style stands out by itself; render mode 2 fills and strokes, black type beside another is heavier."""
    kinds = {
        Emphasis.BOLD: style.bold,
        Emphasis.ITALIC: style.italic,
        Emphasis.STROKED: style.render == 2,
        Emphasis.TYPEFACE: is_black,
        Emphasis.COLOURED: is_coloured(style.colour),
    }
    return tuple(kind for kind, is_there in kinds.items() if is_there)


def united_emphasis(kinds: Iterable[Iterable[Emphasis]]) -> tuple[Emphasis, ...]:
    """Each kind that occurs, once, in the order in which kinds are declared."""
    found = {kind for each in kinds for kind in each}
    return tuple(kind for kind in Emphasis if kind in found) if found else ()


def _goes_on(last: Glyph, glyph: Glyph) -> bool:
    """Whether a glyph of the same weight is the neighbour of the last one."""
    _, _, _, _, last_end, _, _, last_y, last_size, _ = last  # one step instead of one for each field
    _, _, start, _, _, _, _, y, size, _ = glyph
    return (
        abs(y - last_y) <= SAME_LINE * last_size
        and OVERLAP * last_size <= start - last_end <= RUN_GAP * last_size
        and 0.8 <= size / last_size <= 1.25
    )


class _Marks:
    """The shading and the lines of a page that may set words off, ready to be looked up."""

    def __init__(self, page: PageReading) -> None:
        shades = [fill for fill in page.fills if SHADE[0] <= fill.light <= SHADE[1]]
        self.shades = sorted(shades, key=lambda fill: fill.y0)
        self.tops = [fill.y0 for fill in self.shades]
        self.reach = max((fill.y1 - fill.y0 for fill in shades), default=0.0) + 1.0
        self.lines = sorted((rule for rule in page.rules if rule.is_horizontal), key=lambda rule: rule.y0)
        self.heights = [rule.y0 for rule in self.lines]

    def behind(self, glyphs: Sequence[Glyph]) -> list[Fill]:
        first, last = glyphs[0], glyphs[-1]
        middle = (first.y0 + first.y1) / 2
        near = self.shades[bisect_left(self.tops, middle - self.reach) : bisect_right(self.tops, middle)]
        return [fill for fill in near if middle <= fill.y1 and fill.x0 < last.x1 and fill.x1 > first.x0]

    def under(self, glyphs: Sequence[Glyph]) -> list[Rule]:
        """Rules right below the baseline that end about where words end; a table's or page's rule is longer."""
        first, last = glyphs[0], glyphs[-1]
        highest = bisect_right(self.heights, first.y)
        lowest = bisect_left(self.heights, first.y + UNDERLINE * first.size)
        return [
            rule
            for rule in self.lines[highest:lowest]
            if rule.x0 < last.x1
            and rule.x1 > first.x0
            and rule.x0 > first.x0 - 0.6 * first.size
            and rule.x1 < last.x1 + 0.6 * first.size
        ]


def _finished(page: PageReading, glyphs: list[Glyph], base: tuple[Emphasis, ...], marks: _Marks) -> list[Run]:
    """One run, or several where shading or underlining begins or ends inside."""
    font = page.styles[glyphs[0].style].font
    shades = marks.behind(glyphs) if marks.shades else []
    lines = marks.under(glyphs) if marks.lines else []
    if not shades and not lines:
        return [run_of(page.number, tuple(glyphs), base, font)]
    pieces: list[tuple[tuple[Emphasis, ...], list[Glyph]]] = []
    for glyph in glyphs:
        middle = (glyph.x0 + glyph.x1) / 2
        kinds = base
        if any(fill.x0 <= middle <= fill.x1 for fill in shades):
            kinds += (Emphasis.SHADED,)
        if any(rule.x0 <= middle <= rule.x1 for rule in lines):
            kinds += (Emphasis.UNDERLINED,)
        if pieces and pieces[-1][0] == kinds:
            pieces[-1][1].append(glyph)
        else:
            pieces.append((kinds, [glyph]))
    return [run_of(page.number, tuple(inside), kinds, font) for kinds, inside in pieces]


def build_rows(runs: Iterable[Run]) -> tuple[Row, ...]:
    """Runs on one baseline as rows, from the top of the page down."""
    rows: list[list[Run]] = []
    largest: Run | None = None
    for run in sorted(runs, key=Y_OF_RUN):
        if largest is not None and run.y - largest.y <= SAME_ROW * min(run.size, largest.size):
            rows[-1].append(run)
            largest = max((largest, run), key=_prominence)
        else:
            rows.append([run])
            largest = run
    return tuple(make_row(each) for each in _with_raised(rows))


def _with_raised(rows: list[list[Run]]) -> list[list[Run]]:
    """Small signs high above a baseline join the row whose words they touch: marks of notes, exponents."""
    joined: list[list[Run]] = []
    for row in rows:
        above = joined[-1] if joined else None
        if (above is not None and _are_raised(above, row)) or (above is not None and _are_raised(row, above)):
            joined[-1] = [*above, *row]
        else:
            joined.append(row)
    return joined


def _are_raised(small: list[Run], row: list[Run]) -> bool:
    """Whether all signs of the one are small, and touch a word of the other."""
    size = max(map(SIZE_OF_RUN, row))
    if max(map(SIZE_OF_RUN, small)) > SMALL * size or abs(small[0].y - _baseline(row)) > RAISED * size:
        return False
    reach = TOUCH * size
    return all(
        any(run.x0 - reach < each.x1 < run.x0 + reach or abs(run.x1 - each.x0) < reach for each in row) for run in small
    )


def _baseline(runs: list[Run]) -> float:
    """The baseline of the largest type in the row: superscripts do not move it."""
    return runs[0].y if len(runs) == 1 else max(runs, key=_prominence).y


def _prominence(run: Run) -> tuple[float, float]:
    """Larger type first, then what stands higher."""
    return run.size, -run.y


def make_row(runs: Sequence[Run]) -> Row:
    """One row of these runs, left to right."""
    if len(runs) == 1:
        run = runs[0]
        return Row(run.page, (run,), run.words, run.x0, run.x1, run.y, run.size)
    ordered = tuple(sorted(runs, key=X0_OF_RUN))
    largest = max(ordered, key=lambda each: (len(each.glyphs), each.size))
    return Row(
        page=ordered[0].page,
        runs=ordered,
        text=join_runs(ordered),
        x0=ordered[0].x0,
        x1=max(map(X1_OF_RUN, ordered)),
        y=largest.y,
        size=largest.size,
    )


def join_runs(runs: Sequence[Run]) -> str:
    """The words of the runs with a space at each gap that a reader sees."""
    if len(runs) == 1:
        return runs[0].words
    words = [runs[0].words]
    for last, run in pairwise(runs):
        words.append(f" {run.words}" if is_gap(last.glyphs[-1], run.glyphs[0]) else run.words)
    return "".join(words)


def spaced(glyphs: Iterable[Glyph]) -> list[tuple[str, Glyph]]:
    """Each glyph with what it contributes: its sign, with a space before it where there is a gap."""
    known = list(glyphs)
    found = [(glyph.char, glyph) for glyph in known]
    for index in gaps_in(known):
        found[index] = (f" {known[index].char}", known[index])
    return found


def gaps_in(glyphs: Sequence[Glyph]) -> list[int]:
    """The indexes of the glyphs that stand behind a gap that a reader sees."""
    widest = max(map(sub, islice(map(X0, glyphs), 1, None), map(X1, glyphs)), default=0.0)
    sizes = set(map(SIZE, glyphs))
    if len(sizes) == 1 and widest <= NO_GAP * glyphs[0].size:
        return []
    return [
        index
        for index, (last, glyph) in enumerate(pairwise(glyphs), 1)
        if (glyph.x0 - last.x1 > NO_GAP * glyph.size or glyph.size < SMALL * last.size) and is_gap(last, glyph)
    ]


def is_raised_digit(last: Glyph, glyph: Glyph) -> bool:
    """Whether two digits differ so much in size that the second is the mark of a note, or an exponent."""
    return glyph.size < SMALL * last.size and glyph.char.isdigit() and last.char.isdigit()


def is_gap(last: Glyph, glyph: Glyph) -> bool:
    """Whether a reader sees a space between two neighbours, or a raised digit behind another: no number of both."""
    gap = (glyph.x0 - last.x1) / max(last.size, glyph.size)
    if gap >= WIDE_GAP or is_raised_digit(last, glyph):
        return True
    if gap >= WORD_GAP:
        return is_western(last.char) and is_western(glyph.char)
    signs = last.char + glyph.char
    return gap >= LETTER_GAP and signs.isascii() and any(map(str.isalpha, signs))


def is_western(char: str) -> bool:
    """Whether words of the sign are set apart by gaps: ASCII, accented letters, marks of notes; no × or ÷."""
    is_letter = "\u00c0" <= char <= "\u024f" and char.isalpha()
    return char.isascii() or is_letter or char in "\u2020\u2021" or "\uf000" <= char <= "\uf0ff"


def split_at_gaps(row: Row, gap: float) -> tuple[Row, ...]:
    """The pieces of a row that lie further apart than `gap` type sizes."""
    if len(row.runs) == 1:
        return (row,)
    pieces = cut_at_gaps(row, gap)
    return (row,) if len(pieces) == 1 else tuple(make_row(each) for each in pieces)


def cut_at_gaps(row: Row, gap: float) -> list[list[Run]]:
    """The same pieces as runs."""
    if len(row.runs) == 1:
        return [[*row.runs]]
    pieces: list[list[Run]] = [[row.runs[0]]]
    for run in row.runs[1:]:
        if run.x0 - pieces[-1][-1].x1 > gap * row.size:
            pieces.append([run])
        else:
            pieces[-1].append(run)
    return pieces


def split_row(row: Row, count: int) -> tuple[Row, Row]:
    """The first `count` glyphs of a row and the rest; both must have some."""
    first: list[Run] = []
    rest: list[Run] = []
    left = count
    for run in row.runs:
        if left >= len(run.glyphs):
            first.append(run)
        elif left <= 0:
            rest.append(run)
        else:
            first.append(run.of_glyphs(run.glyphs[:left]))
            rest.append(run.of_glyphs(run.glyphs[left:]))
        left -= len(run.glyphs)
    return make_row(first), make_row(rest)
