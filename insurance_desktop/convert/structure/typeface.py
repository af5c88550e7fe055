"""Which words are printed heavier than the text around them."""

from insurance_desktop.domain.conversion import Emphasis

from ..reading.runs import Row, Run

STRONG = frozenset({Emphasis.BOLD, Emphasis.STROKED, Emphasis.TYPEFACE})


def is_strong(run: Run) -> bool:
    """Whether the run is bold in one of the ways."""
    return not STRONG.isdisjoint(run.emphasis)


def is_heavy(row: Row) -> bool:
    """Whether all Chinese words of the row are bold; figures beside them may come from a font without a bold cut."""
    runs = [run for run in row.runs if not run.words.isascii()] or list(row.runs)
    return all(is_strong(run) for run in runs)
