"""Fits the `[exclusion]` part of the ranking numbers: does an exclusion item speak of a scenario?

Lists of exclusions are put together from the standard exclusions of `topics.jsonl` (an item = one or two printed
titles); the questions of a topic are asked of lists with and without it. Folds are whole topics. The pack's street
words come from the same topics, so the feature `trade` cannot be fitted on them: its weight is set, not fitted.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop.index.embedding import Embedder, shipped_embedder
from insurance_desktop.index.matching import MATCH_FEATURES, Asked, PhraseVectors, Spoken, match_features
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.ranking import Matrix, sigmoid
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.evidence import known_questions

from .fitting import auc, fit_logistic

SOURCE = "topics.jsonl"
TRADE_WEIGHT = 2.5
"""Log-odds that a street word of the pack brings; set by hand (see above)."""

MATCHED_BAR, POSSIBLE_BAR, ELSEWHERE_BAR = 0.4, 0.15, 0.7
"""The first two were chosen on left-out topics: one item in twenty-eight is right there, so a chance of 0.4 is already
strong. The third is for words outside a clause about exclusions, which are rarely what a scenario falls under."""

_LIST_LENGTH = 14
_FOLDS = 5


@dataclass(frozen=True, slots=True)
class Topic:
    name: str
    titles: tuple[str, ...]
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario beside one list: features of its items and which item is right."""

    topic: str
    features: Matrix
    right: npt.NDArray[np.bool_]


def read_topics(corpus: Path, category: str) -> list[Topic]:
    """The standard clauses of one category whose titles are their own."""
    entries = [json.loads(line) for line in (corpus / "qa" / SOURCE).read_text(encoding="utf-8").splitlines()]
    uses: dict[str, int] = {}
    for entry in entries:
        for title in entry["titles"]:
            uses[title] = uses.get(title, 0) + 1
    topics = []
    for entry in entries:
        own = tuple(title for title in entry["titles"] if uses[title] == 1)
        if entry["category"] == category and own and "property" not in entry["kinds"]:
            topics.append(Topic(entry["topic"], own, tuple(entry["questions"])))
    return topics


def scenarios(topics: Sequence[Topic], embedder: Embedder, seed: int) -> list[Scenario]:
    """Each question beside a list that holds its topic and beside one that does not."""
    pack = load_pack()
    chance = random.Random(seed)
    vectors = PhraseVectors(embedder)
    memory = known_questions(pack.name, embedder.fingerprint)
    trade = MATCH_FEATURES.index("trade")
    texts = {topic.name: (*topic.titles[:2], "\u3001".join(topic.titles[:2])) for topic in topics}
    found = []
    for topic in topics:
        others = [each for each in topics if each is not topic]
        for text in topic.questions:
            vector = embedder.question(text)
            recalled = memory.recall(vector, but_itself=True)
            asked = Asked(take_apart(text, pack), vector, None if recalled is None else recalled.direction)
            for inside in (True, False):
                listed = chance.sample(others, min(_LIST_LENGTH, len(others))) + ([topic] if inside else [])
                items = [Spoken(chance.choice(texts[each.name])) for each in listed]
                features = match_features(asked, items, vectors)
                features[:, trade] = 0.0
                found.append(Scenario(topic.name, features, np.array([each is topic for each in listed])))
    return found


def fit(found: Sequence[Scenario]) -> Matrix:
    """Weights in the order of MATCH_FEATURES and, last, the bias."""
    features = np.vstack([each.features for each in found])
    silent = np.array([name == "trade" for name in MATCH_FEATURES])
    return fit_logistic(features, np.concatenate([each.right for each in found]), silent, ridge=0.01)


def fitted(corpus: Path, seed: int) -> str:
    """The `[exclusion]` part as TOML, with what left-out topics say of it."""
    pack = load_pack()
    found = scenarios(read_topics(corpus, pack.exclusion_category), shipped_embedder(), seed)
    names = sorted({each.topic for each in found})
    chances: list[Matrix] = []
    right: list[npt.NDArray[np.bool_]] = []
    for fold in range(_FOLDS):
        left_out = set(names[fold::_FOLDS])
        weights = fit([each for each in found if each.topic not in left_out])
        for each in found:
            if each.topic in left_out:
                chances.append(sigmoid(each.features @ weights[:-1] + weights[-1]))
                right.append(each.right)
    chance, came_true = np.concatenate(chances), np.concatenate(right)
    over = chance >= MATCHED_BAR
    weights = fit(found)
    lines = [
        "[exclusion]",
        f"# left-out topics: items {len(chance)}, AUC {auc(chance, came_true):.3f}, recall over the bar "
        f"{came_true[over].sum() / came_true.sum():.3f}, precision over the bar {came_true[over].mean():.3f}",
        "# `trade` is set by hand: the pack's street words come from the same topics",
        f"bias = {weights[-1]:.6f}",
        f"matched = {MATCHED_BAR}",
        f"possible = {POSSIBLE_BAR}",
        f"elsewhere = {ELSEWHERE_BAR}",
        "",
        "[exclusion.weights]",
    ]
    for place, name in enumerate(MATCH_FEATURES):
        lines.append(f"{name} = {TRADE_WEIGHT if name == 'trade' else weights[place]:.6f}")
    return "\n".join(lines) + "\n"
