"""All windows of a library as one matrix: exact nearest neighbours, straight over a product's rows or over everything.

Over everything a first look (`leading`) says how near each row can be at most; the rows that may still be among the
nearest are looked at more closely, and what is left exactly. The answer is that of a full scan. A matrix is never
changed: what came or went since it was made stands beside it, and `with_documents` makes the next one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .embedding import Vectors
from .leading import NOT_THERE, LeadingMatrix, Look
from .rows import ExactRows, Places, dots

DIRECT = 4096
"""Up to this many rows are compared at once, without a first look."""

_GONE = -2.0
_FOLD = 16
_LIKELY = 8
"""So many times as many rows as are wanted are looked at more closely to find those that give the bar."""

_NONE: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Part:
    """Rows in reading order, a document's together: `spans` says from where to where. `clauses` is the row's clause."""

    rows: ExactRows
    clauses: npt.NDArray[np.int64]
    spans: Mapping[int, tuple[int, int]]
    leading: LeadingMatrix | None = None

    def __len__(self) -> int:
        return len(self.clauses)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a search may see: these documents (None: all), and of their clauses these alone (None: all)."""

    documents: Collection[int] | None = None
    clauses: npt.NDArray[np.int64] | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """`questions` side by side: n × dimensions."""

    questions: Vectors
    limit: int
    wanted: Wanted


_Near = tuple[Places, npt.NDArray[np.float32]]
"""Places of rows with their exact cosines."""


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

    def runs_in_background(self, wanted: Wanted) -> bool:
        """Whether there is so much to look at that another core may as well do it meanwhile."""
        return self.base.leading is not None and wanted.documents is None

    def nearest(self, question: Vectors, limit: int, wanted: Wanted | None = None) -> list[tuple[int, float]]:
        """(clause, cosine of its best window) best first, out of the `limit` nearest windows: those of a full scan."""
        return self.nearest_to_each(question[None, :], limit, wanted)[0]

    def nearest_to_each(
        self, questions: Vectors, limit: int, wanted: Wanted | None = None
    ) -> list[list[tuple[int, float]]]:
        """The same for several questions (n × dimensions), for which the rows are gone through once."""
        asked = _Asked(questions, limit, wanted or Wanted())
        clauses = [_NONE] * len(questions)
        cosines = [np.zeros(0, dtype=np.float32)] * len(questions)
        for part, gone in (*((each, frozenset[int]()) for each in self.fresh), (self.base, self.gone)):
            bars = [bar_of(each, limit) for each in cosines]
            for number, (places, found) in enumerate(_search(part, gone, asked, bars)):
                clauses[number] = np.concatenate([clauses[number], part.clauses[places]])
                cosines[number] = np.concatenate([cosines[number], found])
        return [best_clauses(each, near, limit) for each, near in zip(clauses, cosines, strict=True)]


def _without(spans: Mapping[int, tuple[int, int]], documents: Collection[int]) -> dict[int, tuple[int, int]]:
    return {document: span for document, span in spans.items() if document not in documents}


def _search(part: Part, gone: frozenset[int], asked: _Asked, bars: Sequence[float]) -> list[_Near]:
    """For each question places in which every row over its bar is that may be among the nearest."""
    wanted = asked.wanted
    if wanted.documents is None and part.leading is not None:
        dead = [part.spans[document] for document in gone if document in part.spans]
        return _by_a_first_look(part, part.leading, asked, _allowed(part, wanted, dead), bars)
    chosen = part.spans.keys() if wanted.documents is None else wanted.documents
    spans = [part.spans[document] for document in chosen if document not in gone and document in part.spans]
    if part.leading is None or sum(stop - start for start, stop in spans) <= DIRECT:
        return _directly(part, asked, spans)
    inside = np.zeros(len(part), dtype=bool)
    for start, stop in spans:
        inside[start:stop] = True
    allowed = _allowed(part, wanted, ())
    return _by_a_first_look(part, part.leading, asked, inside if allowed is None else inside & allowed, bars)


def _allowed(part: Part, wanted: Wanted, gone: Sequence[tuple[int, int]]) -> npt.NDArray[np.bool_] | None:
    """Which rows count; None where all do."""
    if wanted.clauses is None and not gone:
        return None
    allowed = np.ones(len(part), dtype=bool) if wanted.clauses is None else np.isin(part.clauses, wanted.clauses)
    for start, stop in gone:
        allowed[start:stop] = False
    return allowed


