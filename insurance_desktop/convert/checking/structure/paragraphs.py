"""Words in the wrong place: sentences cut by a label or a title, labels outside every row or inside a sentence."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

from insurance_desktop.domain.conversion import Block, BlockKind, Finding, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind

from ...structure.typeface import STRONG
from ..findings import Case, grouped, quoted
from .evidence import TEXT, Evidence, ends_open, is_titled, marked

LONG_LINE = 20
"""Signs; a shorter line may be a unit without a full stop."""
TAIL, DIGITS = 8, 4
"""A line that has so many digits among its last signs ends in the number of a paper, not in a sentence."""
LABEL = 24
"""A label has at most so many signs, a piece of one fewer."""
EM = 1.0
"""Points by which a label may reach into the column of the text."""
FULL = 1.5
"""A line is full that ends within so many type sizes of the edge of its column."""
SAME_EDGE = 3.0
"""Points between two left edges that are one."""
SEVERAL_LINES = 1.6
"""Heights of a line: what is higher has more than one."""
FEW = 2
"""One paragraph in two pieces may be how the page is printed; so many are cut."""
APART = 0.4
"""Type sizes of white between a label and the text beside it."""


def check_cut_paragraphs(evidence: Evidence) -> list[Finding]:
    """Paragraphs that stop at a full line in the middle of a sentence, and go on behind a label or as a new one."""
    edges = _right_edges(evidence)
    at_title: list[Case] = []
    plain: list[Case] = []
    inside = {block.index for node in evidence.sections for block in node.texts}
    for before, after in pairwise(evidence.blocks):
        if before.index in inside and len(before.text) >= LONG_LINE and _stops(evidence, before, edges):
            case = Case(quoted(before.text[-LONG_LINE:]), before.boxes[-1])
            if _is_short_title(evidence, after):
                at_title.append(case)
            elif after.kind is BlockKind.PARAGRAPH and after.text[:1].isalpha() and _is_below(before, after):
                plain.append(case)
    return grouped(FindingKind.PARAGRAPH_CUT, at_title + plain if len(plain) >= FEW else at_title)


def _stops(evidence: Evidence, block: Block, edges: dict[tuple[int, int], float]) -> bool:
    """Whether the block's last line is full and ends where no sentence does."""
    spans = evidence.spans.get(block.index, ())
    is_number = sum(sign.isdigit() for sign in block.text[-TAIL:]) >= DIGITS
    if not spans or is_number or not ends_open(block.text) or not spans[-1].boxes:
        return False
    last = spans[-1].boxes[-1]
    edge = edges.get((last.page, _column(block.boxes[-1].x0)))
    return edge is not None and last.x1 > edge - FULL * (last.y1 - last.y0)


def _right_edges(evidence: Evidence) -> dict[tuple[int, int], float]:
    """By page and left edge how far the text of a column reaches, as its paragraphs of several lines say."""
    reached: dict[tuple[int, int], float] = defaultdict(float)
    for block in evidence.blocks:
        spans = evidence.spans.get(block.index, ())
        if block.kind in TEXT and spans and spans[0].boxes:
            line = spans[0].boxes[0].y1 - spans[0].boxes[0].y0
            for box in block.boxes:
                if box.y1 - box.y0 > SEVERAL_LINES * line:
                    place = box.page, _column(box.x0)
                    reached[place] = max(reached[place], box.x1)
    return reached


def _column(left: float) -> int:
    return round(left / SAME_EDGE)


def _is_short_title(evidence: Evidence, block: Block) -> bool:
    if block.kind is BlockKind.HEADING:
        return block.level > 1
    return block.kind in TEXT and is_titled(block.text, LABEL) and evidence.is_strong(block)


def _is_below(before: Block, after: Block) -> bool:
    """Whether a block stands right below another in the same column of the same page."""
    if not before.boxes or not after.boxes:
        return False
    upper, lower = before.boxes[-1], after.boxes[0]
    return upper.page == lower.page and abs(upper.x0 - lower.x0) < SAME_EDGE and lower.y0 >= upper.y1 - SAME_EDGE


def check_loose_labels(evidence: Evidence) -> list[Finding]:
    """Short words in a column of their own, left of the text, that no section has for its title.

    They are bold, or the document sets its titles there.
    """
    edges = _left_edges(evidence)
    inside = {block.index for node in evidence.sections for block in node.texts}
    titled = Counter(
        node.box.page for node in evidence.sections if node.box and _is_left_of(node.box, edges.get(node.box.page))
    )
    cases = [
        Case(quoted(block.text), block.boxes[0])
        for block in evidence.blocks
        if block.index in inside and block.boxes and is_titled(block.text, LABEL)
        if _is_left_of(block.boxes[0], edges.get(block.boxes[0].page))
        if titled[block.boxes[0].page] >= FEW or evidence.is_strong(block)
    ]
    return grouped(FindingKind.LABEL_OUTSIDE, cases + list(_run_together(evidence)))


def _left_edges(evidence: Evidence) -> dict[int, float]:
    """By page where its text begins: the left edge of most long paragraphs."""
    begun: dict[int, Counter[float]] = defaultdict(Counter)
    for block in evidence.blocks:
        if block.kind in TEXT and len(block.text) > LABEL:
            for box in block.boxes:
                begun[box.page][round(box.x0)] += len(block.text)
    return {page: edges.most_common(1)[0][0] for page, edges in begun.items()}


def _is_left_of(label: Box, edge: float | None) -> bool:
    """Whether a label ends where the text begins, or before."""
    return edge is not None and label.x1 <= edge + EM and label.x0 < edge - 2 * (label.y1 - label.y0)


def _run_together(evidence: Evidence) -> Iterator[Case]:
    """Paragraphs that begin with words of a label's column: bold, left of all their lines, white behind them."""
    for block in evidence.blocks:
        spans = evidence.spans.get(block.index, ())
        if block.kind in TEXT and len(spans) > 1 and not marked(block, evidence.pack)[0] and _is_label(evidence, spans):
            yield Case(quoted(evidence.words(spans[0])), block.boxes[0])


def _is_label(evidence: Evidence, spans: tuple[SourceSpan, ...]) -> bool:
    first, second = spans[0], spans[1]
    if STRONG.isdisjoint(first.emphasis) or len(evidence.words(first)) > LABEL or len(first.boxes) != 1:
        return False
    label, text = first.boxes[0], second.boxes[0]
    is_in_row = label.page == text.page and label.y0 < text.y1 and text.y0 < label.y1
    lines = [box.x0 for span in spans[1:] for box in span.boxes if box.y0 > label.y1]
    return is_in_row and text.x0 - label.x1 > APART * (label.y1 - label.y0) and min(lines, default=0.0) >= label.x1
