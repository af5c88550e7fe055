"""What lies at a path before SQLite is asked: nothing, an empty file, a library, or somebody else's file.

Looking at the first hundred bytes never changes a foreign file; opening it with SQLite could leave `-wal` beside it.
"""

import os
from enum import Enum
from pathlib import Path

from insurance_desktop.domain.errors import LibraryDamaged, LibraryError, LibraryReadOnly, NotALibrary

from .faults import as_refusal

APPLICATION_ID = 0x4258544B
"""`BXTK` (保险条款) at byte 68 of the file: what makes an SQLite file a library of ours."""

_HEADER_BYTES = 100
_MAGIC = b"SQLite format 3\x00"
_APPLICATION_ID_AT = slice(68, 72)


_LONGEST_NAME = 255 - len("-journal")
_LONGEST_PATH = 511 - len("-journal")
"""Bytes that leave room for the longest name that SQLite writes beside a file."""


class Found(Enum):
    NOTHING = "nothing"
    EMPTY = "empty"
    LIBRARY = "library"


def refuse_long_path(path: Path) -> None:
    """LibraryError where SQLite could open no file of this name."""
    if len(os.fsencode(path.name)) > _LONGEST_NAME or len(os.fsencode(path)) > _LONGEST_PATH:
        raise LibraryError("store.path_too_long", path=str(path))


def look_at(path: Path) -> Found:
    """What `path` is. Raises LibraryError where it cannot become or be a library."""
    refuse_long_path(path)
    try:
        if path.is_dir():
            raise NotALibrary("store.is_a_folder", path=str(path))
        if path.exists() and not path.is_file():  # a device or a pipe: never read, never replaced
            raise NotALibrary("store.not_sqlite", path=str(path))
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except FileNotFoundError:
        return Found.NOTHING
    except NotADirectoryError as error:
        raise NotALibrary("store.not_a_folder", path=str(path), folder=str(path.parent)) from error
    except PermissionError as error:
        raise LibraryReadOnly("store.unreadable", path=str(path)) from error
    except OSError as error:
        raise as_refusal(error, path) from error
    if not header:
        return Found.EMPTY
    if not header.startswith(_MAGIC):
        raise NotALibrary("store.not_sqlite", path=str(path))
    if len(header) < _HEADER_BYTES:
        raise LibraryDamaged("store.damaged", path=str(path))
    if int.from_bytes(header[_APPLICATION_ID_AT], "big") != APPLICATION_ID:
        raise NotALibrary("store.foreign_file", path=str(path))
    return Found.LIBRARY
