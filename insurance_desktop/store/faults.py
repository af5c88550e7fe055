"""From SQLite's result codes, and the system's, to the errors that a person can act on. Knows SQLite's codes by name,
not the driver."""

import errno
import shutil
import zlib
from pathlib import Path
from traceback import walk_tb

from insurance_desktop.domain.errors import (
    DiskFull,
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    LibraryReadOnly,
    NotALibrary,
    WorkbenchError,
)
from insurance_desktop.packs.system_reasons import reason_of

_LITTLE_ROOM = 16 << 20
"""Bytes. One chunk of vectors takes 2 MB at once, so a disk is full to us before it is full."""

_VECTORS_FAILED = "Internal sqlite-vec error"
"""How sqlite-vec 0.1.9 reports every failed write of its own, a full disk included: a plain SQL error."""


_FUNCTION_REFUSED = "not authorized to use function"
"""What an authorizer's refusal of a function is called: a plain SQL error, too."""


_JSON_REFUSED = "malformed JSON"
"""What a stored value that is no JSON any more is called: a plain SQL error, too."""


_PACKAGE, _ROOM = __name__.split(".")[:2]
UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, zlib.error)
"""What is raised where a row is not what was written, by what reads it or by what works with it."""


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
    return kind(key, path=str(path), folder=str(path.parent), detail=reason_of(error))


def as_fault(error: Exception, path: Path) -> Exception:
    """The error to raise instead of the driver's `error`; the same one where it is a bug in our SQL."""
    name = type(error).__name__
    if name == "ConstraintError":
        return RuleBroken(str(error))
    if name == "IOError" or str(error).startswith(_VECTORS_FAILED):
        return _io_fault(error, path)
    if str(error).startswith(_FUNCTION_REFUSED):
        name = "AuthError"
    if str(error) == _JSON_REFUSED:
        name = "CorruptError"
    if name in _SENTENCES:
        kind, key = _SENTENCES[name]
        return kind(key, path=str(path), folder=str(path.parent))
    return error


def _io_fault(error: Exception, path: Path) -> LibraryError:
    """An I/O error is a full disk where there is no room left (the shared-memory file cannot grow, for one)."""
    if path.parent.is_dir() and shutil.disk_usage(path.parent).free < _LITTLE_ROOM:
        return DiskFull("store.disk_full", path=str(path), folder=str(path.parent))
    return LibraryError("store.io_failed", path=str(path), detail=str(error))


def damaged(path: Path) -> LibraryDamaged:
    return LibraryDamaged("store.damaged", path=str(path))


def may_be_damage(error: Exception) -> bool:
    """Whether a damaged file can be behind an error that nobody expected: what rows hold, or names of the schema."""
    return isinstance(error, UNREADABLE) or type(error).__name__ == "SQLError"


def is_of_a_row(error: Exception) -> bool:
    """Whether this room raised it while it made values of rows (JSON that is none, a kind that there is not, a blob
    that does not unpack): what it wrote reads back, so the row is damaged.

    A module of this room raised it, or the values of `domain` that it made; what the driver says of a statement
    (`database`) is not of a row, nor is a text that cannot be stored.
    """
    names = [str(frame.f_globals.get("__name__")).split(".") for frame, _ in walk_tb(error.__traceback__)]
    ours = [name for name in names if name[0] == _PACKAGE and name[1:2] != ["domain"]]
    in_a_row = bool(ours) and ours[-1][1:2] == [_ROOM] and ours[-1][2:] != ["database"]
    return in_a_row and not isinstance(error, UnicodeEncodeError)
