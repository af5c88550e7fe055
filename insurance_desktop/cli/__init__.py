"""The command line: parses, calls one service, prints.

Results go to stdout (with --json exactly one JSON document, also on failure), progress and logs to stderr.
Exit codes: 0 done, 1 an expected failure in one sentence, 2 wrong usage.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .running import Faces, main

__all__ = ["Faces", "main"]


def __getattr__(name: str) -> Any:
    """Imported when asked for: `serving` is read before anything else of this room."""
    if name in __all__:
        from . import running

        return getattr(running, name)
    raise AttributeError(name)
