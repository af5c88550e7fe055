"""A worker's conversion with what it took: CPU seconds of each page, and the most memory that the process held."""

import os
import sys
from collections import defaultdict
from dataclasses import field, fields
from pathlib import Path
from time import process_time

from insurance_desktop.convert.running.memory_limit import memory_in_use
from insurance_desktop.convert.running.worker_loop import Order, convert_job
from insurance_desktop.convert.steps import Report, Step
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.entity import entity

OWN_STATUS = Path("/proc/self/status")
FORGET_PEAK = "5"
"""Written to clear_refs it sets the peak to what is held now."""


@entity
class Taken:
    """What one conversion took: CPU seconds of the whole and by page, the slowest stage of the slowest page, bytes.

    A page's seconds are all that its stages took, and its share of what is done for the file as a whole. `held` is what
    the worker held before, `peak` the most it held meanwhile; 0 where the system does not tell.
    """

    cpu_seconds: float
    page: int
    page_seconds: float
    stage: str
    held: int
    peak: int


@entity
class MeasuredConversion(Conversion):
    """The conversion of one order, and what it took; a worker that was lost on the way has told nothing."""

    taken: Taken = field(default_factory=lambda: Taken(0.0, 0, 0.0, "", 0, 0))


def measured_job(order: Order, report: Report) -> Conversion:
    """Runs in the worker in the place of `convert_job`."""
    held = _forget_peak()
    clock = _PageClock(report)
    conversion = convert_job(order, clock)
    taken = Taken(*clock.taken(), held, _peak())
    values = {each.name: getattr(conversion, each.name) for each in fields(Conversion)}
    return MeasuredConversion(**values, taken=taken)


class _PageClock:
    """Hears the steps, hands them on, and charges CPU time to the page and stage that it was used for."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._seconds: dict[tuple[int, str], float] = defaultdict(float)
        self._step = Step("pdf", 0, 0)
        self._since = process_time()
        self._pages = 1

    def __call__(self, step: Step) -> None:
        self._charge()
        self._step, self._pages = step, max(self._pages, step.pages)
        self._report(step)

    def _charge(self) -> None:
        now = process_time()
        self._seconds[self._step.page, self._step.stage] += now - self._since
        self._since = now

    def taken(self) -> tuple[float, int, float, str]:
        """All seconds; the slowest page, its seconds, and the stage that took most of them. The last step ends now."""
        self._charge()
        shared = sum(seconds for (page, _), seconds in self._seconds.items() if page == 0) / self._pages
        pages = {page: shared for page, _ in self._seconds if page} or {1: shared}
        for (page, _), seconds in self._seconds.items():
            if page:
                pages[page] += seconds
        slowest = max(pages, key=lambda page: pages[page])
        stages = {
            stage: seconds if page else seconds / self._pages
            for (page, stage), seconds in self._seconds.items()
            if page in {0, slowest}
        }
        return sum(self._seconds.values()), slowest, pages[slowest], max(stages, key=lambda stage: stages[stage])


def _forget_peak() -> int:
    """Bytes that this process holds now; its peak is counted from here."""
    if sys.platform == "linux":
        Path("/proc/self/clear_refs").write_text(FORGET_PEAK, encoding="ascii")
    return memory_in_use(os.getpid())


def _peak() -> int:
    """Bytes that this process held at the most; 0 on other systems than Linux."""
    lines = OWN_STATUS.read_text(encoding="utf-8").splitlines() if OWN_STATUS.exists() else ()
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), 0)
