"""What a voice is given: words without marks, numbers of rules in parts, whole sentences up to a length."""

from time import process_time

import pytest

from insurance_desktop.services.asking.speech_text import LONGEST, spoken_form


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("**犹豫期**为二十日[1]。", "犹豫期为二十日。"),
        ("# 结论\n\n> 您有二十日。\n\n- 第一\n- 第二", "结论\n您有二十日。\n第一\n第二"),
        ("见 https://example.com/a?b=1 的说明。", "见 的说明。"),
        ("按 [SOLAS III/31] 配备。", "按 SOLAS III，31 配备。"),
        ("见[条款](https://example.com/x)。", "见条款。"),
        ("一\n\n\n\n二", "一\n二"),
        ("答。\n\n**参考来源**\n\n- [1] 甲\n- [2] 乙\n\n摘自原文。", "答。\n摘自原文。"),
        ("Yes.\n\nSources: SOLAS III/31", "Yes."),
        ("Yes.\n\nReferences:\n- one\n- two", "Yes."),
        ("来源可靠的说明。", "来源可靠的说明。"),
        ("| 年龄 | 保费 |\n| --- | --- |\n| 30 | 100\\|元 |", "年龄，保费\n30，100|元"),
        ("5\\*3 与 a\\_b", "5*3 与 a_b"),
        ("", ""),
    ],
)
def test_marks_are_not_read(written, spoken):
    assert spoken_form(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("II-1/3-6", "II，1，3，6"),
        ("第2.3.1条", "第2，3，1条"),
        ("2020-01-01", "2020-01-01"),
        ("2020/01/01", "2020/01/01"),
        ("18-60周岁", "18-60周岁"),
        ("给付1/3", "给付1/3"),
        ("10.5%", "10.5%"),
        ("SOLAS Chapter XII", "SOLAS Chapter XII"),
    ],
)
def test_only_numbers_of_rules_are_read_in_parts(written, spoken):
    assert spoken_form(written) == spoken


def test_a_long_answer_ends_with_a_sentence():
    said = spoken_form("甲乙丙丁。" * 400)
    assert len(said) == LONGEST
    assert said.endswith("。")
    assert spoken_form("一二三四五六。" * 400).endswith("。")
    assert len(spoken_form("字" * 2_000)) == LONGEST


@pytest.mark.parametrize("mark", ["[", "[a](", "**a ", "a\n\n", "__a ~~b ", "A-"])
def test_a_megabyte_of_open_marks_is_prepared_at_once(mark):
    began = process_time()
    assert len(spoken_form(mark * (1_000_000 // len(mark)))) <= LONGEST
    assert process_time() - began < 20
