"""Fits the numbers of resources/models/ranking-insurance.toml. Development only; needs the corpus beside the checkout.

    python -m insurance_desktop.tools.fit_ranking ../shared/corpus

The passages of 232 products are dealt into documents without near-identical neighbours; each question is asked of the
document that holds its passage, and of one that holds nothing like it (unanswerable). Evidence is gathered by the
program's own services, so what is fitted is what runs. Folds are whole products. `golden_dev.jsonl` is never read.
"""

import argparse
import datetime
import hashlib
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index import ranking
from insurance_desktop.index.embedding import Embedder, Vectors, shipped_embedder
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.ranking import FEATURES, Evidence, Matrix, RankingModel, features_of
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.evidence import gather
from insurance_desktop.store import clauses, search_index
from insurance_desktop.store.database import Connection, open_database
from insurance_desktop.store.search_index import IndexScope

from .bare_library import BareDocument, add_verified, clause

SAME = 0.88
"""Passages more alike than this (cosine) are one standard clause: never two of them in one document."""

RELATED = 0.80
"""A document with a passage more alike than this to the question's own may answer it: not taken as unanswerable."""

ANSWERABLE_SHARE = 0.7
RIDGE = 1.0
MODES = ("hybrid", "keyword", "vector")
KEYWORD_FIELDS = (
    "words", "bigrams", "coverage", "title_in_question", "question_in_title", "trade_in_title", "trade_in_text",
)


@dataclass(frozen=True, slots=True)
class Settings:
    seed: int = 20261121
    documents: int = 12
    questions: int = 5000
    deals: int = 2
    folds: int = 5


@dataclass(frozen=True, slots=True)
class Passage:
    number: int
    product: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class Asked:
    """One question asked of one document: features and which rows are right."""

    product: str
    features: dict[str, Matrix]
    right: dict[str, npt.NDArray[np.bool_]]
    answerable: bool


