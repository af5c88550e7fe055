"""Ruled tables: spans, header levels, page breaks, units, and boxes that are no tables."""

import pymupdf
import pytest
from paper import NUMBER_X, Paper, kinds, printed_rows, reasons, sections

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.states import ConversionStatus, Severity
from insurance_desktop.packs.loader import load_pack

XS = (60, 160, 260, 360, 460)


def rows_of(table):
    return printed_rows(table)


@pytest.mark.requirement("FR-004")
def test_a_ruled_grid_is_a_table_in_markdown_and_json():
    paper = Paper()
    paper.words(NUMBER_X, "退保费用比例如下：")
    paper.grid(XS, (100, 120, 140), [("保单年度", "第1年", "第2年", "第3年"), ("比例", "3%", "2%", "1%")])
    conversion = paper.convert()
    table = conversion.tables[0]
    assert table.headers == ("保单年度", "第1年", "第2年", "第3年")
    assert table.rows == (("比例", "3%", "2%", "1%"),)
    assert (table.row_count, table.column_count, table.page) == (1, 4, 1)
    assert (
        "| 保单年度 | 第1年 | 第2年 | 第3年 |\n| --- | --- | --- | --- |\n| 比例 | 3% | 2% | 1% |"
        in conversion.markdown
    )
    assert conversion.clauses[0].is_table
    assert conversion.clauses[0].text.endswith("保单年度\t第1年\t第2年\t第3年\n比例\t3%\t2%\t1%")


def test_a_merged_cell_stands_once_with_its_span_and_two_header_rows_are_told_apart():
    paper = Paper()
    words = [("年龄", "男性", "", "女性"), ("", "10年交", "20年交", "10年交"), ("30", "120", "60", "110")]
    paper.grid(XS, (100, 120, 140, 160), words, without={("v", 0, 2), ("h", 1, 0)})
    table = paper.convert().tables[0]
    assert table.header_rows == 1
    assert table.headers == ("", "10年交", "20年交", "10年交")
    assert rows_of(table)[0] == ("年龄", "男性", "", "女性")
    assert set(table.spans) == {(0, 0, 2, 1), (0, 1, 1, 2)}
    assert table.rows[table.header_rows :] == (("30", "120", "60", "110"),)


def test_each_cell_lies_in_its_own_box():
    paper = Paper()
    paper.grid(XS, (100, 120, 140), [("甲", "乙", "丙", "丁"), ("1", "2", "3", "4")])
    table = paper.convert().tables[0]
    words = [cell for row in rows_of(table) for cell in row]
    for text, box in zip(words, table.cell_boxes, strict=True):
        assert "".join(paper.page.get_textbox((box.x0, box.y0, box.x1, box.y1)).split()) == text


def test_a_table_that_goes_on_over_a_page_is_one_and_its_repeated_header_is_left_out():
    paper = Paper()
    header = ("职业代码", "职业名称", "类别", "说明")
    for page in range(2):
        ys = [100 + 20 * row for row in range(4)]
        body = [(f"20601{page}{row}", f"工种{page}{row}", "拒保", "无") for row in range(2)]
        paper.grid(XS, ys, [header, *body])
        if page == 0:
            paper.new_page()
    conversion = paper.convert()
    assert len(conversion.tables) == 1
    assert [row[0] for row in conversion.tables[0].rows] == ["2060100", "2060101", "2060110", "2060111"]
    assert reasons(conversion)[ExclusionReason.REPEATED_HEADER] == "".join(header)
    assert conversion.coverage.unaccounted == 0


def test_a_numbered_row_that_a_page_break_cuts_is_one_row():
    paper = Paper()
    paper.grid(
        XS[:3], (700, 720, 740, 760), [("责任", "内容"), ("1、住院", "给付住院费用。"), ("2、特殊", "给付门诊恶性")]
    )
    paper.new_page()
    paper.grid(XS[:3], (60, 80, 100), [("门诊", "肿瘤费用。"), ("3、急诊", "给付急诊费用。")])
    table = paper.convert().tables[0]
    assert table.rows == (
        ("1、住院", "给付住院费用。"),
        ("2、特殊门诊", "给付门诊恶性肿瘤费用。"),
        ("3、急诊", "给付急诊费用。"),
    )


