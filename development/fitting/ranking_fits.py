"""What fits the ranking's numbers: questions asked of their documents, folds of documents, weights, measures."""

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from development.bare_library import add_verified
from development.checking.retrieval import read_document
from development.training.own_documents import COMPARISON, EXCLUSION, NONE, TrainingDocument, TrainingQuestion
from insurance_desktop.domain.answers import RELEVANCE_BAR
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.diversify import CANDIDATES, PLACES, SecondChoice, what_is_added
from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.questions import Question, take_apart
from insurance_desktop.index.ranking import (
    Evidence,
    Matrix,
    RankingModel,
    answer_features,
    features_of,
    in_order,
    sides_of,
)
from insurance_desktop.services.search.arms import Arms, gather
from insurance_desktop.services.search.keyword_arm import KeywordArm
from insurance_desktop.services.search.passages import nearest_texts
from insurance_desktop.services.search.question_memory import known_questions
from insurance_desktop.services.search.vector_arm import NearestWindows
from insurance_desktop.store.clauses import clauses, index_spaces
from insurance_desktop.store.clauses.search_index import IndexScope
from insurance_desktop.store.database import Connection
from insurance_desktop.store.opening import open_database

from .regression import Choice, auc, calibration_error, fit_choice, fit_logistic

MODES = ("hybrid", "keyword", "vector")
RIVAL = 0.05
"""Exponent of a rival's chance beside the best one's; set by hand, so that a comparison keeps its second clause."""

UNANSWERABLE_COUNT = 3
"""How often a question counts that its document does not answer: a quarter of what is asked, as people ask, not a tenth
as they were written."""

