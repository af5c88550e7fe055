"""What the reranker learns from at last: the clauses that the first stage puts in front, with the shares it gave them.

Asked are documents that neither embedding nor question memory have read: there the first stage errs as it errs on
documents of others, and the reranker learns what the first stage cannot tell.
"""

from collections.abc import Iterator

import numpy as np

from development.training.own_documents import Split, read_documents
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.ranking import RERANKED_MODE, RankingModel
from insurance_desktop.index.second_stage import most_likely

from .ranking_fits import Asked, ask_all, fit_order
from .reranker_groups import WITHOUT_ANSWER, WITHOUT_ONE_OF_SEVERAL, WRONG_ALONE, Group

WRONG_BESIDE, WRONG_WITHOUT = 5, WRONG_ALONE + 1
"""Passages that do not answer, the first of them, beside one that does and without one."""

IN_FRONT = 10
"""So many clauses, the first by the first stage, make the groups of a question: more than are read when it is asked."""

EASY = 0.95
"""A right clause to which the first stage gives more than this part, among those of its group, teaches nothing."""

_LEAST_SHARE = 1e-9


def all_ranked_groups(split: Split, pack: DomainPack, embedder: Embedder) -> Iterator[Group]:
    """The groups of the documents that no first stage has read, by an order fitted on the ranking's documents."""
    order = fit_order(list(ask_all(list(read_documents(split.ranking, pack)), pack, embedder)), [RERANKED_MODE])
    for asked in ask_all(list(read_documents(split.newest, pack)), pack, embedder):
        yield from ranked_groups(asked, order)


def ranked_groups(asked: Asked, order: RankingModel) -> Iterator[Group]:
    """A group for each needed clause among those in front, or one where nothing answers."""
    evidence = asked.evidence[RERANKED_MODE]
    if not evidence:
        return
    shares = order.shares(asked.features(RERANKED_MODE), RERANKED_MODE)
    needed, right = asked.needed[RERANKED_MODE], asked.right[RERANKED_MODE]
    read = most_likely(shares, IN_FRONT)
    wrong = [place for place in read if not right[place]]
    weight = WITHOUT_ANSWER if needed.sum() == 1 else WITHOUT_ONE_OF_SEVERAL
    if not asked.answerable:
        yield Group(asked.question.text, None, tuple(asked.passages[place] for place in wrong[:WRONG_WITHOUT]))
        return
    others = wrong[:WRONG_BESIDE]
    beside = tuple(asked.passages[place] for place in others)
    for place in (each for each in read if needed[each]):
        if shares[place] <= EASY * (shares[place] + shares[others].sum()):
            told = tuple(np.log(shares[[place, *others]] + _LEAST_SHARE).tolist())
            yield Group(asked.question.text, asked.passages[place], beside, weight, told)
