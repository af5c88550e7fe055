"""The product's own benchmark: how many pages a CPU second converts, by stage and beside other converters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from time import perf_counter

from insurance_desktop import paths
from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.running import Progress, ProgressCallback, ignore_progress
from insurance_desktop.packs.registry import default_pack
from insurance_desktop.services.diagnosis import one_page_pdf

from . import page_stages
from .faults import NothingToMeasure

STAGES = {
    "pdf": "reading",
    "runs": "runs",
    "tables": "tables",
    "second_reading": "second_reading",
    "layout": "layout",
    "markdown": "markdown",
    "clauses": "clauses",
    "ledger": "ledger",
    "verification": "verification",
    "findings": "findings",
    "transfer": "transfer",
    "start": "worker_start",
}
"""The steps that a conversion reports, in their order, and what the benchmark calls them."""


@dataclass(frozen=True, slots=True)
class Rate:
    """What `pages` pages cost one stage or converter; None where it could not be measured."""

    name: str
    pages: int
    cpu_seconds: float | None

    @property
    def pages_per_cpu_second(self) -> float | None:
        return self.pages / self.cpu_seconds if self.cpu_seconds else None


@dataclass(frozen=True, slots=True)
class PageBenchmark:
    """How fast pages are converted.

    `end_to_end` counts everything from the start of fresh workers on, `conversion` the stages without that start.
    Seconds are CPU seconds, user and system, but for `wall_seconds` (of the whole run) and `worker_start_seconds`.
    """

    files: int
    pages: int
    stages: tuple[Rate, ...]
    conversion: Rate
    end_to_end: Rate
    wall_seconds: float
    peers: tuple[Rate, ...]
    worker_start_seconds: float
    worker_peak_memory_bytes: int | None

    def ratio(self, peer: Rate) -> float | None:
        """How many times more pages than the other converter a CPU second converts, end to end."""
        return _ratio(self.end_to_end, peer)

    def conversion_ratio(self, peer: Rate) -> float | None:
        """The same once the workers run, which alone counts where there are many pages."""
        return _ratio(self.conversion, peer)


def _ratio(ours: Rate, theirs: Rate) -> float | None:
    if not ours.pages_per_cpu_second or not theirs.pages_per_cpu_second:
        return None
    return ours.pages_per_cpu_second / theirs.pages_per_cpu_second


def bench_pages(
    sources: Sequence[Path], *, sample: int = 20, progress: ProgressCallback = ignore_progress
) -> PageBenchmark:
    """Measures conversion on these files and folders, or on the shipped samples.

    Other converters are measured on `sample` pages spread over the files, because the slowest needs a second for each;
    with 0 they are left out. NothingToMeasure where there is no PDF or none has pages.
    """
    files = _pdfs(sources or (paths.resource_root() / "samples",))
    steps = ("whole run with fresh workers", "stages", "start of a worker", *page_stages.PEERS)

    def begin(step: str) -> None:
        progress(Progress(steps.index(step), len(steps), step))

    begin("whole run with fresh workers")
    whole = page_stages.whole_run(files)
    if not whole.pages:
        raise NothingToMeasure("not one page of these files can be converted")
    begin("stages")
    times = page_stages.stage_times(files)
    begin("start of a worker")
    start_seconds = _worker_start()
    chosen = _spread(files, times.pages, sample) if sample > 0 else []
    peers: list[Rate] = []
    for peer in page_stages.PEERS if chosen else ():
        begin(peer)
        found = page_stages.peer_time(peer, chosen)
        peers.append(Rate(peer, found.pages if found else 0, found.seconds if found else None))
    stages = tuple(Rate(name, whole.pages, times.seconds[step]) for step, name in STAGES.items())
    return PageBenchmark(
        files=len(files),
        pages=whole.pages,
        stages=stages,
        conversion=Rate("conversion", whole.pages, sum(times.seconds.values()) - times.seconds["start"]),
        end_to_end=Rate("end_to_end", whole.pages, whole.cpu_seconds),
        wall_seconds=whole.wall_seconds,
        peers=tuple(peers),
        worker_start_seconds=start_seconds,
        worker_peak_memory_bytes=whole.peak_memory_bytes,
    )


def _pdfs(sources: Sequence[Path]) -> tuple[Path, ...]:
    """The files named, and the PDFs in the folders named, each once."""
    found = tuple(dict.fromkeys(file for source in sources for file in _pdfs_of(source)))
    if not found:
        raise NothingToMeasure(f"there is no PDF in {', '.join(map(str, sources))}")
    return found


def _pdfs_of(source: Path) -> Iterator[Path]:
    if source.is_dir():
        yield from sorted(path for path in source.rglob("*") if path.suffix.lower() == ".pdf" and path.is_file())
    elif source.is_file():
        yield source
    else:
        raise NothingToMeasure(f"{source} is not there")


def _worker_start() -> float:
    """Seconds of the clock from the order to a worker that has to be started until it is ready to work."""
    original = one_page_pdf()
    with ConversionWorkers() as workers:
        began = perf_counter()
        workers.convert(original, default_pack())
        started = perf_counter()
        workers.convert(original, default_pack())
        return started - began - (perf_counter() - started)


def _spread(files: Sequence[Path], pages: Sequence[int], sample: int) -> list[tuple[Path, list[int]]]:
    """About `sample` pages at even distances over all files."""
    all_pages = [(file, number) for file, count in zip(files, pages, strict=True) for number in range(1, count + 1)]
    chosen = all_pages[:: max(1, len(all_pages) // sample)][:sample]
    return [(file, [number for _, number in group]) for file, group in groupby(chosen, itemgetter(0))]
