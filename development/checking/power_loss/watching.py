"""Stands between the program and one folder of the disk: tells each change, and makes those fail that are to fail.

SQLite's own changes come through a VFS that is the default one meanwhile, so that the package needs no hook for it;
those of names and the syncs of the folder through the functions of `os`.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import apsw

from .disk import Change, Kind

Judge = Callable[[Change], bool]
"""Is told of a change before it is made (of names: after); True = it is to fail."""

_NAME = "watched"
_LOGS = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL
_SHARED_MEMORY = "-shm"
"""No process that was there before a power loss reads it after one."""


class Folder:
    """The names of one folder, each with a number for its file that no other file had before."""

    def __init__(self, path: Path, judge: Judge) -> None:
        self.path = path
        self.judge = judge
        self._count = count(1)
        self._numbers: dict[int, int] = {}
        self.names = self._listed()

    def number(self, name: str) -> int:
        return self.names[name]

    def look(self) -> None:
        """Tells what has other names than before."""
        before, self.names = self.names, self._listed()
        if self.names != before:
            self.judge(Change(Kind.NAMES, names=self.names))

    def _listed(self) -> dict[str, int]:
        nodes = {each.name: each.inode() for each in os.scandir(self.path) if not each.name.endswith(_SHARED_MEMORY)}
        # A number of the system's is given to another file as soon as nobody has it.
        self._numbers = {node: self._numbers.get(node) or next(self._count) for node in nodes.values()}
        return {name: self._numbers[node] for name, node in nodes.items()}


class WatchedFile(apsw.VFSFile):
    def __init__(self, base: str, name: Any, flags: list[int], folder: Folder) -> None:
        path = _path(name)
        is_new = not path.exists()
        super().__init__(base, name, flags)
        folder.look()
        self._folder = folder
        self._file = folder.number(path.name)
        self._owes_name = is_new and bool(flags[0] & _LOGS)

    def xWrite(self, data: bytes, offset: int) -> None:
        if self._folder.judge(Change(Kind.WRITE, self._file, offset, bytes(data))):
            super().xWrite(data[: len(data) // 2], offset)
            raise apsw.FullError("no room")
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        if self._folder.judge(Change(Kind.CUT, self._file, newsize)):
            raise apsw.IOError("no room")
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        """The disk behind is no matter: it is not the one whose power goes. SQLite's own VFS syncs the folder, too,
        at the first sync of a new log."""
        if self._folder.judge(Change(Kind.SYNC, self._file)):
            raise apsw.IOError("not synced")
        if self._owes_name:
            self._owes_name = False
            self._folder.judge(Change(Kind.SYNC_NAMES))


class WatchedDisk(apsw.VFS):
    def __init__(self, folder: Folder) -> None:
        self._base = apsw.vfs_names()[0]
        self._folder = folder
        super().__init__(_NAME, self._base, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        if name is not None and _path(name).parent == self._folder.path:
            return WatchedFile(self._base, name, flags, self._folder)
        return apsw.VFSFile(self._base, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self._folder.look()
        if syncdir:
            self._folder.judge(Change(Kind.SYNC_NAMES))


def _path(name: str | apsw.URIFilename) -> Path:
    return Path(name if isinstance(name, str) else name.filename())


@contextmanager
def unheard() -> Iterator[None]:
    """For the closing of a library: SQLite says nothing of what fails then, the log lies there for the next start. The
    driver hands on what this VFS has raised all the same."""
    with suppress(apsw.FullError, apsw.IOError):
        yield


@contextmanager
def watched(path: Path, judge: Judge) -> Iterator[Folder]:
    """Tells `judge` of everything that this process changes in the folder meanwhile."""
    folder = Folder(path, judge)
    disk = WatchedDisk(folder)
    makers = {**dict.fromkeys(("link", "unlink", "rename", "replace"), _looking), "fsync": _syncing}
    before = {name: getattr(os, name) for name in makers}
    for name, make in makers.items():
        setattr(os, name, make(before[name], folder))
    try:
        yield folder
    finally:
        for name, function in before.items():
            setattr(os, name, function)
        disk.unregister()


def _looking(function: Callable[..., Any], folder: Folder) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        done = function(*given, **named)
        folder.look()
        return done

    return call


def _syncing(function: Callable[[Any], None], folder: Folder) -> Callable[[Any], None]:
    own = folder.path.stat()

    def sync(file: Any) -> None:
        found = os.fstat(file if isinstance(file, int) else file.fileno())
        if stat.S_ISDIR(found.st_mode) and os.path.samestat(found, own):
            folder.judge(Change(Kind.SYNC_NAMES))
        else:
            function(file)

    return sync
