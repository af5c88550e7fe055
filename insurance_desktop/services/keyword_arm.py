"""The keyword arm: how common a word is, remembered while the index stands, and BM25 at a bounded cost.

FTS5 takes half a microsecond for each clause that holds a word. So the rarest words of a question are looked for, as
long as few clauses hold them; where all are common, the rarest have to stand together, as many of them as it takes. In
the clauses of a few documents every word counts.
"""

import math
import threading
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from operator import mul

from insurance_desktop.index import tokens
from insurance_desktop.store import clauses, index_changes, search_index
from insurance_desktop.store.database import Connection
from insurance_desktop.store.index_changes import Mark
from insurance_desktop.store.search_index import IndexScope

MOST_CLAUSES = 2000
"""Clauses that one look may score: 1 ms."""

_FEW_DOCUMENTS = 8
_MOST_REMEMBERED = 50_000

Columns = tuple[str, ...]


class KeywordArm:
    """Counts and scores over one library. Give it to any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._mark: Mark | None = None
        self._counts: dict[tuple[str, Columns], int] = {}

    def counts(self, connection: Connection, asked: Sequence[str], columns: Columns) -> dict[str, int]:
        """In how many clauses of the whole file each token stands."""
        mark = index_changes.newest(connection)
        with self._lock:
            if mark != self._mark or len(self._counts) > _MOST_REMEMBERED:
                self._mark, self._counts = mark, {}
            known = self._counts
        found: dict[str, int] = {}
        for token in asked:
            count = known.get((token, columns))
            if count is None:
                count = search_index.frequency(connection, tokens.match_expression([token], columns))
                known[token, columns] = count
            found[token] = count
        return found

    def scores(
        self,
        connection: Connection,
        asked: Sequence[str],
        columns: Columns,
        scope: IndexScope,
        *,
        title_weight: float,
        limit: int,
    ) -> list[tuple[int, float]]:
        """(clause, BM25) best first; larger is better."""
        counts = {token: count for token, count in self.counts(connection, asked, columns).items() if count}
        if not counts:
            return []
        rows = () if scope.whole_space or len(scope.documents) > _FEW_DOCUMENTS else scope.documents
        if rows:
            weights = _weights(counts, clauses.count(connection))
            expression = tokens.match_expression(list(counts), columns)
            return search_index.scores_in_documents(
                connection, expression, weights, scope, title_weight=title_weight, limit=limit
            )
        for expression in _from_few_to_many(counts, columns, clauses.count(connection)):
            found = search_index.keyword_scores(connection, expression, scope, title_weight=title_weight, limit=limit)
            if found:
                return found
        return []


def inverse_frequency(count: int, total: int) -> float:
    """FTS5's own weight of a token that `count` of `total` clauses hold."""
    return max(math.log((total - count + 0.5) / (count + 0.5)), 1e-6)


def _weights(counts: Mapping[str, int], total: int) -> list[float]:
    return [inverse_frequency(count, total) for count in counts.values()]


def _from_few_to_many(counts: Mapping[str, int], columns: Columns, total: int) -> list[str]:
    """What to look for, and what next where nothing meets it: few clauses first, any of the tokens last."""
    by_count = sorted(counts, key=counts.__getitem__)
    met = list(accumulate(counts[token] for token in by_count))
    rare = by_count[: bisect_right(met, MOST_CLAUSES)]
    every = tokens.match_expression(list(counts), columns)
    if len(rare) == len(counts):
        return [every]
    if rare:
        return [tokens.match_expression(rare, columns), every]
    together = [total * share for share in accumulate((counts[token] / total for token in by_count), mul)]
    enough = sum(expected > MOST_CLAUSES for expected in together) + 1
    return [*(tokens.match_all_expression(by_count[:size], columns) for size in (enough, 2)), every]
