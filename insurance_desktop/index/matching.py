"""How surely an exclusion speaks of a scenario: evidence per passage and a fitted probability over it.

The numbers lie in the `[exclusion]` part of resources/models/ranking-<pack>.toml (development/fitting/matching.py).
A second stage that reads scenario and passage together would be one more feature in `match_features`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.errors import ModelError

from . import tokens
from .embedding import Vectors
from .exclusion_grounds import ExclusionGrounds
from .phrase_vectors import PhraseVectors
from .questions import Question
from .ranking import Matrix, sigmoid
from .sentences import phrases

MATCHED, POSSIBLE, NOT_MENTIONED = "matched", "possible", "not_mentioned"
LISTED, REFUSAL, LIMIT, CASE = "listed", "refusal", "limit", "case"
KINDS = (LISTED, REFUSAL, LIMIT, CASE)
"""Where a passage stands: in a list of exclusions, as a refusal or limit elsewhere, as a case of a definition."""

MATCH_FEATURES = (
    "ground",
    "ground_defined",
    "ground_rival",
    "without_ground",
    "said",
    "said_defined",
    "said_elsewhere",
    "harmless",
    "phrase",
    "whole",
    "definition",
    "behind",
    "words",
    "trade",
    "recalled",
    "recalled_behind",
    "refusal",
    "limit",
)
SECOND_FEATURES = ("score", "behind_best", "before_next", "best", "over")
"""What the second reading adds: how the log-odds of the first stand to those of the other passages."""

CASE_FEATURES = (
    "leaned",
    "leaned_behind",
    "meant",
    "rival",
    "definition",
    "definition_behind",
    "ground",
    "ground_before",
    "said",
    "said_before",
    "near",
    "near_before",
    "words",
    "words_before",
    "recalled_before",
)
"""What tells of a definition's case: how surely the exclusion speaks that leans on the definition, how near the
definition is beside the others that the exclusion leans on, and the case alone and before the definition's others."""

_LEAST = 1e-3
"""A chance below this tells no more."""

_NOBODY = -8.0
"""The log-odds of the next passage where there is none."""

_GLOSS = 160
"""Characters of a definition that are compared with a scenario."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Logistic weights by feature."""

    by_name: Mapping[str, float]
    bias: float

    def odds(self, features: Matrix, names: Sequence[str]) -> Matrix:
        """Log-odds, one a row of `features` whose columns are `names`."""
        return np.asarray(features @ np.array([self.by_name[name] for name in names]) + self.bias)


@dataclass(frozen=True, slots=True)
class MatchModel:
    """Two readings, of a passage alone and then beside the others, a third of the cases of definitions, and the bars
    by kind of passage."""

    first: Weights
    second: Weights
    matched: Mapping[str, float]
    possible: float
    case: Weights | None = None
    """Reads the cases of definitions; without it none of them speaks of anything."""

    def mark(self, chance: float, kind: str = LISTED) -> str:
        if chance >= self.matched[kind]:
            return MATCHED
        return POSSIBLE if chance >= self.possible else NOT_MENTIONED

    def chances(self, features: Matrix, passages: "Sequence[Spoken]") -> Matrix:
        """The probabilities for rows of MATCH_FEATURES."""
        is_case = cases_among(passages)
        scores = self.first.odds(features[~is_case], MATCH_FEATURES)
        both = np.column_stack([beside_others(scores), features[~is_case]])
        found = np.zeros(len(features))
        found[~is_case] = sigmoid(self.second.odds(both, (*SECOND_FEATURES, *MATCH_FEATURES)))
        if self.case is not None and is_case.any():
            found[is_case] = sigmoid(self.case.odds(case_features(features, scores, passages), CASE_FEATURES))
        return found


