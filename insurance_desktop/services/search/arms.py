"""Asks both arms about a question inside a scope and lays what they say side by side, clause by clause."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index import tokens
from insurance_desktop.index.background import begin
from insurance_desktop.index.characters import comparable
from insurance_desktop.index.embedding import Embedder, Vectors
from insurance_desktop.index.memory import Recalled
from insurance_desktop.index.questions import Question
from insurance_desktop.index.ranking import Evidence
from insurance_desktop.index.titles import inverse_frequency, signs_of
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses import clauses, index_spaces
from insurance_desktop.store.clauses.clauses import SpokenClause
from insurance_desktop.store.clauses.search_index import BIGRAM_COLUMNS, WORD_COLUMNS, IndexScope
from insurance_desktop.store.database import Connection

from .keyword_arm import Columns, KeywordArm
from .question_memory import known_questions
from .vector_arm import NearestWindows

NEIGHBOURS = 96
"""How many windows or clauses one arm may bring."""

COMMON = 0.2
"""A token in a larger share of the clauses than this is left out while a rarer one is there: BM25's cost is linear in
the postings of common words, and they say nothing."""

_MOST_TOKENS = 48
_MOST_DOCUMENTS = 8
"""In so many documents the parts of a question are looked for one by one."""

_TITLE_WEIGHT = 2.0
_SATURATION = 2.2
"""k1 + 1 of FTS5's BM25: what a token can score at most is its weight times this."""

_SHORT_TEXT = 40
"""A clause with less text than this is a heading with a line under it."""


@dataclass(frozen=True, slots=True)
class _Weighted:
    """Tokens of a question with their inverse document frequency in this file."""

    weights: Mapping[str, float]
    searched: tuple[str, ...]

    @property
    def attainable(self) -> float:
        return _SATURATION * sum(self.weights.values())


_NOTHING_WEIGHED = _Weighted({}, ())


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a clause's words are compared with. `silent`: the keyword arm was not asked."""

    question: Question
    words: _Weighted
    trade: tuple[str, ...]
    pack: DomainPack
    silent: bool


@dataclass(frozen=True, slots=True)
class Arms:
    """What questions are asked with: the model, the known questions, the pack and its index space."""

    embedder: Embedder
    recall: Callable[[Vectors], Recalled | None]
    pack: DomainPack
    space_id: int
    windows: NearestWindows
    keywords: KeywordArm


def arms_of(engine: SearchEngine, connection: Connection) -> Arms | None:
    """The arms of a library; None before anything was indexed."""
    library = engine.library
    space = index_spaces.space_of(connection, library.pack.name)
    if space is None:
        return None
    memory = known_questions(library.pack.name, engine.embedder.fingerprint)
    kept = engine.kept_memory.known(connection)
    recall = partial(memory.recall, kept=kept)
    return Arms(engine.embedder, recall, library.pack, space.space_id, engine.index.windows, engine.index.keywords)


def gather(
    connection: Connection,
    question: Question,
    scope: IndexScope,
    *,
    arms: Arms,
    mode: str = "hybrid",
) -> list[Evidence]:
    """What the arms of `mode` (hybrid, keyword, vector) say of every clause that one of them brings."""
    near_later = _Near if mode == "keyword" else _ask_vectors(connection, arms, question, scope)
    said = _Said() if mode == "vector" else _ask_words(connection, arms, question, scope)
    trade = tuple(filter(None, map(comparable, question.trade)))
    asked = _Asked(question, said.weighted, trade, arms.pack, silent=mode == "vector")
    brought = {*said.words, *said.bigrams, *said.titled}
    read = _read_clauses(connection, arms, asked, brought)
    near = near_later()  # until here another core may have looked at the vectors
    read |= _read_clauses(connection, arms, asked, {*near.question, *near.recalled, *near.best_parts} - brought)
    definition = arms.pack.definition_category
    cosine, recalled, part = near.question.get, near.recalled.get, near.best_parts.get
    words, bigrams, firsts = said.words.get, said.bigrams.get, near.firsts
    parts = [(each.get, farthest) for each, farthest in near.parts]
    return [
        Evidence(
            clause=clause,
            cosine=cosine(clause, 0.0),
            recalled=recalled(clause, 0.0),
            nearest_known=near.nearest_known,
            words=words(clause, 0.0),
            bigrams=bigrams(clause, 0.0),
            part=part(clause, 0.0),
            part_first=1.0 if clause in firsts else 0.0,
            parts=tuple([of_part(clause, farthest) for of_part, farthest in parts]),
            asked_title=reading.title.asked,
            title=each.title,
            chapter=each.chapter,
            is_heading=1.0 if each.text_length < _SHORT_TEXT else 0.0,
            is_definition=1.0 if definition in each.categories else 0.0,
            is_table=1.0 if each.is_table else 0.0,
            coverage=reading.coverage,
            title_in_question=reading.title.in_question,
            question_in_title=reading.title.of_question,
            trade_in_title=reading.title.trade,
            trade_in_text=reading.trade_in_text,
        )
        for clause, (each, reading) in sorted(read.items(), key=itemgetter(0))
    ]


