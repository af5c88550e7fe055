"""How surely a passage speaks of a scenario: the marks, and the readings that give the chances."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from insurance_desktop.domain.errors import ModelError
from insurance_desktop.index.embedding import Vectors
from insurance_desktop.index.exclusion_grounds import read_grounds
from insurance_desktop.index.matching import (
    CASE,
    CASE_FEATURES,
    KINDS,
    LIMIT,
    LISTED,
    MATCH_FEATURES,
    SECOND_FEATURES,
    Asked,
    MatchModel,
    Spoken,
    Weights,
    beside_others,
    case_features,
    load_match_model,
    marks,
    match_features,
)
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.ranking import model_path
from insurance_desktop.packs.loader import load_pack

NOTHING = Weights(dict.fromkeys((*SECOND_FEATURES, *MATCH_FEATURES), 0.0), 0.0)


def model(matched: float, possible: float) -> MatchModel:
    return MatchModel(NOTHING, NOTHING, dict.fromkeys(KINDS, matched) | {LIMIT: 1.01}, possible)


def test_the_bars_give_the_marks() -> None:
    judge = model(0.6, 0.2)
    assert [judge.mark(chance) for chance in (0.7, 0.6, 0.3, 0.1)] == [
        "matched",
        "matched",
        "possible",
        "not_mentioned",
    ]


def test_a_kind_whose_bar_is_over_one_is_never_matched() -> None:
    assert model(0.6, 0.2).mark(1.0, LIMIT) == "possible"


def test_a_passage_is_seen_beside_the_best_and_the_next() -> None:
    seen = beside_others(np.array([2.0, -1.0, 0.5]))
    named = [dict(zip(SECOND_FEATURES, row, strict=True)) for row in seen]
    assert [each["behind_best"] for each in named] == [0.0, -3.0, -1.5]
    assert [each["before_next"] for each in named] == [1.5, 0.0, 0.0]
    assert {each["best"] for each in named} == {2.0}


class OneDirection:
    """Phrase vectors of texts that are all alike."""

    def of(self, texts: Sequence[str]) -> Vectors:
        return np.ones((len(texts), 1), dtype=np.float32)


def test_how_harmless_a_scenario_is_counts_for_every_passage() -> None:
    pack = load_pack("insurance")
    known = read_grounds(pack)
    asked = take_apart("somebody ran into my car", pack)
    chances = {"hit by others": 0.7, "fell at home": 0.2, known.names[0]: 0.1}
    rows = match_features(Asked(asked, np.ones(1, np.float32), chances), CONTRACT, OneDirection(), known)
    assert np.allclose(np.exp(rows[:, MATCH_FEATURES.index("harmless")]), 0.9, atol=0.01)


LICENCE, PAPERS = "any of: (1) no licence (2) a lapsed licence", "any of: (1) not registered"
CONTRACT = [
    Spoken("driving without a valid licence", (LICENCE,), LISTED),
    Spoken("driving a car without papers", (PAPERS,), LISTED),
    Spoken("no licence", (), CASE, LICENCE),
    Spoken("a lapsed licence", (), CASE, LICENCE),
    Spoken("not registered", (), CASE, PAPERS),
]


def test_of_a_definitions_cases_the_most_probable_is_matched_where_an_exclusion_leans_on_it() -> None:
    given = marks(CONTRACT, [0.9, 0.1, 0.3, 0.8, 0.9], model(0.6, 0.2))
    assert given == ["matched", "not_mentioned", "not_mentioned", "matched", "not_mentioned"]


def test_no_case_is_matched_where_no_exclusion_is() -> None:
    assert set(marks(CONTRACT, [0.1, 0.1, 0.9, 0.9, 0.9], model(0.6, 0.2))) == {"not_mentioned"}


def test_a_case_is_seen_with_the_exclusion_that_leans_on_it_and_before_its_rivals() -> None:
    features = np.zeros((5, len(MATCH_FEATURES)))
    features[:, MATCH_FEATURES.index("whole")] = [0.0, 0.0, 0.4, 0.7, 0.6]
    seen = case_features(features, np.array([2.0, -1.0]), CONTRACT)
    named = [dict(zip(CASE_FEATURES, row, strict=True)) for row in seen]
    assert [(each["leaned"], each["leaned_behind"]) for each in named] == [(2.0, 0.0), (2.0, 0.0), (-1.0, -3.0)]
    assert [round(each["near_before"], 6) for each in named] == [-0.3, 0.3, 0.0]


def test_without_a_reading_of_their_own_cases_speak_of_nothing() -> None:
    features = np.zeros((5, len(MATCH_FEATURES)))
    assert model(0.6, 0.2).chances(features, CONTRACT).tolist() == [0.5, 0.5, 0.0, 0.0, 0.0]
    read = MatchModel(NOTHING, NOTHING, {}, 0.2, Weights(dict.fromkeys(CASE_FEATURES, 0.0), 2.0))
    assert read.chances(features, CONTRACT)[2:].min() > 0.8


def test_the_shipped_numbers_can_be_read() -> None:
    shipped = load_match_model(model_path("insurance"))
    assert set(shipped.matched) == set(KINDS) and 0 < shipped.possible <= shipped.matched[LISTED] <= 1


def test_missing_numbers_are_an_error_in_words(tmp_path: Path) -> None:
    path = tmp_path / "numbers.toml"
    path.write_text("[exclusion]\npossible = 0.1\n", encoding="utf-8")
    with pytest.raises(ModelError):
        load_match_model(path)
