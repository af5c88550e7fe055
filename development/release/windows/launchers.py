"""The two programs that a person starts: a stub that finds Python beside itself, and the lines that it runs.

The stubs are those that pip puts before every console script; the path to Python behind them is relative.
"""

import io
import zipfile
from pathlib import Path

CONSOLE, WINDOW = "insurance-desktop.exe", "insurance-desktop-window.exe"
FIRST = (1980, 1, 1, 0, 0, 0)
"""The time of the one file inside: a launcher is the same whenever it is made."""

LINES = """import sys

from insurance_desktop.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
"""


def lay_launchers(wheel: Path, target: Path) -> None:
    """`wheel` is distlib's, where the stubs lie."""
    with zipfile.ZipFile(wheel) as packed:
        for name, stub, python in (
            (CONSOLE, "t64.exe", "python.exe"),
            (WINDOW, "w64.exe", "pythonw.exe"),
        ):
            content = packed.read(f"distlib/{stub}")
            (target / name).write_bytes(content + _call(python) + _packed(LINES))


def _call(python: str) -> bytes:
    return f"#!<launcher_dir>\\python\\{python}\n".encode()


def _packed(lines: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(zipfile.ZipInfo("__main__.py", FIRST), lines)
    return made.getvalue()
