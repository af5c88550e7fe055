"""Files that are written under a hidden name and get their own when they are whole; what a kill leaves is swept later.

The name says who makes the file, where that can be told: while its maker runs nobody sweeps it, and once it has gone
anybody may. Of a maker that cannot be asked (another machine, an earlier version) the age of the file decides.
"""

import os
import re
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from .lasting import sync_folder

OLD = 600
"""Seconds that nobody wrote to it: then a file of an unknown maker is nobody's work any more."""

_LONGEST = 48
"""Signs of the name to be that stand in the hidden one: a file's name has room for 255 bytes."""

_HIDDEN = re.compile(
    r"\..+\.(?:(?P<machine>[0-9a-f]{8})-(?P<process>\d+)-)?[0-9a-f]{12}\.(?:creating|copying|unfinished)"
    r"(?:-wal|-shm|-journal)?|tmp\w+\.unfinished"
)
"""What `place_beside` gives, and what SQLite puts beside it; earlier versions named no maker or wrote the last."""


def place_beside(path: Path, purpose: str = "unfinished") -> Path:
    """A new hidden name in the folder of `path`, for a file that is not finished yet."""
    maker = f"{_machine()}-{os.getpid()}-" if _machine() else ""
    return path.with_name(f".{path.name[:_LONGEST]}.{maker}{os.urandom(6).hex()}.{purpose}")


def publish(finished: Path, target: Path) -> bool:
    """Give a finished file its name in one step, never over another file. False = something already has that name."""
    try:
        os.link(finished, target)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links
        if target.exists():
            return False
        finished.rename(target)
    else:
        finished.unlink()
    sync_folder(target.parent)
    return True


def write_new(target: Path, content: bytes) -> bool:
    """Write a file that is there as a whole or not at all, also after a kill or a loss of power; what killed writers
    left in its folder goes. False = something already has that name. OSError as the system says it."""
    sweep(target.parent)
    beside = place_beside(target)
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        return publish(beside, target)
    finally:
        discard(beside)


def discard(unfinished: Path) -> None:
    """Remove an unfinished file and what SQLite put beside it. Where that fails, it is swept later."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what killed processes left in a folder; one that cannot be read or written is left as it is."""
    for leftover in _hidden_in(folder):
        with suppress(OSError):
            leftover.unlink(missing_ok=True)


def sweep_below(folder: Path) -> None:
    """The same for a folder that is the program's own, with all folders in it."""
    for place, _, _ in os.walk(folder):
        sweep(Path(place))


def _hidden_in(folder: Path) -> Iterator[Path]:
    with suppress(OSError), os.scandir(folder) as entries:
        for each in entries:
            found = _HIDDEN.fullmatch(each.name)
            if found and _is_left(Path(each.path), found):
                yield Path(each.path)


def _is_left(path: Path, name: re.Match[str]) -> bool:
    if name["machine"] and name["machine"] == _machine():
        return not _runs(int(name["process"]))
    try:
        return time.time() - path.stat().st_mtime > OLD
    except OSError:  # its maker finished between the two looks
        return False


def _machine() -> str:
    """This machine's name as 8 hex digits; "" on Windows, where asking for a process needs more than a number."""
    return f"{zlib.crc32(os.uname().nodename.encode()):08x}" if hasattr(os, "uname") else ""


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # another user's
        return True
    return True