@cache
def load_match_model(path: Path) -> MatchModel:
    """The fitted numbers; ModelError where one is missing."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))["exclusion"]
        return MatchModel(
            first=_weights(table["first"], MATCH_FEATURES),
            second=_weights(table["second"], (*SECOND_FEATURES, *MATCH_FEATURES)),
            matched={kind: float(table["matched"][kind]) for kind in KINDS},
            possible=float(table["possible"]),
            case=_weights(table["case"], CASE_FEATURES) if "case" in table else None,
        )
    except (OSError, KeyError, TypeError, ValueError) as fault:
        raise ModelError("index.ranking_settings", path=str(path), cause=str(fault)) from fault


def _weights(table: Mapping[str, float], names: Sequence[str]) -> Weights:
    return Weights({name: float(table[name]) for name in names}, float(table["bias"]))


@dataclass(frozen=True, slots=True)
class Exempt:
    """What takes a passage back: its words, verbatim, and what of the passage they are about. `title` is that of the
    clause which stands for itself: not a part of the passage or of its definitions."""

    text: str
    of: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What is compared with a scenario: a passage's words and those of the definitions it leans on."""

    text: str
    definitions: tuple[str, ...] = ()
    kind: str = LISTED
    case_of: str = ""
    """The definition whose case this is."""
    clause: str = ""
    """The clause that the passage stands in."""
    exceptions: tuple[Exempt, ...] = ()
    lead_in: str = ""
    """The words that lead into the list that the passage is an item of."""

    @property
    def explained(self) -> tuple[str, ...]:
        """The definitions that say what the passage means; of a case the one it stands in."""
        return (self.case_of,) if self.case_of else self.definitions


def cases_among(passages: Sequence[Spoken]) -> npt.NDArray[np.bool_]:
    """Which of the passages are cases of definitions."""
    return np.array([each.kind == CASE for each in passages], dtype=bool)


@dataclass(frozen=True, slots=True)
class Asked:
    """A scenario as it is compared: its words, its vector, the grounds it may be refused on (with their chances; {}
    where nothing tells), and where the known questions like it lead."""

    question: Question
    vector: Vectors
    grounds: Mapping[str, float] = field(default_factory=dict)
    direction: Vectors | None = None


def chances(
    asked: Asked, passages: Sequence[Spoken], vectors: PhraseVectors, grounds: ExclusionGrounds, model: MatchModel
) -> list[float]:
    """The probability for each passage that it speaks of the scenario."""
    if not passages:
        return []
    found: list[float] = model.chances(match_features(asked, passages, vectors, grounds), passages).tolist()
    return found


def marks(passages: Sequence[Spoken], found: Sequence[float], model: MatchModel) -> list[str]:
    """The marks of a document's passages by their chances. Of a definition's cases the most probable one is refused,
    and only where an exclusion that is matched leans on the definition."""
    given = [model.mark(chance, each.kind) for each, chance in zip(passages, found, strict=True)]
    leaned = {text for each, mark in zip(passages, given, strict=True) if mark == MATCHED for text in each.definitions}
    best: dict[str, float] = {}
    for each, chance in zip(passages, found, strict=True):
        if each.case_of in leaned:
            best[each.case_of] = max(best.get(each.case_of, 0.0), chance)
    return [
        NOT_MENTIONED if each.kind == CASE and chance < best.get(each.case_of, 2.0) else mark
        for each, chance, mark in zip(passages, found, given, strict=True)
    ]


def beside_others(scores: Matrix) -> Matrix:
    """One row of SECOND_FEATURES a passage, the cases of definitions left out."""
    ordered = np.sort(scores)[::-1]
    following = ordered[1] if len(ordered) > 1 else _NOBODY
    return np.column_stack(
        [
            scores,
            np.minimum(0.0, scores - ordered[0]),
            np.maximum(0.0, scores - following),
            np.full(len(scores), ordered[0]),
            np.logaddexp(0.0, scores),
        ]
    )


def case_features(features: Matrix, scores: Matrix, passages: Sequence[Spoken]) -> Matrix:
    """One row of CASE_FEATURES for each case among the passages; `scores` are the log-odds that the first reading
    gives the other passages."""
    column = dict(zip(MATCH_FEATURES, features.T, strict=True))
    column["near"] = np.maximum(column["phrase"], column["whole"])
    others = [place for place, each in enumerate(passages) if each.kind != CASE]
    cases = [place for place, each in enumerate(passages) if each.kind == CASE]
    rows = []
    for place in cases:
        own = passages[place].case_of
        leaning = [found for found, other in enumerate(others) if own in passages[other].definitions]
        rivals = [each for each in cases if each != place and passages[each].case_of == own]
        leaned = max((float(scores[found]) for found in leaning), default=_NOBODY)
        nearest = max((float(column["definition"][others[found]]) for found in leaning), default=0.0)
        before = {
            name: float(column[name][place] - column[name][rivals].max()) if rivals else 0.0
            for name in ("ground", "said", "near", "words", "recalled")
        }
        rows.append(
            (
                leaned,
                leaned - float(scores.max()),
                np.logaddexp(column["ground"][place], column["ground_defined"][place]),
                column["ground_rival"][place],
                column["definition"][place],
                min(0.0, column["definition"][place] - nearest),
                column["ground"][place],
                before["ground"],
                column["said"][place],
                before["said"],
                column["near"][place],
                before["near"],
                column["words"][place],
                before["words"],
                before["recalled"],
            )
        )
    return np.array(rows, dtype=np.float64)


