"""Fits how surely an exclusion speaks of a scenario: resources/models/grounds-<pack>.npz and the `[exclusion]` numbers.

    python -m development.fitting.matching CORPUS

First what tells the ground of a scenario (known cases, everyday words, and the questions of the written documents),
then the weights of all evidence on those documents' exclusion questions, each beside the whole list of its document.
Whole documents are left out: every number that is reported, and every bar, comes from a reading that has not seen the
document. Called by `ranking`; alone it renews its own part of the ranking numbers. `golden_dev.jsonl` is never read.
"""

import argparse
import datetime
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from development.training.own_documents import FOLDER, data_sha256, document_digests, read_split
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.embedding import Embedder, Vectors, shipped_embedder
from insurance_desktop.index.exclusion_grounds import GroundModel, grounds_path, read_grounds
from insurance_desktop.index.matching import (
    CASE,
    CASE_FEATURES,
    KINDS,
    LIMIT,
    LISTED,
    MATCH_FEATURES,
    MATCHED,
    POSSIBLE,
    SECOND_FEATURES,
    Asked,
    MatchModel,
    Weights,
    beside_others,
    case_features,
    marks,
    match_features,
)
from insurance_desktop.index.phrase_vectors import PhraseVectors
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.ranking import Matrix, model_path, sigmoid
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack
from insurance_desktop.services.search.question_memory import known_questions

from .exclusion_sets import Labelled, case_digests, known_cases, labelled
from .grounds import Case, fit_grounds, save_grounds
from .regression import auc, fit_logistic

FOLDS = 4
BARS = tuple(place / 50 for place in range(3, 48))
PRECISION, QUIET = 0.92, 0.93
"""What is asked of the passages that are marked as matched: how many are right, and the share of scenarios that nothing
mentions and that stay without any; those that only come near are told apart. Two and three points over the product's
bars: some cases were written after a look at what these documents missed."""

CASE_PRECISION, LIMIT_PRECISION = 0.8, 0.7
"""A definition's case says which part of a marked item it is: half of what such a scenario asks for. What limits cover
without refusing it is named by the questions' labels less often than it is true."""

MOST_POSSIBLE = 2.5
"""How many passages a scenario may be marked as possible, on average; under the bar of 3."""

_RIDGE = 1.0
_BOTH = (*SECOND_FEATURES, *MATCH_FEATURES)


@dataclass(frozen=True, slots=True)
class Seen:
    """A labelled scenario with what tells of its passages: a row each."""

    labelled: Labelled
    features: Matrix

    @property
    def alone(self) -> Matrix:
        """What the first reading sees: the passages that are no cases of definitions."""
        return self.features[~self.labelled.is_case]


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


def taught_by(cases: Sequence[Case], found: Iterable[Labelled]) -> list[Case]:
    """The known cases and the scenarios of documents, each with the grounds of the items that it falls under."""
    return [*cases, *(Case(each.question, each.grounds) for each in found if each.grounds)]


def ground_model(cases: Sequence[Case], found: Iterable[Labelled], readers: _Readers) -> GroundModel:
    """The reading of grounds that these cases and these documents' scenarios teach."""
    taught = taught_by(cases, found)
    names = sorted({name for case in taught for name in case.grounds})
    return fit_grounds(taught, readers.questions([case.text for case in taught]), names)


def fit_weights(found: Sequence[tuple[Labelled, Matrix]], names: Sequence[str], *, of_cases: bool = False) -> Weights:
    """Logistic weights over standardised features, told in the features' own measure. A row of `found` is a case of a
    definition, or any other passage. Scenarios that only come near teach nothing here: with them the marks are so
    careful that items are missed."""
    features, right = [], []
    for each, matrix in found:
        if each.is_near:
            continue
        told = each.is_case if of_cases else ~each.is_case
        features.append(matrix[each.counted[told]])
        right.append(each.right[told & each.counted])
    every = np.vstack(features)
    means, scales = every.mean(axis=0), np.maximum(every.std(axis=0), 1e-6)
    silent = np.array(every.std(axis=0) < 1e-9)
    weights = fit_logistic((every - means) / scales, np.concatenate(right), silent, ridge=_RIDGE)
    own = weights[:-1] / scales
    return Weights(dict(zip(names, own.tolist(), strict=True)), float(weights[-1] - own @ means))


def first_left_out(found: Sequence[Seen], seed: int) -> dict[int, Matrix]:
    """The log-odds of the first reading by weights that have not seen the document, by place in `found`."""
    scores: dict[int, Matrix] = {}
    for names in folds([each.labelled for each in found], seed):
        taught = [(each.labelled, each.alone) for each in found if each.labelled.document not in names]
        weights = fit_weights(taught, MATCH_FEATURES)
        for place, each in enumerate(found):
            if each.labelled.document in names:
                scores[place] = weights.odds(each.alone, MATCH_FEATURES)
    return scores