def test_a_table_has_its_kind_and_the_unit_above_it():
    paper = Paper()
    paper.words(400, "单位：元", y=92)
    paper.grid(XS, (100, 120, 140), [("投保年龄", "一", "二", "三"), ("30", "1", "2", "3")])
    table = paper.convert().tables[0]
    assert (table.unit, table.table_type) == ("元", "premium_rate")


def test_a_frame_and_a_shading_band_are_no_tables():
    paper = Paper()
    paper.page.draw_rect((50, 60, 545, 400), width=1)
    paper.shade(60, 300, 200)
    paper.words(60, "框里的一段话。", y=200)
    conversion = paper.convert()
    assert conversion.tables == ()
    assert conversion.markdown == "框里的一段话。\n"


def test_words_across_a_line_of_the_grid_block_the_table():
    paper = Paper()
    paper.grid(XS, (100, 120, 140), [("甲", "乙", "丙", "丁"), ("1", "2", "3", "4")])
    paper.words(155, "压", y=134)
    assert FindingKind.TABLE_STRADDLING in kinds(paper.convert())


def test_a_caption_across_the_whole_table_stands_above_the_header():
    paper = Paper()
    words = [("保障计划表", "", "", ""), ("项目", "计划一", "计划二", "计划三"), ("限额", "6万元", "12万元", "30万元")]
    paper.grid(XS, (100, 120, 140, 160), words, without={("v", 0, 1), ("v", 0, 2), ("v", 0, 3)})
    table = paper.convert().tables[0]
    assert (table.header_rows, table.headers) == (1, ("项目", "计划一", "计划二", "计划三"))
    assert table.rows == (("保障计划表", "", "", ""), ("限额", "6万元", "12万元", "30万元"))


@pytest.mark.requirement("FR-004", "EC-002")
def test_words_that_a_cell_cuts_off_are_whole_in_their_own_cell_and_block():
    paper = Paper()
    below = ("警察、保卫人员", "民警", "30201", "")
    paper.grid(XS, (100, 120, 140, 160), [("大类", "小类", "代码", ""), ("", "河道管养人员", "50401", ""), below])
    paper.cut_off(63, 132, ["水利设施管理养", "护人员"], (60, 120, 160, 133))
    conversion = paper.convert()
    table = conversion.tables[0]
    assert table.rows == (("水利设施管理养护人员", "河道管养人员", "50401", ""), below)
    found = [each for each in conversion.findings if each.kind == FindingKind.TABLE_CUT]
    assert [(each.severity, each.box.page) for each in found] == [(Severity.BLOCKING, 1)]
    assert "水利设施管理养护人员" in found[0].message
    assert conversion.status is ConversionStatus.NEEDS_ATTENTION
    assert kinds(conversion) == {FindingKind.TABLE_CUT}
    assert ExclusionReason.CLIPPED not in reasons(conversion)


def test_a_text_that_no_cell_shows_any_of_stays_out_and_is_said():
    paper = Paper()
    paper.grid(XS, (100, 120, 140), [("大类", "小类", "代码", ""), ("军人", "现役", "70101", "")])
    paper.cut_off(63, 172, ["运输设备操作人员"], (60, 100, 160, 140))
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.CLIPPED] == "运输设备操作人员"
    assert kinds(conversion) == {FindingKind.CLIPPED_TEXT}


def test_words_that_spill_into_the_cell_below_go_back_to_their_own_cell_and_block():
    paper = Paper()
    below = ("", "拖拉机驾驶员", "50501", "")
    paper.grid(XS, (100, 120, 140, 160), [("大类", "小类", "代码", ""), ("", "农林操作人员", "50500", ""), below])
    paper.cut_off(63, 137, ["其他农林牧渔水利业生", "产人员"], (60, 100, 160, 160))
    conversion = paper.convert()
    assert conversion.tables[0].rows == (("其他农林牧渔水利业生产人员", "农林操作人员", "50500", ""), below)
    assert [each.severity for each in conversion.findings if each.kind == FindingKind.TABLE_CUT] == [Severity.BLOCKING]


