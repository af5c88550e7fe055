"""The difference of two texts: it rebuilds one from the other, finds small changes small, and never takes long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insurance_desktop.domain.text_difference import difference, unchanged

LINES = st.lists(
    st.sampled_from(["犹豫期为15日。\n", "犹豫期为20日。\n", "\n", "等待期\n", "a b\n", "甲"]), max_size=12
).map("".join)


def rebuilt(old, new):
    """The new text out of the old one and the signs that differ."""
    parts, at = [], 0
    for hunk in difference(old, new):
        for old_start, old_end, new_start, new_end in hunk.signs:
            parts += [old[at:old_start], new[new_start:new_end]]
            at = old_end
    return "".join([*parts, old[at:]])


@given(LINES | st.text(max_size=60), LINES | st.text(max_size=60))
def test_the_old_text_with_its_differences_is_the_new_one(old, new):
    assert rebuilt(old, new) == new
    assert (difference(old, new) == ()) == (old == new)


@given(LINES, LINES)
def test_hunks_quote_what_stands_at_their_place(old, new):
    for hunk in difference(old, new):
        assert hunk.old == old[hunk.place.old_start : hunk.place.old_end]
        assert hunk.new == new[hunk.place.new_start : hunk.place.new_end]
        assert hunk.old != hunk.new


def test_one_changed_digit_is_one_sign():
    old = "第一条\n\n等待期为90日。\n\n第二条\n"
    (hunk,) = difference(old, old.replace("90", "91"))
    assert (hunk.old, hunk.new) == ("等待期为90日。\n", "等待期为91日。\n")
    ((old_start, old_end, new_start, new_end),) = hunk.signs
    assert (old[old_start:old_end], new_end - new_start) == ("0", 1)


def test_lines_that_came_or_went_have_nothing_opposite():
    (came,) = difference("一\n二\n", "一\n新\n二\n")
    assert (came.old, came.new) == ("", "新\n")
    (went,) = difference("一\n旧\n二\n", "一\n二\n")
    assert (went.old, went.new) == ("旧\n", "")


@pytest.mark.requirement("FR-006")
def test_a_long_text_of_like_lines_is_compared_within_bounds():
    """350 pages of table rows that repeat, each with another last cell: the worst that a rate table does."""
    old = "".join(f"| {row % 50} | 0.00 | 0.00 |\n\n" for row in range(12_000))
    new = old.replace("| 7 | 0.00", "| 7 | 0.01").replace("| 0 | ", "", 1)
    assert rebuilt(old, new) == new
    one = "0" * 20_000 + "\n"
    other = "0" * 10_000 + "1" + "0" * 9_000 + "\n"
    assert rebuilt(one, other) == other


@given(LINES | st.text(max_size=60), LINES | st.text(max_size=60))
def test_what_is_unchanged_is_the_same_in_both_and_in_order(old, new):
    reached = (0, 0)
    for old_start, new_start, length in unchanged(old, new):
        assert length > 0
        assert old[old_start : old_start + length] == new[new_start : new_start + length]
        assert (old_start >= reached[0], new_start >= reached[1]) == (True, True)
        reached = (old_start + length, new_start + length)
    if old == new:
        assert list(unchanged(old, new)) == ([(0, 0, len(old))] if old else [])
