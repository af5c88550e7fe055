"""What stands beside the first clause where a question asks for several."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from insurance_desktop.index import ranking
from insurance_desktop.index.diversify import ADDED_FEATURES, PLACES, SecondChoice, Side, sides_answered, what_is_added

ASSET_FEE, POLICY_FEE = frozenset({"资产", "产管", "管理", "理费"}), frozenset({"保单", "单管", "管理", "理费"})


def shipped() -> SecondChoice:
    second = ranking.load_model(ranking.model_path("insurance")).second
    assert second is not None
    return second


@pytest.mark.requirement("C12b")
def test_copies_of_the_first_clause_leave_room_for_the_other_side_of_a_comparison() -> None:
    copies = [Side(share, (0.8, 0.55), ASSET_FEE) for share in (0.3, 0.2, 0.19, 0.18)]
    other = Side(0.08, (0.55, 0.8), POLICY_FEE)
    assert 4 in shipped().order([*copies, other])[:2]


@pytest.mark.requirement("C12b")
def test_a_clause_that_adds_nothing_keeps_its_place_behind() -> None:
    sides = [Side(0.6, (0.8, 0.8), ASSET_FEE), Side(0.3, (0.7, 0.7), frozenset()), Side(0.01, (0.3, 0.2), frozenset())]
    assert shipped().order(sides) == [0, 1, 2]


@pytest.mark.requirement("C12b")
def test_of_two_clauses_that_add_as_much_the_one_beside_the_first_comes_first() -> None:
    first = Side(0.4, (0.8, 0.5), ASSET_FEE, "必选责任", "1 保障")
    elsewhere = Side(0.1, (0.5, 0.7), frozenset(), "合同解除", "1 其他")
    beside = Side(0.1, (0.5, 0.7), frozenset(), "可选责任", "1 保障")
    assert shipped().order([first, elsewhere, beside]) == [0, 2, 1]


def test_a_chapter_of_another_document_is_another_one() -> None:
    first = Side(0.4, (0.8, 0.5), frozenset(), "必选责任", "1 保障")
    added = what_is_added(
        [Side(0.1, (0.5, 0.7), frozenset(), "必选责任", f"{document} 保障") for document in (1, 2)], [first]
    )
    assert added[:, ADDED_FEATURES.index("same_chapter")].tolist() == [1.0, 0.0]
    assert added[:, ADDED_FEATURES.index("title_alike")].tolist() == [1.0, 1.0]


def test_a_clause_answers_a_side_where_it_is_nearer_to_it_than_those_before() -> None:
    assert sides_answered([(0.8, 0.4), (0.3, 0.7), (0.7, 0.6)]) == 2
    assert sides_answered([(0.8, 0.4), (0.7, 0.3)]) == 1
    assert sides_answered([(0.8,)]) == 1
    assert sides_answered([(), ()]) == 1


SIDES = st.lists(
    st.builds(
        Side,
        st.floats(0, 1),
        st.tuples(st.floats(-1, 1), st.floats(-1, 1)),
        st.frozensets(st.sampled_from(sorted(ASSET_FEE | POLICY_FEE))),
    ),
    max_size=40,
)


@given(SIDES, st.tuples(*[st.floats(-3, 3)] * 5))
def test_every_clause_has_one_place_and_the_likeliest_the_first(sides: list[Side], weights: tuple[float, ...]) -> None:
    order = SecondChoice(np.zeros(5), np.ones(5), np.array(weights)).order(sides)
    assert sorted(order) == list(range(len(sides)))
    assert not sides or sides[order[0]].share == max(each.share for each in sides)
    rest = [sides[place].share for place in order[PLACES:]]
    assert rest == sorted(rest, reverse=True)
