"""Kills the program with all that it started, at drawn moments of what changes or serves a library; starts it again.

    python -m development.checking.group_kills [--kills N] [--seed 1] [--operation NAME …]

The command runs as a person would call it, in a process group of its own; the window is worked with by its buttons. The
group is killed with SIGKILL, by turns at a time drawn over the life of the command and at a drawn change of the files
beside the library. The next start, without help, must find what was acknowledged (a line on stdout; for a crawl what
the site saw), what was under way as a whole or not at all, do what was not done when it is asked for again, and leave
nothing behind in the folder. Development only.
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .. import wrong_runs
from .kills import kills
from .operations import operations, prepared

_SHOWN = 10


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--operation", nargs="*")
    call = parser.parse_args(argv)
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        ground = Path(name)
        prepared(ground)
        chosen = [each for each in operations(ground) if call.operation is None or each.name in call.operation]
        for operation in chosen:
            found = list(kills(ground, operation, -(-call.kills // len(chosen)), call.seed))
            wrong = [(str(each.moment), each.what) for each in found if each.what]
            acknowledged = sum(bool(each.acknowledged) for each in found)
            headline = f"{operation.name}: {len(found)} kills, {acknowledged} after an acknowledgement"
            bad += wrong_runs.tell(headline, wrong, _SHOWN)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