class Remembering(Embedder):
    """An embedder that embeds each text once."""

    def __init__(self, inner: Embedder) -> None:
        super().__init__(inner.model_path, inner.tokenizer_path)
        self._known: dict[str, Vectors] = {}

    def passages(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= dict(zip(new, super().passages(new), strict=True))
        return np.stack([self._known[text] for text in texts])

    def question(self, text: str) -> Vectors:
        return self.questions([text])[0]


def read_passages(corpus: Path, pack: DomainPack) -> list[Passage]:
    """The passages as clauses: the printed number and title are taken from their beginning where they are there."""
    lines = (corpus / "qa" / "passages.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Passage(each["passage_id"], each["product"] or "", as_clause(each["passage_id"], each["text"], pack))
        for each in map(json.loads, lines)
    ]


def as_clause(number: int, text: str, pack: DomainPack) -> Clause:
    import re  # noqa: PLC0415

    pieces = text.strip().split(maxsplit=2)
    forms = [re.compile(form.pattern) for form in pack.heading_forms]
    if len(pieces) == 3 and any(form.fullmatch(f"{pieces[0]} {pieces[1]}") for form in forms) and len(pieces[1]) <= 20:
        return clause(pieces[0], pieces[1], pieces[2], category=())
    return clause(f"p{number}", "", text.strip(), category=())


def deal(passages: Sequence[Passage], vectors: Vectors, count: int, chance: random.Random) -> list[list[int]]:
    """Places of passages, dealt into `count` documents without near-identical neighbours."""
    hands: list[list[int]] = [[] for _ in range(count)]
    order = list(range(len(passages)))
    chance.shuffle(order)
    for place in order:
        for hand in sorted(hands, key=lambda each: (len(each), chance.random())):
            if not hand or float(np.max(vectors[hand] @ vectors[place])) < SAME:
                hand.append(place)
                break
    return hands


def build(
    connection: Connection, passages: Sequence[Passage], hands: Sequence[Sequence[int]], pack: DomainPack,
    embedder: Embedder, deal_number: int,
) -> list[tuple[int, dict[int, int]]]:
    """One verified document a hand: its id, and the clause row of each passage."""
    built = []
    for number, hand in enumerate(hands):
        document = BareDocument(f"deal {deal_number} hand {number}", tuple(passages[place].clause for place in hand))
        document_id = add_verified(connection, document, pack, embedder)
        rows = clauses.of_documents(connection, [document_id])
        built.append((document_id, dict(zip(hand, (row.row for row in rows), strict=True))))
    return built


def ask_all(corpus: Path, settings: Settings) -> Iterator[Asked]:
    """Every chosen question asked of its own document and, some, of one that does not answer."""
    pack = load_pack()
    embedder = Remembering(shipped_embedder())
    chance = random.Random(settings.seed)
    passages = read_passages(corpus, pack)
    vectors = embedder.passages([embedder.fitting(f"{p.clause.section_title}\n{p.clause.text}") for p in passages])
    place_of = {passage.number: place for place, passage in enumerate(passages)}
    questions = [
        json.loads(line) for line in (corpus / "qa" / "train_questions.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    chosen = chance.sample(questions, min(settings.questions, len(questions)))
    for deal_number in range(settings.deals):
        hands = deal(passages, vectors, settings.documents, chance)
        with tempfile.TemporaryDirectory() as folder:
            database = open_database(Path(folder) / "fit.db")
            with database.write() as connection:
                built = build(connection, passages, hands, pack, embedder, deal_number)
            with database.read() as connection:
                asking = _Asking(connection, pack, embedder, built, vectors)
                for question in chosen[deal_number :: settings.deals]:
                    place = place_of[question["passage_id"]]
                    yield from asking.both(question["question"], place, passages[place].product, chance)
            database.close()


def seen_by(evidence: Sequence[Evidence], mode: str) -> list[Evidence]:
    """What one arm alone would have brought."""
    if mode == "keyword":
        return [replace(each, cosine=0.0) for each in evidence if each.words or each.bigrams or each.trade_in_title]
    if mode == "vector":
        silent = dict.fromkeys(KEYWORD_FIELDS, 0.0)
        return [replace(each, **silent) for each in evidence if each.cosine > 0]
    return list(evidence)


@dataclass(frozen=True, slots=True)
class _Asking:
    connection: Connection
    pack: DomainPack
    embedder: Embedder
    built: list[tuple[int, dict[int, int]]]
    vectors: Vectors

    def both(self, text: str, place: int, product: str, chance: random.Random) -> Iterator[Asked]:
        own = next((each for each in self.built if place in each[1]), None)
        if own is not None:
            yield self._asked(text, own, place, product)
        if chance.random() < (1 - ANSWERABLE_SHARE) / ANSWERABLE_SHARE:
            silent = [
                each
                for each in self.built
                if float(np.max(self.vectors[list(each[1])] @ self.vectors[place])) < RELATED
            ]
            if silent:
                yield self._asked(text, chance.choice(silent), None, product)

    def _asked(self, text: str, document: tuple[int, dict[int, int]], place: int | None, product: str) -> Asked:
        document_id, rows = document
        question = take_apart(text, self.pack)
        space = search_index.space_of(self.connection, self.pack.name)
        assert space is not None
        evidence = gather(
            self.connection, question, IndexScope((document_id,)), embedder=self.embedder, pack=self.pack,
            space_id=space.space_id,
        )
        wanted = None if place is None else rows[place]
        features: dict[str, Matrix] = {}
        right: dict[str, npt.NDArray[np.bool_]] = {}
        for mode in MODES:
            told = seen_by(evidence, mode)
            features[mode] = features_of(question, told) if told else np.zeros((0, len(FEATURES)))
            right[mode] = np.array([each.clause == wanted for each in told], dtype=bool)
        return Asked(product, features, right, place is not None)


def fit_logistic(features: Matrix, right: npt.NDArray[np.bool_], silent: npt.NDArray[np.bool_]) -> Matrix:
    """Weights and, last, the bias, by Newton's method with a ridge; columns that are `silent` stay at 0."""
    design = np.column_stack([np.where(silent, 0.0, features), np.ones(len(features))])
    target = right.astype(np.float64)
    weights = np.zeros(design.shape[1])
    ridge = np.full(design.shape[1], RIDGE)
    ridge[-1] = 0.0
    for _ in range(30):
        chance = ranking.sigmoid(design @ weights)
        slope = design.T @ (chance - target) + ridge * weights
        bend = (design * (chance * (1 - chance))[:, None]).T @ design + np.diag(ridge + 1e-9)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if float(np.max(np.abs(step))) < 1e-6:
            break
    return weights


def fit_model(asked: Sequence[Asked]) -> RankingModel:
    """The weights of all modes on these questions."""
    stacked = {mode: np.vstack([each.features[mode] for each in asked]) for mode in MODES}
    right = {mode: np.concatenate([each.right[mode] for each in asked]) for mode in MODES}
    means = stacked["hybrid"].mean(axis=0)
    scales = np.maximum(stacked["hybrid"].std(axis=0), 1e-3)
    weights, biases = {}, {}
    for mode in MODES:
        standard = (stacked[mode] - means) / scales
        silent = np.array(stacked[mode].std(axis=0) < 1e-9)
        fitted = fit_logistic(standard, right[mode], silent)
        weights[mode], biases[mode] = fitted[:-1], float(fitted[-1])
    return RankingModel(means, scales, weights, biases)


@dataclass(frozen=True, slots=True)
class Measured:
    """What left-out products say of one mode."""

    top1: float
    top3: float
    answerable_auc: float
    calibration_error: float
    over_bar_right: float
    over_bar_wrong: float


def measure(asked: Sequence[Asked], mode: str, settings: Settings) -> Measured:
    """Out of fold by product: order, separation of answerable from not, calibration of the first clause."""
    products = sorted({each.product for each in asked})
    random.Random(settings.seed).shuffle(products)
    tops: list[float] = []
    hits: list[bool] = []
    thirds: list[bool] = []
    answerable: list[bool] = []
    for fold in range(settings.folds):
        left_out = set(products[fold :: settings.folds])
        model = fit_model([each for each in asked if each.product not in left_out])
        for each in asked:
            if each.product not in left_out or not len(each.features[mode]):
                continue
            chances = model.probabilities(each.features[mode], mode)
            order = np.argsort(-chances)
            tops.append(float(chances[order[0]]))
            hits.append(bool(each.right[mode][order[0]]))
            thirds.append(bool(each.right[mode][order[:3]].any()))
            answerable.append(each.answerable)
    top, hit, asks = np.array(tops), np.array(hits), np.array(answerable)
    over = top >= ranking.RELEVANCE_BAR
    return Measured(
        top1=float(hit[asks].mean()),
        top3=float(np.array(thirds)[asks].mean()),
        answerable_auc=auc(top, asks),
        calibration_error=calibration_error(top, hit),
        over_bar_right=float(over[asks].mean()),
        over_bar_wrong=float(over[~asks].mean()),
    )


def auc(scores: Matrix, positive: npt.NDArray[np.bool_]) -> float:
    """The chance that a positive scores over a negative."""
    ranks = np.empty(len(scores))
    ranks[np.argsort(scores)] = np.arange(1, len(scores) + 1)
    count = int(positive.sum())
    return float((ranks[positive].sum() - count * (count + 1) / 2) / (count * (len(scores) - count)))


def calibration_error(chances: Matrix, came_true: npt.NDArray[np.bool_], bins: int = 10) -> float:
    """Mean distance between what was promised and what came, over bins of equal count."""
    parts = np.array_split(np.argsort(chances), bins)
    return float(np.mean([abs(chances[part].mean() - came_true[part].mean()) for part in parts if len(part)]))
