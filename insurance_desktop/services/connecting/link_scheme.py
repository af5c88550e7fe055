"""`baoxian://` links, known to the system: a click on one in a mail or a chat opens this program at its place."""

import os
import sys
from pathlib import Path

from .command import program_command
from .link_handlers import BundleHandlers, DesktopHandlers, Handlers, SchemeState


def link_command(library: Path) -> tuple[str, ...]:
    """What opens a link in the window of this library; the link comes behind it."""
    return (*program_command(), "--library", str(library.expanduser().absolute()), "open")


def scheme_state(library: Path, handlers: Handlers | None = None) -> SchemeState:
    return (handlers or system_handlers()).state(link_command(library))


def register_scheme(library: Path, handlers: Handlers | None = None) -> SchemeState:
    """From now on a click on a link opens it in this library. LibraryReadOnly where the place cannot be written."""
    found = handlers or system_handlers()
    found.register(link_command(library))
    return found.state(link_command(library))


def forget_scheme(library: Path, handlers: Handlers | None = None) -> SchemeState:
    """Take back all that `register_scheme` wrote."""
    found = handlers or system_handlers()
    found.forget()
    return found.state(link_command(library))


def system_handlers() -> Handlers:
    """Those of the system that this program runs on."""
    if sys.platform == "win32":
        from .link_registry import RegistryHandlers  # noqa: PLC0415 (winreg is Windows' own)

        return RegistryHandlers()
    if sys.platform == "darwin":
        return BundleHandlers()
    home = Path.home()
    return DesktopHandlers(
        Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "applications",
        Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "mimeapps.list",
    )
