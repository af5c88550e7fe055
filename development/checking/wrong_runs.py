"""What a check says of the runs of one operation: a line about all of them, and the first that went wrong."""

import sys
from collections.abc import Sequence

WORDS = 400
"""So many signs are told of what was wrong with a run."""


def tell(headline: str, wrong: Sequence[tuple[str, Sequence[str]]], shown: int) -> int:
    """`wrong`: when each of these runs was disturbed, and what was wrong then; `shown` of them are told. Returns how
    many there are."""
    sys.stdout.write(f"{headline}, {len(wrong)} wrong\n")
    for moment, what in wrong[:shown]:
        sys.stdout.write(f"  {moment}: {'; '.join(what)[:WORDS]}\n")
    sys.stdout.flush()
    return len(wrong)
