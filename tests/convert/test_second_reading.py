"""The second reading: what PDFium says about the same PDF, and every way in which a Markdown can differ from it."""

import pymupdf
import pytest
from paper import IN_A_ROW, NUMBER_X, TEXT_X, Paper, families, kinds
from test_layouts import LONG, OTHER, a_clause

from insurance_desktop.convert.checking.comparing import Change, LeftOutText, compare
from insurance_desktop.convert.checking.order import is_inverted, steps_back
from insurance_desktop.convert.checking.second_reading import (
    Signs,
    places_of_signs,
    read_again,
    signs_of,
    without_line_hyphens,
)
from insurance_desktop.convert.checking.verification import is_critical, verify
from insurance_desktop.convert.tables.filling import cell_text_of
from insurance_desktop.convert.text.markdown import Text
from insurance_desktop.domain.conversion import Agreement, Conversion
from insurance_desktop.domain.kinds import FindingKind, ReasonKind
from insurance_desktop.domain.states import ConversionStatus, Severity
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")


def verdict(paper: Paper, conversion: Conversion, markdown: str):
    """What the check says of a Markdown that is not what the converter wrote."""
    original = paper.bytes()
    text = Text(markdown, conversion.source_map, (), ())
    return verify(original, read_again(original, range(1, conversion.pages + 1)), text, (), PACK)


def a_page(*lines: str) -> Paper:
    paper = Paper()
    for line in lines:
        paper.words(NUMBER_X, line)
        paper.feed()
    return paper


def changes(markdown: str, page: str, left_out=()):
    found = compare(markdown, (), left_out, {1: page}).differences
    return [(each.change, each.read, each.written) for each in found]


def test_signs_that_are_not_looked_up_are_compared_as_they_are():
    table = Signs()
    assert [sign for sign in map(chr, range(0x10000)) if signs_of(sign) != table[ord(sign)]] == []


@pytest.mark.requirement("SC-004")
def test_both_readings_agree_on_a_clause():
    assert a_clause().convert().coverage.second_reading == Agreement(True, 0)


@pytest.mark.requirement("SC-004")
@pytest.mark.parametrize(
    ("printed", "written", "kind", "quoted"),
    [
        ("等待期为30日。", "等待期为90日。", FindingKind.CRITICAL_CHANGED, "3"),
        ("给付比例为80%。", "给付比例为80。", FindingKind.CRITICAL_LOST, "%"),
        ("限额为10万元。", "限额为10元。", FindingKind.CRITICAL_LOST, "万"),
        ("我们不承担责任。", "我们承担责任。", FindingKind.CRITICAL_LOST, "不"),
        ("我们承担责任。", "我们不承担责任。", FindingKind.CRITICAL_ADDED, "不"),
        ("另有约定的除外。", "另有约定的。", FindingKind.CRITICAL_LOST, "除外"),
        ("另有约定的除外。", "另有约定的外。", FindingKind.CRITICAL_LOST, "除"),
        ("保险期间未满的。", "保险期间已满的。", FindingKind.CRITICAL_CHANGED, "未"),
        ("被保险人身故的，", "被保险人故的，", FindingKind.SIGNS_LOST, "身"),
        ("被保险人身故的，", "被保险人因身故的，", FindingKind.SIGNS_ADDED, "因"),
        ("被保险人身故的，", "被保险人亡故的，", FindingKind.SIGNS_CHANGED, "身"),
    ],
)
def test_a_sign_that_is_lost_added_or_another_blocks_and_is_quoted_with_its_place(printed, written, kind, quoted):
    paper = a_page(OTHER, printed, LONG[:40])
    conversion = paper.convert()
    found = verdict(paper, conversion, conversion.markdown.replace(printed, written)).findings
    assert [(each.kind, each.severity) for each in found] == [(kind, Severity.BLOCKING)]
    assert f"“{quoted}”" in found[0].message
    assert found[0].box.page == 1
    assert 85 < found[0].box.y0 < 105


def test_the_words_around_a_difference_are_told():
    paper = a_page("被保险人因疾病住院，等待期为30日，等待期后给付。")
    conversion = paper.convert()
    found = verdict(paper, conversion, conversion.markdown.replace("30日", "90日")).findings
    assert "（病住院，等待期为【9】0日，等待期后给）" in found[0].message


