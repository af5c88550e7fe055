"""What one answer is worth, figure by figure, and what the figures make of many."""

from dataclasses import replace

import pytest

from insurance_desktop.domain.evaluation import GoldenQuestion
from insurance_desktop.services.evaluation.figures import calibration, figures
from insurance_desktop.services.evaluation.scores import (
    MarkedItem,
    Place,
    Seen,
    Wanted,
    exclusion_scores,
    search_scores,
)


def wanted(*sections, tier="basic", items=(), also=(), documents=(1,)):
    question = GoldenQuestion(1, "q", tier, "问", sections, items)
    return Wanted(question, None if documents is None else frozenset(documents), sections, frozenset(also), items)


def seen(*answered, below=()):
    """Hits as sections of document 1, or (document, section); `below` are under the bar."""

    def place(hit, score):
        document, section = hit if isinstance(hit, tuple) else (1, hit)
        return Place(document, section, score)

    over = [place(hit, 0.9) for hit in answered]
    return Seen(tuple(over), (*over, *(place(hit, 0.4) for hit in below)))


def value(scores, name):
    got, of = scores[name]
    return got / of


def test_an_accepted_neighbour_counts_as_right():
    scores = search_scores(wanted("1.4", also=["9.1"]), seen("9.1", "1.4"))
    assert value(scores, "top_1") == 1


def test_the_same_section_of_another_document_is_wrong():
    scores = search_scores(wanted("1.4"), seen((2, "1.4"), "1.4"))
    assert value(scores, "top_1") == 0
    assert value(scores, "top_3") == 1
    assert value(scores, "mrr") == 0.5


def test_a_question_without_a_document_may_be_answered_from_any():
    assert value(search_scores(wanted("1.4", documents=None), seen((7, "1.4"))), "top_1") == 1


def test_a_silenced_question_is_wrong_and_its_order_is_judged_apart():
    scores = search_scores(wanted("1.4"), seen(below=["1.4"]))
    assert value(scores, "top_1") == 0
    assert value(scores, "silenced") == 1
    assert value(scores, "order_top_1") == 1


@pytest.mark.parametrize(("tier", "needed", "name"), [("basic", ["1.4"], "silenced"), ("none", [], "silent")])
def test_what_is_shown_as_weak_is_silence_and_counted_apart(tier, needed, name):
    weak = replace(seen(below=["1.4"]), is_weak=True)
    scores = search_scores(wanted(*needed, tier=tier), weak)
    assert (value(scores, name), value(scores, "weak")) == (1, 1)
    assert value(search_scores(wanted(*needed, tier=tier), seen("1.4")), "weak") == 0


def test_a_comparison_needs_all_its_clauses_among_the_first_three():
    needed = wanted("1.4", "7.1", tier="comparison")
    assert value(search_scores(needed, seen("7.1", "2.1", "1.4")), "all_in_3") == 1
    assert value(search_scores(needed, seen("7.1", "2.1", "2.2", "1.4")), "all_in_3") == 0


def test_a_section_that_comes_in_two_parts_gains_once():
    needed = wanted("1.4", "7.1", tier="comparison")
    twice = value(search_scores(needed, seen("1.4", "1.4")), "ndcg_5")
    assert twice == value(search_scores(needed, seen("1.4")), "ndcg_5") < 1
    assert value(search_scores(needed, seen("1.4", "7.1")), "ndcg_5") == 1


def test_a_part_around_the_right_section_is_no_hit_but_is_told():
    scores = search_scores(wanted("2.3.1"), seen("2.3"))
    assert value(scores, "top_1") == 0
    assert value(scores, "parent_first") == 1


def test_nothing_to_find_asks_only_for_silence():
    assert value(search_scores(wanted(tier="none"), seen()), "silent") == 1
    scores = search_scores(wanted(tier="none"), seen("1.4"))
    assert value(scores, "silent") == 0
    assert "top_1" not in scores


def item(section, mark, *, matched=True, document=1, defined=()):
    return MarkedItem(document, section, mark, matched, not matched, True, frozenset(defined))


@pytest.mark.requirement("FR-002")
def test_only_matched_items_find_an_exclusion():
    scenario = wanted("2.4", tier="exclusion", items=(("2.4", "（3）"),))
    found = exclusion_scores(scenario, [item("2.4", "(3)"), item("2.4", "（1）")], True)
    assert value(found, "item_recall") == value(found, "section_recall") == 1
    assert value(found, "precision") == 0.5
    possible = exclusion_scores(scenario, [item("2.4", "（3）", matched=False)], False)
    assert value(possible, "item_recall") == value(possible, "section_recall") == 0
    assert value(possible, "possible_per_scenario") == 1
    assert value(possible, "seed_recall_5") == 1


def test_a_definition_that_comes_with_a_matched_item_is_found_with_it():
    scenario = wanted("2.4", "8.5", tier="exclusion", items=(("2.4", "（3）"),))
    found = exclusion_scores(scenario, [item("2.4", "（3）", defined=["8.5"])], True)
    assert value(found, "section_recall") == 1
    assert value(found, "own_section_recall") == 0.5


def test_an_accepted_section_is_neither_right_nor_wrong():
    scenario = wanted("2.4", tier="exclusion", items=(("2.4", "（3）"),), also=["8.5"])
    found = exclusion_scores(scenario, [item("2.4", "（3）"), item("8.5", None)], True)
    assert found["precision"] == (1, 1)


def test_a_scenario_that_nothing_mentions_counts_only_the_alarm():
    unmentioned = wanted(tier="exclusion")
    assert value(exclusion_scores(unmentioned, [item("2.4", "（1）", matched=False)], False), "no_false_alarm") == 1
    alarmed = exclusion_scores(unmentioned, [item("2.4", "（1）")], True)
    assert value(alarmed, "no_false_alarm") == 0
    assert value(alarmed, "precision_with_unmentioned") == 0
    assert "precision" not in alarmed


def test_a_figure_lies_in_its_interval_and_is_the_same_each_time():
    scores = [{"top_1": (float(number % 4 > 0), 1.0)} for number in range(60)]
    once, again = figures(scores)["top_1"], figures(scores)["top_1"]
    assert once == again
    assert once.value == 0.75
    assert 0.6 < once.low < once.value < once.high < 0.9
    assert once.n == 60


def test_items_are_weighed_together_and_resampled_by_scenario():
    found = figures([{"precision": (1.0, 4.0)}, {"precision": (1.0, 1.0)}, {"precision": (0.0, 0.0)}])
    assert found["precision"].value == 0.4
    assert found["precision"].n == 5


def test_calibration_tells_an_honest_score_from_a_boastful_one():
    came = [number % 10 < 7 for number in range(200)]
    honest, boastful = calibration("answerable", [0.7] * 200, came), calibration("answerable", [0.99] * 200, came)
    assert honest.brier < boastful.brier
    assert boastful.error.value == pytest.approx(0.29, abs=0.01)
    assert honest.constant == 0.7
    assert len(honest.bins) == 10
    assert calibration("answerable", [0.7] * 9, came[:9]) is None
