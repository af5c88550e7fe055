"""Records an operation, cuts the power at every moment of it, and lets every write of it fail; looks what is left."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TypeVar

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.services.importing.ingestion import resume_queued
from insurance_desktop.store import health
from insurance_desktop.store.database import Database

from ..damages import damage
from ..library_faults import faults
from .disk import Change, Disk, Kind, Loss
from .operations import Ground, Operation, signature
from .watching import unheard, watched

Done = TypeVar("Done")

LIBRARY = "library.db"
_WORK = frozenset((Kind.WRITE, Kind.CUT, Kind.SYNC))
"""What a disk without room refuses."""


class Failure(Enum):
    """FULL: from a moment on nothing is written or synced any more, until the program has ended. ONCE: one write or
    sync fails, and what failed is asked for again in the same program."""

    FULL = "full"
    ONCE = "fails once"


Fault = Loss | Failure
Cut = tuple[Loss, Random]
FAULTS: tuple[Fault, ...] = (*Loss, *Failure)


@entity
class State:
    """A library by its content and what is wrong with it, and the backups beside it by theirs."""

    library: str
    faults: tuple[str, ...]
    backups: frozenset[str]


@entity
class Recording:
    """An operation as the disk saw it. `states[n]` is what `n` acknowledged steps make, the opening being the first;
    `acknowledged[n]` how many changes there had been when step n was."""

    names: dict[str, int]
    contents: dict[int, bytes]
    changes: tuple[Change, ...]
    acknowledged: tuple[int, ...]
    states: tuple[State, ...]

    def expected(self, changes: int) -> tuple[State, ...]:
        """What may be there after so many changes: all that was acknowledged, and what was under way or not."""
        return self.after(sum(each <= changes for each in self.acknowledged))

    def after(self, steps: int) -> tuple[State, ...]:
        return self.states[steps : steps + 2]


@entity
class Run:
    """One fault at one moment. `what` is what was wrong afterwards, () where nothing was; `is_new`: no earlier moment
    had left the same."""

    operation: str
    fault: Fault
    moment: int
    is_new: bool
    what: tuple[str, ...]


def all_runs(ground: Ground, operation: Operation, runs: int | None = None, seed: int = 1) -> Iterator[Run]:
    """Every fault at every moment of the operation, or at so many moments of each, drawn by the seed; the power always
    goes at the moments at which something was acknowledged, too."""
    recording = record(ground, operation)
    refusable = sum(each.kind in _WORK for each in recording.changes)
    for fault in FAULTS:
        moments = range(len(recording.changes) + 1) if isinstance(fault, Loss) else range(1, refusable + 1)
        source = Random(f"{seed} {operation.name} {fault.value}")
        chosen = set(moments if runs is None else source.sample(moments, min(runs, len(moments))))
        if isinstance(fault, Loss):
            chosen.update(recording.acknowledged)
            yield from _losses(ground, operation, recording, sorted(chosen), (fault, source))
        else:
            yield from (_failing(ground, operation, recording, fault, moment) for moment in sorted(chosen))


def record(ground: Ground, operation: Operation) -> Recording:
    """Does the operation on a sound disk."""
    changes: list[Change] = []
    acknowledged: list[int] = []

    def judge(change: Change) -> bool:
        changes.append(change)
        return False

    with _copied(ground, operation) as path, watched(path.parent, judge) as folder:
        names = folder.names
        contents = {number: (path.parent / name).read_bytes() for name, number in names.items()}
        with ground.open(path, operation.migrations) as workspace:
            acknowledged.append(len(changes))
            for step in operation.steps:
                step(workspace)
                acknowledged.append(len(changes))
    states = _states(ground, operation, Disk(names, contents), changes, acknowledged)
    return Recording(names, contents, tuple(changes), tuple(acknowledged), states)


def _states(
    ground: Ground, operation: Operation, disk: Disk, changes: Sequence[Change], acknowledged: Sequence[int]
) -> tuple[State, ...]:
    """What is there before everything and after each step."""
    found = []
    for start, end in pairwise((0, 0, *acknowledged)):
        for change in changes[start:end]:
            disk.take(change)
        state, what = look(ground, operation, disk.left(Loss.KEEPS, Random()))
        if state is None or (state.faults and not operation.damages):
            raise RuntimeError(f"{operation.name} goes wrong on a sound disk: {what} {state}")
        found.append(state)
    if found[-1].faults or (operation.damages and not found[0].faults):
        raise RuntimeError(f"{operation.name} puts nothing right on a sound disk: {found}")
    return tuple(found)


def _losses(
    ground: Ground, operation: Operation, recording: Recording, moments: Sequence[int], cut: Cut
) -> Iterator[Run]:
    disk, done = Disk(recording.names, recording.contents), 0
    seen: dict[bytes, tuple[State | None, tuple[str, ...]]] = {}
    for moment in moments:
        for change in recording.changes[done:moment]:
            disk.take(change)
        done = moment
        files = disk.left(*cut)
        key = _digest(files)
        is_new = key not in seen
        if is_new:
            seen[key] = look(ground, operation, files)
        state, what = seen[key]
        yield Run(operation.name, cut[0], moment, is_new, what + _misfit(state, recording.expected(moment)))


def _digest(files: dict[str, bytes]) -> bytes:
    found = hashlib.sha256()
    for name, content in sorted(files.items()):
        found.update(f"{name} {len(content)} ".encode() + content)
    return found.digest()


def _misfit(state: State | None, expected: Sequence[State]) -> tuple[str, ...]:
    """Nothing where the state could not be told: what is wrong is said already."""
    return () if state is None or state in expected else (f"holds {state}, expected one of {expected}",)


def look(ground: Ground, operation: Operation, files: dict[str, bytes]) -> tuple[State | None, tuple[str, ...]]:
    """What the next start finds in a folder of these files: its state, or why that cannot be told."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(content)
        return _look(ground, operation, Path(folder) / LIBRARY)


