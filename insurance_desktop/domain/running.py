"""How a long call reports and how it is stopped, without knowing who waits."""

from collections.abc import Callable

from insurance_desktop.domain.entity import entity


@entity
class Progress:
    """`done` of `total` steps (total 0 = unknown) and what is being worked on."""

    done: int
    total: int
    what: str = ""


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