@pytest.mark.parametrize("words", [["1234567890", "2345678901"], ["甲", "乙"]])
def test_a_column_printed_cell_after_cell_stays_a_column(words):
    paper = Paper()
    paper.grid((60, 160, 260), (100, 112, 124), [("", "男"), ("", "女")])
    paper.cut_off(63, 110, words, (60, 100, 160, 124))
    conversion = paper.convert()
    assert [row[0].replace(" ", "") for row in rows_of(conversion.tables[0])] == words
    assert FindingKind.TABLE_CUT not in kinds(conversion)


def test_a_cell_that_no_line_closes_at_the_page_break_is_one_cell_and_its_repeated_label_is_left_out():
    """Excel prints the label of a merged cell on both pages (拒保职业 tables of 民生)."""
    paper = Paper()
    paper.grid(
        XS,
        (700, 720, 740),
        [("大类", "小类", "代码", "类别"), ("运动", "跳伞", "2114098", "拒保")],
        without={("h", 2, 1)},
    )
    paper.new_page()
    rows = [("人员", "跳伞", "2114099", "拒保"), ("", "摔跤", "2113102", "拒保")]
    paper.grid(XS, (60, 80, 100), rows, without={("h", 0, 0), ("h", 0, 1), ("h", 1, 0)})
    conversion = paper.convert()
    table = conversion.tables[0]
    assert table.spans == ((1, 1, 2, 1), (2, 0, 2, 1))
    assert table.rows == (
        ("运动", "跳伞", "2114098", "拒保"),
        ("人员", "", "2114099", "拒保"),
        ("", "摔跤", "2113102", "拒保"),
    )
    assert reasons(conversion)[ExclusionReason.REPEATED_LABEL] == "跳伞"
    assert conversion.coverage.unaccounted == 0


def test_the_rest_of_a_merged_cell_under_a_page_break_goes_to_that_cell():
    """The formula of a benefit table spans its rows and pages (康e保 A 款, 2.3.1)."""
    paper = Paper()
    rows = [("责任", "内容", "算式"), ("1、住院", "住院费用。", "按下列比例由您在投保"), ("2、特殊", "门诊恶性", "")]
    paper.grid(XS[:4], (700, 720, 740, 760), rows, without={("h", 2, 2)})
    paper.new_page()
    rest = [("门诊", "肿瘤费用。", "时选择"), ("3、急诊", "急诊费用。", "")]
    paper.grid(XS[:4], (60, 80, 100), rest, without={("h", 1, 2)})
    table = paper.convert().tables[0]
    assert table.spans == ((1, 2, 3, 1),)
    assert table.rows == (
        ("1、住院", "住院费用。", "按下列比例由您在投保时选择"),
        ("2、特殊门诊", "门诊恶性肿瘤费用。", ""),
        ("3、急诊", "急诊费用。", ""),
    )


def test_words_that_stick_out_of_their_cell_may_be_cut_and_block():
    """An occupation table prints 新闻出版、文化工作人: the rest of the word is nowhere in the PDF."""
    paper = Paper()
    paper.grid(XS, (100, 120, 140), [("大类", "小类", "代码", ""), ("", "记者", "2120104", "")])
    paper.words(63, "新闻出版、", y=128, size=9)
    paper.words(63, "文化工作人", y=142, size=9)
    assert kinds(paper.convert()) == {FindingKind.TABLE_OVERFLOW}


