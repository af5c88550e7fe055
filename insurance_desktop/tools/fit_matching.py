"""Fits how surely an exclusion speaks of a scenario: resources/models/grounds-<pack>.npz and the `[exclusion]` numbers.

    python -m insurance_desktop.tools.fit_matching ../shared/corpus

First what tells the ground of a scenario (known cases, everyday words, and the questions of the written documents),
then the weights of all evidence on those documents' exclusion questions, each beside the whole list of its document.
Whole documents are left out: every number that is reported, and every bar, comes from a reading that has not seen the
document. Called by fit_ranking; alone it renews its own part of the ranking numbers. `golden_dev.jsonl` is never read.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.embedding import Embedder, Vectors, shipped_embedder
from insurance_desktop.index.grounds import GroundModel, grounds_path, read_grounds
from insurance_desktop.index.matching import (
    CASE,
    KINDS,
    LISTED,
    MATCH_FEATURES,
    Asked,
    PhraseVectors,
    compared,
    match_features,
)
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.ranking import Matrix, model_path
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.evidence import known_questions

from .exclusion_sets import Labelled, known_cases, labelled
from .fit_grounds import Case, fit_grounds, save_grounds
from .fitting import auc, fit_logistic

TRAINING = Path("training")
FOLDS = 4
LAGS = (0.0, 0.25, 0.5, 1.0, 2.0)
BARS = tuple(place / 50 for place in range(3, 48))
PRECISION = 0.92
"""What the passages marked as matched shall be right to, on left-out documents; a little over the bar of 0.90."""

POSSIBLE = 2.5
"""How many passages a scenario may be marked as possible, on average; under the bar of 3."""

_RIDGE = 1.0


@dataclass(frozen=True, slots=True)
class Seen:
    """A labelled scenario with what tells of its passages."""

    labelled: Labelled
    features: Matrix

    @property
    def kinds(self) -> list[str]:
        return [each.kind for each in self.labelled.passages]


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is fitted: weights in the order of MATCH_FEATURES with the bias last, the lag, and the bars."""

    weights: Matrix
    lag: float
    matched: Mapping[str, float]
    possible: float


class _Readers:
    """Reads scenarios into features; questions and passages are embedded once."""

    def __init__(self, pack: DomainPack, embedder: Embedder) -> None:
        self.pack = pack
        self.grounds = read_grounds(pack)
        self.phrases = PhraseVectors(embedder)
        self.memory = known_questions(pack.name, embedder.fingerprint)
        self.embedder = embedder
        self._questions: dict[str, Vectors] = {}

    def questions(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self._questions]
        if new:
            self._questions |= dict(zip(new, self.embedder.questions(new), strict=True))
        return np.stack([self._questions[text] for text in texts])

    def seen(self, each: Labelled, model: GroundModel) -> Seen:
        vector = self.questions([each.question])[0]
        recalled = self.memory.recall(vector, but_itself=True)
        asked = Asked(
            take_apart(each.question, self.pack),
            vector,
            model.chances(vector, each.question),
            None if recalled is None else recalled.direction,
        )
        return Seen(each, match_features(asked, each.passages, self.phrases, self.grounds))


def folds(found: Sequence[Labelled], seed: int) -> list[set[str]]:
    """Names of documents that are left out together."""
    names = sorted({each.document for each in found})
    random.Random(seed).shuffle(names)
    return [set(names[place::FOLDS]) for place in range(FOLDS) if names[place::FOLDS]]


def ground_model(cases: Sequence[Case], found: Iterable[Labelled], readers: _Readers) -> GroundModel:
    """The reading of grounds that these cases and these documents' scenarios teach."""
    taught = [*cases, *(Case(each.question, each.grounds) for each in found if each.grounds)]
    names = sorted({name for case in taught for name in case.grounds})
    return fit_grounds(taught, readers.questions([case.text for case in taught]), names)


def fit_weights(found: Sequence[Seen]) -> Matrix:
    counted = np.concatenate([each.labelled.counted for each in found])
    features = np.vstack([each.features for each in found])[counted]
    right = np.concatenate([each.labelled.right for each in found])[counted]
    return fit_logistic(features, right, np.zeros(features.shape[1], dtype=bool), ridge=_RIDGE)


def chances(each: Seen, weights: Matrix, lag: float) -> Matrix:
    return compared(each.features @ weights[:-1] + weights[-1], each.kinds, lag)


def left_out(found: Sequence[Seen], seed: int, lag: float) -> list[tuple[Seen, Matrix]]:
    """Every scenario with the chances by weights that have not seen its document."""
    judged = []
    for names in folds([each.labelled for each in found], seed):
        weights = fit_weights([each for each in found if each.labelled.document not in names])
        judged += [(each, chances(each, weights, lag)) for each in found if each.labelled.document in names]
    return judged


def choose(judged: Sequence[tuple[Seen, Matrix]], lag: float, weights: Matrix) -> Numbers:
    """The bars: for each kind of passage the lowest that keeps the precision; then the lowest for `possible`."""
    matched = {}
    for kind in KINDS:
        chance, right = _of_kind(judged, kind)
        kept = [bar for bar in BARS if _precision(chance, right, bar) >= PRECISION]
        matched[kind] = min(kept, default=1.01)
    numbers = Numbers(weights, lag, matched, 0.0)
    for bar in BARS:
        numbers = replace(numbers, possible=bar)
        if measured(judged, numbers)["possible"] <= POSSIBLE:
            break
    return numbers


