"""The keyword arm: how common a word is, remembered while the index stands, and BM25 at a bounded cost.

FTS5 takes half a microsecond for each clause that holds a word. So the rarest words of a question are looked for, as
long as few clauses hold them; where all are common, the two rarest have to stand together: FTS5 counts every clause of
every word that it is asked for, so more words cost more. In the clauses of a few documents every word counts.
What a common word scores in each clause is kept as soon as it was asked for: most of the time goes into asking FTS5 how
long each clause is. Titles are few: they are kept in memory.
"""

import threading
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain

import numpy as np
import numpy.typing as npt

from insurance_desktop.index import tokens
from insurance_desktop.index.titles import Places, TitleIndex, inverse_frequency
from insurance_desktop.store.clauses import clauses, index_spaces, search_index
from insurance_desktop.store.clauses.clauses import SpokenClause
from insurance_desktop.store.clauses.search_index import IndexScope, Mark
from insurance_desktop.store.database import Connection

MOST_CLAUSES = 2000
"""Clauses that one look may score: 1 ms."""

_FEW_DOCUMENTS = 8
_MOST_KEPT = 2_000_000
"""Scores of common words that are kept: 24 MB."""

_MOST_REMEMBERED = 50_000
_MOST_SPOKEN = 6_000
"""Clauses whose words are kept: 10 MB. Who asks about a product asks again."""

Columns = tuple[str, ...]


@dataclass(slots=True)
class _Titles:
    """The titles of all clauses, and where in them the clauses of each document are."""

    index: TitleIndex
    places: Mapping[int, Places]


@dataclass(frozen=True, slots=True)
class _Scored:
    """The clauses that hold a token, in order, and what it scores in each, to FTS5's last bit: sums are FTS5's, too."""

    clauses: npt.NDArray[np.int32]
    scores: npt.NDArray[np.float64]


@dataclass(slots=True)
class _Known:
    """What is remembered of one state of the index; without a space the pack has none yet. In `common` those asked for
    last stand last."""

    space_id: int | None = None
    common: dict[tuple[str, Columns, float], _Scored] = field(default_factory=dict)
    counts: dict[tuple[str, Columns], int] = field(default_factory=dict)
    total: int | None = None
    titles: _Titles | None = None
    spoken: dict[int, SpokenClause] = field(default_factory=dict)


