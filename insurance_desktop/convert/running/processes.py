"""A child process that answers one request at a time and can be killed: what PDF libraries run in.

The child is spawned, never forked. It ends when its parent does: its pipe closes, and a request that outlives its
limit ends the child from within. While it works it may say which step it begins; a step has a limit of its own.
"""

import contextlib
import faulthandler
import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import Any, Self, TextIO

from insurance_desktop.domain.entity import entity

from ..steps import Report, Step, report_nothing
from .memory_limit import limit_memory, memory_in_use
from .step_board import StepBoard

WATCH_STEP = 0.25
"""Seconds between looks at a child's memory and at the step that it has begun."""
MOST_WORDS = 200
"""At most this many signs of an error's own words are kept."""
GRACE = 15.0
"""Seconds after its limit when a child that nobody kills ends itself."""


class WorkerTimedOut(Exception):
    """The child did not answer in time and was killed.

    `step` is the last that it began; `of_step` says that the limit was the step's, not the whole request's, which was
    `seconds`.
    """

    def __init__(self, step: Step | None, of_step: bool, seconds: float) -> None:
        super().__init__(step, of_step, seconds)
        self.step = step
        self.of_step = of_step
        self.seconds = seconds


class WorkerDied(Exception):
    """The child ended without an answer: a crash, or too much memory. `step` is the last that it began."""

    def __init__(self, step: Step | None = None) -> None:
        super().__init__(step)
        self.step = step


@entity
class Limits:
    """What a child may use: seconds for one request and for one step on a page (0 = none), bytes of memory.

    A request of many pages gets `seconds_per_page` for each where that is more.
    """

    seconds: float
    memory_bytes: int
    step_seconds: float = 0.0
    seconds_per_page: float = 0.0

    def for_pages(self, pages: int) -> float:
        return max(self.seconds, pages * self.seconds_per_page)


class WorkerProcess:
    """One child that runs `serve(connection, limits, *arguments)`; started at the first request.

    One that tells its steps writes them on the `board`, which comes last of its arguments.
    """

    def __init__(
        self, serve: Callable[..., None], limits: Limits, *arguments: object, board: StepBoard | None = None
    ) -> None:
        self._serve = serve
        self._limits = limits
        self._arguments = arguments if board is None else (*arguments, board)
        self._board = board
        self._process: Any = None
        self._connection: Connection | None = None
        self._lock = threading.Lock()
        self.step: Step | None = None
        """The last step of the last request."""

    def ask(
        self,
        request: object,
        *,
        spent: float = 0.0,
        is_over: Callable[[], bool] = bool,
        report: Report = report_nothing,
    ) -> Any:
        """The child's answer; WorkerTimedOut or WorkerDied, after which the next request starts a new child.

        `spent` seconds of the limit were used by an earlier try. No child is started once `is_over()`: a thread that
        closed this worker for good must not meet a child that was started behind its back. `report` hears now and
        then, every `WATCH_STEP` seconds, which step was begun last.
        """
        self.step = None
        connection, pid = self._running(is_over)
        if self._board is not None:
            self._board.clear()
        watch = _Watch(self._limits, pid, monotonic() - spent, self._board, report)
        try:
            connection.send(request)
            answer = watch.answer(connection)
        except (EOFError, OSError) as error:
            self.close()
            watch.look()
            raise WorkerDied(watch.step) from error
        except (WorkerTimedOut, WorkerDied):
            self.close()
            raise
        watch.look()
        self.step = watch.step
        return answer

    @property
    def memory(self) -> int:
        """Bytes that the child holds now; 0 without one."""
        with self._lock:
            return 0 if self._process is None else memory_in_use(self._process.pid)

    def close(self) -> None:
        """Ends the child, by force where it does not listen."""
        with self._lock:
            self._end()

    def _running(self, is_over: Callable[[], bool]) -> tuple[Connection, int]:
        """The pipe to the child and its process id; starts it where it is not there."""
        with self._lock:
            if is_over():
                raise WorkerDied
            if self._connection is None or not self._process.is_alive():
                self._end()
                self._connection = self._start()
            return self._connection, self._process.pid

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        mine, theirs = context.Pipe()
        process = context.Process(target=self._serve, args=(theirs, self._limits, *self._arguments), daemon=True)
        process.start()
        theirs.close()
        self._process = process
        return mine

    def _end(self) -> None:
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.join(5)
            with contextlib.suppress(ValueError):  # a child that the system cannot end now ends later
                process.close()


