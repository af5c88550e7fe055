"""Conversions in killable processes: a file that hangs, crashes or eats memory costs itself and nothing else.

The parent never imports PyMuPDF. A worker takes file after file; it is replaced when it was killed or has grown old.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition
from time import monotonic
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from insurance_desktop.domain.conversion import Conversion, Fault
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.running import AtPage, CancelCheck, Cancelled, PageWork, never_cancelled
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.wording import say, sentence

from ..steps import Report, Step, report_nothing
from .processes import Limits, WorkerDied, WorkerProcess, WorkerTimedOut
from .step_board import StepBoard
from .worker_loop import Job, Order, convert_job, serve_conversions

if TYPE_CHECKING:
    from .ocr import OcrReader

Key = TypeVar("Key")
MEGABYTE = 1024 * 1024
FILES_PER_WORKER = 200
"""A worker is replaced after this many files, so that nothing it leaks can pile up."""
MOST_HELD = 200 * MEGABYTE
"""A worker that holds more once its file is done is replaced: after contracts it holds some 150 MB."""
CANCEL_STEP = 0.25
"""Seconds between questions whether the caller still waits for a file that takes long."""
WORK = {"pdf": PageWork.READING, "second_reading": PageWork.CHECKING, "verification": PageWork.CHECKING}
"""What the stages of a conversion do with a page; the others arrange it."""
TOLD_STEPS = 4
"""After so many of these, once a second, the caller hears at which page it is."""
MOST_LOST = 3
"""So many pages may cost a worker its life before the file is given up."""
PATIENCE = 4.0
"""Seconds during which files wait, all in all, before a further worker is started.

A start takes 0.4 s of a processor, as much as twenty pages: a few small files are done before it would pay, and of many
the wait is the smallest part.
"""


@entity
class ConversionLimits:
    """What one conversion may use: seconds of wall clock for the file and for a page, bytes of its worker's memory.

    A file of many pages may take `seconds_per_page` for each of them where that is more; one of more than `pages`, of
    which a person would hear after hours, is not converted.
    """

    seconds: float = 180.0
    memory_bytes: int = 1536 * MEGABYTE
    page_seconds: float = 30.0
    seconds_per_page: float = 1.0
    pages: int = 3000

    @property
    def of_process(self) -> Limits:
        return Limits(self.seconds, self.memory_bytes, self.page_seconds, self.seconds_per_page)


class ConversionWorkers:
    """Converts originals in worker processes, up to `count` of them. A context manager; leaving it ends the workers.

    With `ocr` pages without text come with a suggestion, or with a note on how to get one.
    """

    def __init__(
        self,
        limits: ConversionLimits | None = None,
        *,
        count: int = 1,
        job: Job = convert_job,
        ocr: "OcrReader | None" = None,
    ) -> None:
        self.limits = limits or ConversionLimits()
        self._ocr = ocr
        self.count = max(1, count)
        self._workers = [self._new_worker(job) for _ in range(self.count)]
        self._closings = 0
        self._files = dict.fromkeys(range(self.count), 0)
        self._free = FreeWorkers(self.count)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the worker processes; a later conversion starts new ones."""
        self._closings += 1
        for worker in self._workers:
            worker.close()
        if self._ocr is not None:
            self._ocr.close()

    def convert(self, original: bytes, pack_name: str) -> Conversion:
        """The conversion of one original. Never raises for a bad file: the result is FAILED with a reason.

        A page that hangs, crashes or eats memory is left out and found fault with; after a few such pages, or at the
        limit of the file, the file is given up.
        """
        return self._with_suggestions(original, pack_name, self._closings)

    def _with_suggestions(
        self, original: bytes, pack_name: str, closings: int, report: Report = report_nothing
    ) -> Conversion:
        """The conversion, with what can be read of pages without text; the worker is free for others meanwhile."""
        conversion = self._convert(original, pack_name, closings, report)
        if self._ocr is None:
            return conversion
        from . import ocr, suggestions  # noqa: PLC0415  most runs have no use for what reading pictures takes along

        pages = suggestions.pages_to_read(conversion)
        if not pages:
            return conversion
        if not self._ocr.is_installed:
            return suggestions.without_reader(conversion, ocr.EXTRA)
        found = self._ocr.suggest(original, pages)
        return suggestions.with_suggestions(conversion, found.suggestions, found.faults, found.left)

    def _convert(self, original: bytes, pack_name: str, closings: int, report: Report) -> Conversion:
        """The conversion, unless these workers were closed since there were `closings` closings."""
        lost: tuple[Fault, ...] = ()
        started = monotonic()

        def is_over() -> bool:
            return closings != self._closings

        with self._worker() as worker:
            while True:
                order = Order(original, pack_name, self.limits.pages, lost)
                answer = self._try(worker, order, monotonic() - started, is_over, report)
                if isinstance(answer, Conversion):
                    return answer
                if answer.page is None or len(lost) == MOST_LOST or is_over():
                    return _failed(original, answer, lost)
                lost += (answer,)

    def _try(
        self, worker: WorkerProcess, order: Order, spent: float, is_over: Callable[[], bool], report: Report
    ) -> Conversion | Fault:
        """The conversion, or what ended its worker; a fault with a page is that page's own."""
        megabytes = self.limits.memory_bytes // MEGABYTE
        try:
            answer = worker.ask(order, spent=spent, is_over=is_over, report=report)
        except WorkerTimedOut as error:
            if error.of_step:
                seconds = self.limits.page_seconds
                return _fault(error.step, SourceError("convert.page_timed_out", seconds=round(seconds)))
            return _fault(None, SourceError("convert.timed_out", seconds=round(error.seconds)))
        except WorkerDied as error:
            key = "convert.page_died" if error.step and error.step.page else "convert.worker_died"
            return _fault(error.step, SourceError(key, megabytes=megabytes))
        if isinstance(answer, Conversion):
            return answer
        if answer.out_of_memory:  # what is left of the heap is not trusted with another file
            worker.close()
            key = "convert.page_out_of_memory" if worker.step and worker.step.page else "convert.out_of_memory"
            return _fault(worker.step, SourceError(key, megabytes=megabytes))
        return _fault(None, SourceError("convert.internal", detail=f"{answer.kind} {answer.detail}".strip()))

    def convert_many(
        self,
        sources: Iterable[tuple[Key, bytes]],
        pack_name: str,
        told: Callable[[Key, AtPage], None] = lambda key, at: None,
        cancel: CancelCheck = never_cancelled,
    ) -> Iterator[tuple[Key, Conversion]]:
        """Each source with its conversion, in the order given; reads ahead no more than there are workers.

        `told` hears at which page the one is that is waited for.
        """
        waiting: deque[_UnderWay[Key]] = deque()
        with ThreadPoolExecutor(self.count, thread_name_prefix="convert") as threads:
            try:
                for key, original in sources:
                    if cancel():
                        raise Cancelled
                    waiting.append(self._begin(threads, key, original, pack_name))
                    if len(waiting) > self.count:
                        yield _next(waiting, told, cancel)
                while waiting:
                    if cancel():
                        raise Cancelled
                    yield _next(waiting, told, cancel)
            except (Cancelled, GeneratorExit):
                for each in waiting:
                    each.future.cancel()
                self.close()
                raise

    def _begin(self, threads: ThreadPoolExecutor, key: Key, original: bytes, pack_name: str) -> "_UnderWay[Key]":
        steps: deque[Step] = deque(maxlen=1)
        future = threads.submit(self._with_suggestions, original, pack_name, self._closings, steps.append)
        return _UnderWay(key, future, steps)

    @contextmanager
    def _worker(self) -> Iterator[WorkerProcess]:
        number = self._free.take()
        worker = self._workers[number]
        try:
            yield worker
            self._files[number] += 1
            if self._files[number] == FILES_PER_WORKER or worker.memory > MOST_HELD:
                worker.close()
                self._files[number] = 0
        finally:
            self._free.give_back(number)

    def _new_worker(self, job: Job) -> WorkerProcess:
        return WorkerProcess(serve_conversions, self.limits.of_process, job, board=StepBoard())