class KeywordArm:
    """Counts and scores over one pack's clauses in a library. Give it to any thread."""

    def __init__(self, pack: str, language: str = "") -> None:
        self._pack = pack
        self._language = language
        self._lock = threading.Lock()
        self._mark: Mark | None = None
        self._remembered = _Known()

    def _known(self, connection: Connection) -> _Known:
        mark = search_index.newest(connection)
        with self._lock:
            if mark != self._mark or len(self._remembered.counts) > _MOST_REMEMBERED:
                space = index_spaces.space_of(connection, self._pack)
                self._mark, self._remembered = mark, _Known(None if space is None else space.space_id)
            return self._remembered

    def total(self, connection: Connection) -> int:
        """Clauses of the whole pack."""
        known = self._known(connection)
        if known.total is None:
            known.total = 0 if known.space_id is None else clauses.count_in(connection, known.space_id)
        return known.total

    def counts(self, connection: Connection, asked: Sequence[str], columns: Columns) -> dict[str, int]:
        """In how many clauses of the whole pack each token stands."""
        known = self._known(connection)
        if known.space_id is None:
            return dict.fromkeys(asked, 0)
        found: dict[str, int] = {}
        for token in asked:
            count = known.counts.get((token, columns))
            if count is None:
                expression = tokens.match_expression([token], columns)
                count = known.counts[token, columns] = search_index.frequency(connection, known.space_id, expression)
            found[token] = count
        return found

    def titled(self, connection: Connection, pairs: Sequence[str], scope: IndexScope, *, limit: int) -> list[int]:
        """The clauses whose titles have most of these pairs of signs, best first."""
        if not pairs:
            return []
        known = self._known(connection)
        if known.space_id is None:
            return []
        titles = known.titles
        if titles is None:
            titles = known.titles = _titles(connection, known.space_id, self._language)
        among = None
        if not scope.whole_space:
            none = np.zeros(0, dtype=np.int64)
            among = np.concatenate([none, *(titles.places.get(document, none) for document in scope.documents)])
        if scope.category is not None:
            among = np.arange(len(titles.index.clauses)) if among is None else among
            chosen = search_index.clauses_of_category(connection, scope)
            among = among[np.isin(titles.index.clauses[among], chosen)]
        return titles.index.best(pairs, limit, among)

    def spoken(self, connection: Connection, rows: Iterable[int]) -> dict[int, SpokenClause]:
        """What these clauses say, in order of their rows; those that are gone are left out."""
        known = self._known(connection).spoken
        found = {row: known.get(row) for row in sorted(rows)}
        new = clauses.spoken(connection, [row for row, each in found.items() if each is None])
        if len(known) + len(new) > _MOST_SPOKEN:
            known.clear()
        known.update(new)
        found |= new
        return {row: each for row, each in found.items() if each is not None}

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
        space_id = self._known(connection).space_id
        if not counts or space_id is None:
            return []
        rows = () if scope.whole_space or len(scope.documents) > _FEW_DOCUMENTS else scope.documents
        if rows:
            weights = _weights(counts, self.total(connection))
            expression = tokens.match_expression(list(counts), columns)
            return search_index.scores_in_documents(
                connection, space_id, expression, weights, scope, title_weight=title_weight, limit=limit
            )
        expressions, together = _from_few_to_many(counts, columns)
        if together and scope.is_open:
            found = self._where_all_stand(
                connection, space_id, together, columns, title_weight=title_weight, limit=limit
            )
            if found:
                return found
            expressions = expressions[1:]
        for expression in expressions:
            found = search_index.keyword_scores(
                connection, space_id, expression, scope, title_weight=title_weight, limit=limit
            )
            if found:
                return found
        return []

    def _where_all_stand(
        self,
        connection: Connection,
        space_id: int,
        asked: Sequence[str],
        columns: Columns,
        *,
        title_weight: float,
        limit: int,
    ) -> list[tuple[int, float]]:
        """BM25 of the clauses that hold all of these common tokens, best first."""
        first, *others = (self._scored(connection, space_id, (token, columns, title_weight)) for token in asked)
        found, scores = first.clauses, first.scores
        for each in others:
            if not len(found) or not len(each.clauses):
                return []
            beside = np.zeros(max(int(found[-1]), int(each.clauses[-1])) + 1)
            beside[each.clauses] = each.scores
            beside = beside[found]
            both = beside > 0
            found, scores = found[both], scores[both] + beside[both]
        if len(found) > limit:
            best = scores >= np.partition(scores, len(scores) - limit)[len(scores) - limit]
            found, scores = found[best], scores[best]
        order = np.lexsort((found, -scores))[:limit]
        return list(zip(found[order].tolist(), scores[order].tolist(), strict=True))

    def _scored(self, connection: Connection, space_id: int, key: tuple[str, Columns, float]) -> _Scored:
        common = self._known(connection).common
        found = common.pop(key, None)
        if found is None:
            token, columns, title_weight = key
            expression = tokens.match_expression([token], columns)
            rows = search_index.token_scores(connection, space_id, expression, title_weight)
            table = np.fromiter(chain.from_iterable(rows), dtype=np.float64, count=2 * len(rows)).reshape(-1, 2)
            found = _Scored(table[:, 0].astype(np.int32), table[:, 1].copy())
        common[key] = found
        kept = [(name, len(each.clauses)) for name, each in list(common.items())]
        over = sum(size for _, size in kept) - _MOST_KEPT
        for name, size in kept:
            if over <= 0:
                break
            common.pop(name, None)
            over -= size
        return found


def _titles(connection: Connection, space_id: int, language: str) -> _Titles:
    titles = {title: _numbers(listed) for title, listed in clauses.by_titles(connection, space_id)}
    index = TitleIndex(titles, language)
    order = np.argsort(index.clauses)
    ordered = index.clauses[order]
    owners = {document: _numbers(listed) for document, listed in clauses.by_documents(connection, space_id)}
    return _Titles(index, {document: order[np.searchsorted(ordered, each)] for document, each in owners.items()})


def _numbers(listed: str) -> Places:
    return np.array(listed.split(","), dtype=np.int64)


def _weights(counts: Mapping[str, int], total: int) -> list[float]:
    return [inverse_frequency(count, total) for count in counts.values()]


def _from_few_to_many(counts: Mapping[str, int], columns: Columns) -> tuple[list[str], list[str]]:
    """What to look for, and what next where nothing meets it: few clauses first, any of the tokens last.

    Beside it, where all tokens are common, those that the first one wants together.
    """
    by_count = sorted(counts, key=counts.__getitem__)
    met = list(accumulate(counts[token] for token in by_count))
    rare = by_count[: bisect_right(met, MOST_CLAUSES)]
    every = tokens.match_expression(list(counts), columns)
    if len(rare) == len(counts):
        return [every], []
    if rare:
        return [tokens.match_expression(rare, columns), every], []
    return [tokens.match_all_expression(by_count[:2], columns), every], by_count[:2]