class _Watch:
    """One request under way: its clock, its step's clock and its child's memory."""

    def __init__(self, limits: Limits, pid: int, started: float, board: StepBoard | None, report: Report) -> None:
        self._limits = limits
        self._pid = pid
        self._report = report
        self._started = started
        self._step_started = started
        self._board = board
        self._begun = 0
        self._pages = 0
        self.step: Step | None = None

    def look(self) -> None:
        """Takes note of the step that the child has begun last."""
        seen = self._board.read() if self._board is not None else None
        if seen is None:
            return
        begun, self.step = seen
        if begun != self._begun:
            self._begun, self._step_started = begun, monotonic()
        self._pages = max(self._pages, self.step.pages)
        self._report(self.step)

    @property
    def seconds(self) -> float:
        """The limit of the whole request, now that it is known how many pages it has."""
        return self._limits.for_pages(self._pages)

    def answer(self, connection: Connection) -> Any:
        """What the child answers; WorkerTimedOut or WorkerDied where it does not."""
        while True:
            self.look()
            left, of_step = self._left()
            if left <= 0:
                raise WorkerTimedOut(self.step, of_step, self.seconds)
            if connection.poll(min(left, WATCH_STEP)):
                with _uncollected():
                    return connection.recv()
            if memory_in_use(self._pid) > self._limits.memory_bytes > 0:
                self.look()
                raise WorkerDied(self.step)

    def _left(self) -> tuple[float, bool]:
        """Seconds until the nearer of the two limits, and whether it is the step's."""
        now = monotonic()
        whole = self.seconds - (now - self._started)
        if self._limits.step_seconds and self.step and self.step.page:
            of_step = self._limits.step_seconds - (now - self._step_started)
            if of_step < whole:
                return of_step, True
        return whole, False


@contextmanager
def _uncollected() -> Iterator[None]:
    """No sweep of the garbage collector meanwhile: an answer of many small things is none, and takes half the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Reporter:
    """In the child, around one request: tells the parent each step, and ends the process where nobody else does.

    A request that outlives its limit because the parent is gone is ended by a thread of C, which needs no lock of the
    interpreter: a library may hang with it in its hand.
    """

    def __init__(self, limits: Limits, board: StepBoard | None = None) -> None:
        self._limits = limits
        self._board = board
        self._parent = os.getppid()
        self._pages = 0

    def __enter__(self) -> Self:
        self._end_after(self._limits.seconds)
        return self

    def __exit__(self, *_: object) -> None:
        faulthandler.cancel_dump_traceback_later()

    def __call__(self, step: Step) -> None:
        """The child begins `step`; BrokenPipeError where nobody is left who waits for it."""
        if _is_orphan(self._parent):
            raise BrokenPipeError
        if step.pages > self._pages:
            self._pages = step.pages
            self._end_after(self._limits.for_pages(step.pages))
        if self._board is not None:
            self._board.write(step)

    def _end_after(self, seconds: float) -> None:
        faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=_nowhere())


def _is_orphan(parent: int) -> bool:
    """Whether the process with this number, which started this one, has gone."""
    if sys.platform == "win32":  # keeps the number
        starter = multiprocessing.parent_process()
        return starter is not None and not starter.is_alive()
    return os.getppid() != parent


@cache
def _nowhere() -> TextIO:
    """Where an unwanted traceback goes; open as long as the process."""
    return Path(os.devnull).open("w", encoding="utf-8")


def answer_requests(
    connection: Connection, limits: Limits, answer: Callable[[Any, Reporter], object], board: StepBoard | None = None
) -> None:
    """The child's loop: a request comes in, what `answer` makes of it goes out, until the pipe closes."""
    confine(limits.memory_bytes)
    with contextlib.suppress(EOFError, OSError):
        while True:
            request = connection.recv()
            with Reporter(limits, board) as report:
                answered = answer(request, report)
            connection.send(answered)


def answered_once(serve: Callable[..., None], limits: Limits, request: object) -> Any:
    """What a child answers that is started for this request alone; the name of what ended it, where it has none."""
    worker = WorkerProcess(serve, limits)
    try:
        return worker.ask(request)
    except (WorkerTimedOut, WorkerDied) as error:
        return type(error).__name__
    finally:
        worker.close()


def attempted(make: Callable[..., object], *arguments: object) -> object:
    """What `make` gives, or in words why it gives nothing: whatever a library raises costs this request only."""
    try:
        return make(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:MOST_WORDS]


def confine(memory_bytes: int) -> None:
    """Called first in the child: its memory limit, and none of the traces that a crash or a chatty library leaves.

    What a library prints must not reach the parent's stdout, where one JSON document may be all that is allowed.
    """
    limit_memory(memory_bytes)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent, which ends its children
    with contextlib.suppress(OSError):
        os.dup2(2, 1)
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415  Windows only

        ctypes.windll.kernel32.SetErrorMode(0x0001 | 0x0002)  # a crash opens no dialog that waits for a person
        return
    import resource  # noqa: PLC0415  POSIX only

    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