def _look(ground: Ground, operation: Operation, path: Path) -> tuple[State | None, tuple[str, ...]]:
    try:
        with ground.open(path, operation.migrations) as workspace:
            resume_queued(workspace.library, workspace.converter)
            with workspace.library.database.read() as connection:
                content = signature(connection)
            wrong = tuple(faults(workspace.library))
        backups = [_of_backup(each) for each in path.parent.glob("*.backup")]
    except Exception as fault:  # whatever it is: the next start needs help
        return None, (f"does not open: {type(fault).__name__} {fault}",)
    return State(content, wrong, frozenset(backups)), ()


def _of_backup(path: Path) -> str:
    database = Database(path, read_only=True)
    try:
        with database.read() as connection:
            return " ".join((signature(connection), *health.faults(connection)))
    finally:
        database.close()


class _Refusing:
    """Refuses work of the disk from its n-th on, once or for ever."""

    def __init__(self, failure: Failure, moment: int) -> None:
        self._left = moment
        self._failure = failure

    def __call__(self, change: Change) -> bool:
        if change.kind not in _WORK:
            return False
        self._left -= 1
        return self._left == 0 or (self._left < 0 and self._failure is Failure.FULL)


def _failing(ground: Ground, operation: Operation, recording: Recording, failure: Failure, moment: int) -> Run:
    with _copied(ground, operation) as path:
        with watched(path.parent, _Refusing(failure, moment)):
            steps, what = _worked(ground, operation, path, tries=2 if failure is Failure.ONCE else 1)
        state, wrong = _look(ground, operation, path)
    # What was asked for twice is there, though its acknowledgement may have failed both times.
    expected = recording.states[-1:] if failure is Failure.ONCE else recording.after(steps)
    return Run(operation.name, failure, moment, True, what + wrong + _misfit(state, expected))


def _worked(ground: Ground, operation: Operation, path: Path, tries: int) -> tuple[int, tuple[str, ...]]:
    """The steps that were acknowledged, and what failed without a sentence."""
    steps, workspace = 0, None
    try:
        workspace = _tried(lambda: ground.open(path, operation.migrations), tries)
        steps += 1
        for step in operation.steps:
            _tried(partial(step, workspace), tries)
            steps += 1
    except WorkbenchError:
        pass
    except Exception as fault:
        return steps, (f"no sentence: {type(fault).__name__} {fault}",)
    finally:
        if workspace is not None:
            with unheard():
                workspace.close()
    return steps, ()


def _tried(call: Callable[[], Done], tries: int) -> Done:
    for _ in range(tries - 1):
        try:
            return call()
        except WorkbenchError:
            continue
    return call()


@contextmanager
def _copied(ground: Ground, operation: Operation) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(shutil.copy(ground.library, Path(os.path.realpath(folder)) / LIBRARY))
        if operation.damages:
            damage(path, operation.damages)
        yield path
