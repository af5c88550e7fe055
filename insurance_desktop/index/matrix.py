"""All windows of a library as one matrix: exact nearest neighbours, straight over a product's rows or over everything.

Over everything a first look (`coarse`) says within a proven bound how near each row is; the rows that may still be
among the nearest are compared exactly. The answer is that of a full scan. A matrix is never changed: what came or went
since it was made stands beside it, and `with_documents` makes the next one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .coarse import CoarseMatrix
from .embedding import Vectors
from .rows import ExactRows, Places

DIRECT = 4096
"""Up to this many rows are compared at once, without a first look."""

_GONE, _NOWHERE = -2.0, -1.5
_NONE: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Part:
    """Rows in reading order, a document's together: `spans` says from where to where. `clauses` is the row's clause."""

    rows: ExactRows
    clauses: npt.NDArray[np.int64]
    spans: Mapping[int, tuple[int, int]]
    coarse: CoarseMatrix | None = None

    def __len__(self) -> int:
        return len(self.clauses)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a search may see: these documents (None: all), and of their clauses these alone (None: all)."""

    documents: Collection[int] | None = None
    clauses: npt.NDArray[np.int64] | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    question: Vectors
    limit: int
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class WindowMatrix:
    """A large part made at once, and what came since. `gone`: documents whose rows in the large part do not count."""

    base: Part
    fresh: tuple[Part, ...] = ()
    gone: frozenset[int] = frozenset()

    def __len__(self) -> int:
        return len(self.base) + sum(map(len, self.fresh))

    def with_documents(self, changed: Collection[int], part: Part | None) -> "WindowMatrix":
        """The matrix after these documents changed; `part` holds the rows that they have now."""
        kept = tuple(replace(each, spans=_without(each.spans, changed)) for each in self.fresh)
        fresh = tuple(each for each in (*kept, part) if each is not None and each.spans)
        return replace(self, fresh=fresh, gone=self.gone | (frozenset(changed) & self.base.spans.keys()))

    def nearest(self, question: Vectors, limit: int, wanted: Wanted | None = None) -> list[tuple[int, float]]:
        """(clause, cosine of its best window) best first, out of the `limit` nearest windows: those of a full scan."""
        asked = _Asked(question, limit, wanted or Wanted())
        clauses, cosines = _NONE, np.zeros(0, dtype=np.float32)
        for part, gone in (*((each, frozenset[int]()) for each in self.fresh), (self.base, self.gone)):
            places, found = _search(part, gone, asked, _bar(cosines, limit))
            clauses = np.concatenate([clauses, part.clauses[places]])
            cosines = np.concatenate([cosines, found])
        return _best(clauses, cosines, limit)


def _without(spans: Mapping[int, tuple[int, int]], documents: Collection[int]) -> dict[int, tuple[int, int]]:
    return {document: span for document, span in spans.items() if document not in documents}


def _search(part: Part, gone: frozenset[int], asked: _Asked, bar: float) -> tuple[Places, npt.NDArray[np.float32]]:
    """Places with exact cosines in which every row over the bar is that may be among the nearest."""
    wanted = asked.wanted
    if wanted.documents is None and part.coarse is not None:
        dead = [part.spans[document] for document in gone if document in part.spans]
        return _by_a_first_look(part, part.coarse, asked, _allowed(part, wanted, dead), bar)
    chosen = part.spans.keys() if wanted.documents is None else wanted.documents
    spans = [part.spans[document] for document in chosen if document not in gone and document in part.spans]
    if part.coarse is None or sum(stop - start for start, stop in spans) <= DIRECT:
        return _directly(part, asked, spans)
    inside = np.zeros(len(part), dtype=bool)
    for start, stop in spans:
        inside[start:stop] = True
    allowed = _allowed(part, wanted, ())
    return _by_a_first_look(part, part.coarse, asked, inside if allowed is None else inside & allowed, bar)


def _allowed(part: Part, wanted: Wanted, gone: Sequence[tuple[int, int]]) -> npt.NDArray[np.bool_] | None:
    """Which rows count; None where all do."""
    if wanted.clauses is None and not gone:
        return None
    allowed = np.ones(len(part), dtype=bool) if wanted.clauses is None else np.isin(part.clauses, wanted.clauses)
    for start, stop in gone:
        allowed[start:stop] = False
    return allowed


def _directly(part: Part, asked: _Asked, spans: Sequence[tuple[int, int]]) -> tuple[Places, npt.NDArray[np.float32]]:
    if not spans:
        return _NONE, np.zeros(0, dtype=np.float32)
    places = np.concatenate([np.arange(start, stop) for start, stop in spans])
    cosines = np.concatenate([part.rows.span(start, stop) @ asked.question for start, stop in _joined(spans)])
    if asked.wanted.clauses is not None:
        kept = np.isin(part.clauses[places], asked.wanted.clauses)
        places, cosines = places[kept], cosines[kept]
    return places, cosines


def _joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbouring spans as one, in the order given."""
    found: list[tuple[int, int]] = []
    for start, stop in spans:
        if found and found[-1][1] == start:
            found[-1] = (found[-1][0], stop)
        else:
            found.append((start, stop))
    return found


def _by_a_first_look(
    part: Part, coarse: CoarseMatrix, asked: _Asked, allowed: npt.NDArray[np.bool_] | None, bar: float
) -> tuple[Places, npt.NDArray[np.float32]]:
    """The rows that look nearest give an exact bar; every other row that may lie over it is compared, too."""
    question, limit = asked.question, asked.limit
    estimate = coarse.estimate(question)
    cosines = estimate.cosines if allowed is None else np.where(allowed, estimate.cosines, np.float32(_GONE))
    seen = max(_bar(cosines, limit), _NOWHERE)
    first = np.flatnonzero(cosines >= seen)
    exact = _compared(part.rows, first, question)
    least = max(bar, _bar(exact, limit)) - estimate.error
    rest = np.flatnonzero((cosines >= max(least, _NOWHERE)) & (cosines < seen))
    return np.concatenate([first, rest]), np.concatenate([exact, _compared(part.rows, rest, question)])


def _compared(rows: ExactRows, places: Places, question: Vectors) -> npt.NDArray[np.float32]:
    """Exact cosines, some thousand rows in memory at a time."""
    pieces = [rows.take(places[start : start + DIRECT]) @ question for start in range(0, len(places), DIRECT)]
    return np.concatenate(pieces) if pieces else np.zeros(0, dtype=np.float32)


def _bar(cosines: npt.NDArray[np.float32], limit: int) -> float:
    """The cosine that the last of the `limit` nearest has; the least of all where there are fewer."""
    if len(cosines) < limit:
        return _GONE
    return float(np.partition(cosines, len(cosines) - limit)[len(cosines) - limit])


def _best(clauses: npt.NDArray[np.int64], cosines: npt.NDArray[np.float32], limit: int) -> list[tuple[int, float]]:
    """The nearest windows by clause, the best window of each."""
    nearest = np.lexsort((clauses, -cosines))[:limit]
    found: dict[int, float] = {}
    for clause, cosine in zip(clauses[nearest].tolist(), cosines[nearest].tolist(), strict=True):
        found.setdefault(clause, cosine)
    return sorted(found.items(), key=_by_cosine)


def _by_cosine(found: tuple[int, float]) -> tuple[float, int]:
    return -found[1], found[0]
