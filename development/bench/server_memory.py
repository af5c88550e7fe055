"""What the MCP server holds while a client calls its tools, for as long as a client may keep it.

The server runs as a client starts it, over stdio; beside it a thread tells what Python and the C library hold
(`watched_server`), so that what grows can be told: what is given out
(a leak, or a cache), or what is kept free (holes).
"""

import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

from insurance_desktop.convert.running.memory_limit import memory_in_use
from insurance_desktop.domain.running import Progress, ProgressCallback, ignore_progress
from insurance_desktop.services.connecting.talk import HANDSHAKE_VERSION, ServerTalk, TalkFailed
from insurance_desktop.services.demonstration import run_demo

from .calls import Call, Mix, shelf_of
from .faults import NothingToMeasure, WrongCall
from .watched_server import IDLE_AFTER

BAR = 0.10
"""The share by which the server's memory may stand above or below what it was when it was warm."""
EVERY = 500
"""Calls between two looks."""
ROUND, AT_ONCE = 100, 10
"""The last ten of a hundred calls are made at once, as clients do that look up several things."""
WARM = 0.1
"""The share of the calls after which the server is warm."""
PATIENCE = 300.0
SEED = 22


@dataclass(frozen=True, slots=True)
class Held:
    """What the server holds after so many calls, in bytes but for the counts; None where the system does not tell.

    `anonymous` is what no file backs. `inside` is what `watched_server` tells.
    """

    calls: int
    seconds: float
    resident: int
    proportional: int | None
    anonymous: int | None
    inside: dict[str, Any]


@dataclass(frozen=True, slots=True)
class MemoryCurve:
    """The looks in order, one when the idle server had let go of its models, one after the next question, and how
    long the calls took by tool (seconds; those that were made at once are not timed)."""

    looks: tuple[Held, ...]
    idle: Held
    again: Held
    took: dict[str, tuple[float, ...]]

    @property
    def warm(self) -> Held:
        return next(each for each in self.looks if each.calls >= WARM * self.looks[-1].calls)

    @property
    def change(self) -> float:
        """The share by which the memory at the end differs from that of the warm server."""
        return self.looks[-1].resident / self.warm.resident - 1

    @property
    def furthest(self) -> float:
        """The same at the look after the warm one that differs most."""
        later = [each.resident / self.warm.resident - 1 for each in self.looks if each.calls >= self.warm.calls]
        return max(later, key=abs)


def bench_memory(
    calls: int, library: Path | None = None, *, progress: ProgressCallback = ignore_progress
) -> MemoryCurve:
    """Asks one server so many times over a library, over one of the samples where none is named."""
    if calls < 1:
        raise WrongCall("there must be at least one call")
    if library is not None and not library.is_file():
        raise NothingToMeasure(f"there is no library at {library}")
    with TemporaryDirectory() as folder:
        if library is None:
            library = Path(folder) / "samples.db"
            run_demo(library, lambda _: None)
        mix = islice(Mix(shelf_of(library), SEED), calls + 1)
        try:
            with _watched(library) as (talk, pipe):
                return _asked(calls, mix, talk, pipe, progress)
        except TalkFailed as failure:
            raise NothingToMeasure(f"the server failed: {failure}") from failure


@contextmanager
def _watched(library: Path) -> Iterator[tuple[ServerTalk, Connection]]:
    """A server that has shaken hands, and the pipe to what watches it."""
    with ExitStack() as opened:
        listener = opened.enter_context(Listener())
        command = (sys.executable, "-m", "development.bench.watched_server", str(library), str(listener.address))
        root = str(Path(__file__).resolve().parents[2])
        environment = {**os.environ, "PYTHONPATH": root}
        talk = opened.enter_context(ServerTalk(command, environment, patience=PATIENCE))
        pipe = opened.enter_context(listener.accept())
        talk.begin(HANDSHAKE_VERSION)
        yield talk, pipe


def _asked(
    calls: int, mix: Iterator[Call], talk: ServerTalk, pipe: Connection, progress: ProgressCallback
) -> MemoryCurve:
    began = perf_counter()

    def look() -> Held:
        return _look(done, perf_counter() - began, talk.process_id, pipe)

    looks: list[Held] = []
    took: dict[str, list[float]] = defaultdict(list)
    tools = {each["name"] for each in talk.request("tools/list", HANDSHAKE_VERSION, {})["tools"]}
    done = 0
    while done < calls:
        size = AT_ONCE if done % ROUND == ROUND - AT_ONCE else 1
        asked = list(islice(mix, min(size, calls - done)))
        start = perf_counter()
        _call(talk, asked)
        if size == 1 and asked[0][0] in tools:
            took[asked[0][0]].append(perf_counter() - start)
        done += len(asked)
        if done % EVERY == 0 or done == calls:
            looks.append(look())
            progress(Progress(done, calls, f"{looks[-1].resident >> 20} MB"))
    sleep(2 * IDLE_AFTER)
    idle = look()
    _call(talk, list(mix))
    return MemoryCurve(tuple(looks), idle, look(), {name: tuple(each) for name, each in sorted(took.items())})


def _call(talk: ServerTalk, calls: Sequence[Call]) -> None:
    talk.requests("tools/call", HANDSHAKE_VERSION, [{"name": name, "arguments": given} for name, given in calls])


def _look(calls: int, seconds: float, process: int, pipe: Connection) -> Held:
    pipe.send(None)
    inside = pipe.recv()
    told = _told_by_linux(process)
    return Held(calls, seconds, memory_in_use(process), told.get("Pss"), told.get("Anonymous"), inside)


def _told_by_linux(process: int) -> dict[str, int]:
    """The sums over the process' memory by the system's names, in bytes; nothing elsewhere."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return {}
    return {name: int(size.split()[0]) << 10 for name, _, size in (line.partition(":") for line in lines)}