class FreeWorkers:
    """The numbers of the workers that nobody uses now. For many threads; the worker used last goes out first."""

    def __init__(self, count: int, *, clock: Callable[[], float] = monotonic, changed: Condition | None = None) -> None:
        self._clock = clock
        self._changed = changed or Condition()
        self._idle = [0]
        self._not_started = deque(range(1, count))
        self._waiting = 0
        self._waited = 0.0
        self._since = 0.0

    def take(self) -> int:
        """A worker that was started before, as soon as there is one; a new one once the patience is used up."""
        with self._changed:
            while not self._idle:
                self._count_waiting()
                if self._not_started and self._waited >= PATIENCE:
                    self._waited = 0.0
                    return self._not_started.popleft()
                self._waiting += 1
                self._changed.wait(PATIENCE - self._waited if self._not_started else None)
                self._count_waiting()
                self._waiting -= 1
            return self._idle.pop()

    def _count_waiting(self) -> None:
        """Adds the time since the last count where anybody waited; files that wait together count once."""
        now = self._clock()
        if self._waiting:
            self._waited += now - self._since
        self._since = now

    def give_back(self, number: int) -> None:
        with self._changed:
            self._idle.append(number)
            self._changed.notify()


@dataclass(frozen=True, slots=True)
class _UnderWay(Generic[Key]):
    """A file that is being converted; `steps` holds the last that is known of it."""

    key: Key
    future: Future[Conversion]
    steps: deque[Step]

    @property
    def at(self) -> AtPage | None:
        """None before its pages are counted, and where an original has none."""
        step = next(iter(self.steps), None)
        return AtPage(WORK.get(step.stage, PageWork.ARRANGING), step.page, step.pages) if step and step.pages else None


def _next(
    waiting: "deque[_UnderWay[Key]]", told: Callable[[Key, AtPage], None], cancel: CancelCheck
) -> tuple[Key, Conversion]:
    """The first of those under way, once it is done; Cancelled as soon as the caller wants no more of it."""
    first = waiting.popleft()
    steps = 0
    while not wait((first.future,), CANCEL_STEP).done:
        if cancel():
            raise Cancelled
        steps += 1
        if steps % TOLD_STEPS == 0 and (at := first.at) is not None:
            told(first.key, at)
    return first.key, first.future.result()


def _fault(step: Step | None, error: SourceError) -> Fault:
    """The fault of the page that was begun last, or of the file as a whole."""
    stage = step.stage if step else "file"
    return Fault(stage, step.page or None if step else None, str(sentence(error)))


def _failed(original: bytes, fault: Fault, lost: tuple[Fault, ...]) -> Conversion:
    """The file is given up; where pages were the cause, their numbers are said."""
    import hashlib  # noqa: PLC0415  its library is large, and hardly a file fails

    reason = fault.reason
    if lost:
        pages = ", ".join(str(each.page) for each in (*lost, fault) if each.page)
        reason = say("convert.too_many_lost", pages=pages, reason=reason)
    sha256 = hashlib.sha256(original).hexdigest()
    return Conversion(sha256, 0, ConversionStatus.FAILED, reason, faults=(*lost, fault))
