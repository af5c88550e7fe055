"""How far a job is, in words and as a bar."""

from PySide6.QtWidgets import QProgressBar

from insurance_desktop.gui.look import wording
from insurance_desktop.packs.page_words import page_words

from .jobs import Job


def pace_words(job: Job, now: float) -> tuple[str, ...]:
    """Count, page of the file under work, rate and remaining time, as far as they are known."""
    counted = (f"{job.progress.done} / {job.progress.total}",) if job.progress.total else ()
    rate = job.pace.per_minute
    left = job.pace.seconds_left(job.progress.total, now)
    page = page_words(job.progress.at)
    return (
        *counted,
        *((page,) if page else ()),
        *((wording.rate(rate),) if rate is not None else ()),
        *((wording.time_left(left),) if left is not None else ()),
    )


def show_progress(bar: QProgressBar, job: Job) -> None:
    bar.setRange(0, job.progress.total)
    bar.setValue(job.progress.done)
    bar.setFormat(f"{job.progress.done} / {job.progress.total}" if job.progress.total else "")
