"""Watermarks are left out with their reason and reported; what only looks like one is text."""

import pytest
from paper import NUMBER_X, Paper, kinds, reasons
from test_layouts import LONG, OTHER

from insurance_desktop.domain.conversion import Agreement
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind

BODY = f"{LONG}{OTHER}"


def three_pages(draw) -> Paper:
    paper = Paper()
    for number in range(1, 4):
        draw(paper, number)
        paper.y = 300
        for _ in range(6):
            paper.paragraph(f"第{number}页：{BODY}", x=NUMBER_X)
            paper.feed()
        if number < 3:
            paper.new_page()
    return paper


@pytest.mark.parametrize(
    ("grey", "size", "angle"), [(0.85, 70, 45), (0.0, 70, 30), (0.85, 70, 0), (0.9, 12, 20), (0.8, 40, 0)]
)
def test_the_same_words_behind_the_text_of_each_page_are_a_watermark(grey, size, angle):
    conversion = three_pages(lambda paper, _: paper.watermark("仅供参考", grey=grey, size=size, angle=angle)).convert()
    assert reasons(conversion)[ExclusionReason.WATERMARK] == "仅供参考" * 3
    assert "仅供参考" not in conversion.markdown
    assert conversion.markdown.count(BODY) == 18
    assert conversion.coverage.unaccounted == 0
    assert conversion.coverage.second_reading == Agreement(True, 0)
    notes = [each.message for each in conversion.findings if each.kind == FindingKind.WATERMARK_TEXT]
    assert [("仅供参考" in each, "3" in each) for each in notes] == [(True, True)]


def test_a_slanting_word_across_the_text_of_a_single_page_is_a_watermark_too():
    paper = Paper()
    paper.watermark("样本")
    paper.y = 300
    for _ in range(6):
        paper.paragraph(BODY, x=NUMBER_X)
        paper.feed()
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.WATERMARK] == "样本"
    assert "样本" not in conversion.markdown


def test_white_words_on_a_dark_header_of_a_table_on_every_page_are_text():
    def draw(paper, _):
        paper.page.draw_rect((60, 100, 340, 130), color=None, fill=(0.1, 0.2, 0.5))
        for column, word in enumerate(("保障项目", "给付限额")):
            paper.words(63 + 140 * column, word, y=114, size=9, colour=(0.8, 0.8, 0.8))
        paper.grid((60, 200, 340), (100, 130, 160), [["", ""], ["住院", "60"]])

    conversion = three_pages(draw).convert()
    assert ExclusionReason.WATERMARK not in reasons(conversion)
    assert "保障项目" in conversion.markdown


def test_grey_words_that_each_page_has_of_its_own_are_text():
    conversion = three_pages(
        lambda paper, number: paper.words(60, f"提示{number}：请您仔细阅读", y=200, colour=(0.8,) * 3)
    ).convert()
    assert ExclusionReason.WATERMARK not in reasons(conversion)
    assert all(f"提示{number}：请您仔细阅读" in conversion.markdown for number in (1, 2, 3))


def test_a_large_title_on_every_page_that_stands_before_nothing_is_no_watermark():
    conversion = three_pages(lambda paper, number: paper.words(150, "青松医疗保险条款", y=200, size=24)).convert()
    assert ExclusionReason.WATERMARK not in reasons(conversion)
    assert FindingKind.WATERMARK_TEXT not in kinds(conversion)
    assert conversion.markdown.count("青松医疗保险条款") == 3


def test_a_page_that_was_scanned_askew_has_no_watermark():
    import pymupdf

    paper = Paper()
    for row in range(5):
        place = pymupdf.Point(60, 100 + 30 * row)
        paper.page.insert_text(place, BODY[:30], fontsize=10, fontname="china-s", morph=(place, pymupdf.Matrix(2)))
    assert ExclusionReason.WATERMARK not in reasons(paper.convert())
