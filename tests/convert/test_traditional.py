"""Fragments of Taiwanese policies: 【…】 above a number set wide, footers of a page by itself, old code points."""

import re
from collections import Counter

import pymupdf
import pytest
from paper import NUMBER_X, TEXT_X, Paper, kinds, reasons, sections

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.packs.loader import load_pack

COMPATIBILITY = re.compile("[\uf900-\ufaff]")

TEXT = "受益人申領保險金時應檢具下列文件本公司基於審核保險金之需要得對被保險人的身體予以檢驗另得徵詢其他醫師之意見"


def an_article(paper: Paper, title: str, number: str) -> None:
    """A title in brackets, below it the number set wide in a column of its own beside the text."""
    paper.words(NUMBER_X - 4, f"【{title}】", size=12)
    paper.feed()
    step = 40 / (len(number) - 1)
    for place, sign in enumerate(number):
        paper.words(NUMBER_X + place * step, sign)
    paper.paragraph(TEXT + "。")


def test_a_number_whose_signs_stand_apart_is_the_number_of_its_article():
    paper = Paper()
    numbers = ("第十七條", "第十八條", "第二十條", "第二十一條")
    for number, title in zip(numbers, ("保險金的申領", "保險金的給付", "除外責任", "受益權"), strict=True):
        an_article(paper, title, number)
        paper.feed()
    found = sections(paper.convert())
    assert [(each.section_id, each.section_title) for each in found.values()] == [
        ("第十七條", "保險金的申領"),
        ("第十八條", "保險金的給付"),
        ("第二十條", "除外責任"),
        ("第二十一條", "受益權"),
    ]
    assert found["第二十條"].text == TEXT + "。"


def test_a_line_at_the_foot_that_counts_the_page_is_a_footer_though_there_is_one_page_only():
    paper = Paper()
    for number in ("第一條", "第二條", "第三條"):
        paper.words(NUMBER_X, f"{number}【保險責任】")
        paper.feed()
        paper.paragraph(TEXT + "。", x=NUMBER_X)
    paper.words(TEXT_X, "第 6 頁，共 18 頁", y=805, size=9)
    paper.words(TEXT_X + 200, "銷售日期：112年10月30日", y=805, size=9)
    conversion = paper.convert()
    assert "頁" not in conversion.markdown and "銷售日期" not in conversion.markdown
    assert "共18頁" in reasons(conversion)[ExclusionReason.PAGE_FOOTER]


@pytest.mark.corpus
def test_compatibility_ideographs_stay_as_printed(corpus):
    seen = 0
    for path in sorted((corpus / "traditional").glob("*.pdf")):
        with pymupdf.open(path) as document:
            printed = Counter(COMPATIBILITY.findall("".join(page.get_text() for page in document)))
        conversion = convert_bytes(path.read_bytes(), load_pack("insurance"))
        left_out = [each for each in conversion.coverage.exclusions if each.reason != ExclusionReason.STROKE_DUPLICATE]
        outside = "".join(each.text for each in left_out)
        assert Counter(COMPATIBILITY.findall(conversion.markdown + outside)) == printed
        seen += sum(printed.values())
    assert seen > 0


def test_numbers_with_points_below_the_article_of_their_first_number_are_its_sections():
    paper = Paper()
    paper.words(200, "示範人壽保險契約條款", size=14, bold=True)
    paper.feed(2)
    for article in "123":
        paper.words(71, f"第{article}條  保險責任", bold=True)
        paper.feed()
        for section in "12":
            paper.words(71, f"{article}.{section}  給付項目", bold=True)
            paper.feed()
            paper.words(71, "被保險人於契約有效期間內身故者，本公司按保險金額給付身故保險金。")
            paper.feed()
    conversion = paper.convert()
    found = sections(conversion)
    assert [(each.section_id, each.parent_section) for each in found.values() if each.level == 4] == [
        (f"{article}.{section}", f"第{article}條") for article in "123" for section in "12"
    ]
    assert FindingKind.SECTION_JUMP not in kinds(conversion)
