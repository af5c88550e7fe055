"""The command line: parses, calls one service, prints.

Results go to stdout (with --json exactly one JSON document, also on failure), progress and logs to stderr.
Exit codes: 0 done, 1 an expected failure in one sentence, 2 wrong usage.
"""

from .running import Faces, main

__all__ = ["Faces", "main"]