FOLDS = 6
SEED = 20261121
KEYWORD_FIELDS = (
    "words",
    "bigrams",
    "coverage",
    "title_in_question",
    "question_in_title",
    "trade_in_title",
    "trade_in_text",
)
VECTOR_FIELDS = ("cosine", "recalled", "nearest_known", "part", "part_first")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question asked of one document. `needed` and `right` tell the rows of `evidence`."""

    document: str
    tier: str
    question: Question
    evidence: dict[str, list[Evidence]]
    needed: dict[str, npt.NDArray[np.bool_]]
    right: dict[str, npt.NDArray[np.bool_]]
    answerable: bool
    passages: tuple[str, ...]
    """What a reranker reads of each clause of `evidence["hybrid"]`."""

    def features(self, mode: str) -> Matrix:
        return features_of(self.question, self.evidence[mode])


def ask_all(documents: Sequence[TrainingDocument], pack: DomainPack, embedder: Embedder) -> Iterator[Asked]:
    """Every question of every document. Scenarios that no clause mentions say nothing about clauses: left out."""
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(Path(folder) / "fit.db")
        with database.write() as connection:
            known = {
                each.name: add_verified(connection, read_document(each.path, pack), pack, embedder)
                for each in documents
            }
        with database.read() as connection:
            space = index_spaces.space_of(connection, pack.name)
            assert space is not None
            memory = known_questions(pack.name, embedder.fingerprint)
            windows = NearestWindows(database.path, None)
            arms = Arms(embedder, memory.recall, pack, space.space_id, windows, KeywordArm(pack.name))
            for document in documents:
                for question in document.questions:
                    if question.sections or question.tier == NONE:
                        yield _asked(connection, arms, document.name, known[document.name], question)
        database.close()


def _asked(connection: Connection, arms: Arms, name: str, document_id: int, asked: TrainingQuestion) -> Asked:
    question = take_apart(asked.question, arms.pack)
    told = gather(connection, question, IndexScope((document_id,)), arms=arms)
    sections = {
        row: normalised(clause.section_id)
        for row, clause in clauses.read(connection, [each.clause for each in told]).items()
    }
    needed = {normalised(each) for each in asked.sections}
    right = needed | {normalised(each) for each in asked.also}
    evidence = {mode: seen_by(told, mode) for mode in MODES}
    return Asked(
        name,
        asked.tier,
        question,
        evidence,
        {mode: np.array([sections[e.clause] in needed for e in seen], dtype=bool) for mode, seen in evidence.items()},
        {mode: np.array([sections[e.clause] in right for e in seen], dtype=bool) for mode, seen in evidence.items()},
        answerable=asked.tier != NONE,
        passages=_passages(connection, arms, question, told),
    )


def _passages(connection: Connection, arms: Arms, question: Question, told: Sequence[Evidence]) -> tuple[str, ...]:
    vector = arms.embedder.question(arms.embedder.fitting(question.text))
    texts = nearest_texts(connection, arms.space_id, vector, [each.clause for each in told])
    return tuple(sys.intern(texts[each.clause]) for each in told)


def seen_by(evidence: Sequence[Evidence], mode: str) -> list[Evidence]:
    """What one arm alone would have brought."""
    if mode == "keyword":
        found = [each for each in evidence if each.words or each.bigrams or each.trade_in_title]
        unseen: dict[str, Any] = {**dict.fromkeys(VECTOR_FIELDS, 0.0), "parts": ()}
        return [replace(each, **unseen) for each in found]
    if mode == "vector":
        silent: dict[str, Any] = {**dict.fromkeys(KEYWORD_FIELDS, 0.0), "asked_title": frozenset()}
        return [replace(each, **silent) for each in evidence if each.cosine > 0]
    return list(evidence)


@dataclass(frozen=True, slots=True)
class Told:
    """A question with the shares that an order gives which has not seen its document."""

    asked: Asked
    shares: Matrix
    features: Matrix
    """ANSWER_FEATURES."""


def fit_order(asked: Sequence[Asked], modes: Sequence[str] = MODES) -> RankingModel:
    """The weights of these modes, nothing known yet of what is answered."""
    features = np.vstack([each.features("hybrid") for each in asked if each.evidence["hybrid"]])
    means, scales = features.mean(axis=0), np.maximum(features.std(axis=0), 1e-3)
    weights = {}
    for mode in modes:
        chosen = [
            ((each.features(mode) - means) / scales, each.needed[mode], each.right[mode])
            for each in asked
            if each.evidence[mode] and each.needed[mode].any()
        ]
        weights[mode] = fit_choice(chosen)
    none = np.zeros(0)
    return RankingModel(means, scales, weights, none, none, {}, {}, RIVAL)


def fit_second(found: Sequence[Told], mode: str) -> SecondChoice | None:
    """What tells which clauses belong beside the first, from comparisons with shares of orders that knew them not.

    None for an arm that does not tell the parts of a question.
    """
    choices = [each for told in found if told.asked.tier == COMPARISON for each in _second_choices(told, mode)]
    if not choices:
        return None
    every = np.vstack([added for added, _, _ in choices])
    means, scales = every.mean(axis=0), np.maximum(every.std(axis=0), 1e-3)
    return SecondChoice(means, scales, fit_choice([((added - means) / scales, *rest) for added, *rest in choices]))


def _second_choices(told: Told, mode: str) -> Iterator[Choice]:
    """The choices beside the first clause, and beside the first two."""
    asked = told.asked
    sides = sides_of(asked.evidence[mode], told.shares)
    if any(len(each.parts) < 2 for each in sides):
        return
    order = np.argsort(-told.shares)[:CANDIDATES]
    for count in range(1, PLACES):
        chosen, rest = order[:count], order[count:]
        needed, right = asked.needed[mode][rest], asked.right[mode][rest]
        if needed.any() and not right.all():
            yield what_is_added([sides[each] for each in rest], [sides[each] for each in chosen]), needed, right


def out_of_fold(asked: Sequence[Asked], mode: str) -> list[Told]:
    """Every question, judged by an order that was fitted on other documents."""
    found = []
    for names in folds(asked):
        order = fit_order([each for each in asked if each.document not in names], [mode])
        for each in asked:
            if each.document in names and each.evidence[mode]:
                shares = order.shares(each.features(mode), mode)
                told = Told(each, shares, answer_features(each.question, each.evidence[mode], shares))
                found += [told] * (1 if each.answerable else UNANSWERABLE_COUNT)
    return found


def folds(asked: Sequence[Asked]) -> list[set[str]]:
    """Names of documents that are left out together."""
    names = sorted({each.document for each in asked})
    return [set(names[place::FOLDS]) for place in range(FOLDS) if names[place::FOLDS]]


def with_answers(order: RankingModel, told: Mapping[str, Sequence[Told]]) -> RankingModel:
    """The order with what tells, by mode, whether there is an answer at all."""
    stacked = np.stack([each.features for each in next(iter(told.values()))])
    means, scales = stacked.mean(axis=0), np.maximum(stacked.std(axis=0), 1e-3)
    weights, biases = {}, {}
    for mode, seen in told.items():
        features = (np.stack([each.features for each in seen]) - means) / scales
        weights[mode], biases[mode] = fit_answer(features, [each.asked.answerable for each in seen])
    return replace(order, answer_means=means, answer_scales=scales, answer_weights=weights, answer_biases=biases)


def fit_answer(features: Matrix, answerable: Sequence[bool]) -> tuple[Matrix, float]:
    """Weights and bias over standardised features; one that never varies says nothing."""
    fitted = fit_logistic(features, np.array(answerable), np.array(features.std(axis=0) < 1e-9), ridge=3.0)
    return fitted[:-1], float(fitted[-1])


@dataclass(frozen=True, slots=True)
class Judged:
    """What a model that never saw the document made of a question."""

    tier: str
    answerable: bool
    first_right: bool
    all_in_three: bool
    score: float


def judge(order: RankingModel, found: Sequence[Told], mode: str) -> list[Judged]:
    """Order and answer by models of other documents."""
    judged = []
    for names in folds([each.asked for each in found]):
        others = [each for each in found if each.asked.document not in names]
        model = replace(with_answers(order, {mode: others}), second=fit_second(others, mode))
        judged += [
            judged_by(each, mode, model.second, model.answered(each.features, mode))
            for each in found
            if each.asked.document in names
        ]
    return judged


def judged_by(told: Told, mode: str, second: SecondChoice | None, score: float) -> Judged:
    """What stands in front, by the shares of `told`, and how surely it answers."""
    order = np.array(in_order(told.asked.evidence[mode], told.shares, second))
    needed, right = told.asked.needed[mode], told.asked.right[mode]
    return Judged(
        told.asked.tier,
        told.asked.answerable,
        bool(right[order[0]]),
        bool(needed.any() and needed[order[:3]].sum() == needed.sum()),
        score,
    )


def measured(judged: Sequence[Judged]) -> dict[str, float]:
    """The measures of left-out documents. The bar is RELEVANCE_BAR on the first clause's score."""
    answerable = np.array([each.answerable for each in judged])
    scores = np.array([each.score for each in judged])
    first = np.array([each.first_right for each in judged])
    three = np.array([each.all_in_three for each in judged])
    tier = np.array([each.tier for each in judged])
    over = scores >= RELEVANCE_BAR
    single = answerable & (tier != COMPARISON) & (tier != EXCLUSION)
    measures = {
        "questions": len(judged),
        "basic_first": first[single].mean(),
        "basic_first_answered": (first & over)[single].mean(),
        "basic_in_three": three[single].mean(),
        "comparison_in_three": three[tier == COMPARISON].mean(),
        "exclusion_first": first[tier == EXCLUSION].mean(),
        "auc": auc(scores, answerable),
        "calibration_error": calibration_error(scores, answerable),
        "silenced": (~over)[answerable].mean(),
        "silent": (~over)[~answerable].mean(),
        "brier": ((scores - answerable) ** 2).mean(),
        "brier_constant": (answerable.mean() * (1 - answerable.mean())),
    }
    return {name: round(float(value), 3) for name, value in measures.items()}