def test_a_landscape_table_on_a_turned_page_is_read_as_it_is_shown():
    wide = Paper(width=842, height=595)
    wide.grid(XS, (100, 120, 140), [("年龄", "男", "女", "单位"), ("30", "1.20", "1.10", "元")])
    document = pymupdf.open()
    page = document.new_page(width=595, height=842)
    page.show_pdf_page(page.rect, wide.document, 0, rotate=90)
    page.set_rotation(90)
    conversion = convert_bytes(document.tobytes(), load_pack("insurance"))
    assert rows_of(conversion.tables[0]) == [("年龄", "男", "女", "单位"), ("30", "1.20", "1.10", "元")]
    assert conversion.tables[0].boxes[0].as_list() == [1, 60, 100, 460, 140]


def test_double_and_dashed_lines_are_lines():
    paper = Paper()
    paper.grid(
        XS,
        (100, 120, 140),
        [("年龄", "男", "女", "单位"), ("30", "120", "110", "元")],
        without={("h", 1, n) for n in range(4)},
    )
    for x in range(60, 460, 6):
        paper.line(x, 120, x + 3, 120)
    paper.line(60, 103.5, 460, 103.5)
    paper.line(56.5, 100, 56.5, 140)
    table = paper.convert().tables[0]
    assert rows_of(table) == [("年龄", "男", "女", "单位"), ("30", "120", "110", "元")]


def test_figures_without_a_header_block():
    paper = Paper()
    paper.grid(XS, (100, 120, 140), [("18", "7443", "12032", "17192"), ("19", "7295", "11792", "16849")])
    assert kinds(paper.convert()) == {FindingKind.TABLE_HEADLESS}


def test_numbered_columns_are_a_header():
    """Spaces (1) (2) (3): columns named by numbers in brackets (SOLAS, tables of fire classes)."""
    paper = Paper()
    paper.grid(XS, (100, 120, 140), [("Spaces", "(1)", "(2)", "(3)"), ("Corridors", "A", "B", "C")])
    assert FindingKind.TABLE_HEADLESS not in kinds(paper.convert())


def test_figures_below_the_name_that_they_share_are_a_header_beside_a_corner_over_both_rows():
    """Quantity (M3) beside volumes of 100, 500 and 3000 (MARPOL, quantities for prewashing)."""
    paper = Paper()
    words = [("Quantity (M3)", "Volume", "", ""), ("", "100", "500", "3000")]
    figures = [("< 0.04", "1.2", "2.9", "5.4"), ("0.10", "2.5", "2.9", "5.4"), ("0.30", "5.9", "6.8", "12.2")]
    without = {("h", 1, 0), ("v", 0, 2), ("v", 0, 3)}
    paper.grid(XS, (100, 120, 140, 160, 180, 200), [*words, *figures], without=without)
    conversion = paper.convert()
    assert FindingKind.TABLE_HEADLESS not in kinds(conversion)
    assert conversion.tables[0].headers == ("", "100", "500", "3000")
    assert conversion.tables[0].rows[1:] == tuple(figures)


def test_a_ruled_row_whose_cells_wrap_words_and_figures_stays_one_row():
    paper = Paper()
    paper.grid(XS, (100, 120, 160), [("Spaces", "甲", "乙", "丙"), ("Corridors", "", "", "")])
    for x, first, second in ((163, "A-", "60"), (263, "A-", "30"), (363, "B-", "15")):
        paper.words(x, first, y=134, size=9)
        paper.words(x, second, y=148, size=9)
    table = paper.convert().tables[0]
    assert [cell.replace(" ", "") for cell in table.rows[0]] == ["Corridors", "A-60", "A-30", "B-15"]
    assert table.row_count == 1


def test_a_grid_whose_merged_boxes_make_no_rectangle_claims_no_columns():
    paper = Paper()
    words = [("年龄", "男性", "女性", "合计"), ("30", "120", "", "230"), ("31", "130", "", "250")]
    paper.grid(XS, (100, 120, 140, 160), words, without={("v", 1, 2), ("h", 2, 1)})
    conversion = paper.convert()
    table = conversion.tables[0]
    assert not table.trusted
    assert rows_of(table) == [("年龄 男性 女性 合计",), ("30 120 230",), ("31 130 250",)]
    assert FindingKind.TABLE_UNTRUSTED in kinds(conversion)


