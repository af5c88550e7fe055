"""The table of readings against the library that it was made from, and names typed by it."""

import pytest

from insurance_desktop.index.names import Names
from insurance_desktop.index.readings import readings
from insurance_desktop.index.slips import cost_of, fewest_edits

NAMES = Names(("平安福满多年金保险", "康e保医疗保险", "重疾无忧重大疾病保险", "长相伴终身寿险", "太保长相伴护理保险"))


def test_the_table_reads_common_characters_as_its_source_does() -> None:
    pypinyin = pytest.importorskip("pypinyin")
    for character in "平安福满多年金保险养老重疾医疗意外伤害终身寿长行乐传盛世祥瑞鑫享惠泽":
        source = {reading for each in pypinyin.pinyin(character, style=0, heteronym=True) for reading in each}
        assert set(readings(character)) <= source and readings(character)


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("fumanduo", [0]),
        ("pafmd", [0]),
        ("pingan福满", [0]),
        ("kangebao", [1]),
        ("kebyl", [1]),
        ("zhongji", [2]),
        ("zhongjiwu", [2]),
        ("changxiangban", [3, 4]),
        ("cangxiangban", [3, 4]),
        ("zhangxiangban", [3, 4]),
        ("xiangzhang", []),
        ("fumanduq", []),
    ],
)
def test_names_are_read_in_pinyin(typed: str, places: list[int]) -> None:
    assert sorted(NAMES.spelled(typed)) == places


@pytest.mark.parametrize(
    ("typed", "name", "edits", "cost"),
    [
        ("福慢多", "平安福满多年金", 1, 0.5),
        ("安福多满年金", "平安福满多年金", 2, 1.0),
        ("福满多多", "平安福满多年金", 1, 1.0),
        ("安福满", "平安福满多年金", 0, 0.0),
        ("虎满多", "平安福满多年金", 1, 1.0),
    ],
)
def test_slips_are_counted_and_weighed(typed: str, name: str, edits: int, cost: float) -> None:
    assert fewest_edits(typed, name) == edits
    assert cost_of(typed, name) == cost
