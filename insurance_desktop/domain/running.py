"""How a long call reports and how it is stopped, without knowing who waits."""

from collections.abc import Callable
from enum import StrEnum

from insurance_desktop.domain.entity import entity


class PageWork(StrEnum):
    """What a conversion does with each page in turn: it goes over a file more than once."""

    READING = "reading"
    ARRANGING = "arranging"
    CHECKING = "checking"


@entity
class AtPage:
    """Where in a file the work is: `page` of `pages`, 0 = of the file as a whole."""

    work: PageWork
    page: int
    pages: int


@entity
class Progress:
    """`done` of `total` steps (total 0 = unknown), what is being worked on, and where in it where that is told."""

    done: int
    total: int
    what: str = ""
    at: AtPage | None = None


ProgressCallback = Callable[[Progress], None]
CancelCheck = Callable[[], bool]
"""Returns True when the caller wants the work to stop at the next safe place."""


class Cancelled(Exception):
    """Raised at a safe place after the caller asked to stop; what was finished stays."""


def ignore_progress(progress: Progress) -> None:
    """For callers that show nothing."""


def never_cancelled() -> bool:
    """For callers that cannot stop."""
    return False
