"""From SQLite's result codes, and the system's, to the errors that a person can act on. Knows SQLite's codes by name,
not the driver."""

import errno
import shutil
from pathlib import Path

from insurance_desktop.domain.errors import (
    DiskFull,
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    LibraryReadOnly,
    NotALibrary,
    WorkbenchError,
)

_LITTLE_ROOM = 16 << 20
"""Bytes. One chunk of vectors takes 2 MB at once, so a disk is full to us before it is full."""

_VECTORS_FAILED = "Internal sqlite-vec error"
"""How sqlite-vec 0.1.9 reports every failed write of its own, a full disk included: a plain SQL error."""


_FUNCTION_REFUSED = "not authorized to use function"
"""What an authorizer's refusal of a function is called: a plain SQL error, too."""


class RuleBroken(Exception):
    """The schema refused a statement (a constraint or a trigger): a bug of ours, never a fault of the user's."""


_SENTENCES: dict[str, tuple[type[WorkbenchError], str]] = {
    "BusyError": (LibraryBusy, "store.busy"),
    "LockedError": (LibraryBusy, "store.busy"),
    "ProtocolError": (LibraryBusy, "store.busy"),
    "FullError": (DiskFull, "store.disk_full"),
    "CorruptError": (LibraryDamaged, "store.damaged"),
    "NotADBError": (NotALibrary, "store.not_sqlite"),
    "ReadOnlyError": (LibraryReadOnly, "store.file_not_writable"),
    "AuthError": (LibraryReadOnly, "store.opened_read_only"),
    "PermissionsError": (LibraryReadOnly, "store.file_not_writable"),
    "ConnectionClosedError": (LibraryError, "store.closed"),
    "CantOpenError": (LibraryReadOnly, "store.folder_not_writable"),
}


_REFUSED: dict[int | None, tuple[type[LibraryError], str]] = {
    errno.ELOOP: (LibraryError, "store.links_in_a_circle"),
    errno.ENAMETOOLONG: (LibraryError, "store.path_too_long"),
    errno.ENOSPC: (DiskFull, "store.disk_full"),
    errno.EDQUOT: (DiskFull, "store.disk_full"),
    errno.EROFS: (LibraryReadOnly, "store.folder_not_writable"),
    errno.EACCES: (LibraryReadOnly, "store.folder_not_writable"),
    errno.EPERM: (LibraryReadOnly, "store.folder_not_writable"),
}


def as_refusal(error: OSError, path: Path) -> LibraryError:
    """What the system refused on a library's file, or on what is made of one."""
    kind, key = _REFUSED.get(error.errno, (LibraryError, "store.io_failed"))
    return kind(key, path=str(path), folder=str(path.parent), detail=error.strerror or str(error))


def as_fault(error: Exception, path: Path) -> Exception:
    """The error to raise instead of the driver's `error`; the same one where it is a bug in our SQL."""
    name = type(error).__name__
    if name == "ConstraintError":
        return RuleBroken(str(error))
    if name == "IOError" or str(error).startswith(_VECTORS_FAILED):
        return _io_fault(error, path)
    if str(error).startswith(_FUNCTION_REFUSED):
        name = "AuthError"
    if name in _SENTENCES:
        kind, key = _SENTENCES[name]
        return kind(key, path=str(path), folder=str(path.parent))
    return error


def _io_fault(error: Exception, path: Path) -> LibraryError:
    """An I/O error is a full disk where there is no room left (the shared-memory file cannot grow, for one)."""
    if path.parent.is_dir() and shutil.disk_usage(path.parent).free < _LITTLE_ROOM:
        return DiskFull("store.disk_full", path=str(path), folder=str(path.parent))
    return LibraryError("store.io_failed", path=str(path), detail=str(error))