@dataclass(frozen=True, slots=True)
class _Near:
    """What the vector arm brings, cosines by clause. `best_parts`: to the nearest part of the question.

    `parts`: to each part, with the least that was found: no clause that was not brought is nearer.
    """

    question: Mapping[int, float] = field(default_factory=dict)
    recalled: Mapping[int, float] = field(default_factory=dict)
    best_parts: Mapping[int, float] = field(default_factory=dict)
    firsts: frozenset[int] = frozenset()
    nearest_known: float = 0.0
    parts: Sequence[tuple[Mapping[int, float], float]] = ()


def _is_narrow(scope: IndexScope) -> bool:
    return not scope.whole_space and len(scope.documents) <= _MOST_DOCUMENTS


def _ask_vectors(connection: Connection, arms: Arms, question: Question, scope: IndexScope) -> Callable[[], _Near]:
    """The question, what the memory makes of it, and its parts: all at once where they are looked for in one place.

    What comes back waits for what lies near; among many windows another core looks for it meanwhile.
    """
    texts = [arms.embedder.fitting(text) for text in (question.text, *question.parts)]
    vectors = arms.embedder.questions(texts)
    is_narrow = _is_narrow(scope)
    view = arms.windows.view(connection, arms.space_id, scope)

    def look() -> tuple[Recalled | None, list[dict[int, float]]]:
        memory = arms.recall(vectors[0])
        first = [vectors[0], *([] if memory is None else [memory.direction])]
        together = np.stack([*first, *(vectors[1:] if is_narrow else ())])
        return memory, [dict(each) for each in view.nearest_to_each(together, NEIGHBOURS)]

    later = begin(look) if view.runs_in_background else look

    def finish() -> _Near:
        memory, (near, *found) = later()
        recalled = {} if memory is None else found.pop(0)
        if len(vectors) > 1 and not is_narrow:
            found = _nearest(connection, arms, vectors[1:], _documents_of_the_best(connection, near, scope))
        return _near_of(near, recalled, found, memory)

    return finish


def _near_of(
    near: dict[int, float], recalled: dict[int, float], of_parts: list[dict[int, float]], memory: Recalled | None
) -> _Near:
    best: dict[int, float] = {}
    for each in of_parts or [near]:
        for clause, cosine in each.items():
            best[clause] = max(cosine, best.get(clause, 0.0))
    firsts = frozenset(max(each, key=each.__getitem__) for each in of_parts or [near] if each)
    told_apart = [(each, min(each.values())) for each in of_parts if each]
    return _Near(near, recalled, best, firsts, 0.0 if memory is None else memory.nearest, told_apart)


@dataclass(frozen=True, slots=True)
class _Said:
    """What the keyword arm brings: shares of what the question could score, by clause, and clauses by their titles."""

    words: Mapping[int, float] = field(default_factory=dict)
    bigrams: Mapping[int, float] = field(default_factory=dict)
    titled: Sequence[int] = ()
    weighted: _Weighted = _NOTHING_WEIGHED


def _ask_words(connection: Connection, arms: Arms, question: Question, scope: IndexScope) -> _Said:
    words = _weigh(connection, arms, question.words, WORD_COLUMNS)
    pairs = _weigh(connection, arms, question.bigrams, BIGRAM_COLUMNS)
    return _Said(
        _keyword_shares(connection, arms, words, WORD_COLUMNS, scope),
        _keyword_shares(connection, arms, pairs, BIGRAM_COLUMNS, scope),
        _titled(connection, arms, question, scope),
        words,
    )


def _documents_of_the_best(connection: Connection, near: Mapping[int, float], scope: IndexScope) -> IndexScope:
    """Where a question's parts are looked for among many documents: in those that look likeliest."""
    best = sorted(near, key=lambda clause: -near[clause])[: 2 * _MOST_DOCUMENTS]
    owners = clauses.documents_of(connection, best)
    likeliest = dict.fromkeys(owners[each] for each in best)
    return IndexScope(tuple(likeliest)[:_MOST_DOCUMENTS], scope.category)


def _nearest(connection: Connection, arms: Arms, vectors: Vectors, scope: IndexScope) -> list[dict[int, float]]:
    found = arms.windows.nearest_to_each(connection, arms.space_id, vectors, scope, limit=NEIGHBOURS)
    return [dict(each) for each in found]


