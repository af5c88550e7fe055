"""What was read from pictures of pages as Markdown, and where it belongs in a text. Pure."""

from collections.abc import Iterable, Sequence

from insurance_desktop.domain.conversion import PageSuggestion, SuggestedLine
from insurance_desktop.domain.geometry import Box

from .markdown_tables import escaped

SAME_ROW = 0.6
"""Lines whose middles are closer than this share of their height stand on one row: cells of a table."""
SHORT_OF_THE_EDGE = 1.5
"""A line that ends more than so many heights before the edge of its column ends its paragraph."""
INDENTED = 0.5
"""A line that begins so many heights further right than the one above it begins a paragraph."""
LEAST_HEIGHTS = 15
"""A line of running text is at least so many heights long: those of a letterhead or a label are lines of their own."""
APART = 1.5
"""So many heights of empty paper between lines end a paragraph."""
MOSTLY = 0.5
"""The share of a page's lines that stand in a text whose reviewer took the page over and put some of them right."""


def markdown_of(suggestion: PageSuggestion) -> str:
    """The lines of a page as paragraphs; what stands on one row stays on one."""
    paragraphs: list[str] = []
    before: SuggestedLine | None = None
    for line in suggestion.lines:
        words = escaped(line.text)
        if before is not None and _is_beside(before.box, line.box):
            paragraphs[-1] += f" {words}"
        elif before is not None and _goes_on(before.box, line.box, suggestion.lines):
            paragraphs[-1] += _joint(before.text, line.text) + words
        else:
            paragraphs.append(words)
        before = line
    return "\n\n".join(paragraphs)


def is_in(text: str, suggestion: PageSuggestion) -> bool:
    """Whether a reviewer has taken the page into the text, whatever he corrected there."""
    return bool(suggestion.lines) and len(_places(text, suggestion)) >= MOSTLY * len(suggestion.lines)


def with_page(text: str, suggestion: PageSuggestion, others: Iterable[PageSuggestion], printed: int) -> tuple[int, str]:
    """Where the page goes into the text, and what is written there.

    It stands behind the pages before it: behind the character `printed`, where the text that the converter read of
    them ends, and behind those of `others` that were taken over.
    """
    earlier = [each for each in others if each.page < suggestion.page and is_in(text, each)]
    at = max((end for each in earlier for end in _places(text, each)), default=0)
    at = max(at, printed)
    end = text.find("\n\n", at) if at else 0
    at = len(text) if end < 0 else end
    words = markdown_of(suggestion)
    behind = text[at:].strip()
    return at, f"\n\n{words}" if at and text[:at].strip() else words + ("\n\n" if behind else "")


def _places(text: str, suggestion: PageSuggestion) -> list[int]:
    """Where those of its lines end that stand in the text as they were read, each behind the one before."""
    found: list[int] = []
    for line in suggestion.lines:
        words = escaped(line.text)
        at = text.find(words, found[-1] if found else 0)
        if at >= 0:
            found.append(at + len(words))
    return found


def _is_beside(one: Box, other: Box) -> bool:
    height = min(_height(one), _height(other))
    return abs((one.y0 + one.y1) - (other.y0 + other.y1)) / 2 < SAME_ROW * height and other.x0 >= one.x0


def _goes_on(one: Box, other: Box, lines: Sequence[SuggestedLine]) -> bool:
    """Whether a line fills its column and the next one follows it without an indent."""
    height = _height(one)
    edge = max(each.box.x1 for each in lines if each.box.x0 < one.x1 and one.x0 < each.box.x1)
    is_full = edge - one.x1 <= SHORT_OF_THE_EDGE * height
    follows = other.y1 - one.y1 > 0 and other.y0 - one.y1 <= APART * height
    is_long = one.x1 - one.x0 >= LEAST_HEIGHTS * height
    return is_long and is_full and follows and other.x0 - one.x0 < INDENTED * height


def _joint(one: str, other: str) -> str:
    """Words of an alphabet need a space between them, Chinese signs none."""
    return " " if one[-1:].isascii() and other[:1].isascii() else ""


def _height(box: Box) -> float:
    return max(box.y1 - box.y0, 1.0)
