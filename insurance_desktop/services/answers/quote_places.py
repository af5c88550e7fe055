"""Where in verified text a quotation may stand: clauses that share its rare pairs of signs, then the exact place."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from insurance_desktop.index import tokens
from insurance_desktop.index.characters import respelled
from insurance_desktop.services.library.comparable_text import Keyed, Weights, key_of, keyed, occurrences
from insurance_desktop.services.library.span_places import SpanPlace, SpanPlaces, joined, whole_place
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses import clauses, index_spaces, search_index
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.clauses.search_index import BIGRAM_COLUMNS, IndexScope
from insurance_desktop.store.database import Connection

from .alignment import Hunk, edits, fits, lay_beside

MOST_CANDIDATES = 160
_MOST_COUNTED = 40
"""Pairs of a quotation that are counted in the file; of a long one, evenly spread."""

_MOST_SEARCHED = 10
_MOST_ALIGNED = 3
_WHOLE_DOCUMENTS = 3
_GRAM = 3
_BUCKET = 24

_RUN = re.compile(r"[^\W\d_]+")
_PROBES, _SHORTEST_PROBE, _LONGEST_PROBE = 3, 4, 16

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stand:
    """A quotation in the clause where it begins: [start, end) of `keyed`, whose text is this clause's and, where the
    quotation goes on, what follows. `rows` are all clauses that it touches, `begins` where in the text the words of
    each one begin, behind its number and title where these are there."""

    rows: tuple[ClauseRow, ...]
    keyed: Keyed
    start: int
    end: int
    begins: tuple[int, ...]

    @property
    def row(self) -> ClauseRow:
        return self.rows[0]

    def place(self, places: SpanPlaces) -> SpanPlace:
        """Where it is printed: from its own first sign to its last."""
        first, last = self.keyed.places[self.start], self.keyed.places[self.end - 1] + 1
        found: list[SpanPlace] = []
        after = 0
        for row, begin in zip(self.rows, self.begins, strict=True):
            if first < begin and last > after and begin > after:
                found.append(places.heading(row))
            start, after = max(first - begin, 0), begin + len(row.text)
            end = min(last, after) - begin
            if start < end:
                found.append(places.of(row, start, end))
        return joined(found) if found else whole_place(self.row)


@dataclass(frozen=True, slots=True)
class Likeness:
    """The passage of a clause that a quotation comes nearest to, and how it differs. `pointers`: where the page prints
    a reference into the sentence."""

    row: ClauseRow
    keyed: Keyed
    hunks: tuple[Hunk, ...]
    pointers: frozenset[Span]
    share: float
    """Of the quotation's signs, how many stand in the passage: 1 = all."""

    def place(self, places: SpanPlaces) -> SpanPlace:
        """Where the passage is printed."""
        start, end = self.hunks[0].b0, self.hunks[-1].b1
        if start >= end:
            return whole_place(self.row)
        return places.of(self.row, self.keyed.places[start], self.keyed.places[end - 1] + 1)