@dataclass(frozen=True, slots=True)
class Beside:
    """What the second reading and that of cases see of a scenario."""

    labelled: Labelled
    second: Matrix
    cases: Matrix


def beside(found: Sequence[Seen], scores: Mapping[int, Matrix]) -> list[Beside]:
    """Every scenario as it is read after the first reading."""
    return [
        Beside(
            each.labelled,
            np.column_stack([beside_others(scores[place]), each.alone]),
            case_features(each.features, scores[place], each.labelled.passages).reshape(-1, len(CASE_FEATURES)),
        )
        for place, each in enumerate(found)
    ]


def fit_second(found: Sequence[Beside]) -> tuple[Weights, Weights]:
    """The weights of the second reading and of that of cases, which learns where the exclusion is right."""
    second = fit_weights([(each.labelled, each.second) for each in found], _BOTH)
    return second, fit_weights([(each.labelled, each.cases) for each in found], CASE_FEATURES, of_cases=True)


def left_out(found: Sequence[Beside], seed: int) -> list[tuple[Labelled, Matrix]]:
    """Every scenario with the chances by readings that have not seen its document."""
    judged = []
    for names in folds([each.labelled for each in found], seed):
        second, case = fit_second([each for each in found if each.labelled.document not in names])
        for each in found:
            if each.labelled.document in names:
                is_case = each.labelled.is_case
                chances = np.zeros(len(is_case))
                chances[~is_case] = sigmoid(second.odds(each.second, _BOTH))
                chances[is_case] = sigmoid(case.odds(each.cases, CASE_FEATURES))
                judged.append((each.labelled, chances))
    return judged


def choose(judged: Sequence[tuple[Labelled, Matrix]], model: MatchModel) -> MatchModel:
    """The bars. Outside lists the lowest at which what is marked is right as often as asked; for the items of lists
    that at which most is found while precision and silence are as asked."""
    matched = dict.fromkeys(KINDS, 1.01)
    for kind in KINDS[1:]:
        chance, right = _of_kind(judged, kind)
        asked = {CASE: CASE_PRECISION, LIMIT: LIMIT_PRECISION}.get(kind, PRECISION)
        matched[kind] = min((bar for bar in BARS if _share_over(chance, right, bar) >= asked), default=1.01)
    matched[LISTED] = max(BARS, key=lambda bar: _reached(judged, replace(model, matched=matched | {LISTED: bar})))
    model = replace(model, matched=matched)
    for bar in BARS:
        model = replace(model, possible=bar)
        if measured(judged, model)["possible"] <= MOST_POSSIBLE:
            break
    return model


def _reached(judged: Sequence[tuple[Labelled, Matrix]], model: MatchModel) -> tuple[float, float]:
    """How much of precision and silence, as asked, is there at the least, and the recall: nobody shall be alarmed for
    the sake of another item that is found."""
    said = measured(judged, model)
    return min(said["precision"] / PRECISION, said["quiet"] / QUIET, 1.0), said["item_recall"]


_NOTHING = Weights({}, 0.0)
_RIGHT_ITEMS = MatchModel(_NOTHING, _NOTHING, dict.fromkeys(KINDS, 0.5) | {CASE: 0.0}, 0.0)
"""Marks what is right among the exclusions, and the best case of each definition that these lean on."""


def _of_kind(judged: Sequence[tuple[Labelled, Matrix]], kind: str) -> tuple[Matrix, npt.NDArray[np.bool_]]:
    """The chances of these passages. Of a definition's cases only the best one beside a right item can be marked."""
    chance, right = [], []
    for each, found in judged:
        told = np.array([one.kind == kind for one in each.passages]) & each.counted
        if kind == CASE:
            surely = np.where(each.is_case, found, each.right)
            told &= np.array(marks(each.passages, surely.tolist(), _RIGHT_ITEMS)) == MATCHED
        chance.append(found[told])
        right.append(each.right[told])
    return np.concatenate(chance), np.concatenate(right)


def _share_over(chance: Matrix, right: npt.NDArray[np.bool_], bar: float) -> float:
    """How many of the passages over a bar are right; 0 where they are too few to tell."""
    over = chance >= bar
    return float(right[over].mean()) if int(over.sum()) >= _ENOUGH else 0.0


_ENOUGH = 5
"""Fewer passages over a bar prove nothing."""