def _weigh(connection: Connection, arms: Arms, asked: Sequence[str], columns: Columns) -> _Weighted:
    """The tokens with their weights, the common ones left out where a rarer one is there to be searched."""
    total = max(arms.keywords.total(connection), 1)
    counts = arms.keywords.counts(connection, asked[:_MOST_TOKENS], columns)
    weights = {token: inverse_frequency(count, total) for token, count in counts.items()}
    there = [token for token, count in counts.items() if count > 0]
    rare = [token for token in there if counts[token] <= COMMON * total]
    return _Weighted(weights, tuple(rare or there))


def _keyword_shares(
    connection: Connection, arms: Arms, weighted: _Weighted, columns: Columns, scope: IndexScope
) -> dict[int, float]:
    """BM25 as a share of what the question could score at most, by clause."""
    scores = arms.keywords.scores(
        connection, weighted.searched, columns, scope, title_weight=_TITLE_WEIGHT, limit=NEIGHBOURS
    )
    attainable = weighted.attainable
    return {clause: min(score / attainable, 1.5) for clause, score in scores}


def _titled(connection: Connection, arms: Arms, question: Question, scope: IndexScope) -> list[int]:
    """Clauses whose title bears one of the trade's terms for what the question says in street words."""
    terms = tokens.unique(word for term in question.trade for word in tokens.bigrams(term, arms.pack.language))[
        :_MOST_TOKENS
    ]
    return arms.keywords.titled(connection, terms, scope, limit=NEIGHBOURS // 4)


class _TitleReading(NamedTuple):
    """Shares of the pairs of signs that a title and the question have in common; `asked` are those pairs."""

    in_question: float
    of_question: float
    trade: float
    asked: frozenset[str] = frozenset()


class _Reading(NamedTuple):
    """How far the question's words stand in a clause and in its title."""

    coverage: float
    title: _TitleReading
    trade_in_text: float


_UNREAD = _Reading(0.0, _TitleReading(0.0, 0.0, 0.0), 0.0)


_ReadClauses = dict[int, tuple[SpokenClause, _Reading]]
"""Clauses that can answer, with what their words say of the question."""


def _read_clauses(connection: Connection, arms: Arms, asked: _Asked, brought: Collection[int]) -> _ReadClauses:
    if not brought:
        return {}
    spoken = arms.keywords.spoken(connection, brought)
    guides = arms.pack.guide_titles
    # A bare heading says nothing, and the reading guide only repeats what clauses say.
    kept = {clause: each for clause, each in spoken.items() if each.text_length and each.title not in guides}
    return dict(zip(kept, zip(kept.values(), _read(asked, list(kept.values())), strict=True), strict=True))


def _read(asked: _Asked, spoken: Sequence[SpokenClause]) -> list[_Reading]:
    """One reading a clause."""
    if asked.silent or not spoken:
        return [_UNREAD] * len(spoken)
    pairs = frozenset(asked.question.bigrams)
    titles = {title: _read_title(asked, pairs, title) for title in {each.title for each in spoken}}
    texts = [each.index_text for each in spoken]
    weights = asked.words.weights
    total = sum(weights.values())
    coverage = np.zeros(len(texts))
    for token, weight in weights.items():
        surface = tokens.surface(token)
        coverage += np.array([surface in text for text in texts]) * weight
    shares = (coverage / total if total else coverage).tolist()
    trade = _shortest(asked.question.trade)
    return [
        _Reading(share, titles[each.title], float(any(map(each.index_text.__contains__, trade))))
        for share, each in zip(shares, spoken, strict=True)
    ]


def _shortest(terms: Sequence[str]) -> list[str]:
    """The terms that hold no other one: a text that holds a term holds one of these."""
    found: list[str] = []
    for term in sorted(terms, key=len):
        if not any(shorter in term for shorter in found):
            found.append(term)
    return found


def _read_title(asked: _Asked, pairs: frozenset[str], title: str) -> _TitleReading:
    signs = signs_of(title, asked.pack.language)
    shared = signs.pairs & pairs
    return _TitleReading(
        len(shared) / len(signs.pairs) if signs.pairs else 0.0,
        len(shared) / len(pairs) if pairs else 0.0,
        _best_likeness(signs.key, asked.trade),
        frozenset(shared),
    )


def _best_likeness(title: str, terms: Sequence[str]) -> float:
    """1 where a term is the whole title, less where one of both holds the other, 0 where no term does."""
    shared = [
        min(len(title), len(term)) / max(len(title), len(term)) for term in terms if term in title or title in term
    ]
    return max(shared) if shared and title else 0.0
