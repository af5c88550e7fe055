"""What a bar silences, and which questions stand beside it."""

import pytest

from insurance_desktop.domain.evaluation import BestScore
from insurance_desktop.services.evaluation.silence import BARS, MOST_NEAR, curve_of, near_misses

pytestmark = pytest.mark.requirement("SC-003")


def best(name, score, *wanted, bar=0.7):
    return BestScore(name, "basic", "", None, name, wanted, "1.1", score, was_answered=score >= bar)


def test_each_bar_silences_what_scores_below_it():
    curve = curve_of([best("a", 0.2), best("b", 0.72), best("c", 0.4, "1.1"), best("d", 1.0, "1.1")], 0.7)
    at = {each.bar: (each.silent.value, each.silenced.value) for each in curve.points}
    assert (at[0.0], at[0.2], at[0.25]) == ((0.0, 0.0), (0.0, 0.0), (0.5, 0.0))
    assert (at[0.7], at[0.75], at[1.0]) == ((0.5, 0.5), (1.0, 0.5), (1.0, 0.5))
    assert curve.present.bar == 0.7


def test_a_bar_between_two_points_is_shown_at_the_one_below():
    assert curve_of([best("a", 0.2)], 0.68).present.bar == 0.65


def test_a_curve_without_one_of_the_two_kinds_shows_the_other():
    curve = curve_of([best("a", 0.5)], 0.7)
    assert curve.present.silent.value == 1.0
    assert {each.silenced for each in curve.points} == {None}
    assert curve_of([], 0.7) is None
    assert len(curve.points) == len(BARS)


def test_near_misses_are_the_closest_without_an_answer_and_the_silenced_with_one():
    asked = [best("far", 0.01), best("close", 0.6), best("over", 0.75), best("answered", 0.9, "1.1")]
    asked += [best("low", 0.1, "1.1"), best("just", 0.69, "1.1")]
    assert [each.identifier for each in near_misses(asked, 0.7)] == ["over", "close", "far", "just", "low"]


def test_only_so_many_of_each_kind_are_shown():
    asked = [best(f"n{place}", place / 100) for place in range(40)]
    asked += [best(f"a{place}", place / 100, "1.1") for place in range(40)]
    found = near_misses(asked, 0.7)
    assert len(found) == 2 * MOST_NEAR
    assert found[0].identifier == "n39"
    assert found[MOST_NEAR].identifier == "a39"