def candidates(connection: Connection, engine: SearchEngine, quote: str, scope: IndexScope) -> list[ClauseRow]:
    """The clauses of the scope that share the quotation's rarest pairs of signs, likeliest first."""
    if not scope.documents:
        return []
    pairs = tokens.unique(tokens.bigrams(respelled(quote), engine.library.pack.language))
    step = max(1, len(pairs) // _MOST_COUNTED)
    counts = engine.index.keywords.counts(connection, pairs[::step][:_MOST_COUNTED], BIGRAM_COLUMNS)
    there = sorted((count, pair) for pair, count in counts.items() if count)
    if not there:
        return []
    expression = tokens.match_expression([pair for _, pair in there[:_MOST_SEARCHED]], BIGRAM_COLUMNS)
    space = index_spaces.space_of(connection, engine.library.pack.name)
    if space is None:
        return []
    found = search_index.keyword_scores(
        connection, space.space_id, expression, scope, title_weight=1.0, limit=MOST_CANDIDATES
    )
    rows = clauses.read(connection, [row for row, _ in found])
    return [rows[row] for row, _ in found if row in rows]


def found_by_reading(connection: Connection, quote: str, scope: IndexScope) -> list[ClauseRow]:
    """The clauses of the scope that hold the quotation's longest unbroken words: what ranking its pairs may miss where
    thousands of clauses share all of them."""
    runs = sorted(_RUN.findall(quote), key=len, reverse=True)[:_PROBES]
    if not scope.documents or not runs or len(runs[0]) < _SHORTEST_PROBE:
        return []
    rows = search_index.holding(connection, scope.documents, [run[:_LONGEST_PROBE] for run in runs], MOST_CANDIDATES)
    found = clauses.read(connection, rows)
    return [found[row] for row in rows if row in found]


def exact_stands(connection: Connection, quote: Keyed, rows: Sequence[ClauseRow], weights: Weights) -> Iterator[Stand]:
    """Every clause among the candidates that the quotation stands in; then, over the borders of clauses, whole
    documents."""
    found = False
    for row in rows:
        for parts in ((row.text,), (row.section_id, row.section_title, row.text)):
            begin = sum(len(part) + 1 for part in parts[:-1])
            stand = _stand(quote.key, row, keyed("\n".join(parts)), begin, weights) if _may(quote.key, parts) else None
            if stand is not None:
                found = True
                yield stand
                break
    if not found:
        for document_id in list(dict.fromkeys(row.document_id for row in rows))[:_WHOLE_DOCUMENTS]:
            yield from _over_borders(connection, quote.key, document_id, weights)


def _may(quote: str, parts: Sequence[str]) -> bool:
    return quote in "".join(map(key_of, parts))


def _stand(quote: str, row: ClauseRow, whole: Keyed, begin: int, weights: Weights) -> Stand | None:
    """The first place where the quotation stands without cutting a figure open or leaving a negation before it."""
    for start in occurrences(quote, whole.key):
        end = start + len(quote)
        if weights.cut_open(whole.key, start, end) == (start, end):
            return Stand((row,), whole, start, end, (begin,))
    return None


def _over_borders(connection: Connection, quote: str, document_id: int, weights: Weights) -> Iterator[Stand]:
    rows = clauses.of_documents(connection, [document_id])
    texts = [_with_heading(row, rows[place - 1] if place else None) for place, row in enumerate(rows)]
    keys = [key_of(text) for text in texts]
    at = "".join(keys).find(quote)
    if at < 0:
        return
    first, start = 0, at
    while start >= len(keys[first]):
        start -= len(keys[first])
        first += 1
    last, end = first, start + len(quote)
    while end > len(keys[last]):
        end -= len(keys[last])
        last += 1
    opened, _ = weights.cut_open(keys[first], start, len(keys[first]))
    _, closed = weights.cut_open(keys[last], 0, end)
    if (opened, closed) == (start, end):
        touched = range(first, last + 1)
        ends = list(accumulate(len(texts[place]) + 1 for place in touched))
        begins = tuple(end - 1 - len(rows[place].text) for end, place in zip(ends, touched, strict=True))
        whole = keyed("\n".join(texts[first : last + 1]))
        yield Stand(rows[first : last + 1], whole, start, start + len(quote), begins)


def _with_heading(row: ClauseRow, before: ClauseRow | None) -> str:
    """A clause with its number and title; its later parts (C2) and its tables without them."""
    if before is not None and (before.section_id, before.section_title) == (row.section_id, row.section_title):
        return row.text
    return f"{row.section_id}\n{row.section_title}\n{row.text}"


def nearest(connection: Connection, quote: Keyed, rows: Sequence[ClauseRow], weights: Weights) -> Likeness | None:
    """The passage among these clauses that needs the fewest changes; None where nothing resembles the quotation."""
    grams = {quote.key[place : place + _GRAM] for place in range(max(1, len(quote.key) - _GRAM + 1))}
    keys = {row.row: key_of(row.text) for row in rows}
    shared = {row.row: sum(gram in keys[row.row] for gram in grams) for row in rows}
    likely = sorted((row for row in rows if shared[row.row]), key=lambda row: -shared[row.row])[:_MOST_ALIGNED]
    pointers = clauses.references_of(connection, [row.row for row in likely])
    found = [
        likeness
        for row in likely
        for printed in _readings(key_of(row.text), [key_of(each.anchor) for each in pointers.get(row.row, ())])
        if (likeness := _likeness(quote, row, printed, weights)) is not None
    ]
    return max(found, key=lambda each: each.share, default=None)


def _readings(text: str, anchors: Iterable[str]) -> list[tuple[Span, ...]]:
    """The pointers to leave out of a clause: none, and all that it prints into its sentences."""
    spans = tuple(sorted({span for anchor in anchors for span in _pointers(text, anchor)}))
    return [(), spans] if spans else [()]


def _pointers(text: str, anchor: str) -> Iterator[Span]:
    """Where a pointer is printed: （见 7.3）, a raised number. A numeral that belongs to a figure is none."""
    for start in occurrences(anchor, text) if anchor else ():
        around = text[max(start - 1, 0) : start] + text[start + len(anchor) : start + len(anchor) + 1]
        if not anchor.isdecimal() or not any(sign.isdecimal() or sign in ".%" for sign in around):
            yield start, start + len(anchor)


def _likeness(quote: Keyed, row: ClauseRow, left_out: Sequence[Span], weights: Weights) -> Likeness | None:
    """The quotation laid beside a clause, whose pointers in `left_out` count for nothing."""
    whole = keyed(row.text)
    kept = [place for place in range(len(whole.key)) if not any(first <= place < last for first, last in left_out)]
    text = "".join(whole.key[place] for place in kept)
    begin, end = _window(quote.key, text)
    if not fits(quote.key, text[begin:end]):
        return None
    hunks = lay_beside(quote.key, text[begin:end], inside=True)
    if not hunks:
        return None
    share = 1.0 - edits(hunks) / len(quote.key)
    placed = _in_the_whole(hunks, kept[begin:end], len(whole.key))
    return Likeness(row, whole, tuple(_closed(placed, whole, weights)), frozenset(left_out), share)


def _in_the_whole(hunks: Sequence[Hunk], kept: Sequence[int], length: int) -> list[Hunk]:
    """Hunks over the kept signs as hunks over all of them: what was left out in between is a hunk of its own."""
    found: list[Hunk] = []
    after: int | None = None
    for each in hunks:
        steps = range(each.b0, each.b1)
        for step in steps if each.same else ():
            place = kept[step]
            a = each.a0 + step - each.b0
            if after is not None and place > after:
                found.append(Hunk(False, a, a, after, place))
            if found and found[-1].same and found[-1].b1 == place:
                found[-1] = Hunk(True, found[-1].a0, a + 1, found[-1].b0, place + 1)
            else:
                found.append(Hunk(True, a, a + 1, place, place + 1))
            after = place + 1
        if not each.same:
            first = kept[each.b0] if each.b0 < len(kept) else length
            first = first if after is None or steps else after
            last = kept[each.b1 - 1] + 1 if steps else first
            if after is not None and first > after:
                found.append(Hunk(False, each.a0, each.a0, after, first))
            found.append(Hunk(False, each.a0, each.a1, first, last))
            after = last
    return found


def _window(quote: str, text: str) -> tuple[int, int]:
    """The stretch of a text where most of the quotation's signs stand in its order."""
    if len(text) <= len(quote) + 200:
        return 0, len(text)
    votes: dict[int, int] = {}
    places: dict[str, list[int]] = {}
    for place in range(len(text) - _GRAM + 1):
        places.setdefault(text[place : place + _GRAM], []).append(place)
    for place in range(len(quote) - _GRAM + 1):
        for there in places.get(quote[place : place + _GRAM], ())[:_MOST_COUNTED]:
            votes[(there - place) // _BUCKET] = votes.get((there - place) // _BUCKET, 0) + 1
    best = max(votes, key=lambda bucket: votes[bucket], default=0) * _BUCKET
    room = len(quote) // 3 + 80
    return max(0, best - room), min(len(text), best + len(quote) + room)


def _closed(hunks: Sequence[Hunk], whole: Keyed, weights: Weights) -> list[Hunk]:
    """The hunks, and before and behind them what the quotation cut open: a figure's rest, a negation."""
    start, end = hunks[0].b0, hunks[-1].b1
    opened, closed = weights.cut_open(whole.key, start, end)
    first, last = hunks[0].a0, hunks[-1].a1
    before = [Hunk(False, first, first, opened, start)] if opened < start else []
    behind = [Hunk(False, last, last, end, closed)] if closed > end else []
    return [*before, *hunks, *behind]
