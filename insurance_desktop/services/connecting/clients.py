"""Which AI clients there are and where each keeps its configuration, on every system."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any

WINDOWS, MACOS, LINUX = "win32", "darwin", "linux"
STORE_PACKAGE = "Claude_pzs8sxrjxfjjc"
"""The folder of Claude Desktop's Windows package (MSIX), which sees its own copy of the user's roaming folder."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The system a client runs on: `sys.platform`'s name, the environment, and the user's home folder."""

    system: str
    environment: Mapping[str, str]
    home: PurePath

    def folder(self, variable: str, *otherwise: str) -> PurePath:
        """The folder that the environment names, else one below home."""
        named = self.environment.get(variable)
        return type(self.home)(named) if named else self.home.joinpath(*otherwise)

    @property
    def settings(self) -> PurePath:
        """Where programs keep a user's settings."""
        if self.system == WINDOWS:
            return self.folder("APPDATA", "AppData", "Roaming")
        if self.system == MACOS:
            return self.home / "Library" / "Application Support"
        return self.folder("XDG_CONFIG_HOME", ".config")


def here() -> Surroundings:
    return Surroundings(sys.platform, os.environ, Path.home())


def described(system: str, environment: Mapping[str, str], home: str) -> Surroundings:
    """Another system's surroundings, on any system."""
    return Surroundings(system, environment, PureWindowsPath(home) if system == WINDOWS else PurePosixPath(home))


@dataclass(frozen=True, slots=True)
class Place:
    """A configuration file, and the folder or file that is there only where the client is installed."""

    file: PurePath
    sign: PurePath


@dataclass(frozen=True, slots=True)
class Client:
    """`name` is the command line's, `title` the client's own; `container` the key that holds its servers.

    `lenient`: the client reads remarks and a comma after the last entry. `says_type`: an entry names its transport.
    """

    name: str
    title: str
    container: str
    places: Callable[[Surroundings], tuple[Place, ...]]
    lenient: bool = False
    says_type: bool = True

    def entry(self, command: tuple[str, ...]) -> dict[str, Any]:
        """What the client's file says of a server that is started with this command."""
        entry: dict[str, Any] = {"type": "stdio"} if self.says_type else {}
        return {**entry, "command": command[0], "args": list(command[1:])}

    def place(self, surroundings: Surroundings) -> tuple[Place, bool]:
        """The place that this system's client reads, and whether the client is installed; the usual one if not."""
        places = self.places(surroundings)
        found = next((each for each in places if Path(each.sign).exists() or Path(each.file).exists()), None)
        return (found, True) if found else (places[-1], False)


def _claude_desktop(surroundings: Surroundings) -> tuple[Place, ...]:
    folder = surroundings.settings / "Claude"
    usual = Place(folder / "claude_desktop_config.json", folder)
    if surroundings.system != WINDOWS:
        return (usual,)
    packages = surroundings.folder("LOCALAPPDATA", "AppData", "Local") / "Packages"
    return (*(_packaged(packages / name) for name in _package_names(packages)), usual)


def _packaged(package: PurePath) -> Place:
    return Place(package / "LocalCache" / "Roaming" / "Claude" / "claude_desktop_config.json", package)


def _package_names(packages: PurePath) -> list[str]:
    """The known name, and what this machine has under another publisher's mark."""
    found = sorted(each.name for each in Path(packages).glob("Claude_*")) if os.name == "nt" else []
    return list(dict.fromkeys([STORE_PACKAGE, *found]))


def _claude_code(surroundings: Surroundings) -> tuple[Place, ...]:
    named = surroundings.environment.get("CLAUDE_CONFIG_DIR")
    folder = type(surroundings.home)(named) if named else surroundings.home
    return (Place(folder / ".claude.json", folder if named else folder / ".claude"),)


def _cursor(surroundings: Surroundings) -> tuple[Place, ...]:
    folder = surroundings.home / ".cursor"
    return (Place(folder / "mcp.json", folder),)


def _vscode(surroundings: Surroundings) -> tuple[Place, ...]:
    folder = surroundings.settings / "Code"
    return (Place(folder / "User" / "mcp.json", folder),)


CLIENTS = (
    Client("claude-desktop", "Claude Desktop", "mcpServers", _claude_desktop, says_type=False),
    Client("claude-code", "Claude Code", "mcpServers", _claude_code),
    Client("cursor", "Cursor", "mcpServers", _cursor, lenient=True),
    Client("vscode", "VS Code", "servers", _vscode, lenient=True),
)
CLIENT_NAMES = tuple(each.name for each in CLIENTS)


def client_named(name: str) -> Client:
    return next(each for each in CLIENTS if each.name == name)
