"""A question asked of the laws that come with the program: by words and by meaning, in a ranking of their own.

What names an article is looked up. No clause is ever among the results, and no article among those of a search of
clauses. Documents of the library that are laws are found with the other documents of their pack.
"""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from insurance_desktop.domain.answers import RELEVANCE_BAR, WEAK_BAR
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.laws import LawAnswer, LawArticle, LawHit, LawSearchAnswer
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.missing_library import NoLibrary, without_library
from insurance_desktop.services.library.questions import page_of, page_start, readable, refuse_unreadable
from insurance_desktop.services.library.withheld import says_what_is_withheld

from .engine import Models, SearchEngine
from .law_articles import article_named
from .law_books import all_shipped, laws_at_hand

if TYPE_CHECKING:
    from .law_shelf import Shelf

MOST_RESULTS = 20
_WORDS = 0.3
"""What a full agreement of words adds to a cosine: of 66 questions 47 had their article first, 63 among the first
three; by meaning alone 42 and 62, by words alone 37 and 47."""

_SLOPE, _FROM = 9.2, 0.527
"""How a score becomes a chance, and the score of an even one. Of the same 66 questions 55 have an article over the bar
and 9 a weak one; of 50 about other things 9 and 9, those over the bar about neighbouring laws (a company's charter, the
carriage of goods by sea), whose words the law of insurers has, too.
Of 20 questions written afterwards 15 have theirs first, 17 among the first two, one is silent; of 20 others 2 and 3."""

_LEAST_WORDS, _WORDS_ALONE = 0.18, 0.69
"""What words must agree to be shown where meaning is not known, and what they are never surer than: under the bar."""

_MOST_WEAK = 3


def _without_library(none: NoLibrary, query: str, top_k: int = 5, cursor: str | None = None) -> LawSearchAnswer:
    start = _check(query, top_k, cursor)
    return _found(query, article_named(all_shipped(), query), Models(), top_k, start)


@says_what_is_withheld
@without_library(_without_library)
def search_laws(engine: SearchEngine, query: str, top_k: int = 5, cursor: str | None = None) -> LawSearchAnswer:
    """The articles that a question is about, or the one that it names. UsageError where it cannot be read."""
    start = _check(query, top_k, cursor)
    with engine.library.database.read() as connection:
        named = article_named(laws_at_hand(connection, engine.library), query)
    return _found(query, named, engine.models.speaking(""), top_k, start)


def _check(query: str, top_k: int, cursor: str | None) -> int:
    refuse_unreadable(query)
    if not 1 <= top_k <= MOST_RESULTS:
        raise UsageError("search.top_k_out_of_range", top_k=top_k, limit=MOST_RESULTS)
    return page_start(cursor)


def _found(query: str, named: LawAnswer | None, models: Models, top_k: int, start: int) -> LawSearchAnswer:
    """Where an article is named, that one alone, or why it is not there: no other one stands in for it."""
    if named is not None:
        articles = () if named.article is None else (named.article,)
        told = tuple(replace(_hit(each, 1.0), passage=named.passage) for each in articles)
        return LawSearchAnswer(named.status, query, named.message, told, tuple(each.law for each in articles))
    from .law_shelf import shelf_of  # noqa: PLC0415 (numpy, which an article by its number does without)

    shelf = shelf_of(models.embedder.fingerprint)
    searched = tuple(book.short_name for book in all_shipped() if book.articles() is not None)
    hits = _ranked(shelf, readable(query), models)
    over = [each for each in hits if each.similarity_score >= RELEVANCE_BAR][:top_k]
    weak = [] if over else [each for each in hits if each.similarity_score >= WEAK_BAR][: min(top_k, _MOST_WEAK)]
    note = "" if shelf.has_vectors else say("search.law_words_only")
    if not over and not weak:
        message = say("search.no_law", searched=say("ask.comma").join(searched)) + note
        return LawSearchAnswer(AnswerStatus.NO_MATCH, query, message, (), searched)
    results, following = page_of(over or weak, start)
    status = AnswerStatus.OK if over else AnswerStatus.WEAK
    message = (say("search.weak_law") if weak else "") + note
    return LawSearchAnswer(
        status, query, message or None, results, searched, truncated=following is not None, next_cursor=following
    )


def _ranked(shelf: "Shelf", question: str, models: Models) -> list[LawHit]:
    """All articles, the likeliest first."""
    words = shelf.index.by_words(question)
    if shelf.has_vectors:
        scores = shelf.index.by_vector(models.embedder.question(question)) + _WORDS * words
        chances = [_chance(each) for each in scores]
    else:
        chances = [min(_chance(each + _FROM - _LEAST_WORDS), _WORDS_ALONE) for each in words]
        scores = words
    order = sorted(range(len(shelf.articles)), key=lambda place: -scores[place])
    return [_hit(shelf.articles[place], chances[place]) for place in order[:MOST_RESULTS]]


def _chance(score: float) -> float:
    return round(1 / (1 + math.exp(-_SLOPE * (score - _FROM))), 4)


def _hit(article: LawArticle, chance: float) -> LawHit:
    return LawHit(
        article.law,
        article.edition,
        article.in_force,
        article.article,
        article.chapter,
        article.text,
        chance,
        document_id=article.document_id,
    )
