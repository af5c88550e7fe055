"""Signs of life: what a conversion is doing, for whoever waits for it."""

from collections.abc import Callable
from typing import NamedTuple


class Step(NamedTuple):
    """A sign of life: the child begins `stage` of page `page` of `pages` (page 0 = of the file as a whole)."""

    stage: str
    page: int
    pages: int


Report = Callable[[Step], None]


def report_nothing(step: Step) -> None:
    """For work in the caller's own process."""
