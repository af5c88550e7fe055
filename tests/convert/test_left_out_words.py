"""What was left out as furniture although it says what a contract says: a wrong exclusion agrees with itself."""

import pytest

from insurance_desktop.convert.checking.left_out_words import check_left_out
from insurance_desktop.convert.reading.pages import Glyph, LeftOut
from insurance_desktop.convert.text.markdown import Text
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.loader import load_pack


def left_out(reason: str, words: str, page: int = 1, y: float = 40) -> LeftOut:
    """Words that were left out, on one line of a page."""
    glyphs = (
        Glyph(place, char, 60 + 10 * place, y - 9, 70 + 10 * place, y + 1, 60 + 10 * place, y, 10, 0)
        for place, char in enumerate(words)
    )
    return LeftOut(reason, page, tuple(glyphs))


def found(*dropped: LeftOut, markdown: str = "", pages: int = 9) -> list[str]:
    """What is told of the exclusions; all of it blocks."""
    findings = check_left_out(dropped, Text(markdown, (), (), ()), pages, load_pack("insurance"))
    assert all(each.severity is Severity.BLOCKING and each.kind == FindingKind.LEFT_OUT_WORDS for each in findings)
    return [each.message for each in findings]


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (ExclusionReason.PAGE_HEADER, "酒后驾驶造成的事故不予给付"),
        (ExclusionReason.PAGE_FOOTER, "免赔额100元"),
        (ExclusionReason.CONTENTS, "最高为百分之五十。"),
        (ExclusionReason.PAGE_HEADER, "给付比例80%"),
        (ExclusionReason.DECORATIVE, "\ufffd\ufffd"),
        (ExclusionReason.PAGE_FOOTER, "但战争造成的"),
        (ExclusionReason.PAGE_HEADER, "责任免除"),
        (ExclusionReason.CONTENTS, "保险金额\ue001\ue002万"),
    ],
)
@pytest.mark.requirement("EC-001")
def test_furniture_that_says_what_a_contract_says_blocks(reason, words):
    assert [words in message for message in found(left_out(reason, words))] == [True]


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (ExclusionReason.PAGE_HEADER, "青松人寿终身寿险条款（2024）"),
        (ExclusionReason.PAGE_FOOTER, "第3页 共20页"),
        (ExclusionReason.PAGE_NUMBER, "3"),
        (ExclusionReason.DECORATIVE, "\uf076"),
        (ExclusionReason.DOTTED_LEADER, "……………………"),
        (ExclusionReason.CONTENTS, "\uf0431.1保险责任……12"),
        (ExclusionReason.HIDDEN, "不予给付"),
    ],
)
def test_furniture_that_says_nothing_of_the_kind_is_no_finding(reason, words):
    assert not found(left_out(reason, words))


def test_what_the_text_says_as_well_is_no_finding():
    markdown = "### 1.2 责任免除\n\n我们不承担责任。"
    assert not found(left_out(ExclusionReason.CONTENTS, "1.2责任免除………………7"), markdown=markdown)
    assert not found(left_out(ExclusionReason.PAGE_HEADER, "责任免除"), markdown=markdown)
    assert found(left_out(ExclusionReason.CONTENTS, "1.3不保事项………………7"), markdown=markdown)


def test_what_comes_back_on_three_pages_is_a_running_header_whatever_it_says():
    headers = [left_out(ExclusionReason.PAGE_HEADER, f"青松豁免保险费条款第{page}版", page) for page in (1, 2, 3)]
    assert not found(*headers)
    assert len(found(*headers[:2])) == 2


def test_the_entries_of_a_contents_are_judged_one_by_one():
    contents = left_out(ExclusionReason.CONTENTS, "1.1保险责任", y=100)
    wrong = left_out(ExclusionReason.CONTENTS, "未满十八周岁的不得投保", y=120)
    assert len(found(LeftOut(ExclusionReason.CONTENTS, 1, (*contents.glyphs, *wrong.glyphs)))) == 1


def test_what_stands_in_the_margins_of_both_pages_of_a_short_file_is_furniture():
    words = [left_out(ExclusionReason.PAGE_FOOTER, "以上内容不是保险合同", page) for page in (1, 2)]
    assert found(*words, pages=2) == []
    (both,) = found(*words, pages=9)  # the same words twice are one cause, decided once
    assert "2 页" in both
