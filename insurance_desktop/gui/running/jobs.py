"""The only threads of the window: one for each lane of writing, a few readers; results come back on the main thread.

`Jobs` lives in the main thread and owns every signal. A worker runs a plain callable, puts what came out into a
mailbox and emits one argumentless signal, which Qt queues to the main thread. Nothing is moved between threads.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from queue import Empty, SimpleQueue
from threading import Event, Lock
from time import monotonic
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, QTimer, Signal

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.running import CancelCheck, Cancelled, Progress, ProgressCallback

from .cycles import CycleCollector
from .failures import Failure, failure_of
from .pace import Pace

T = TypeVar("T")
Work = Callable[[ProgressCallback, CancelCheck], T]

READERS = 3
QUIET_MS = 40  # time to paint what has come before what can wait begins
LOOK_S = 0.05  # how soon work that waits for another lane sees that it was stopped
LATER_MS = 150  # how long that gives way to what is looked at
KEEP_THREADS = -1  # a thread keeps its database connection
DECISIONS, APPROVALS, IMPORTS = "decisions", "approvals", "imports"
"""Lanes: what is in the same one runs one after the other, so a decision never waits for an import to end."""
MOST_FINISHED = 20


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(eq=False, slots=True)
class Job:
    """One piece of work. `title` is "" for quick reads, which the status bar does not show.

    `failure` is there once it has failed.
    """

    title: str
    done: Callable[[Any], None]
    failed: Callable[[Failure], None] | None
    stopped: Callable[[], None] | None
    progress: Progress = field(default_factory=lambda: Progress(0, 0))
    wanted: bool = True
    state: JobState = JobState.WAITING
    failure: Failure | None = None
    pace: Pace = field(default_factory=Pace)
    is_suspended: bool = False
    _stop: Event = field(default_factory=Event)

    def cancel(self) -> None:
        """Ask the work to stop at its next safe place."""
        self._stop.set()

    def suspend(self) -> None:
        """Stop because the window closes: nobody is told, and the work is not given up."""
        self.is_suspended = True
        self._stop.set()

    def forget(self) -> None:
        """Stop, and drop whatever still comes: a later request has replaced this one."""
        self.wanted = False
        self._stop.set()

    @property
    def is_cancelled(self) -> bool:
        return self._stop.is_set()


@entity
class _Mail:
    job: Job
    result: Any = None
    error: Exception | None = None


class Jobs(QObject):
    """Starts work and delivers its results. Call its methods on the main thread only."""

    changed = Signal()  # a titled job began, went on or ended
    failed = Signal(object)  # Failure that no caller took
    idle = Signal()  # nothing is under way any more
    _arrived = Signal()
    _began = Signal()
    _moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes: dict[str, QThreadPool] = {}
        self._readers = _pool(self, READERS)
        self._under_way: list[Job] = []
        self._looked_at: set[Job] = set()  # reads that go before those in `_later`
        self._later: list[tuple[Job, Callable[[], Any]]] = []
        self._patience = _once(self, LATER_MS, self._begin_later)
        self._turn = _once(self, QUIET_MS, self._give_way)
        self._mailbox: SimpleQueue[_Mail] = SimpleQueue()
        self._news: dict[Job, Progress] = {}
        self._news_lock = Lock()
        self._closed = False
        self._cycles = CycleCollector(self)
        self._finished: deque[Job] = deque(maxlen=MOST_FINISHED)
        self._began.connect(self.changed, Qt.ConnectionType.QueuedConnection)
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._moved.connect(self._take_progress, Qt.ConnectionType.QueuedConnection)

    def read(
        self, work: Callable[[], T], done: Callable[[T], None], failed: Callable[[Failure], None] | None = None
    ) -> Job:
        """A quick question to the library; several run side by side."""
        job = Job("", done, failed, None)
        self._looked_at.add(job)
        return self._start(self._readers, job, lambda progress, cancel: work())

    def read_later(
        self, work: Callable[[], T], done: Callable[[T], None], failed: Callable[[Failure], None] | None = None
    ) -> Job:
        """A question whose answer nobody waits for: begun when no other is open, at the latest `LATER_MS` from now.

        Python answers one at a time, whatever the number of threads.
        """
        job = Job("", done, failed, None)
        self._under_way.append(job)
        self._later.append((job, work))
        self._turn.start()
        if not self._patience.isActive():
            self._patience.start()
        return job

    def write(
        self,
        title: str,
        work: Work[T],
        done: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
        *,
        stopped: Callable[[], None] | None = None,
        lane: str = DECISIONS,
        after: str = "",
    ) -> Job:
        """A change of the library; in each lane one after the other, shown under `title`, with progress and cancel.
        It begins once what was in the lane `after` is through."""
        pool = self._lanes.get(lane) or self._lanes.setdefault(lane, _pool(self, 1))
        other = self._lanes.get(after)
        return self._start(pool, Job(title, done, failed, stopped), work if other is None else _after(other, work))

    @property
    def titled(self) -> tuple[Job, ...]:
        """What the status bar shows, oldest first."""
        return tuple(job for job in self._under_way if job.title)

    @property
    def finished(self) -> tuple[Job, ...]:
        """The titled jobs that have ended, the newest first."""
        return tuple(reversed(self._finished))

    def clear_finished(self) -> None:
        self._finished.clear()
        self.changed.emit()

    @property
    def is_idle(self) -> bool:
        return not self._under_way

    def suspend_all(self) -> None:
        for job in self._under_way:
            job.suspend()
        self.changed.emit()

    def close(self, patience_ms: int = -1) -> bool:
        """Stop everything and wait for the threads; no result is delivered any more."""
        self._closed = True
        self._patience.stop()
        self._turn.stop()
        for job in self._under_way:
            job.forget()
        ended = [pool.waitForDone(patience_ms) for pool in (*self._lanes.values(), self._readers)]
        if all(ended):
            self._cycles.stop()
        return all(ended)

    def _start(self, pool: QThreadPool, job: Job, work: Work[T]) -> Job:
        self._under_way.append(job)
        pool.start(lambda: self._run(job, work))
        if job.title:
            self.changed.emit()
        return job

    def _give_way(self) -> None:
        if not self._looked_at:
            self._begin_later()

    def _begin_later(self) -> None:
        self._patience.stop()
        waiting, self._later = self._later, []
        for job, work in waiting:
            self._readers.start(lambda job=job, work=work: self._run(job, lambda progress, cancel: work()))

    # --- on a worker thread -----------------------------------------------------------------------------------
    def _run(self, job: Job, work: Work[T]) -> None:
        try:
            if job.is_cancelled:
                raise Cancelled
            job.state = JobState.RUNNING
            if job.title:
                job.pace.begin(monotonic())
                self._began.emit()
            mail = _Mail(job, result=work(lambda progress: self._report(job, progress), lambda: job.is_cancelled))
        except Exception as error:  # every failure goes home as a value
            mail = _Mail(job, error=error)
        self._mailbox.put(mail)
        self._arrived.emit()

    def _report(self, job: Job, progress: Progress) -> None:
        """Keep only the newest progress: a fast worker must not flood the event loop."""
        with self._news_lock:
            first = not self._news
            self._news[job] = progress
        if first:
            self._moved.emit()

    # --- on the main thread -----------------------------------------------------------------------------------
    def _take_progress(self) -> None:
        with self._news_lock:
            news, self._news = self._news, {}
        for job, progress in news.items():
            job.progress = progress
            job.pace.note(progress.done, monotonic())
        self.changed.emit()

    def _deliver(self) -> None:
        """One mail per signal, so that many results never hold the event loop."""
        with suppress(Empty):
            mail = self._mailbox.get_nowait()
            self._under_way.remove(mail.job)
            self._looked_at.discard(mail.job)
            if not self._closed:
                try:
                    self._hand_over(mail)
                finally:
                    self._tell(mail.job)
                    if self._later and not self._looked_at:
                        self._turn.start()

    def _hand_over(self, mail: _Mail) -> None:
        job = mail.job
        self._settle(mail)
        if not job.wanted:
            return
        if mail.error is None:
            job.done(mail.result)
        elif isinstance(mail.error, Cancelled):
            if job.stopped is not None and not job.is_suspended:
                job.stopped()
        elif job.failure is not None:
            if job.failed is not None:
                job.failed(job.failure)
            else:
                self.failed.emit(job.failure)

    def _settle(self, mail: _Mail) -> None:
        job = mail.job
        if mail.error is None:
            job.state = JobState.DONE
        elif isinstance(mail.error, Cancelled):
            job.state = JobState.STOPPED
        else:
            job.state, job.failure = JobState.FAILED, failure_of(mail.error)
        if job.title:
            self._finished.append(job)

    def _tell(self, job: Job) -> None:
        if job.title:
            self.changed.emit()
        if self.is_idle:
            self.idle.emit()


def _after(lane: QThreadPool, work: Work[T]) -> Work[T]:
    """The work, once the lane has come through what was in it before."""
    passed = Event()
    lane.start(passed.set)

    def waiting(progress: ProgressCallback, cancel: CancelCheck) -> T:
        while not passed.wait(LOOK_S):
            if cancel():
                raise Cancelled
        return work(progress, cancel)

    return waiting


def _pool(parent: QObject, threads: int) -> QThreadPool:
    pool = QThreadPool(parent)
    pool.setMaxThreadCount(threads)
    pool.setExpiryTimeout(KEEP_THREADS)
    return pool


def _once(parent: QObject, milliseconds: int, action: Callable[[], None]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(action)
    return timer
