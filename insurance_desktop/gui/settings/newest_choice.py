"""What a card sets: choices are kept one after the other, as they were made."""

from collections.abc import Callable
from typing import TypeVar

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import Job

T = TypeVar("T")


class NewestChoice:
    """Only what the newest of a lane leaves is shown: a person may have chosen again meanwhile."""

    def __init__(self, context: AppContext, lane: str) -> None:
        self._context = context
        self._lane = lane
        self._newest: Job | None = None

    def make(
        self, work: Callable[[], T], show: Callable[[T], None], failed: Callable[[Failure], None] | None = None
    ) -> None:
        def done(left: T) -> None:
            if self._newest is job:
                show(left)

        job = self._context.run("", lambda _workspace, _progress, _cancel: work(), done, failed, lane=self._lane)
        self._newest = job
