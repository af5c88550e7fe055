"""How far a conversion is, as a person reads it."""

import pytest

from insurance_desktop.domain.running import AtPage, PageWork
from insurance_desktop.packs.page_words import page_words


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (None, ""),
        (AtPage(PageWork.READING, 112, 347), "读到第 112 / 347 页"),
        (AtPage(PageWork.READING, 0, 347), "正在读，共 347 页"),
        (AtPage(PageWork.ARRANGING, 5, 347), "正在整理第 5 / 347 页"),
        (AtPage(PageWork.ARRANGING, 0, 347), "正在整理，共 347 页"),
        (AtPage(PageWork.CHECKING, 9, 347), "正在核对第 9 / 347 页"),
        (AtPage(PageWork.CHECKING, 0, 347), "正在核对，共 347 页"),
    ],
)
def test_the_page_is_told_where_there_is_one_and_else_how_many_there_are(at, words):
    assert page_words(at) == words
