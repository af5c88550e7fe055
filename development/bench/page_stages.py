"""Measures conversion in processes of their own: its stages, a whole run with fresh workers, and other converters.

The normal path knows nothing of it: the stages are timed by the steps that every conversion reports anyway. Of the
other converters each gets a process, too: pymupdf4llm has one mode for all of a process.
"""

import os
import pickle
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from insurance_desktop.convert.reading.pymupdf_library import load_library
from insurance_desktop.convert.running.processes import confine
from insurance_desktop.convert.running.worker_loop import calm_collector
from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.convert.steps import Step
from insurance_desktop.domain.entity import entity
from insurance_desktop.packs.registry import default_pack

from .faults import NothingToMeasure

Pages = Sequence[tuple[Path, Sequence[int]]]
"""Page numbers, from 1, by file."""

PEERS = ("pymupdf4llm_layout", "pymupdf4llm_legacy", "get_text")


@entity
class WholeRun:
    """Fresh workers on some files.

    `cpu_seconds` is user and system time of the process that asked and of its workers, each from its start; it and
    `peak_memory_bytes`, the most that a worker held, are None where the system does not tell (Windows).
    """

    pages: int
    wall_seconds: float
    cpu_seconds: float | None
    peak_memory_bytes: int | None


@entity
class StageTimes:
    """CPU seconds by stage in one process that converts some files, and the pages of each file."""

    pages: tuple[int, ...]
    seconds: Mapping[str, float]


@entity
class PeerTime:
    """CPU seconds of another converter on some pages, its import and a first page not counted."""

    pages: int
    seconds: float


def whole_run(files: Sequence[Path]) -> WholeRun:
    """All files through fresh workers, as a program would that does nothing else."""
    found: WholeRun = _in_fresh_process(_serve_whole_run, files)
    return found


def stage_times(files: Sequence[Path]) -> StageTimes:
    """The stages of the same work; `start` is what comes before the first file, `transfer` the way of the answers."""
    found: StageTimes = _in_fresh_process(_serve_stages, files)
    return found


def peer_time(peer: str, pages: Pages) -> PeerTime | None:
    """Another converter on these pages; None where it is not installed."""
    found: PeerTime | None = _in_fresh_process(_serve_peer, peer, pages)
    return found


def _in_fresh_process(serve: Callable[..., None], *arguments: object) -> Any:
    """What the child sends; NothingToMeasure where it ends without a word."""
    context = get_context("spawn")
    mine, theirs = context.Pipe(duplex=False)
    process = context.Process(target=serve, args=(theirs, *arguments))
    process.start()
    theirs.close()
    try:
        return mine.recv()
    except EOFError as error:
        raise NothingToMeasure("the measuring process ended early; there may be too little memory") from error
    finally:
        process.kill()
        process.join()
        mine.close()


def _serve_whole_run(connection: Connection, files: Sequence[Path]) -> None:
    confine(0)
    began = perf_counter()
    with ConversionWorkers() as workers:
        originals = ((file, file.read_bytes()) for file in files)
        pages = sum(conversion.pages for _, conversion in workers.convert_many(originals, default_pack()))
    connection.send(WholeRun(pages, perf_counter() - began, *_used()))


def _used() -> tuple[float | None, int | None]:
    """User and system seconds of this process and its ended children, and the most memory that one of these held."""
    if sys.platform == "win32":
        return None, None
    import resource

    times = os.times()
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    seconds = times.user + times.system + times.children_user + times.children_system
    return seconds, memory if sys.platform == "darwin" else memory * 1024


class _StageClock:
    """Hears the steps of conversions and charges the CPU time from one step to the next to the first."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float, start=process_time())
        self._stage = "start"
        self._since = process_time()

    def __call__(self, step: Step) -> None:
        self.begin(step.stage)

    def begin(self, stage: str) -> None:
        now = process_time()
        self.seconds[self._stage] += now - self._since
        self._stage, self._since = stage, now


def _serve_stages(connection: Connection, files: Sequence[Path]) -> None:
    """Works like a worker, with a clock."""
    confine(0)
    calm_collector()
    clock = _StageClock()
    from insurance_desktop.convert import pipeline
    from insurance_desktop.packs.loader import take_pack

    pack = take_pack(default_pack())
    load_library()
    pages: list[int] = []
    for file in files:
        clock.begin("pdf")
        conversion = pipeline.convert_bytes(file.read_bytes(), pack, report=clock)
        pages.append(conversion.pages)
        clock.begin("transfer")
        pickle.loads(pickle.dumps(conversion))
    clock.begin("")
    connection.send(StageTimes(tuple(pages), dict(clock.seconds)))


def _serve_peer(connection: Connection, peer: str, pages: Pages) -> None:
    confine(0)
    try:
        read = _peer(peer)
    except ImportError:
        connection.send(None)
        return
    pymupdf: Any = import_module("pymupdf")
    seconds = 0.0
    count = 0
    is_warm = False
    for file, numbers in pages:
        with pymupdf.open(file) as document:
            if not is_warm:
                read(document, numbers[:1])
                is_warm = True
            began = process_time()
            read(document, numbers)
            seconds += process_time() - began
            count += len(numbers)
    connection.send(PeerTime(count, seconds))


def _peer(name: str) -> Callable[[Any, Sequence[int]], object]:
    """How the other converter turns pages of an opened document into text."""
    if name == "get_text":
        return lambda document, numbers: [document[number - 1].get_text() for number in numbers]
    pymupdf4llm: Any = import_module("pymupdf4llm")
    is_layout = name == "pymupdf4llm_layout"
    pymupdf4llm.use_layout(is_layout)
    # Layout mode would try OCR on some pages where an engine is installed; ours reads what is printed.
    settings = {"use_ocr": False} if is_layout else {}

    def read(document: Any, numbers: Sequence[int]) -> object:
        return pymupdf4llm.to_markdown(document, pages=[number - 1 for number in numbers], **settings)

    return read
