"""A pairwise cover of the ways in which contracts are printed: each made document comes back as it was made."""

import pytest

from development.checking.grid import differences_of
from development.making.grid.combination import HABITS, Combination, pairwise_cover
from development.making.grid.document import make

COVER = pairwise_cover()


@pytest.mark.parametrize("combination", COVER, ids=lambda each: each.name)
def test_a_made_document_comes_back_with_its_sections_and_its_table(combination):
    assert differences_of(combination) == []


def test_every_way_of_every_habit_is_in_the_cover_and_the_cover_is_the_same_each_time():
    for habit, ways in HABITS.items():
        assert {getattr(each, habit) for each in COVER} == set(ways), habit
    assert pairwise_cover() == COVER


def test_a_document_with_a_hole_in_its_sections_differs():
    made = make(Combination())
    assert len(made.sections) == 17
    assert len(set(made.sections)) == len(made.sections)
