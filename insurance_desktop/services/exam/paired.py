"""Whether one way of answering is better than another on the same questions, or was lucky."""

from collections.abc import Iterable
from math import comb


def sign_test(first: Iterable[bool], second: Iterable[bool]) -> float:
    """The chance of a difference as large between two that are equally good: two-sided, exact."""
    apart = [bool(one) for one, other in zip(first, second, strict=True) if bool(one) != bool(other)]
    count, fewer = len(apart), min(sum(apart), len(apart) - sum(apart))
    as_far: int = sum(comb(count, each) for each in range(fewer + 1))
    return min(1.0, 2 * as_far / float(2**count))
