"""Whether a window can open here, said before Qt is asked: where it cannot, Qt ends the process itself."""

import ctypes
import os
import sys
from collections.abc import Mapping

from insurance_desktop.domain.errors import WindowUnavailable

from .system_libraries import WAYLAND, WINDOW, X11, Loads, Missing, missing_of

_PLATFORM = "QT_QPA_PLATFORM"
_NEEDS_NONE = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")
"""Qt's platforms without a display of the system."""
_VARIABLES = {X11: "DISPLAY", WAYLAND: "WAYLAND_DISPLAY"}


def require_window(environment: Mapping[str, str] = os.environ, loads: Loads | None = None) -> None:
    """WindowUnavailable where a library of the system or the display is missing. Other systems have both."""
    if sys.platform != "linux":
        return
    if environment.get(_PLATFORM, "").startswith(_NEEDS_NONE):
        _require(missing_of([WINDOW], loads))
        return
    displays = _displays(environment)
    faults = [missing_of([WINDOW, name], loads) for name in displays] or [missing_of([WINDOW], loads)]
    if all(faults):
        _require(faults[0])
    if not displays:
        raise WindowUnavailable("machine.no_display")
    if displays == [X11] and not _answers():
        raise WindowUnavailable("machine.display_silent", display=environment[_VARIABLES[X11]])


def has_display(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether somebody could see a window here."""
    return sys.platform != "linux" or _PLATFORM in environment or bool(_displays(environment))


def _displays(environment: Mapping[str, str]) -> list[str]:
    return [name for name, variable in _VARIABLES.items() if environment.get(variable)]


def _require(missing: Missing | None) -> None:
    if missing is None:
        return
    key = "machine.libraries_missing" if missing.command else "machine.libraries_missing_here"
    raise WindowUnavailable(key, libraries=" ".join(missing.libraries), command=missing.command)


def _answers() -> bool:
    """Whether the X server that the environment names lets this user in."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    try:
        return not int(xcb.xcb_connection_has_error(connection))
    finally:
        xcb.xcb_disconnect(connection)