def match_features(
    asked: Asked, passages: Sequence[Spoken], vectors: PhraseVectors, grounds: ExclusionGrounds
) -> Matrix:
    """One row of MATCH_FEATURES a passage."""
    phrase = np.array([_nearest(asked.vector, phrases(each.text) or (each.text,), vectors) for each in passages])
    whole = np.array([_nearest(asked.vector, (each.text,), vectors) for each in passages])
    definition = np.array(
        [_nearest(asked.vector, [text[:_GLOSS] for text in each.explained], vectors) for each in passages]
    )
    best = np.maximum(phrase, np.maximum(whole, definition))
    recalled = np.zeros(len(passages))
    if asked.direction is not None:
        direction = asked.direction
        recalled = np.array([_nearest(direction, [each.text, *phrases(each.text)], vectors) for each in passages])
    words = [word for word in asked.question.words if len(word) > 1]
    is_case = cases_among(passages)
    columns = _ground_columns(asked, passages, grounds) | {
        "phrase": phrase,
        "whole": whole,
        "definition": definition,
        "behind": _behind(best, ~is_case),
        "words": np.array([share_said(words, each.text) for each in passages]),
        "trade": np.array([float(_is_meant(asked.question, each)) for each in passages]),
        "recalled": recalled,
        "recalled_behind": recalled.max() - recalled,
        "refusal": np.array([float(each.kind == REFUSAL) for each in passages]),
        "limit": np.array([float(each.kind == LIMIT) for each in passages]),
    }
    return np.column_stack([columns[name] for name in MATCH_FEATURES])


def _behind(values: Matrix, among: npt.NDArray[np.bool_]) -> Matrix:
    """How far each is behind the best of its kind; 0 for all others."""
    return np.where(among, values[among].max() - values, 0.0) if among.any() else np.zeros(len(values))


def _ground_columns(asked: Asked, passages: Sequence[Spoken], grounds: ExclusionGrounds) -> dict[str, Matrix]:
    """What the scenario's grounds and everyday words say of each passage."""
    said = grounds.said_in(asked.question.text)
    harmless = sum(value for name, value in asked.grounds.items() if name not in grounds.names)
    rows = []
    for each in passages:
        own = grounds.printed_in(each.text)
        if each.kind != CASE:
            own = grounds.refused_by(own)
        defined = grounds.refused_by({name for text in each.explained for name in grounds.printed_in(text[:_GLOSS])})
        chance = sum(asked.grounds.get(name, 0.0) for name in own)
        more = sum(asked.grounds.get(name, 0.0) for name in defined - own)
        rival = max((value for name, value in asked.grounds.items() if name not in own | defined), default=0.0)
        rows.append(
            (
                np.log(chance + _LEAST),
                np.log(more + _LEAST),
                np.log(rival + _LEAST),
                float(not own),
                float(bool(said & own)),
                float(bool(said & (defined - own))),
                float(bool(said) and not said & (own | defined)),
                np.log(harmless + _LEAST),
            )
        )
    names = MATCH_FEATURES[: len(rows[0])]
    return dict(zip(names, np.array(rows, dtype=np.float64).T, strict=True))


def _nearest(direction: Vectors, texts: Sequence[str], vectors: PhraseVectors) -> float:
    said = [text for text in texts if text.strip()]
    return float(np.max(vectors.of(said) @ direction)) if said else 0.0


def _is_meant(question: Question, passage: Spoken) -> bool:
    """Whether a street word stands for a term of the item. Elsewhere such terms are too common to mean anything."""
    return passage.kind == LISTED and any(term in passage.text for term in question.trade)


def share_said(words: Sequence[str], text: str) -> float:
    """Share of the scenario's words that the item holds."""
    if not words:
        return 0.0
    return sum(tokens.surface(word) in text for word in words) / len(words)
