"""The first row of a table names its columns only where something says so; else it is a row, and nothing is lost."""

import pytest
from paper import Paper, kinds, printed_rows

from insurance_desktop.domain.kinds import FindingKind

XS = (60, 220, 400, 520)


def table_of(rows, *, bold=False, pages=1, captions=()):
    """A ruled table; with more pages all but the last row stand on the first, and the header comes again."""
    paper = Paper()
    columns = len(rows[0])
    parts = [rows] if pages == 1 else [rows[:-1], [rows[0], rows[-1]]]
    for place, part in enumerate(parts):
        if place:
            paper.new_page()
        printed = [*([[text] + [""] * (columns - 1) for text in captions] if not place else []), *part]
        top = 80 if place else 760 - 20 * len(printed)
        hidden = [("v", row, column) for row in range(len(captions)) for column in range(1, columns)]
        ys = [top + 20 * row for row in range(len(printed) + 1)]
        words = [[""] * columns if bold and row == len(captions) else cells for row, cells in enumerate(printed)]
        paper.grid(XS[: columns + 1], ys, words, without=hidden if not place else ())
        if bold:
            for x, text in zip(XS, printed[len(captions)], strict=False):
                paper.words(x + 3, text, y=ys[len(captions)] + 14, size=9, bold=True)
    conversion = paper.convert()
    (table,) = conversion.tables
    return table, conversion


ENTRIES = {
    "values with their units": [("颅脑损伤", "1级", "100%"), ("双目失明", "2级", "90%"), ("听力丧失", "10级", "10%")],
    "a value beside each name": [("1级", "100%"), ("2级", "90%"), ("10级", "10%")],
    "an odd value": [("身故", "不限", "50万元"), ("全残", "3次", "10万元"), ("重伤", "5次", "2万元")],
    "a sentence": [("血液检查", "是指对血液做的常规检查。"), ("骨折", "是指骨头的断裂，包括不完全断裂。")],
    "numbers that count": [("I型（微小病变）", "尿液正常"), ("II型（系膜病变）", "少量尿蛋白"), ("III型", "血尿")],
    "grades that count": [("第一级", "双目失明"), ("第二级", "一肢缺失"), ("第三级", "语言丧失")],
    "labels of a form": [("产品名称：", "长安终身寿险"), ("保险期间：", "终身"), ("交费方式：", "年交")],
    "words like all others": [("医生", "护士"), ("警察", "消防员"), ("厨师", "清洁工")],
    "one row": [("1报案", "2受理", "3审核")],
}
HEADERS = {
    "words of the pack": [("保险项目", "适用人群"), ("身故", "成年人"), ("全残", "未成年人")],
    "words over values": [("甲", "乙"), ("颅脑损伤", "100%"), ("双目失明", "90%"), ("听力丧失", "10%")],
    "words over figures in words": [("起", "止"), ("满28天起", "满60周岁当日"), ("满3个月起", "满65周岁的次日止")],
    "words over long texts": [
        ("行当", "细目"),
        ("建筑施工行当", "架子工、爆破工、凿岩工、瓦工"),
        ("采掘冶金行当", "采煤工、掘进工、炉前工"),
    ],
    "words over boxes to tick": [("病名", "是", "否"), ("高血压", "□", "√"), ("糖尿病", "√", "□")],
    "questions": [("哪些费用计入？", "哪些不计入？"), ("商业保险的补偿", "公费医疗的补偿"), ("其他补偿", "赔款")],
    "terms that count": [("投保年龄", "1000", "5000"), ("18", "3.2", "5.4"), ("19", "3.3", "5.5"), ("20", "4", "6")],
}


@pytest.mark.requirement("FR-004")
@pytest.mark.parametrize("rows", ENTRIES.values(), ids=ENTRIES)
def test_an_entry_is_a_row(rows):
    table, conversion = table_of(rows)
    assert not any(table.headers)
    assert table.rows == tuple(rows)
    assert FindingKind.TABLE_HEADLESS not in kinds(conversion)
    assert conversion.coverage.unaccounted == 0


@pytest.mark.parametrize("rows", HEADERS.values(), ids=HEADERS)
def test_words_that_differ_in_kind_are_a_header(rows):
    table, conversion = table_of(rows)
    assert table.headers == rows[0]
    assert table.rows == tuple(rows[1:])
    assert FindingKind.TABLE_HEADLESS not in kinds(conversion)


def test_words_in_bold_over_words_are_a_header():
    rows = [("医生", "护士"), ("警察", "消防员"), ("厨师", "清洁工")]
    table, _ = table_of(rows, bold=True)
    assert table.headers == rows[0]


def test_a_row_that_comes_again_on_the_next_page_is_a_header():
    rows = [("甲", "乙"), ("医生", "护士"), ("警察", "消防员"), ("厨师", "清洁工")]
    table, _ = table_of(rows, pages=2)
    assert table.headers == rows[0]
    assert table.rows == tuple(rows[1:])


def test_a_label_beside_all_rows_names_no_column():
    paper = Paper()
    rows = [
        ("基本信息", "产品名称", "长安"),
        ("", "保险期间", "终身"),
        ("", "交费方式", "年交"),
        ("", "投保人群", "成年"),
    ]
    rows += [("", "销售地区", "全国"), ("", "等待期", "无")]
    hidden = [("h", row, 0) for row in range(1, 6)]
    paper.grid((60, 140, 240, 400), [100 + 20 * row for row in range(7)], rows, without=hidden)
    (table,) = paper.convert().tables
    assert not any(table.headers)
    assert table.rows == tuple(rows)


def test_an_entry_below_the_name_of_the_table_is_a_row():
    rows = ENTRIES["a sentence"]
    table, _ = table_of(rows, captions=["名词的含义"])
    assert table.header_rows == 1
    assert table.rows == (("名词的含义", ""), *rows)
    assert not any(table.headers)


def test_names_of_a_table_at_the_foot_of_a_page_are_no_header_of_their_own():
    paper = Paper()
    names = [("诊断", "", "")], [("年龄", "", "")]
    hidden = [("v", row, column) for row in range(2) for column in (1, 2)]
    paper.grid(XS, (740, 760, 780), [row[0] for row in names], without=hidden)
    paper.new_page()
    paper.grid(XS, (60, 80, 100, 120), [("分期", "程度", "部位"), ("一期", "任何", "0"), ("二期", "任何", "1")])
    (table,) = paper.convert().tables
    assert table.headers == ("分期", "程度", "部位")
    assert table.header_rows == 2
    assert printed_rows(table)[3:] == [("一期", "任何", "0"), ("二期", "任何", "1")]


def test_figures_under_no_names_are_rows_and_a_person_is_asked():
    table, conversion = table_of([("20", "1250", "96"), ("30", "1460", "113"), ("40", "1720", "135")])
    assert not any(table.headers)
    assert table.row_count == 3
    assert FindingKind.TABLE_HEADLESS in kinds(conversion)


def test_a_form_that_is_not_filled_in_has_its_names():
    table, _ = table_of([("姓名", "住所"), ("", ""), ("", "")])
    assert table.headers == ("姓名", "住所")
