"""Ticks, blanks and signs without a name: part of the text, never bullets, leaders or nothing at all."""

import pytest
from paper import TEXT_X, Paper, kinds, reasons, sections

from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.states import ConversionStatus


def with_signs(paper: Paper, names: str) -> Paper:
    """The paper whose letters A and B, in Times, are these signs: as fonts of symbols have them."""
    document = paper.document
    for number in range(1, document.xref_length()):
        if "Times-Roman" in document.xref_object(number):
            document.xref_set_key(number, "Encoding", f"<</Type/Encoding/Differences[65{names}]>>")
    return paper


def sign(paper: Paper, letters: str, x: float = TEXT_X) -> None:
    paper.page.insert_text((x, paper.y), letters, fontsize=10.5, fontname="tiro")


@pytest.mark.requirement("EC-001")
def test_ticks_and_crosses_before_items_say_what_is_covered():
    paper = Paper()
    paper.clause("1.1", "保险责任", "各项保障如下。")
    for letter, words in (("A", "身故保险金"), ("B", "伤残保险金")):
        sign(paper, letter)
        paper.words(198, words)
        paper.feed(2)
    conversion = with_signs(paper, "/uni2713/uni2717").convert()
    text = "".join(conversion.markdown.split())
    assert "✓身故保险金" in text and "✗伤残保险金" in text and ExclusionReason.DECORATIVE not in reasons(conversion)


@pytest.mark.requirement("EC-001")
def test_two_unreadable_signs_at_the_beginning_of_a_row_stay_in_the_sentence_and_block():
    paper = Paper()
    paper.clause("1.1", "保险金额", "甲乙丙丁戊己庚辛壬癸" * 3)
    paper.words(TEXT_X, "在本合同有效期内被保险人身故的我们按照基本保险金额的百分之五给付")
    paper.feed()
    sign(paper, "AB")
    paper.words(200, "万元作为身故保险金。")
    conversion = with_signs(paper, "/g9991/g9992").convert()
    assert "给付\ufffd\ufffd万元作为身故保险金" in conversion.markdown
    assert FindingKind.UNREADABLE in kinds(conversion) and conversion.status is ConversionStatus.NEEDS_ATTENTION


@pytest.mark.requirement("EC-001")
def test_signs_that_only_their_font_knows_block_inside_a_sentence():
    paper = Paper()
    paper.words(TEXT_X, "身故保险金为")
    sign(paper, "AB", TEXT_X + 63)
    paper.words(TEXT_X + 83, "万元，其余不予给付。")
    conversion = with_signs(paper, "/uniE001/uniE002").convert()
    assert FindingKind.UNREADABLE in kinds(conversion) and conversion.status is ConversionStatus.NEEDS_ATTENTION


def test_unreadable_signs_of_one_page_are_one_finding_that_counts_them():
    paper = Paper()
    for words in ("万元，等待期内不予给付。", "万元，等待期后全额给付。"):
        paper.words(TEXT_X, "身故保险金为")
        sign(paper, "A", TEXT_X + 63)
        paper.words(TEXT_X + 83, words)
        paper.feed(2)
    found = [
        each for each in with_signs(paper, "/uniE001/uniE002").convert().findings if each.kind == FindingKind.UNREADABLE
    ]
    assert len(found) == 1 and "2 处" in found[0].message


def test_an_icon_before_the_words_of_an_item_is_still_a_bullet():
    paper = Paper()
    for words in ("身故保险金", "伤残保险金"):
        sign(paper, "A")
        paper.words(200, words)
        paper.feed(2)
    conversion = with_signs(paper, "/uniE001/uniE002").convert()
    assert reasons(conversion)[ExclusionReason.DECORATIVE] == 2 * "\ue001" and FindingKind.UNREADABLE not in kinds(
        conversion
    )


@pytest.mark.requirement("EC-001")
def test_blanks_to_be_filled_in_are_text():
    paper = Paper()
    paper.clause("1.1", "保险金额", "保险金额为________元，给付比例为————%。")
    conversion = paper.convert()
    assert sections(conversion)["1.1"].text == "保险金额为________元，给付比例为————%。"
    assert ExclusionReason.DOTTED_LEADER not in reasons(conversion)


@pytest.mark.parametrize(
    ("row", "leader"),
    [("您有退保的权利…………1.4", "…………"), ("责任免除…………第2.6条", "…………"), ("保险金额…………以保险单为准", "")],
)
def test_a_leader_leads_to_a_number_at_the_end_of_its_row(row, leader):
    paper = Paper()
    paper.words(TEXT_X, row)
    conversion = paper.convert()
    assert len(reasons(conversion).get(ExclusionReason.DOTTED_LEADER, "")) == len(leader)


@pytest.mark.requirement("EC-001")
def test_a_sentence_below_the_contents_is_no_entry_of_it():
    paper = Paper()
    paper.words(250, "目录", y=100)
    paper.y = 120
    for page, entry in enumerate(("1 我们保什么", "1.1 保险责任", "1.2 责任免除"), 1):
        paper.words(100, f"{entry}{'.' * 40}{page}")
        paper.feed()
    preamble = "未满十八周岁的未成年人不得投保本合同，我们不承担赔偿责任"
    paper.words(58, preamble)
    paper.feed()
    paper.words(58, "保险金额最高为五十万元")
    paper.feed(3)
    paper.clause("1", "我们保什么")
    paper.clause("1.1", "保险责任", "我们给付保险金一百元。")
    paper.clause("1.2", "责任免除", "因下列情形我们不承担责任。")
    conversion = paper.convert()
    assert preamble in conversion.markdown and "保险金额最高为五十万元" in conversion.markdown
    assert "我们保什么" in reasons(conversion)[ExclusionReason.CONTENTS]
