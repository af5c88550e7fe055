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
import re
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
from insurance_desktop.index.memory import QuestionMemory
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.ranking import (
    ANSWER_FEATURES,
    FEATURES,
    Evidence,
    Matrix,
    RankingModel,
    answer_features,
    features_of,
)
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.evidence import Arms, gather, known_questions
from insurance_desktop.services.keyword_arm import KeywordArm
from insurance_desktop.services.nearest import NearestWindows
from insurance_desktop.store import clauses, search_index
from insurance_desktop.store.database import Connection, open_database
from insurance_desktop.store.search_index import IndexScope

from . import fit_matching
from .bare_library import BareDocument, add_verified, clause
from .fitting import auc, calibration_error, fit_logistic

SAME = 0.88
"""Passages more alike than this (cosine) are one standard clause: never two of them in one document."""

RELATED = 0.80
"""A document with a passage more alike than this to the question's own may answer it: not taken as unanswerable."""

ANSWERABLE_SHARE = 0.7
MODES = ("hybrid", "keyword", "vector")
SOURCES = ("passages.jsonl", "train_questions.jsonl")
LEFT_OUT = frozenset({"indirect"})
"""Styles that only hint at the matter: nobody could say from them alone which clause is meant."""

RIVAL = 0.05
"""Exponent of a rival's chance beside the best one's; set by hand, so that a comparison keeps its second clause."""

