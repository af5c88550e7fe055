"""Where a child writes which step it has begun, for its parent to look at when it has reason to.

A message for each step would wake the parent five times a page, which costs more than to write the ledger.
"""

from multiprocessing import get_context
from typing import Any

from ..steps import Step

LONGEST = 120
"""Bytes; a line is shorter."""


class StepBoard:
    """One line in memory that parent and child share: how often another page was begun, and the last step."""

    def __init__(self) -> None:
        self._line: Any = get_context("spawn").RawArray("c", LONGEST)
        self._begun = 0
        self._page: int | None = None

    def clear(self) -> None:
        """For a new request: no step was begun yet."""
        self._line.value = b""

    def write(self, step: Step) -> None:
        """In the child: `step` begins."""
        if step.page != self._page:
            self._page = step.page
            self._begun += 1
        self._line.value = f"{self._begun} {step.stage} {step.page} {step.pages}".encode("ascii")

    def read(self) -> tuple[int, Step] | None:
        """How often another page was begun, and the step begun last; None where there is none yet.

        None as well for a line that is being written just now: the next look finds it whole.
        """
        try:
            begun, stage, page, pages = self._line.value.decode("ascii").split(" ")
            return int(begun), Step(stage, int(page), int(pages))
        except ValueError:
            return None
