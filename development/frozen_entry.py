"""The start of the built program (build.spec). Its worker processes start here too and must not open a second one."""

import os
import re
import runpy
import sys

_LIBRARIES = "LD_LIBRARY_PATH"
_FORK = "--multiprocessing-fork"
_TRACKER = re.compile(r"from multiprocessing\.resource_tracker import main;main\(([0-9]+)\)")


def for_us_alone() -> None:
    """What this process starts, a browser or a file manager, loads the system's libraries, not the built folder's."""
    if not getattr(sys, "frozen", False):
        return
    before = os.environ.pop(f"{_LIBRARIES}_ORIG", None)
    if before:
        os.environ[_LIBRARIES] = before
    else:
        os.environ.pop(_LIBRARIES, None)


def serve_another() -> None:
    """multiprocessing starts its workers, and what counts their resources, as this program with words of its own.

    PyInstaller's hook does the same and loads multiprocessing at every start.
    """
    if sys.argv[1:2] == [_FORK]:
        from multiprocessing.spawn import freeze_support

        freeze_support()
    tracker = _TRACKER.fullmatch(sys.argv[-1]) if "-c" in sys.argv[-2:-1] else None
    if tracker:
        from multiprocessing.resource_tracker import main

        main(int(tracker[1]))
        sys.exit()


if __name__ == "__main__":
    for_us_alone()
    serve_another()
    runpy.run_module("insurance_desktop", run_name="__main__", alter_sys=True)
