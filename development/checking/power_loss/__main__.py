"""Takes the power away, or the room on the disk, at every write and sync of what changes a library.

    python -m development.checking.power_loss [--runs N] [--seed 1] [--operation NAME …]

After each the library must open without help and hold what was acknowledged, whole; what was under way is there as a
whole or not at all. Without `--runs` every moment has its turn, else so many of each operation and fault. With TMPDIR
in memory it is quicker: what is looked at is written out each time. Development only.
"""

import argparse
import tempfile
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from insurance_desktop import paths

from .. import wrong_runs
from .operations import operations, prepared
from .runs import Run, all_runs

_FILES = ("clause-1.pdf", "clause-2.pdf", "rates.pdf")
_SHOWN = 5


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--operation", nargs="*")
    call = parser.parse_args(argv)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        ground = prepared(Path(folder), [paths.resource_root() / "samples" / name for name in _FILES])
        for operation in operations(ground):
            if call.operation is None or operation.name in call.operation:
                bad += _told(all_runs(ground, operation, call.runs, call.seed))
        ground.workers.close()
    return 1 if bad else 0


def _told(runs: Iterable[Run]) -> int:
    """Says what became of an operation's runs; returns how many went wrong."""
    bad = 0
    for (operation, fault), group in groupby(runs, lambda run: (run.operation, run.fault)):
        found = list(group)
        wrong = [(f"at {run.moment}", run.what) for run in found if run.what]
        different = sum(run.is_new for run in found)
        headline = f"{operation}, {fault.value}: {len(found)} runs, {different} different"
        bad += wrong_runs.tell(headline, wrong, _SHOWN)
    return bad


if __name__ == "__main__":
    raise SystemExit(main())
