"""Asks both arms about a question inside a scope and lays what they say side by side, clause by clause."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index import tokens
from insurance_desktop.index.characters import comparable
from insurance_desktop.index.embedding import Embedder, Vectors
from insurance_desktop.index.memory import QuestionMemory, Recalled, memory_path
from insurance_desktop.index.questions import Question
from insurance_desktop.index.ranking import Evidence
from insurance_desktop.store import clauses, search_index
from insurance_desktop.store.clauses import SpokenClause
from insurance_desktop.store.database import Connection
from insurance_desktop.store.search_index import BIGRAM_COLUMNS, WORD_COLUMNS, IndexScope

from .keyword_arm import Columns, KeywordArm, inverse_frequency
from .library import Library
from .nearest import NearestWindows

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


def arms_of(library: Library, connection: Connection) -> Arms | None:
    """The arms of a library; None before anything was indexed."""
    space = search_index.space_of(connection, library.pack.name)
    if space is None:
        return None
    memory = known_questions(library.pack.name, library.embedder.fingerprint)
    kept = library.kept_memory.known(connection, library)
    recall = partial(memory.recall, kept=kept)
    return Arms(library.embedder, recall, library.pack, space.space_id, library.windows, library.keywords)


@cache
def known_questions(pack: str, fingerprint: str) -> QuestionMemory:
    """The shipped memory of a pack, once in a process."""
    return QuestionMemory(memory_path(pack), fingerprint)


def gather(
    connection: Connection,
    question: Question,
    scope: IndexScope,
    *,
    arms: Arms,
    mode: str = "hybrid",
) -> list[Evidence]:
    """What the arms of `mode` (hybrid, keyword, vector) say of every clause that one of them brings."""
    near: dict[int, float] = {}
    recalled: dict[int, float] = {}
    parts: list[dict[int, float]] = []
    nearest_known = 0.0
    word_scores: dict[int, float] = {}
    pair_scores: dict[int, float] = {}
    weighted_words = _Weighted({}, ())
    if mode != "keyword":
        vector, *of_parts = arms.embedder.questions(
            [arms.embedder.fitting(t) for t in (question.text, *question.parts)]
        )
        near = _nearest(connection, arms, vector, scope)
        inside = _documents_of_the_best(connection, near, scope) if of_parts else scope
        parts = [_nearest(connection, arms, each, inside) for each in of_parts] or [near]
        memory = arms.recall(vector)
        if memory is not None:
            recalled = _nearest(connection, arms, memory.direction, scope)
            nearest_known = memory.nearest
    if mode != "vector":
        weighted_words = _weigh(connection, arms, question.words, WORD_COLUMNS)
        word_scores = _keyword_shares(connection, arms, weighted_words, WORD_COLUMNS, scope)
        weighted_pairs = _weigh(connection, arms, question.bigrams, BIGRAM_COLUMNS)
        pair_scores = _keyword_shares(connection, arms, weighted_pairs, BIGRAM_COLUMNS, scope)
        for clause in _titled(connection, arms, question, scope):
            word_scores.setdefault(clause, 0.0)
    brought = sorted({*near, *recalled, *word_scores, *pair_scores, *(clause for each in parts for clause in each)})
    firsts = {max(each, key=lambda clause: each[clause]) for each in parts if each}
    spoken = clauses.spoken(connection, brought)
    asked = _Asked(question, weighted_words, tuple(map(comparable, question.trade)), arms.pack, silent=mode == "vector")
    return [
        Evidence(
            clause=clause,
            cosine=near.get(clause, 0.0),
            recalled=recalled.get(clause, 0.0),
            nearest_known=nearest_known,
            words=word_scores.get(clause, 0.0),
            bigrams=pair_scores.get(clause, 0.0),
            part=max((each.get(clause, 0.0) for each in parts), default=0.0),
            part_first=float(clause in firsts),
            **_reading(asked, spoken[clause]),
        )
        for clause in brought
        if _can_answer(spoken[clause], arms.pack)
    ]


def _documents_of_the_best(connection: Connection, near: Mapping[int, float], scope: IndexScope) -> IndexScope:
    """Where a question's parts are looked for: in all documents asked, or, of many, in those that look likeliest."""
    if not scope.whole_space and len(scope.documents) <= _MOST_DOCUMENTS:
        return scope
    best = sorted(near, key=lambda clause: -near[clause])[: 2 * _MOST_DOCUMENTS]
    owners = clauses.documents_of(connection, best)
    likeliest = dict.fromkeys(owners[each] for each in best)
    return IndexScope(tuple(likeliest)[:_MOST_DOCUMENTS], scope.category)


def _can_answer(spoken: SpokenClause, pack: DomainPack) -> bool:
    """A bare heading says nothing, and the reading guide only repeats what clauses say."""
    return spoken.has_text and spoken.title not in pack.guide_titles


def _nearest(connection: Connection, arms: Arms, vector: Vectors, scope: IndexScope) -> dict[int, float]:
    return dict(arms.windows.nearest(connection, arms.space_id, vector, scope, limit=NEIGHBOURS))


def _weigh(connection: Connection, arms: Arms, asked: Sequence[str], columns: Columns) -> _Weighted:
    """The tokens with their weights, the common ones left out where a rarer one is there to be searched."""
    total = max(clauses.count(connection), 1)
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
    return {clause: min(score / weighted.attainable, 1.5) for clause, score in scores}


def _titled(connection: Connection, arms: Arms, question: Question, scope: IndexScope) -> Iterable[int]:
    """Clauses whose title bears one of the trade's terms for what the question says in street words."""
    terms = tokens.unique(word for term in question.trade for word in tokens.bigrams(term))[:_MOST_TOKENS]
    found = arms.keywords.scores(connection, terms, ("title_bigrams",), scope, title_weight=1.0, limit=NEIGHBOURS // 4)
    return [clause for clause, _ in found]


def _reading(asked: _Asked, spoken: SpokenClause) -> dict[str, float]:
    """How far the question's words stand in the clause and in its title."""
    kind = {
        "is_heading": float(spoken.text_length < _SHORT_TEXT),
        "is_definition": float(asked.pack.definition_category in spoken.categories),
        "is_table": float(spoken.is_table),
    }
    if asked.silent:
        silent = ("coverage", "title_in_question", "question_in_title", "trade_in_title", "trade_in_text")
        return kind | dict.fromkeys(silent, 0.0)
    title_pairs = set(tokens.bigrams(spoken.title))
    asked_pairs = set(asked.question.bigrams)
    shared = len(title_pairs & asked_pairs)
    weights = asked.words.weights
    total = sum(weights.values())
    said = sum(weight for token, weight in weights.items() if tokens.surface(token) in spoken.index_text)
    title = comparable(spoken.title)
    return kind | {
        "coverage": said / total if total else 0.0,
        "title_in_question": shared / len(title_pairs) if title_pairs else 0.0,
        "question_in_title": shared / len(asked_pairs) if asked_pairs else 0.0,
        "trade_in_title": max((_likeness(title, term) for term in asked.trade), default=0.0),
        "trade_in_text": float(any(term in spoken.index_text for term in asked.question.trade)),
    }


def _likeness(title: str, term: str) -> float:
    """1 for the same words, less for a term inside a title, 0 for no relation."""
    if not title or not term:
        return 0.0
    if title == term:
        return 1.0
    if term in title or title in term:
        return min(len(title), len(term)) / max(len(title), len(term))
    return 0.0