def measured(judged: Sequence[tuple[Labelled, Matrix]], model: MatchModel) -> dict[str, float]:
    """Recall over items of lists with the cases of definitions that decide, over the cases alone and over all
    passages, precision, silence where nothing is mentioned, how many are possible, and silence where a scenario only
    comes near. Precision is asked where a list's item is right: elsewhere an answer may be no passage at all."""
    items: list[bool] = []
    cases: list[bool] = []
    wanted: list[bool] = []
    precise: list[bool] = []
    quiet: list[bool] = []
    quiet_near: list[bool] = []
    possible = 0
    for each, found in judged:
        given = np.array(marks(each.passages, found.tolist(), model))
        marked = (given == MATCHED) & each.counted
        of_list = each.right & np.array([one.kind == LISTED for one in each.passages])
        possible += int((given == POSSIBLE).sum())
        wanted += marked[each.right].tolist()
        items += marked[of_list | (each.right & each.is_case)].tolist()
        cases += marked[each.right & each.is_case].tolist()
        if of_list.any():
            precise += each.right[marked].tolist()
        if not each.is_mentioned:
            (quiet_near if each.is_near else quiet).append(not marked.any())
    shares = {"item_recall": items, "case_recall": cases, "recall": wanted, "precision": precise, "quiet": quiet}
    shares["quiet_near"] = quiet_near
    found_shares = {name: sum(values) / max(len(values), 1) for name, values in shares.items()}
    return found_shares | {"possible": possible / max(len(judged), 1)}


def fit(found: Sequence[Seen], seed: int) -> tuple[MatchModel, dict[str, float]]:
    """The numbers, and what left-out documents say of them."""
    read = beside(found, first_left_out(found, seed))
    judged = left_out(read, seed)
    first = fit_weights([(each.labelled, each.alone) for each in found], MATCH_FEATURES)
    second, case = fit_second(read)
    model = choose(judged, MatchModel(first, second, {}, 0.0, case))
    counted = np.concatenate([each.counted for each, _ in judged])
    right = np.concatenate([each.right for each, _ in judged])[counted]
    told = auc(np.concatenate([chance for _, chance in judged])[counted], right)
    return model, measured(judged, model) | {"auc": told}


def fitted(corpus: Path, seed: int, *, training: Path = FOLDER, embedder: Embedder | None = None) -> str:
    """Writes the reading of grounds; returns the `[exclusion]` part as TOML, with what left-out documents say."""
    pack = load_pack(default_pack())
    embedder = embedder or shipped_embedder()
    readers = _Readers(pack, embedder)
    split = read_split(training)
    if len(split.ranking) < FOLDS:
        raise SystemExit(f"{training / 'split.toml'} leaves fewer than {FOLDS} documents to the ranking")
    cases = taught_by(known_cases(training, corpus, pack), labelled(split.reread, training, pack, embedder))
    found = labelled(split.ranking, training, pack, embedder)
    seen = seen_left_out(cases, found, readers, seed)
    full = ground_model(cases, found, readers)
    save_grounds(grounds_path(pack.name), full, embedder.fingerprint)
    model, said = fit(seen, seed)
    read = data_sha256(sources(training, corpus, pack))
    return as_toml(model, said, seen, read, embedder.fingerprint)


def seen_left_out(cases: Sequence[Case], found: Sequence[Labelled], readers: _Readers, seed: int) -> list[Seen]:
    """Every scenario as a reading of grounds sees it that was not taught by its document."""
    seen = []
    for names in folds(found, seed):
        model = ground_model(cases, [each for each in found if each.document not in names], readers)
        seen += [readers.seen(each, model) for each in found if each.document in names]
    return seen


def sources(training: Path, corpus: Path, pack: DomainPack) -> dict[str, str]:
    """The sha256 of all that is read, by name."""
    split = read_split(training)
    return case_digests(training, corpus, pack) | document_digests((*split.reread, *split.ranking), training)


def as_toml(model: MatchModel, said: Mapping[str, float], seen: Sequence[Seen], read: str, embedding: str) -> str:
    documents = sorted({each.labelled.document for each in seen})
    lines = [
        "[exclusion]",
        f"# command: python -m development.fitting.matching CORPUS   date: {datetime.date.today().isoformat()}",
        f"# data sha256: {read}   embedding: {embedding}",
        f"# {len(seen)} scenarios of {len(documents)} documents: {', '.join(documents)}",
        "# left-out documents: " + ", ".join(f"{name} {value:.3f}" for name, value in said.items()),
        f"possible = {model.possible}",
        "",
        "[exclusion.matched]",
        *(f"{kind} = {bar}" for kind, bar in model.matched.items()),
    ]
    assert model.case is not None
    for name, weights in (("first", model.first), ("second", model.second), ("case", model.case)):
        lines += ["", f"[exclusion.{name}]", f"bias = {weights.bias:.6f}"]
        lines += [f"{feature} = {value:.6f}" for feature, value in weights.by_name.items()]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--training", type=Path, default=FOLDER)
    options = parser.parse_args(arguments)
    target = model_path(load_pack(default_pack()).name)
    part = fitted(options.corpus, options.seed, training=options.training)
    kept = target.read_text(encoding="utf-8").partition("[exclusion]")[0]
    target.write_text(kept + part, encoding="utf-8")
    sys.stdout.write(part)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
