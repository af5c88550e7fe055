"""`baoxian://` links on Windows: a key of the user's own classes. Written against a stand-in; not tried on Windows."""

import subprocess
from collections.abc import Sequence
from typing import Any

from insurance_desktop.domain.errors import LibraryReadOnly
from insurance_desktop.domain.links import SCHEME

from .link_handlers import SchemeState

KEY = rf"Software\Classes\{SCHEME}"
COMMAND = rf"{KEY}\shell\open\command"


class RegistryHandlers:
    """`registry` is the module winreg, or in tests something with its functions."""

    def __init__(self, registry: Any = None) -> None:
        if registry is None:
            import winreg as registry  # noqa: PLC0415 (only there is it)
        self._registry = registry

    def state(self, command: Sequence[str]) -> SchemeState:
        return SchemeState(rf"HKEY_CURRENT_USER\{KEY}", self._command() == command_line(command))

    def register(self, command: Sequence[str]) -> None:
        try:
            self._set(KEY, "", f"URL:{SCHEME}")
            self._set(KEY, "URL Protocol", "")
            self._set(COMMAND, "", command_line(command))
        except OSError as error:
            raise LibraryReadOnly("services.links_not_written", path=KEY, detail=str(error)) from error

    def forget(self) -> None:
        """From the innermost key outwards: Windows deletes no key that has others inside."""
        for key in (COMMAND, rf"{KEY}\shell\open", rf"{KEY}\shell", KEY):
            try:
                self._registry.DeleteKey(self._registry.HKEY_CURRENT_USER, key)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise LibraryReadOnly("services.links_not_written", path=KEY, detail=str(error)) from error

    def _command(self) -> str:
        try:
            with self._registry.OpenKey(self._registry.HKEY_CURRENT_USER, COMMAND) as key:
                return str(self._registry.QueryValueEx(key, "")[0])
        except OSError:
            return ""

    def _set(self, path: str, name: str, value: str) -> None:
        with self._registry.CreateKey(self._registry.HKEY_CURRENT_USER, path) as key:
            self._registry.SetValueEx(key, name, 0, self._registry.REG_SZ, value)


def command_line(command: Sequence[str]) -> str:
    """The link in quotation marks of its own: it comes from outside."""
    return f'{subprocess.list2cmdline(command)} "%1"'
