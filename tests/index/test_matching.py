"""How surely a passage speaks of a scenario: the marks, and the two readings that give the chances."""

from pathlib import Path

import numpy as np
import pytest

from insurance_desktop.domain.errors import ModelError
from insurance_desktop.index.matching import (
    CASE,
    KINDS,
    LIMIT,
    LISTED,
    MATCH_FEATURES,
    SECOND_FEATURES,
    MatchModel,
    Weights,
    beside_others,
    load_match_model,
)
from insurance_desktop.index.ranking import model_path

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
    seen = beside_others(np.array([2.0, -1.0, 0.5]), [LISTED, LISTED, LISTED])
    named = [dict(zip(SECOND_FEATURES, row, strict=True)) for row in seen]
    assert [each["behind_best"] for each in named] == [0.0, -3.0, -1.5]
    assert [each["before_next"] for each in named] == [1.5, 0.0, 0.0]
    assert {each["best"] for each in named} == {2.0}


def test_a_case_of_a_definition_does_not_fall_behind_the_item_that_leans_on_it() -> None:
    seen = beside_others(np.array([3.0, 1.0, 0.0]), [LISTED, CASE, CASE])
    assert seen[1, SECOND_FEATURES.index("behind_best")] == 0.0
    assert seen[2, SECOND_FEATURES.index("behind_best")] == -1.0


def test_the_shipped_numbers_can_be_read() -> None:
    shipped = load_match_model(model_path("insurance"))
    assert set(shipped.matched) == set(KINDS) and 0 < shipped.possible <= shipped.matched[LISTED] <= 1


def test_missing_numbers_are_an_error_in_words(tmp_path: Path) -> None:
    path = tmp_path / "numbers.toml"
    path.write_text("[exclusion]\npossible = 0.1\n", encoding="utf-8")
    with pytest.raises(ModelError):
        load_match_model(path)
