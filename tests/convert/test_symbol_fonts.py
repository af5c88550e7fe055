"""Signs that only their font knows, in fonts whose signs are published: what the page shows is what is written."""

import unicodedata
from itertools import count

import pymupdf
import pypdfium2
import pytest
from paper import SIZE, TEXT_X, Paper, kinds, reasons, sections

from insurance_desktop.convert.reading.symbol_fonts import signs_of_font
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.states import ConversionStatus


def sign(paper: Paper, letters: str, x: float = TEXT_X, y: float | None = None) -> None:
    """The letters A, B … , which stand for signs of the symbol font."""
    paper.page.insert_text((x, paper.y if y is None else y), letters, fontsize=SIZE, fontname="tiro")


def in_font(paper: Paper, font: str, *codes: int) -> Paper:
    """The paper whose letters A, B … are these codes of a symbol font, as office programs write them."""
    names = "".join(f"/uniF0{code:02X}" for code in codes)
    document = paper.document
    for number in range(1, document.xref_length()):
        if "Times-Roman" in document.xref_object(number):
            document.xref_set_key(number, "BaseFont", f"/{font}")
            document.xref_set_key(number, "Encoding", f"<</Type/Encoding/Differences[65{names}]>>")
    return paper


def recovered(conversion) -> dict[str, str]:
    """What was recovered, by what the PDF has for it."""
    return {
        span.recovered: conversion.markdown[span.start : span.end] for span in conversion.source_map if span.recovered
    }


@pytest.mark.requirement("EC-001")
@pytest.mark.parametrize("font", ["Wingdings", "Wingdings-Regular", "ABCDEF+Wingdings"])
def test_ticks_of_wingdings_before_items_are_text_and_no_bullets(font):
    paper = Paper()
    paper.clause("1.1", "保险责任", "各项保障如下。")
    for letter, words in (("A", "身故保险金"), ("B", "伤残保险金")):
        sign(paper, letter)
        paper.words(198, words)
        paper.feed(2)
    conversion = in_font(paper, font, 0xFC, 0xFB).convert()
    text = "".join(conversion.markdown.split())
    assert "✓身故保险金" in text and "✗伤残保险金" in text and ExclusionReason.DECORATIVE not in reasons(conversion)
    assert recovered(conversion) == {"\uf0fc": "✓", "\uf0fb": "✗"}
    assert conversion.status is ConversionStatus.CONVERTED and conversion.coverage.second_reading.agrees


@pytest.mark.requirement("EC-001")
def test_a_comparison_in_the_symbol_font_is_the_sign_that_the_page_shows():
    paper = Paper()
    paper.clause("1.1", "投保年龄", "被保险人的年龄应当符合下列要求。")
    paper.words(TEXT_X, "年龄")
    sign(paper, "A", TEXT_X + 2 * SIZE)
    paper.words(TEXT_X + 3 * SIZE, "60周岁，且未患有疾病。")
    conversion = in_font(paper, "SymbolMT", 0xA3).convert()
    assert "年龄≤60周岁，且未患有疾病。" in sections(conversion)["1.1"].text
    assert recovered(conversion) == {"\uf0a3": "≤"} and conversion.status is ConversionStatus.CONVERTED


@pytest.mark.requirement("EC-001")
def test_a_sign_that_means_something_to_markdown_is_escaped_and_still_agrees_with_the_second_reading():
    paper = Paper()
    paper.words(TEXT_X, "等待期内理赔金额")
    sign(paper, "A", TEXT_X + 8 * SIZE)
    paper.words(TEXT_X + 9 * SIZE, "基本保险金额。")
    conversion = in_font(paper, "Symbol", 0x3C).convert()
    assert "理赔金额\\<基本保险金额。" in conversion.markdown
    assert recovered(conversion) == {"\uf03c": "\\<"} and conversion.coverage.second_reading.agrees


