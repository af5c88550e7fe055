"""Titles in memory: the clauses whose titles share most with a question's terms, in a scope or among all."""

import numpy as np
import pytest

from insurance_desktop.index import tokens
from insurance_desktop.index.titles import TitleIndex

TITLES = ["保险责任", "等待期", "等待期内的保险责任", "犹豫期", "犹豫期", "现金价值"]
CLAUSES = {
    title: np.array([clause for clause, each in enumerate(TITLES, start=10) if each == title]) for title in TITLES
}


@pytest.mark.requirement("FR-011")
def test_the_shorter_title_with_all_of_a_term_comes_first() -> None:
    index = TitleIndex(CLAUSES)
    assert index.best(tokens.bigrams("等待期"), 5) == [11, 12]
    assert index.best(tokens.bigrams("犹豫期"), 5) == [13, 14]
    assert index.best(tokens.bigrams("犹豫期"), 1) == [13]
    assert index.best(tokens.bigrams("火灾"), 5) == []


def test_a_scope_sees_its_own_clauses_alone() -> None:
    index = TitleIndex(CLAUSES)
    among = np.flatnonzero(np.isin(index.clauses, [10, 12, 14]))
    assert index.best(tokens.bigrams("等待期"), 5, among) == [12]
    assert index.best(tokens.bigrams("犹豫期"), 5, among) == [14]
    assert index.best(tokens.bigrams("犹豫期"), 5, among[:0]) == []


def test_without_titles_there_is_nothing_to_find() -> None:
    assert TitleIndex({}).best(["退保"], 5) == []