def test_names_in_the_middle_of_merged_header_cells_are_no_rows_of_figures():
    paper = Paper()
    figures = [("30", "120", "60", "110", "9"), ("31", "130", "65", "120", "8")]
    words = [("年龄", "一次领取", "", "", ""), ("", "", "", "", ""), *figures]
    without = {("h", 1, 0), ("h", 1, 3), ("h", 1, 4), ("v", 0, 2)}
    paper.grid((*XS, 540), (100, 120, 150, 170, 190), words, without=without)
    for x, y, text in ((163, 145, "6年交"), (263, 145, "10年交"), (363, 128, "20年交"), (463, 128, "30年交")):
        paper.words(x, text, y=y, size=9)
    table = paper.convert().tables[0]
    assert table.trusted
    assert rows_of(table)[:2] == [("年龄", "一次领取", "", "20年交", "30年交"), ("", "6年交", "10年交", "", "")]
    assert table.rows[table.header_rows :] == tuple(figures)


def test_a_cut_off_label_that_its_column_shows_elsewhere_is_not_said_to_be_missing():
    paper = Paper()
    paper.grid(XS, (100, 120, 140), [("大类", "小类", "代码", ""), ("运输设备操作人员", "现役", "70101", "")])
    paper.cut_off(63, 172, ["运输设备操作", "人员"], (60, 100, 160, 140))
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.CLIPPED] == "运输设备操作人员"
    assert [(each.kind, each.severity) for each in conversion.findings] == [(FindingKind.LABEL_IN_TABLE, Severity.NOTE)]


def shaded_cells(paper, xs, ys, words, greys=(0.7, 0.9)):
    for row, cells in enumerate(words):
        for column, text in enumerate(cells):
            grey = greys[(row + column) % 2]
            paper.page.draw_rect((xs[column], ys[row], xs[column + 1], ys[row + 1]), color=None, fill=(grey,) * 3)
            paper.words(xs[column] + 3, text, y=ys[row] + 14, size=9)


def test_cells_that_nothing_but_their_shading_divides_are_a_table():
    paper = Paper()
    words = [("责任", "给付条件", "给付比例"), ("住院", "经医院确诊", "八成"), ("门诊", "经门诊治疗", "六成")]
    shaded_cells(paper, XS[:4], (100, 120, 140, 160), words)
    paper.words(NUMBER_X, "以上比例以保险单载明的为准。", y=200)
    conversion = paper.convert()
    assert [rows_of(table) for table in conversion.tables] == [words]
    assert conversion.tables[0].trusted
    assert conversion.coverage.unaccounted == 0


