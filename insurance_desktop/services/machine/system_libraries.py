"""Which shared libraries of a Linux system the window lacks, and what to type to get them.

Qt's wheels bring Qt, not what Qt itself loads: desktops have that, bare systems do not. A wheel says only that the
first of them is missing, and a missing one of the display ends the process without a word.
"""

import ctypes
import shutil
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity

WINDOW, X11, WAYLAND = "window", "x11", "wayland"
_COLUMNS = {"apt-get": 0, "pacman": 1}
"""Managers that know a library by a name of their own, with its place in a row."""

Loads = Callable[[str], bool]
Finds = Callable[[str], str | None]


@entity
class Missing:
    """Libraries by the name of their file, with the line that installs them ("" where no manager is known)."""

    libraries: tuple[str, ...]
    command: str


def missing_of(groups: Iterable[str], loads: Loads | None = None, finds: Finds = shutil.which) -> Missing | None:
    """What does not load of these groups; None where all of it does."""
    rows = {name: row for group in groups for name, row in _table()[group].items()}
    libraries = tuple(name for name in rows if not (loads or loads_here)(name))
    if not libraries:
        return None
    manager = next((each for each in _table()["managers"] if finds(each)), None)
    if manager is None:
        return Missing(libraries, "")
    packages = dict.fromkeys(_package(manager, name, rows[name]) for name in libraries)
    return Missing(libraries, _table()["managers"][manager].format(packages=" ".join(packages)))


def loads_here(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _package(manager: str, library: str, row: list[str]) -> str:
    column = _COLUMNS.get(manager)
    return f"'{library}()(64bit)'" if column is None else row[column]


@cache
def _table() -> dict[str, dict[str, Any]]:
    return tomllib.loads((paths.resource_root() / "system_libraries.toml").read_text(encoding="utf-8"))
