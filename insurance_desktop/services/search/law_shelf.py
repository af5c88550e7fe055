"""The articles of the laws that come with the program, laid out to be searched by words and by meaning."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from insurance_desktop.domain.laws import LawArticle
from insurance_desktop.index import law_vectors
from insurance_desktop.index.passage_index import PassageIndex
from insurance_desktop.packs.law_texts import packs_with_laws

from .law_books import LawBook, shipped_laws


@dataclass(frozen=True, slots=True)
class Shelf:
    """The articles that are searched; `index` has no vectors where none are of this model (`has_vectors`)."""

    articles: tuple[LawArticle, ...]
    index: PassageIndex
    has_vectors: bool


@cache
def shelf_of(fingerprint: str) -> Shelf:
    """The articles of all packs that bring laws, laid out once in a process for the model with this fingerprint."""
    told = {pack: shipped_articles(pack) for pack in packs_with_laws()}
    articles = tuple(article for each in told.values() for article in each)
    vectors = [law_vectors.law_vectors(pack, fingerprint, searched_texts(each)) for pack, each in told.items()]
    known = [each for each in vectors if each is not None]
    has_vectors = len(known) == len(vectors) and bool(known)
    windows = np.concatenate(known) if has_vectors else np.zeros((0, 1), dtype=np.float32)
    texts = [" ".join((*each.chapter, each.text)) for each in articles]
    return Shelf(articles, PassageIndex(texts, windows, range(len(windows))), has_vectors)


def shipped_articles(pack: str) -> tuple[LawArticle, ...]:
    """The articles that a pack brings, of laws whose text is what was shipped."""
    return tuple(article for book in shipped_laws(pack) for article in _articles(book))


def searched_texts(articles: tuple[LawArticle, ...]) -> tuple[str, ...]:
    """What vectors are made of."""
    return tuple(each.text for each in articles)


def _articles(book: LawBook) -> tuple[LawArticle, ...]:
    return tuple((book.articles() or {}).values())
