"""What stands between the tags in front of an answer is not shown; all else is, as it came."""

import pytest

from insurance_desktop.endpoints.thoughts import without_thoughts


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        (["等待期", "为90天"], ["等待期", "为90天"]),
        (["<th", "ink>想", "想</thi", "nk>\n\n等待", "期"], ["等待", "期"]),
        (["\n<think>", "</think>", "等待期"], ["等待期"]),
        (["<think>没想完"], []),
        (["<", "3年"], ["<3年"]),
        (["答案里的<think>不算</think>"], ["答案里的<think>不算</think>"]),
        (["<th"], ["<th"]),
        ([], []),
    ],
)
def test_only_the_answer_is_shown(pieces, shown):
    assert [each for each in without_thoughts(pieces) if each] == shown