def test_a_lost_paragraph_and_an_invented_one_are_one_finding_each():
    paper = a_page(OTHER, "我们给付保险金。")
    conversion = paper.convert()
    lost = verdict(paper, conversion, f"{OTHER}\n").findings
    assert [(each.kind, "我们给付保险金。" in each.message) for each in lost] == [(FindingKind.SIGNS_LOST, True)]
    invented = verdict(paper, conversion, f"{conversion.markdown}\n投保人放弃权利。\n").findings
    assert [(each.kind, "投保人放弃权利。" in each.message) for each in invented] == [(FindingKind.SIGNS_ADDED, True)]


def test_a_paragraph_that_stands_twice_is_an_invented_one():
    paper = a_page(OTHER, LONG[:30])
    conversion = paper.convert()
    found = verdict(paper, conversion, f"{conversion.markdown}\n{OTHER}\n").findings
    assert [each.kind for each in found] == [FindingKind.SIGNS_ADDED]


@pytest.mark.requirement("SC-004")
def test_lines_of_a_block_in_another_order_block():
    paper = Paper()
    paper.paragraph(LONG + OTHER, x=NUMBER_X)
    conversion = paper.convert()
    count = int((545 - NUMBER_X) // 10.5)
    text = LONG + OTHER
    shuffled = f"{text[count : 2 * count]}{text[:count]}{text[2 * count :]}\n"
    found = verdict(paper, conversion, shuffled).findings
    assert [(each.kind, each.severity) for each in found] == [(FindingKind.SIGNS_MOVED, Severity.BLOCKING)]
    assert text[:10] in found[0].message


def test_two_signs_that_change_places_block():
    paper = a_page("被保险人在等待期后住院的，我们给付保险金。")
    conversion = paper.convert()
    found = verdict(paper, conversion, conversion.markdown.replace("等待期后住院", "等待后期住院")).findings
    assert [each.kind for each in found] == [FindingKind.SIGNS_MOVED]


def test_words_that_are_drawn_in_another_order_than_they_are_read_are_no_inversion():
    paper = Paper()
    for place in (2, 0, 1):
        paper.words(NUMBER_X + place * 10.5 * 6, "给付重大疾病保险金的前提是确诊。"[place * 6 : place * 6 + 6])
    count = int((545 - NUMBER_X) // 10.5)
    for row in (1, 0):
        paper.words(NUMBER_X, (LONG + OTHER)[row * count : (row + 1) * count], y=200 + row * 19.5)
    conversion = paper.convert()
    assert conversion.markdown == f"给付重大疾病保险金的前提是确诊。\n\n{(LONG + OTHER)[: 2 * count]}\n"
    assert conversion.coverage.second_reading == Agreement(True, 0)


@pytest.mark.parametrize("rotation", [180, 270])
def test_lines_that_the_page_shows_on_their_side_are_in_order_where_they_are_read_so(rotation):
    text = LONG + OTHER
    count = int((545 - NUMBER_X) // 10.5)
    rows = [text[start : start + count] for start in range(0, len(text), count)]
    paper = Paper()
    for row in (1, 0, *range(2, len(rows))):
        paper.words(NUMBER_X, rows[row], y=200 + row * 19.5)
    paper.page.set_rotation(rotation)
    conversion = paper.convert()
    assert conversion.markdown == f"{text}\n"
    assert conversion.coverage.second_reading == Agreement(True, 0)
    shuffled = "".join([rows[0], *reversed(rows[1:3]), *rows[3:]])
    found = verdict(paper, conversion, f"{shuffled}\n").findings
    assert [each.kind for each in found] == [FindingKind.SIGNS_MOVED]


@pytest.mark.requirement("SC-004")
@pytest.mark.parametrize("gutter", [10, 16])
def test_two_short_columns_are_never_read_line_by_line_without_a_person(gutter):
    paper = Paper()
    for x, text in ((NUMBER_X, LONG), (NUMBER_X + 22 * 10.5 + gutter, OTHER)):
        for row in range(3):
            paper.words(x, text[22 * row : 22 * row + 22], y=110 + 16 * row)
    conversion = paper.convert()
    is_read_in_columns = LONG in conversion.markdown and OTHER in conversion.markdown
    moved = [each.severity for each in conversion.findings if each.kind == FindingKind.SIGNS_MOVED]
    assert is_read_in_columns or moved == [Severity.BLOCKING]
    assert is_read_in_columns or conversion.status is ConversionStatus.NEEDS_ATTENTION


def test_words_that_the_page_draws_after_the_rest_of_their_lines_are_no_column():
    paper = Paper()
    rows = [(LONG + OTHER)[at : at + 40] for at in range(0, 80, 40)] + ["其余的各项约定以保险单上载明的为准。"]
    for part in (slice(0, 11), slice(11, None)):
        for place, row in enumerate(rows):
            paper.words(NUMBER_X + 10.5 * (part.start or 0), row[part], y=110 + 16 * place)
    assert paper.convert().coverage.second_reading == Agreement(True, 0)


def test_a_text_that_goes_on_in_the_next_column_is_no_inversion():
    signs = "左栏最后一行右栏第一行"
    paper = Paper()
    paper.words(320, signs[6:], y=100)
    paper.words(NUMBER_X, signs[:6], y=700)
    original = paper.bytes()
    markdown = f"{signs}\n"
    compared = compare(markdown, (), (), read_again(original, [1]).texts)
    steps = list(steps_back(compared.texts))
    boxes = {1: dict(places_of_signs(original, [1]))[1][1]}
    assert not compared.differences
    assert [is_inverted(step, boxes) for step in steps] == [False]


def test_a_cell_and_a_sentence_around_it_are_found_though_the_page_draws_them_mixed():
    page = "甲方保证\r\n12,000\r\n元的给付不受影响\r\n乙"
    assert changes("甲方保证元的给付不受影响\n\n| 12,000 |\n| --- |\n| 乙 |\n", page) == []


def test_dots_between_the_signs_of_a_sentence_do_not_hide_them():
    page = "本．阅．读．指．引．有．助．于．理．解．"
    assert changes("本阅读指引有助于理解\n", page, [LeftOutText(1, "．" * 10, True)]) == []


def test_what_is_left_out_is_not_lost_and_what_is_printed_twice_need_not_be_read_twice():
    page = "第1页\r\n我们给付保险金。"
    left_out = [LeftOutText(1, "第1页", True), LeftOutText(1, "我们给付保险金。", False)]
    assert changes("我们给付保险金。\n", page, left_out) == []
    assert changes("我们给付保险金。\n", f"{page}我们给付保险金。", left_out) == []
    assert changes("我们给付保险金。\n", page, left_out[1:]) == [(Change.LOST, "第1页", "")]


def test_a_page_that_has_little_in_common_with_the_markdown_is_one_difference():
    found = changes(f"{LONG}\n", "▓▒░" * 40)
    assert [each[0] for each in found] == [Change.THROUGHOUT]


def test_a_page_on_which_most_is_hidden_or_printed_twice_is_still_compared():
    code = "35e7d011-6c57a988-8e9279bf"
    left_out = [LeftOutText(1, 6 * code, False)]
    assert changes(f"{LONG}\n", f"{code}{LONG[:20]}{5 * code}{LONG[20:]}", left_out) == []
    assert changes(f"{LONG}\n", f"{6 * code}{LONG[:30]}{LONG[31:]}", left_out) == [(Change.ADDED, "", LONG[30])]


def test_known_differences_of_encoding_are_none():
    assert signs_of("⼈⾝ ﬁnance­\u200b合\ufa19 exam\x02ple\ufffe\ue000") == signs_of("人身finance合神exam-ple-")
    assert signs_of("１００％") != signs_of("100%")


def test_a_line_of_many_differences_is_cut_to_what_a_person_can_take_in():
    paper = a_page(*(f"第{number}款约定给付{number}00元。" for number in range(10, 36)))
    conversion = paper.convert()
    found = verdict(paper, conversion, conversion.markdown.replace("00元", "99元")).findings
    assert len(found) == 21
    assert found[-1].kind == FindingKind.SECOND_MORE
    assert found[-1].severity is Severity.BLOCKING
    assert "6" in found[-1].message


def test_many_words_that_came_too_close_on_one_page_block_no_more_than_each_of_them():
    paper = a_page(*(f"part {word} of the policy" for word in "abcdefghijklmnopqrstuvwxyz"))
    conversion = paper.convert()
    found = verdict(paper, conversion, conversion.markdown.replace("of the", "ofthe")).findings
    assert found[-1].kind == FindingKind.SECOND_MORE
    assert {each.severity for each in found} == {Severity.WARNING}


def test_a_page_that_the_second_library_cannot_open_needs_a_person():
    paper = a_page(OTHER)
    conversion = paper.convert()
    broken = read_again(b"%PDF-1.7 nothing", [1])
    found = verify(b"", broken, Text(conversion.markdown, conversion.source_map, (), ()), (), PACK).findings
    assert FindingKind.SECOND_UNREADABLE in {each.kind for each in found}


def test_text_that_only_the_second_library_reads_is_found():
    paper = a_page(OTHER)
    conversion = paper.convert()
    found = verdict(paper, conversion, "\n").findings
    assert [each.kind for each in found] == [FindingKind.SIGNS_THROUGHOUT]


def test_a_document_whose_readings_agree_is_converted_and_one_whose_do_not_needs_attention():
    conversion = a_clause().convert()
    assert conversion.status is ConversionStatus.CONVERTED
    assert ReasonKind.TEXT_DIFFERS not in families(conversion)


@pytest.mark.parametrize(
    ("before", "read", "written", "critical"),
    [("共", "3", "8", True), ("共", "三", "八", True), ("约定的除", "外", "", True), ("被保险", "人", "入", False)],
)
def test_what_is_critical_is_said_by_the_pack(before, read, written, critical):
    markdown = f"{LONG}{before}{written}次。\n"
    found = compare(markdown, (), (), {1: f"{LONG}{before}{read}次。"}).differences
    assert [is_critical(each, PACK) for each in found] == [critical]


def test_the_label_beside_a_text_that_is_drawn_row_by_row_disturbs_neither():
    paper = Paper()
    paper.clause("1.1", "保障计划", OTHER)
    paper.clause("1.2", "等待期", OTHER)
    paper.y += 20
    paper.words(NUMBER_X, "1.3", bold=True)
    paper.words(99, "受益人的指定和", bold=True)
    paper.words(TEXT_X, LONG[:34])
    paper.feed()
    paper.words(99, "变更", bold=True)
    paper.words(TEXT_X, LONG[34:])
    assert paper.convert().coverage.second_reading == Agreement(True, 0)


def test_a_space_inside_a_number_blocks_and_one_between_chinese_signs_says_nothing():
    paper = a_page("保险金额为100000元，责任 免除。")
    conversion = paper.convert()
    split = verdict(paper, conversion, conversion.markdown.replace("100000", "100 000")).findings
    assert [(each.kind, each.severity) for each in split] == [(FindingKind.NUMBER_SPLIT, Severity.BLOCKING)]
    assert "100 000" in split[0].message
    assert not verdict(paper, conversion, conversion.markdown.replace("责任 免除", "责任免除")).findings


def test_two_numbers_that_the_page_keeps_apart_may_not_become_one():
    paper = Paper()
    paper.words(NUMBER_X, "Plan A 100 200")
    conversion = paper.convert()
    found = verdict(paper, conversion, "Plan A 100200\n").findings
    assert [(each.kind, each.severity) for each in found] == [(FindingKind.NUMBER_JOINED, Severity.BLOCKING)]
    found = verdict(paper, conversion, "PlanA 100 200\n").findings
    assert [(each.kind, each.severity) for each in found] == [(FindingKind.WORDS_JOINED, Severity.WARNING)]


def test_a_number_that_goes_on_in_the_next_line_blocks():
    page = "deadweight of 200\r\n000 tonnes"
    paper = Paper()
    paper.words(NUMBER_X, "deadweight of 200")
    paper.feed()
    paper.words(NUMBER_X, "000 tonnes")
    conversion = paper.convert()
    found = verdict(paper, conversion, "deadweight of 200000 tonnes\n").findings
    assert [(each.kind, each.severity) for each in found] == [(FindingKind.NUMBER_BROKEN, Severity.BLOCKING)]
    assert changes("deadweight of 200 000 tonnes\n", page) == []


def test_a_figure_that_a_line_end_cuts_gets_no_space_and_needs_a_person():
    paper = Paper()
    paper.grid((60, 140, 200, 400), (100, 134, 168), [["项目", "限额", "说明"], ["身故", "1000000", "按约定"]])
    paper.words(143, "000", y=159, size=9)
    paper.y = 220
    paper.clause("1.1", "保险金额", LONG[: IN_A_ROW - 3] + "1000000元，超过部分不予给付。")
    paper.clause("1.2", "责任免除", OTHER)
    conversion = paper.convert()
    assert "| 身故 | 1000000000 | 按约定 |" in conversion.markdown
    assert f"{LONG[: IN_A_ROW - 3]}1000000元" in conversion.markdown
    broken = [each for each in conversion.findings if each.kind == FindingKind.NUMBER_BROKEN]
    assert sorted(each.message.partition("｜")[2][:4] for each in broken) == ["0000", "000”"]
    assert [each.severity for each in broken] == [Severity.BLOCKING] * 2
    assert conversion.status is ConversionStatus.NEEDS_ATTENTION


@pytest.mark.parametrize(
    ("lines", "whole"),
    [
        (["1,000", ",000元"], "1,000,000元"),
        (["12", ".5%"], "12.5%"),
        (["100", "%"], "100%"),
        (["Plan", "A"], "Plan A"),
        (["Phase 2020", "1 Jan"], "Phase 2020 1 Jan"),
        (["1", "2"], "1 2"),
        (["100", "mg"], "100 mg"),
        (["合同", "100"], "合同100"),
    ],
)
def test_lines_of_a_cell_join_as_a_reader_reads_them(lines, whole):
    assert cell_text_of(lines) == whole


def test_a_short_number_that_also_stands_across_two_cells_is_not_taken_for_them():
    paper = Paper()
    paper.grid((60, 160, 260), (100, 130, 160, 190), [["年度", "年龄"], ["3", "33"], ["4", "34"]])
    conversion = paper.convert()
    assert ReasonKind.TEXT_DIFFERS not in families(conversion)


def test_a_sign_beyond_the_first_plane_has_its_place_and_is_no_two_signs():
    cmap = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> "
    cmap += b"endcodespacerange 2 beginbfchar <41> <D835DC5B> <42> <0042> endbfchar endcmap end end"
    with pymupdf.open("pdf", a_page("AB").bytes()) as document:
        document.update_object(table := document.get_new_xref(), "<<>>")
        document.update_stream(table, cmap)
        document.xref_set_key(document[0].get_fonts()[0][0], "ToUnicode", f"{table} 0 R")
        original = document.tobytes()
    signs, boxes = dict(places_of_signs(original, [1]))[1]
    assert signs == signs_of(read_again(original, [1]).texts[1]) == "\U0001d45bB"
    assert len(boxes) == 2


def test_a_sign_of_a_font_that_is_drawn_sign_by_sign_is_no_taller_than_it_is_drawn():
    cmap = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> "
    cmap += b"endcodespacerange 1 beginbfchar <61> <4FDD> endbfchar endcmap end end"
    with pymupdf.open() as document:
        page = document.new_page()

        def added(text: str, stream: bytes | None = None) -> int:
            document.update_object(number := document.get_new_xref(), text)
            if stream is not None:
                document.update_stream(number, stream)
            return number

        glyph = added("<<>>", b"1000 0 0 -200 900 800 d1 100 0 800 700 re f")
        font = added(
            "<</Type/Font/Subtype/Type3/FontBBox[0 -500 1000 12000]/FontMatrix[.001 0 0 .001 0 0]"
            "/FirstChar 97/LastChar 97"
            f"/Widths[1000]/CharProcs<</a {glyph} 0 R>>/Encoding<</Type/Encoding/Differences[97/a]>>/Resources<<>>"
            f"/ToUnicode {added('<<>>', cmap)} 0 R>>"
        )
        document.xref_set_key(page.xref, "Resources", f"<</Font<</F {font} 0 R>>>>")
        document.xref_set_key(page.xref, "Contents", f"{added('<<>>', b'BT /F 10 Tf 100 700 Td (aa) Tj ET')} 0 R")
        signs, boxes = dict(places_of_signs(document.tobytes(), [1]))[1]
    assert signs == "保保"
    assert all(box.y1 - box.y0 < 15 for box in boxes)


def test_a_hyphen_that_only_the_signs_one_by_one_have_is_left_out_with_its_box():
    assert without_line_hyphens("一-二", ["a", "b", "c"], "一二") == ("一二", ["a", "c"])
    assert without_line_hyphens("一-二", ["a", "b", "c"], "一-二") == ("一-二", ["a", "b", "c"])
    assert without_line_hyphens("一不二", ["a", "b", "c"], "一二") == ("一不二", ["a", "b", "c"])


def test_a_radical_is_the_ideograph_that_its_glyph_shows_in_both_readings():
    paper = Paper()
    paper.words(100, "（⻅9.1）")
    conversion = paper.convert()
    assert conversion.markdown.strip() == "（见9.1）"
    assert kinds(conversion) == {FindingKind.REFERENCE_OPEN}
    assert signs_of("⻅⻘") == "见青"