def _directly(part: Part, asked: _Asked, spans: Sequence[tuple[int, int]]) -> list[_Near]:
    if not spans:
        return [(_NONE, np.zeros(0, dtype=np.float32))] * len(asked.questions)
    places = np.concatenate([np.arange(start, stop) for start, stop in spans])
    stretches = [part.rows.span(start, stop) for start, stop in _joined(spans)]
    cosines = np.stack([np.concatenate([dots(rows, each) for rows in stretches]) for each in asked.questions])
    if asked.wanted.clauses is not None:
        kept = np.isin(part.clauses[places], asked.wanted.clauses)
        places, cosines = places[kept], cosines[:, kept]
    return [(places, each) for each in cosines]


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
    part: Part, leading: LeadingMatrix, asked: _Asked, allowed: npt.NDArray[np.bool_] | None, bars: Sequence[float]
) -> list[_Near]:
    looks = leading.looks(asked.questions, allowed)
    # One after the other: each row that is read gives Python's lock away, and two that do so hand it to and fro.
    return [
        _told_apart(part.rows, leading, (question, look), asked.limit, bar)
        for question, bar, look in zip(asked.questions, bars, looks, strict=True)
    ]


def _told_apart(rows: ExactRows, leading: LeadingMatrix, asked: tuple[Vectors, Look], limit: int, bar: float) -> _Near:
    """The rows that look nearest give an exact bar; every other row that may lie over it is compared, too."""
    question, look = asked
    count = max(_kth(look.counts, _LIKELY * limit), NOT_THERE + 1)
    likely = np.flatnonzero(look.counts >= count)
    highest = leading.highest(look, likely)
    enough = bar_of(highest, limit)
    first = likely[highest >= enough]
    exact = _compared(rows, first, question)
    least = max(bar, bar_of(exact, limit))
    rest = likely[(highest >= least) & (highest < enough)]
    least_count = look.least_count(least)
    if least_count < count:
        others = np.flatnonzero((look.counts >= least_count) & (look.counts < count))
        rest = np.concatenate([rest, others[leading.highest(look, others) >= least]])
        rest.sort()
    return np.concatenate([first, rest]), np.concatenate([exact, _compared(rows, rest, question)])


def _compared(rows: ExactRows, places: Places, question: Vectors) -> npt.NDArray[np.float32]:
    """Exact cosines, some thousand rows in memory at a time."""
    pieces = [dots(rows.take(places[start : start + DIRECT]), question) for start in range(0, len(places), DIRECT)]
    return np.concatenate(pieces) if pieces else np.zeros(0, dtype=np.float32)


def bar_of(cosines: npt.NDArray[np.float32], limit: int) -> float:
    """The cosine that the last of the `limit` nearest has; less than all where there are fewer."""
    return _GONE if len(cosines) < limit else float(_kth(cosines, limit))


def _kth(numbers: npt.NDArray[Any], limit: int) -> Any:
    """The number that the last of the `limit` largest has; the least where there are fewer."""
    if len(numbers) <= limit:
        return numbers.min()
    if len(numbers) >= _FOLD * _FOLD * limit:
        # As many groups reach the least of the best groups' maxima as are wanted: what is below it cannot count.
        folded = numbers[: len(numbers) // _FOLD * _FOLD].reshape(_FOLD, -1).max(axis=0)
        numbers = numbers[numbers >= _kth(folded, limit)]
    return np.partition(numbers, len(numbers) - limit)[len(numbers) - limit]


def best_clauses(
    clauses: npt.NDArray[np.int64], cosines: npt.NDArray[np.float32], limit: int
) -> list[tuple[int, float]]:
    """The nearest windows by clause, the best window of each."""
    if len(cosines) > limit:
        over = cosines >= bar_of(cosines, limit)
        clauses, cosines = clauses[over], cosines[over]
    nearest = np.lexsort((clauses, -cosines))[:limit]
    found: dict[int, float] = {}
    for clause, cosine in zip(clauses[nearest].tolist(), cosines[nearest].tolist(), strict=True):
        found.setdefault(clause, cosine)
    return sorted(found.items(), key=_by_cosine)


def _by_cosine(found: tuple[int, float]) -> tuple[float, int]:
    return -found[1], found[0]
