"""One life of the program in a process group of its own, from its start to its end or to the moment of its death."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity

LIBRARY = "library.db"
PROGRAM = "insurance_desktop"
_PAUSE = 0.001
"""Seconds between two looks at a folder: a change of its files is seen while it happens."""

Process = subprocess.Popen[bytes]
Asking = Callable[[Process], bytes]
"""Deals with a program that runs, to the end of what it says; returns that."""


@entity
class Moment:
    """When to kill: so many seconds after the start, or as soon as the files beside the library have changed so many
    times. `never` where both are None."""

    seconds: float | None = None
    changes: int | None = None

    def has_come(self, seconds: float, changes: int) -> bool:
        by_time = self.seconds is not None and seconds >= self.seconds
        return by_time or (self.changes is not None and changes >= self.changes)

    def __str__(self) -> str:
        return f"at change {self.changes}" if self.seconds is None else f"after {self.seconds:.2f} s"


NEVER = Moment()


@entity
class Life:
    """What was said on stdout, how it ended (a signal as a negative number), and how long it was."""

    said: bytes
    code: int
    seconds: float
    changes: int

    @property
    def acknowledged(self) -> int:
        """How many lines were said to their end."""
        return self.said.count(b"\n")


def listen(process: Process) -> bytes:
    return process.stdout.read() if process.stdout else b""


def live(
    folder: Path,
    arguments: Sequence[str],
    *,
    module: str = PROGRAM,
    library: str = LIBRARY,
    asking: Asking = listen,
    moment: Moment = NEVER,
) -> Life:
    """Runs the program on a library of the folder; at the moment it is killed with all that it started."""
    started = time.monotonic()
    with (
        subprocess.Popen(
            [sys.executable, "-m", module, "--library", str(folder / library), *arguments],
            env=_environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process,
        ThreadPoolExecutor(1) as beside,
    ):
        saying = beside.submit(asking, process)
        changes = 0
        for changes in _changes(folder, process):
            if process.poll() is not None or moment.has_come(time.monotonic() - started, changes):
                break
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        said = saying.result()
    return Life(said, process.returncode, time.monotonic() - started, changes)


def _changes(folder: Path, process: Process) -> Iterator[int]:
    """Counts the changes of the folder's files, again and again; between two looks it waits for the process to end."""
    before, count = _files(folder), 0
    while True:
        yield count
        with suppress(subprocess.TimeoutExpired):
            process.wait(_PAUSE)
        now = _files(folder)
        before, count = now, count + (now != before)


def _files(folder: Path) -> tuple[tuple[str, int, int], ...]:
    found = []
    with os.scandir(folder) as entries:
        for each in entries:
            with suppress(FileNotFoundError):
                status = each.stat()
                found.append((each.name, status.st_size, status.st_mtime_ns))
    return tuple(sorted(found))


def _environment(folder: Path) -> dict[str, str]:
    """The person's own, with a home that is thrown away, but for the models that are unpacked already."""
    own = {"HOME": str(folder / "home"), "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(sys.path)}
    return os.environ | own | {"XDG_CACHE_HOME": str(paths.cache_folder().parent)}