KEYWORD_FIELDS = (
    "words",
    "bigrams",
    "coverage",
    "title_in_question",
    "question_in_title",
    "trade_in_title",
    "trade_in_text",
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
        vector: Vectors = self.questions([text])[0]
        return vector


def read_passages(corpus: Path, pack: DomainPack) -> list[Passage]:
    """The passages as clauses: the printed number and title are taken from their beginning where they are there."""
    lines = (corpus / "qa" / "passages.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Passage(each["passage_id"], each["product"] or "", as_clause(each["passage_id"], each["text"], pack))
        for each in map(json.loads, lines)
    ]


def as_clause(number: int, text: str, pack: DomainPack) -> Clause:
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
    connection: Connection,
    passages: Sequence[Passage],
    hands: Sequence[Sequence[int]],
    *,
    pack: DomainPack,
    embedder: Embedder,
    deal_number: int,
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
    questions = [each for each in questions if each["style"] not in LEFT_OUT]
    memory = known_questions(pack.name, embedder.fingerprint)
    of_product = {
        passage.product: frozenset(each.number for each in passages if each.product == passage.product)
        for passage in passages
    }
    chosen = chance.sample(questions, min(settings.questions, len(questions)))
    for deal_number in range(settings.deals):
        hands = deal(passages, vectors, settings.documents, chance)
        with tempfile.TemporaryDirectory() as folder:
            database = open_database(Path(folder) / "fit.db")
            with database.write() as connection:
                built = build(connection, passages, hands, pack=pack, embedder=embedder, deal_number=deal_number)
            with database.read() as connection:
                windows = NearestWindows(database.path, None)
                asking = _Asking(connection, pack, embedder, built, vectors, memory, of_product, windows, KeywordArm())
                for question in chosen[deal_number :: settings.deals]:
                    place = place_of[question["passage_id"]]
                    yield from asking.both(question["question"], place, passages[place].product, chance)
            database.close()


def seen_by(evidence: Sequence[Evidence], mode: str) -> list[Evidence]:
    """What one arm alone would have brought."""
    if mode == "keyword":
        found = [each for each in evidence if each.words or each.bigrams or each.trade_in_title]
        return [replace(each, cosine=0.0, recalled=0.0, nearest_known=0.0) for each in found]
    if mode == "vector":
        silent: dict[str, Any] = dict.fromkeys(KEYWORD_FIELDS, 0.0)
        return [replace(each, **silent) for each in evidence if each.cosine > 0]
    return list(evidence)


@dataclass(frozen=True, slots=True)
class _Asking:
    connection: Connection
    pack: DomainPack
    embedder: Embedder
    built: list[tuple[int, dict[int, int]]]
    vectors: Vectors
    memory: QuestionMemory
    of_product: dict[str, frozenset[int]]
    windows: NearestWindows
    keywords: KeywordArm

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

    def _related(self, rows: dict[int, int], place: int | None) -> frozenset[int]:
        """Rows that may answer as well as the question's own passage: neither right nor wrong."""
        if place is None:
            return frozenset()
        alike = self.vectors @ self.vectors[place]
        return frozenset(row for other, row in rows.items() if other != place and alike[other] >= RELATED)

    def _asked(self, text: str, document: tuple[int, dict[int, int]], place: int | None, product: str) -> Asked:
        document_id, rows = document
        question = take_apart(text, self.pack)
        space = search_index.space_of(self.connection, self.pack.name)
        assert space is not None
        evidence = gather(
            self.connection,
            question,
            IndexScope((document_id,)),
            arms=Arms(
                self.embedder,
                lambda vector: self.memory.recall(vector, without=self.of_product[product]),
                self.pack,
                space.space_id,
                self.windows,
                self.keywords,
            ),
        )
        wanted = None if place is None else rows[place]
        features: dict[str, Matrix] = {}
        right: dict[str, npt.NDArray[np.bool_]] = {}
        related = self._related(rows, place)
        for mode in MODES:
            told = seen_by([each for each in evidence if each.clause not in related], mode)
            features[mode] = features_of(question, told) if told else np.zeros((0, len(FEATURES)))
            right[mode] = np.array([each.clause == wanted for each in told], dtype=bool)
        return Asked(product, features, right, place is not None)


def fit_model(asked: Sequence[Asked], settings: Settings) -> RankingModel:
    """Order first; then, on questions whose products the order was not fitted on, whether there is an answer at all."""
    order = fit_order(asked)
    answer_weights, answer_biases = {}, {}
    for mode in MODES:
        seen = [
            (answer_features(each.features[mode], chances), each.answerable)
            for each, chances in out_of_fold(asked, mode, settings)
        ]
        features = np.stack([each[0] for each in seen])
        fitted = fit_logistic(features, np.array([each[1] for each in seen]), np.zeros(features.shape[1], dtype=bool))
        answer_weights[mode], answer_biases[mode] = fitted[:-1], float(fitted[-1])
    return replace(order, answer_weights=answer_weights, answer_biases=answer_biases)


def fit_order(asked: Sequence[Asked]) -> RankingModel:
    """The weights of all modes on these questions, nothing known yet of what is answered."""
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
    return RankingModel(means, scales, weights, biases, {}, {}, RIVAL)


def out_of_fold(asked: Sequence[Asked], mode: str, settings: Settings) -> Iterator[tuple[Asked, Matrix]]:
    """Each question with the chances that a model gives which has not seen its product."""
    for left_out in product_folds(asked, settings):
        model = fit_order([each for each in asked if each.product not in left_out])
        for each in asked:
            if each.product in left_out and len(each.features[mode]):
                yield each, model.probabilities(each.features[mode], mode)


def product_folds(asked: Sequence[Asked], settings: Settings) -> list[set[str]]:
    products = sorted({each.product for each in asked})
    random.Random(settings.seed).shuffle(products)
    return [set(products[fold :: settings.folds]) for fold in range(settings.folds)]


def first_three(right: npt.NDArray[np.bool_], chances: Matrix) -> bool:
    return bool(right[np.argsort(-chances)[:3]].any())


@dataclass(frozen=True, slots=True)
class Measured:
    """What left-out products say of one mode. The bar is RELEVANCE_BAR on the first clause's score."""

    first_right: float
    in_first_three: float
    answerable_auc: float
    calibration_error: float
    first_right_over_bar: float
    in_first_three_over_bar: float
    answerable_over_bar: float
    unanswerable_over_bar: float


def measure(asked: Sequence[Asked], mode: str, settings: Settings) -> Measured:
    """Out of fold by product: order, separation of answerable from not, calibration of the first clause's score."""
    seen: list[tuple[bool, bool, bool, float]] = []
    for left_out in product_folds(asked, settings):
        model = fit_model([each for each in asked if each.product not in left_out], settings)
        for each in asked:
            if each.product in left_out and len(each.features[mode]):
                chances = model.probabilities(each.features[mode], mode)
                first = bool(each.right[mode][np.argmax(chances)])
                top = model.answered(each.features[mode], chances, mode)
                seen.append((each.answerable, first, first_three(each.right[mode], chances), top))
    answerable = np.array([each[0] for each in seen])
    right_first = np.array([each[1] for each in seen])
    among_three = np.array([each[2] for each in seen])
    scores = np.array([each[3] for each in seen])
    over = scores >= ranking.RELEVANCE_BAR
    return Measured(
        first_right=round(float(right_first[answerable].mean()), 3),
        in_first_three=round(float(among_three[answerable].mean()), 3),
        answerable_auc=round(auc(scores, answerable), 3),
        calibration_error=round(calibration_error(scores, answerable), 3),
        first_right_over_bar=round(float(right_first[over].mean()), 3),
        in_first_three_over_bar=round(float(among_three[over].mean()), 3),
        answerable_over_bar=round(float(over[answerable].mean()), 3),
        unanswerable_over_bar=round(float(over[~answerable].mean()), 3),
    )


def written(model: RankingModel, matching: str, said: Sequence[str]) -> str:
    """The TOML of resources/models/ranking-<pack>.toml."""
    lines = [f"# {line}" for line in said]
    lines += ["", f"rival = {model.rival}"]
    lines += ["", "[bias]", *(f"{mode} = {model.biases[mode]:.6f}" for mode in MODES)]
    lines += ["", "[answer_bias]", *(f"{mode} = {model.answer_biases[mode]:.6f}" for mode in MODES)]
    for place, name in enumerate(ANSWER_FEATURES):
        lines += ["", f"[answer.{name}]", *(f"{mode} = {model.answer_weights[mode][place]:.6f}" for mode in MODES)]
    for place, name in enumerate(FEATURES):
        numbers = [f"mean = {model.means[place]:.6f}", f"scale = {model.scales[place]:.6f}"]
        numbers += [f"{mode} = {model.weights[mode][place]:.6f}" for mode in MODES]
        lines += ["", f"[features.{name}]", *numbers]
    return "\n".join(lines) + "\n\n" + matching


def corpus_hash(corpus: Path, names: Sequence[str]) -> str:
    """Hex sha256 over the files that the numbers come from."""
    digest = hashlib.sha256()
    for name in names:
        digest.update((corpus / "qa" / name).read_bytes())
    return digest.hexdigest()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--questions", type=int, default=Settings().questions)
    options = parser.parse_args(arguments)
    settings = Settings(questions=options.questions)
    asked = list(ask_all(options.corpus, settings))
    said = [
        "Fitted numbers of the ranking. PROVISIONAL: they belong to the published embedding model.",
        "The score of the best clause is P(the documents asked hold an answer); a rival's falls behind.",
        f"command: python -m insurance_desktop.tools.fit_ranking CORPUS --questions {settings.questions}",
        f"date: {datetime.date.today().isoformat()}   seed: {settings.seed}",
        f"data sha256: {corpus_hash(options.corpus, SOURCES)} ({', '.join(SOURCES)})",
        f"questions: {len(asked)}, of which answerable: {sum(each.answerable for each in asked)}",
    ]
    for mode in MODES:
        said.append(f"left-out products, {mode}: {measure(asked, mode, settings)}")
    for line in said:
        sys.stderr.write(line + "\n")
    matching = fit_matching.fitted(options.corpus, settings.seed)
    target = ranking.model_path("insurance")
    target.write_text(written(fit_model(asked, settings), matching, said), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