def _of_kind(judged: Sequence[tuple[Seen, Matrix]], kind: str) -> tuple[Matrix, npt.NDArray[np.bool_]]:
    chance, right = [], []
    for each, found in judged:
        told = np.array([one == kind for one in each.kinds]) & each.labelled.counted
        chance.append(found[told])
        right.append(each.labelled.right[told])
    return np.concatenate(chance), np.concatenate(right)


def _precision(chance: Matrix, right: npt.NDArray[np.bool_], bar: float) -> float:
    over = chance >= bar
    return float(right[over].mean()) if over.sum() >= 5 else 0.0


def measured(judged: Sequence[tuple[Seen, Matrix]], numbers: Numbers) -> dict[str, float]:
    """Recall and precision of the marked passages, silence where nothing is mentioned, and how many are possible."""
    hits = wanted = over = wrong = quiet = unmentioned = possible = listed_hits = listed = 0
    for each, found in judged:
        bars = np.array([numbers.matched[kind] for kind in each.kinds])
        marked = (found >= bars) & each.labelled.counted
        right = each.labelled.right
        is_listed = np.array([kind in (LISTED, CASE) for kind in each.kinds])
        hits += int((marked & right).sum())
        wanted += int(right.sum())
        listed_hits += int((marked & right & is_listed).sum())
        listed += int((right & is_listed).sum())
        over += int(marked.sum())
        wrong += int((marked & ~right).sum())
        possible += int(((found >= numbers.possible) & (found < bars)).sum())
        if not each.labelled.is_mentioned:
            unmentioned += 1
            quiet += int(not marked.any())
    return {
        "recall": hits / max(wanted, 1),
        "listed_recall": listed_hits / max(listed, 1),
        "precision": (over - wrong) / max(over, 1),
        "quiet": quiet / max(unmentioned, 1),
        "possible": possible / max(len(judged), 1),
    }


def fit(found: Sequence[Seen], seed: int) -> tuple[Numbers, dict[str, float], float]:
    """The numbers, what left-out documents say of them, and how well they tell right from wrong (AUC)."""
    weights = fit_weights(found)
    tried = []
    for lag in LAGS:
        judged = left_out(found, seed, lag)
        numbers = choose(judged, lag, weights)
        said = measured(judged, numbers)
        tried.append((said["recall"], numbers, said, judged))
    _, numbers, said, judged = max(tried, key=lambda each: each[0])
    counted = np.concatenate([each.labelled.counted for each, _ in judged])
    right = np.concatenate([each.labelled.right for each, _ in judged])[counted]
    return numbers, said, auc(np.concatenate([chance for _, chance in judged])[counted], right)


def fitted(corpus: Path, seed: int, *, training: Path = TRAINING, embedder: Embedder | None = None) -> str:
    """Writes the reading of grounds; returns the `[exclusion]` part as TOML, with what left-out documents say."""
    pack = load_pack()
    embedder = embedder or shipped_embedder()
    readers = _Readers(pack, embedder)
    cases = known_cases(training, corpus, pack)
    found = labelled(training, pack, embedder)
    seen = seen_left_out(cases, found, readers, seed)
    full = ground_model(cases, found, readers)
    silent = np.zeros_like(readers.questions([case.text for case in cases]))
    taught = [*cases, *(Case(each.question, each.grounds) for each in found if each.grounds)]
    words = fit_grounds(taught, np.zeros((len(taught), silent.shape[1]), dtype=np.float32), full.names)
    save_grounds(grounds_path(pack.name), full, words, embedder.fingerprint)
    numbers, said, told = fit(seen, seed)
    return as_toml(numbers, said, told, seen)


def seen_left_out(
    cases: Sequence[Case], found: Sequence[Labelled], readers: _Readers, seed: int
) -> list[Seen]:
    """Every scenario as a reading of grounds sees it that was not taught by its document."""
    seen = []
    for names in folds(found, seed):
        model = ground_model(cases, [each for each in found if each.document not in names], readers)
        seen += [readers.seen(each, model) for each in found if each.document in names]
    return seen


def as_toml(numbers: Numbers, said: Mapping[str, float], told: float, seen: Sequence[Seen]) -> str:
    documents = len({each.labelled.document for each in seen})
    lines = [
        "[exclusion]",
        f"# left-out documents ({documents}, {len(seen)} scenarios): AUC {told:.3f}, "
        + ", ".join(f"{name} {value:.3f}" for name, value in said.items()),
        f"bias = {numbers.weights[-1]:.6f}",
        f"lag = {numbers.lag}",
        f"possible = {numbers.possible}",
        "",
        "[exclusion.matched]",
        *(f"{kind} = {bar}" for kind, bar in numbers.matched.items()),
        "",
        "[exclusion.weights]",
        *(f"{name} = {numbers.weights[place]:.6f}" for place, name in enumerate(MATCH_FEATURES)),
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--training", type=Path, default=TRAINING)
    options = parser.parse_args(arguments)
    target = model_path(load_pack().name)
    part = fitted(options.corpus, options.seed, training=options.training)
    kept = target.read_text(encoding="utf-8").partition("[exclusion]")[0]
    target.write_text(kept + part, encoding="utf-8")
    sys.stdout.write(part)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