def test_words_on_grounds_of_their_own_and_a_row_of_panels_are_no_table():
    paper = Paper()
    for row, lengths in enumerate([(70, 50), (40, 90), (110, 30)]):
        x = 60
        for length in lengths:
            shade = (x, 100 + 14 * row, x + length, 114 + 14 * row)
            paper.page.draw_rect(shade, color=None, fill=(0.8, 0.8, 0.8))
            paper.words(x + 1, "保障" * (length // 20), y=110 + 14 * row, size=9)
            x += length
    shaded_cells(paper, XS[:4], (200, 260), [("安心", "省心", "放心")])
    assert paper.convert().tables == ()


def test_a_row_without_shading_below_shaded_ones_claims_no_columns_and_blocks():
    paper = Paper()
    words = [("责任", "给付条件", "给付比例"), ("住院", "经医院确诊", "八成"), ("门诊", "经门诊治疗", "六成")]
    shaded_cells(paper, XS[:4], (100, 120, 140, 160), words)
    for x, text in zip(XS, ("特殊", "经急诊治疗", "五成"), strict=False):
        paper.words(x + 3, text, y=174, size=9)
    conversion = paper.convert()
    assert [table.trusted for table in conversion.tables] == [False]
    assert FindingKind.TABLE_UNTRUSTED in kinds(conversion)


def test_a_raised_figure_stays_behind_its_word_in_a_cell():
    paper = Paper()
    paper.grid(
        (80, 320, 420), (100, 130, 160, 190), [["伤残", "等级"], ["缺损大于20cm", "4级"], ["缺损大于6cm", "10级"]]
    )
    for baseline, words in ((144, "缺损大于20cm"), (174, "缺损大于6cm")):
        end = 83 + 4 * 9 + pymupdf.get_text_length(words[4:], "helv", 9)
        paper.words(end, "2", y=baseline - 5, size=5)
    conversion = paper.convert()
    assert conversion.tables[0].rows == (("缺损大于20cm2", "4级"), ("缺损大于6cm2", "10级"))
    assert not kinds(conversion)


PLANS = [
    ("保障项目", "计划一", "计划二", "计划三"),
    ("身故保险金", "10万元", "15万元", "30万元"),
    ("伤残保险金", "10万元", "20万元", "30万元"),
    ("住院津贴", "100元/日", "", "300元/日"),
    ("重大疾病", "5万元", "10万元", "50万元"),
]
NO_FIGURES = [("保障项目", "计划一", "计划二", "计划三"), ("身故", "10万元", "", "30万元"), ("伤残", "", "20万元", "")]
NO_FIGURES += [("医疗", "1万元", "2万元", "3万元"), ("住院津贴", "100元/日", "", "")]
WRAPPED = [("保单年度", "意外身故", "疾病身故", "备注"), ("第一年", "已交保险费的", "不予给付", "等待期内")]
WRAPPED += [("", "百分之一百", "", ""), ("第二年", "百分之一百二", "百分之八十", "无")]
WRAPPED += [("第三年起", "百分之一百五", "百分之一百", "不含"), ("", "", "", "免赔额")]


def between_clauses(rows):
    paper = Paper()
    paper.clause("1.1", "保险责任", "我们给付保险金，以保险单载明的为准，具体见下列各项保障的保险金额。")
    for row in rows:
        for x, text in zip((120, 250, 350, 450), row, strict=True):
            if text:
                paper.words(x, text, size=9)
        paper.y += 14
    paper.y += 20
    paper.clause("1.2", "责任免除", "因下列情形我们不承担责任。")
    return paper.convert()


@pytest.mark.parametrize("rows", [PLANS, NO_FIGURES, WRAPPED])
def test_a_table_without_lines_does_not_swallow_the_clause_below(rows):
    found = sections(between_clauses(rows))
    assert found["1.2"].section_title == "责任免除"
    assert found["1.2"].text == "因下列情形我们不承担责任。"


def test_a_table_of_words_without_lines_has_its_cells_the_empty_ones_too():
    (table,) = between_clauses(NO_FIGURES).tables
    assert (table.headers, *table.rows) == tuple(NO_FIGURES)
    assert table.trusted


def test_columns_of_words_without_lines_are_kept_in_order_and_need_a_person():
    rows = WRAPPED
    conversion = between_clauses(rows)
    assert [table.trusted for table in conversion.tables] == [False]
    region = [conversion.tables[0].headers, *conversion.tables[0].rows]
    assert region == [(" ".join(text for text in row if text),) for row in rows]
    blocking = [each.kind for each in conversion.findings if each.severity is Severity.BLOCKING]
    assert blocking == [FindingKind.TABLE_UNTRUSTED]


def test_short_clauses_beside_labels_and_lists_in_columns_are_no_table():
    paper = Paper()
    for number, title in enumerate(("投保年龄", "保险期间", "交费方式", "等待期"), 1):
        paper.words(NUMBER_X, f"1.{number}", bold=True)
        paper.words(99, title, bold=True)
        paper.words(184, "以保险单上载明的为准。")
        paper.feed()
    paper.feed()
    for row in range(3):
        for place, x in enumerate((184, 300, 420)):
            paper.words(x, f"（{3 * row + place + 1}）疾病{'甲乙丙'[place]}")
        paper.feed()
    conversion = paper.convert()
    assert conversion.tables == ()
    assert {"1.1", "1.2", "1.3", "1.4"} <= set(sections(conversion))
