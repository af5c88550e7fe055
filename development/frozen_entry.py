"""The start of the built program (build.spec). Its worker processes start here too and must not open a second one."""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

_LIBRARIES = "LD_LIBRARY_PATH"
_FORK = "--multiprocessing-fork"
_IMPORTERS = "pyimod02_importers"
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


def tell_what_is_inside() -> None:
    """Which packages there are is asked of what finds them in the program (gui/pages.py).

    PyInstaller's hook does the same and loads pkgutil at every start.
    """
    importers: Any = sys.modules.get(_IMPORTERS)
    if importers is not None:
        importers.PyiFrozenFinder.iter_modules = lambda finder, prefix="": _modules(
            importers.get_pyz_toc_tree(), finder._pyz_entry_prefix, prefix
        )


def _modules(tree: Mapping[str, Any], package: str, prefix: str) -> Iterator[tuple[str, bool]]:
    """Names and whether each is a package: one has a table of its own in `tree`, a module has none."""
    for part in filter(None, package.split(".")):
        tree = tree.get(part) or {}
    return ((f"{prefix}{name}", isinstance(inner, dict)) for name, inner in sorted(tree.items()))


if __name__ == "__main__":
    for_us_alone()
    serve_another()
    tell_what_is_inside()
    from insurance_desktop.__main__ import main as start

    sys.exit(start())
