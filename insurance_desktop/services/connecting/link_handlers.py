"""How each system keeps who opens `baoxian://` links.

Only the user's own settings are written, never as root, and all of it can be taken back.

Linux: a `.desktop` file with the handler, and the user's `mimeapps.list` names it first for the scheme: what
`xdg-mime default` writes, without needing it; whatever stood there before stays behind ours and is the handler again
when ours has gone. Tried in this project's tests, on files.
Windows: `link_registry`. macOS: a bundle says it in its Info.plist (build.spec), the system finds it there; nothing is
registered while running.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from insurance_desktop.domain.errors import LibraryReadOnly
from insurance_desktop.domain.links import SCHEME
from insurance_desktop.lasting import write_whole
from insurance_desktop.packs.wording import say

MIME = f"x-scheme-handler/{SCHEME}"
DESKTOP_FILE = "insurance_desktop-links.desktop"
DEFAULTS = "[Default Applications]"
QUOTED = '"`$\\'


@dataclass(frozen=True, slots=True)
class SchemeState:
    """Whether links open here: `place` is what is or would be written, "" where this system has no such thing."""

    place: str
    is_registered: bool


class Handlers(Protocol):
    """How a system keeps who opens which links."""

    def state(self, command: Sequence[str]) -> SchemeState:
        """`command` opens a link that follows it."""

    def register(self, command: Sequence[str]) -> None: ...

    def forget(self) -> None: ...


class BundleHandlers:
    """macOS: the program's bundle says it, and nobody else can."""

    def state(self, command: Sequence[str]) -> SchemeState:
        return SchemeState("", is_registered=bool(getattr(sys, "frozen", False)) and bool(command))

    def register(self, command: Sequence[str]) -> None:
        """There is nothing to write."""

    def forget(self) -> None:
        """There is nothing to take back."""


class DesktopHandlers:
    """The freedesktop way: a handler's file, and the list of the user's defaults."""

    def __init__(self, applications: Path, defaults: Path) -> None:
        self._file = applications / DESKTOP_FILE
        self._defaults = defaults

    def state(self, command: Sequence[str]) -> SchemeState:
        is_ours = _read(self._file) == desktop_entry(command)
        first = _handlers_of(_read(self._defaults))[:1] == [DESKTOP_FILE]
        return SchemeState(f"{self._file}, {self._defaults}", is_ours and first)

    def register(self, command: Sequence[str]) -> None:
        _write(self._file, desktop_entry(command))
        text = _read(self._defaults)
        others = [each for each in _handlers_of(text) if each != DESKTOP_FILE]
        _write(self._defaults, with_handlers(text, [DESKTOP_FILE, *others]))

    def forget(self) -> None:
        text = _read(self._defaults)
        others = [each for each in _handlers_of(text) if each != DESKTOP_FILE]
        if text and others != _handlers_of(text):
            _write(self._defaults, with_handlers(text, others))
        try:
            self._file.unlink(missing_ok=True)
        except OSError as error:
            raise _unwritable(self._file, error) from error


def desktop_entry(command: Sequence[str]) -> str:
    """The handler's file; it stands in no menu."""
    run = " ".join((*map(_quoted, command), "%u"))
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        f"Name={say('gui.application')}",
        f"Exec={run}",
        "Terminal=false",
        "NoDisplay=true",
        f"MimeType={MIME};",
    )
    return "\n".join(lines) + "\n"


def _quoted(word: str) -> str:
    """An argument of Exec: in quotation marks, then escaped once more as every string of such a file; % is doubled."""
    inside = "".join(f"\\{sign}" if sign in QUOTED else sign for sign in word).replace("%", "%%")
    return f'"{inside}"'.replace("\\", "\\\\")


def _handlers_of(text: str) -> list[str]:
    """Who opens our links, the first one being asked."""
    for line in _section(text.splitlines()):
        name, sign, value = line.partition("=")
        if sign and name.strip() == MIME:
            return [each.strip() for each in value.split(";") if each.strip()]
    return []


def _section(lines: list[str]) -> list[str]:
    """The lines of the defaults."""
    start = next((number for number, line in enumerate(lines) if line.strip() == DEFAULTS), None)
    if start is None:
        return []
    rest = lines[start + 1 :]
    end = next((number for number, line in enumerate(rest) if line.lstrip().startswith("[")), len(rest))
    return rest[:end]


def with_handlers(text: str, handlers: Sequence[str]) -> str:
    """The list of defaults with these for our links and every other line as it was."""
    ours = [f"{MIME}={';'.join(handlers)};"] if handlers else []
    lines = text.splitlines()
    if DEFAULTS not in (line.strip() for line in lines):
        return "\n".join([*lines, *([DEFAULTS, *ours] if ours else [])]) + "\n"
    found: list[str] = []
    inside = False
    for line in lines:
        inside = line.strip() == DEFAULTS if line.lstrip().startswith("[") else inside
        if not (inside and line.partition("=")[0].strip() == MIME):
            found.append(line)
        if line.strip() == DEFAULTS:
            found += ours
    return "\n".join(found) + "\n"


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _write(file: Path, text: str) -> None:
    try:
        if file.exists():
            file.read_text(encoding="utf-8")  # what cannot be read must not be replaced
        write_whole(file, text.encode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise _unwritable(file, error) from error


def _unwritable(file: Path, error: Exception) -> LibraryReadOnly:
    return LibraryReadOnly("services.links_not_written", path=str(file), detail=str(error))
