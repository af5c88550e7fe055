"""Fits the second stage of the ranking: what the reranker says of the first clauses, weighed with the first stage."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from insurance_desktop.index.ranking import RERANKED_MODE, Matrix
from insurance_desktop.index.reranker import Reranker
from insurance_desktop.index.second_stage import Reading, Reranking, most_likely, read_features, reading_features

from .ranking_fits import Judged, Told, fit_answer, fit_second, folds, judged_by
from .regression import fit_choice


@dataclass(frozen=True, slots=True)
class Read:
    """A question with the shares of the first stage and what the reranker read."""

    told: Told
    reading: Reading

    def after(self, reranking: Reranking) -> Told:
        """The same with the shares and answer's features of the second stage."""
        is_comparison = self.told.asked.question.is_comparison
        shares = reranking.shares(self.told.shares, self.reading, is_comparison=is_comparison)
        features = np.append(self.told.features, reading_features(self.reading, shares))
        return replace(self.told, shares=shares, features=features)


def read_all(found: Sequence[Told], reranker: Reranker) -> list[Read]:
    """Has the reranker read the first clauses of each question, once, however often it counts."""
    known: dict[int, Reading] = {}
    for told in found:
        if id(told) not in known:
            places = most_likely(told.shares)
            passages = [told.asked.passages[place] for place in places]
            known[id(told)] = Reading(places, reranker.logits(told.asked.question.text, passages))
    return [Read(told, known[id(told)]) for told in found]


def fit_reranking(found: Sequence[Read]) -> Reranking:
    """The weights of both its halves and of the second choice."""
    every = np.vstack([read_features(each.told.shares, each.reading) for each in found])
    none = np.zeros(0)
    means, scales = _standard(every)
    order = Reranking(means, scales, _weights(found, means, scales), none, none, none, 0.0)
    after = [each.after(order) for each in found]
    features = np.stack([each.features for each in after])
    answer_means, answer_scales = _standard(features)
    weights, bias = fit_answer((features - answer_means) / answer_scales, [each.asked.answerable for each in after])
    return replace(
        order,
        answer_means=answer_means,
        answer_scales=answer_scales,
        answer_weights=weights,
        answer_bias=bias,
        second=fit_second(after, RERANKED_MODE),
    )


def _weights(found: Sequence[Read], means: Matrix, scales: Matrix) -> Matrix:
    choices = []
    for each in found:
        places = list(each.reading.places)
        needed, right = (flags[RERANKED_MODE][places] for flags in (each.told.asked.needed, each.told.asked.right))
        if needed.any():
            choices.append(((read_features(each.told.shares, each.reading) - means) / scales, needed, right))
    return fit_choice(choices)


def _standard(features: Matrix) -> tuple[Matrix, Matrix]:
    return features.mean(axis=0), np.maximum(features.std(axis=0), 1e-3)


def judge(found: Sequence[Read]) -> list[Judged]:
    """Order and answer of left-out documents."""
    judged = []
    for names in folds([each.told.asked for each in found]):
        model = fit_reranking([each for each in found if each.told.asked.document not in names])
        for each in found:
            if each.told.asked.document in names:
                told = each.after(model)
                judged.append(judged_by(told, RERANKED_MODE, model.second, model.answered(told.features)))
    return judged
