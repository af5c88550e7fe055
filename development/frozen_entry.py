"""The start of the built program (build.spec). Its worker processes start here too and must not open a second one."""

import multiprocessing
import os
import runpy
import sys

_LIBRARIES = "LD_LIBRARY_PATH"


def for_us_alone() -> None:
    """What this process starts, a browser or a file manager, loads the system's libraries, not the built folder's."""
    if not getattr(sys, "frozen", False):
        return
    before = os.environ.pop(f"{_LIBRARIES}_ORIG", None)
    if before:
        os.environ[_LIBRARIES] = before
    else:
        os.environ.pop(_LIBRARIES, None)


if __name__ == "__main__":
    for_us_alone()
    multiprocessing.freeze_support()
    runpy.run_module("insurance_desktop", run_name="__main__", alter_sys=True)
