"""FTS5's BM25 with weights that the caller knows already: for a few rows of a large library.

FTS5's own function counts every row that holds a word before it scores the first: 10 ms for the eighty clauses of one
product among 100,000. Same numbers, without the counting.
"""

from typing import Any

NAME = "bm25_known"

_K1, _B = 1.2, 0.75


def bm25_known(row: Any, *given: Any) -> float:
    """The score of a row. Given: what a title column (the even ones) weighs, then each word's weight in their order."""
    title_weight, *weights = given
    average = row.column_total_size(-1) / max(row.row_count, 1)
    damping = _K1 * (1 - _B + _B * row.column_size(-1) / average)
    score = 0.0
    for phrase, weight in enumerate(weights):
        found = row.phrase_locations(phrase)
        heard = sum(len(places) * (1.0 if column % 2 else title_weight) for column, places in enumerate(found))
        score += weight * heard * (_K1 + 1) / (heard + damping)
    return float(score)