@pytest.mark.requirement("EC-001")
def test_boxes_to_tick_stand_in_their_cells():
    paper = Paper()
    paper.grid([100, 220, 300, 380], [100, 124, 148, 172], [["项目", "是", "否"], ["吸烟", "", ""], ["高血压", "", ""]])
    for row, (yes, no) in enumerate((("A", "B"), ("B", "A")), 1):
        for column, letter in ((1, yes), (2, no)):
            sign(paper, letter, 223 + 80 * (column - 1), 100 + 24 * row + 14)
    conversion = in_font(paper, "Wingdings2", 0x52, 0xA3).convert()
    assert conversion.tables[0].rows == (("吸烟", "☑", "□"), ("高血压", "□", "☑"))
    assert "| 高血压 | □ | ☑ |" in conversion.markdown
    assert recovered(conversion) == {"\uf052": "☑", "\uf0a3": "□"}
    assert not {FindingKind.UNREADABLE, FindingKind.SIGNS_ADDED, FindingKind.UNACCOUNTED} & kinds(conversion)


def test_a_bullet_of_a_symbol_font_is_still_left_out_and_an_arrow_inside_a_sentence_is_not():
    paper = Paper()
    for words in ("身故保险金", "伤残保险金"):
        sign(paper, "A")
        paper.words(200, words)
        paper.feed(2)
    paper.words(TEXT_X, "先投保")
    sign(paper, "B", TEXT_X + 3 * SIZE)
    paper.words(TEXT_X + 4 * SIZE, "后承保。")
    conversion = in_font(paper, "Wingdings", 0x6C, 0xE0).convert()
    assert reasons(conversion)[ExclusionReason.DECORATIVE] == 2 * "\uf06c"
    assert "先投保→后承保。" in conversion.markdown and FindingKind.UNREADABLE not in kinds(conversion)


@pytest.mark.requirement("EC-001")
@pytest.mark.parametrize(("font", "code"), [("Wingdings", 0xB7), ("Garamond", 0xFC)])
def test_a_sign_of_another_font_or_without_a_known_meaning_blocks_as_before(font, code):
    paper = Paper()
    paper.words(TEXT_X, "身故保险金为")
    sign(paper, "A", TEXT_X + 6 * SIZE)
    paper.words(TEXT_X + 7 * SIZE, "万元，其余不予给付。")
    conversion = in_font(paper, font, code).convert()
    assert FindingKind.UNREADABLE in kinds(conversion) and conversion.status is ConversionStatus.NEEDS_ATTENTION


@pytest.mark.parametrize(("font", "name"), [("Symbol", "symb"), ("ZapfDingbats", "zadb")])
def test_the_shipped_signs_are_those_that_another_library_knows_for_the_font(font, name):
    known = signs_of_font(font)
    paper = pymupdf.open()
    page = paper.new_page(width=3000)
    codes = [code - 0xF000 for code in sorted(known) if code < 0xF0FE]  # the maker prints none above
    for place, code in zip(count(), codes):
        page.insert_text((20 + 25 * (place % 100), 100 + 40 * (place // 100)), chr(code), fontname=name)
    read = pypdfium2.PdfDocument(paper.tobytes())[0].get_textpage().get_text_range().split()
    told = [unicodedata.normalize("NFC", each).replace("\u2206", "\u0394").replace("\u00b5", "\u03bc") for each in read]
    shipped = [unicodedata.normalize("NFC", known[0xF000 + code].meant) for code in codes]
    private = set(map(chr, range(0xF600, 0xF900)))  # Adobe's own for the two forms of ®, © and ™
    assert len(told) == len(shipped)
    assert [pair for pair in zip(told, shipped, strict=True) if pair[0] != pair[1] and pair[0] not in private] == []


@pytest.mark.requirement("EC-001")
def test_a_circled_ten_before_a_chapter_is_its_number_and_nothing_was_added_to_the_page():
    paper = Paper()
    paper.words(99, "青松医疗保险条款", size=16)
    paper.feed(3)
    for letter, number, title in (("A", 9, "其他事项"), ("B", 10, "释义")):
        sign(paper, letter, 58)
        paper.words(99, title, size=12, bold=True)
        paper.feed(2)
        paper.clause(f"{number}.1", "保单年度", "自生效日零时起至下一年度的对应日零时止为一个年度，其余各年依此类推。")
        paper.clause(f"{number}.2", "保单周年日", "指生效日在以后每年的对应日，没有的以当月最后一日为对应日。")
    conversion = in_font(paper, "Wingdings2", 0x7D, 0x7E).convert()
    assert "\n## 10 释义\n" in conversion.markdown
    assert conversion.coverage.second_reading.agrees and FindingKind.CRITICAL_ADDED not in kinds(conversion)
