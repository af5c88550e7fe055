"""A row that the end of a page cuts is one row again where its cells say so; where they only may, a person is asked."""

import pytest
from paper import Paper, kinds, printed_rows

from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import Severity

XS = (60, 140, 320, 400)
HEAD = ("等级", "说明", "比例")
LINE = 15
FULL = "住院治疗十天以上并且经过约定的机构评定"
"""As many signs as the cell of the second column takes in one line."""


def block(paper, top, rows, *, without=()):
    """Rows of one page as a word processor prints them: lines around all of them; a cell may have several lines."""
    ys = [top]
    for row in rows:
        ys.append(ys[-1] + 20 + LINE * (max(len(cell.split("/")) for cell in row) - 1))
    paper.grid(XS[: len(rows[0]) + 1], ys, [[""] * len(rows[0])] * len(rows), without=without)
    for row, y in zip(rows, ys, strict=False):
        for x, cell in zip(XS, row, strict=False):
            for place, line in enumerate(cell.split("/")):
                paper.words(x + 3, line, y=y + 14 + LINE * place, size=9)


def over_a_page(above, below, *, repeats=False, before=("第一级", "失明", "100%"), after=("第九级", "失聪", "10%")):
    """A table whose last row of the first page is `above`, and whose first row of the second is `below`."""
    paper = Paper()
    count = len(above)
    block(paper, 560, [HEAD[:count], before[:count], ("第二级", "肢体缺失", "90%")[:count], above])
    paper.new_page()
    block(paper, 60, [*([HEAD[:count]] if repeats else []), below, after[:count]])
    return paper.convert()


@pytest.mark.requirement("FR-004")
@pytest.mark.parametrize("repeats", [False, True])
def test_the_rest_of_a_cut_row_goes_to_its_row(repeats):
    conversion = over_a_page(("第三级", FULL, "80%"), ("", "为第二级或者第三级的伤势。", ""), repeats=repeats)
    (table,) = conversion.tables
    assert printed_rows(table)[1:] == [
        ("第一级", "失明", "100%"),
        ("第二级", "肢体缺失", "90%"),
        ("第三级", f"{FULL}为第二级或者第三级的伤势。", "80%"),
        ("第九级", "失聪", "10%"),
    ]
    assert FindingKind.TABLE_PAGE_BREAK not in kinds(conversion)
    assert f"{FULL}为第二级或者第三级的伤势。" in conversion.markdown
    assert conversion.coverage.unaccounted == 0


def test_a_row_of_two_lines_above_the_break_and_a_value_below_it_is_one_row():
    conversion = over_a_page(("第三级", f"{FULL}/{FULL}", ""), ("", "为伤势。", "80%"))
    (table,) = conversion.tables
    assert printed_rows(table)[3] == ("第三级", f"{FULL}{FULL}为伤势。", "80%")


def test_a_row_that_goes_over_a_whole_page_is_one_row():
    paper = Paper()
    lines = [FULL] * 40
    block(paper, 640, [HEAD, ("第一级", "失明", "100%"), ("第二级", "肢体缺失", "90%"), ("第三级", FULL, "80%")])
    paper.new_page()
    block(paper, 60, [("", "/".join(lines), "")])
    paper.new_page()
    block(paper, 60, [("", "为伤势。", ""), ("第四级", "失聪", "10%"), ("第五级", "失语", "8%")])
    (table,) = paper.convert().tables
    assert [row[0] for row in table.rows] == ["第一级", "第二级", "第三级", "第四级", "第五级"]
    assert table.rows[2][1] == FULL * 41 + "为伤势。"


def test_the_rest_of_the_last_row_of_a_table_is_no_text_of_its_own():
    paper = Paper()
    block(paper, 640, [HEAD, ("第一级", "失明", "100%"), ("第二级", "肢体缺失", "90%"), ("第三级", FULL, "80%")])
    paper.new_page()
    block(paper, 60, [("", "为伤势。", "")])
    paper.words(60, "此后的约定按照本合同的其他条款办理。", y=120)
    conversion = paper.convert()
    (table,) = conversion.tables
    assert table.rows[-1] == ("第三级", f"{FULL}为伤势。", "80%")
    assert conversion.markdown.rstrip().endswith("此后的约定按照本合同的其他条款办理。")


def test_a_row_after_a_full_stop_is_the_rest_where_each_other_row_has_a_name():
    above = ("第三级", f"{FULL}/为伤势。", "80%")
    conversion = over_a_page(above, ("", "但是治疗之后痊愈的，不在此列。", ""))
    assert printed_rows(conversion.tables[0])[3][1] == f"{FULL}为伤势。但是治疗之后痊愈的，不在此列。"


def test_lists_that_count_on_in_their_cells_are_one_row():
    paper = Paper()
    block(paper, 600, [("甲组", "乙组"), ("1.失明/2.失聪/3.失语", "1.肾病/2.肝病")])
    paper.new_page()
    block(paper, 60, [("4.瘫痪", "3.心病/4.肺病")])
    (table,) = paper.convert().tables
    assert table.rows == (("1.失明2.失聪3.失语4.瘫痪", "1.肾病2.肝病3.心病4.肺病"),)


@pytest.mark.parametrize(
    ("above", "below"),
    [
        (("第三级", FULL, "80%"), ("第四级", "失聪", "70%")),
        (("第三级", FULL, "80%"), ("", "失聪", "70%")),
        (("第三级", "50周岁的保单周年日", "80%"), ("第四级", "60周岁的保单周年日", "70%")),
        (("第三级", "伤势", "80%"), ("第四级", "失聪", "")),
    ],
)
def test_a_row_with_words_of_its_own_is_a_row_without_a_word(above, below):
    conversion = over_a_page(above, below)
    (table,) = conversion.tables
    assert printed_rows(table)[3:5] == [above, below]
    assert FindingKind.TABLE_PAGE_BREAK not in kinds(conversion)


@pytest.mark.parametrize(
    ("above", "below"),
    [(("为数众多的约定", FULL), ("某第一级", "为第二级的伤势。")), (("第三级", "伤势", "80%"), ("", "聋哑", ""))],
)
def test_where_it_may_be_either_there_are_two_rows_and_a_person_is_asked(above, below):
    conversion = over_a_page(above, below)
    (table,) = conversion.tables
    assert printed_rows(table)[3:5] == [above, below]
    (found,) = (each for each in conversion.findings if each.kind is FindingKind.TABLE_PAGE_BREAK)
    assert found.severity is Severity.BLOCKING


def test_a_row_that_no_line_parts_from_the_one_above_goes_on():
    paper = Paper()
    rows = [HEAD, ("第一级", "失明", ""), ("第三级", FULL, "")]
    block(paper, 640, rows, without={("h", 3, 0), ("h", 3, 1), ("h", 3, 2)})
    paper.new_page()
    below = [("", "为伤势。", ""), ("第四级", "失聪", "")]
    block(paper, 60, below, without={("h", 0, 0), ("h", 0, 1), ("h", 0, 2)})
    (table,) = paper.convert().tables
    assert [row[1] for row in table.rows] == ["失明", f"{FULL}为伤势。", "失聪"]


def test_names_that_fill_their_cell_with_room_below_are_of_two_rows():
    name = "为数众多的约定"
    conversion = over_a_page((name, f"{FULL}/{FULL}/{FULL}/{FULL}"), ("某一级", "为伤势。"))
    assert printed_rows(conversion.tables[0])[3:5] == [(name, FULL * 4), ("某一级", "为伤势。")]
    assert FindingKind.TABLE_PAGE_BREAK not in kinds(conversion)


def test_a_note_at_the_foot_between_both_parts_parts_no_table():
    paper = Paper()
    paper.paragraph("本合同的等级按照下列约定评定，评定时以治疗结束之后的情形为准，累计给付以保险金额为限。" * 4)
    block(paper, 640, [HEAD, ("第一级", "失明", "100%"), ("第二级", "肢体缺失", "90%"), ("第三级", FULL, "80%")])
    paper.line(60, 770, 200, 770)
    paper.words(60, "1", y=781, size=5)
    paper.words(65, "失明指视力永久完全丧失。", y=784, size=8)
    paper.new_page()
    block(paper, 60, [("", "为伤势。", ""), ("第四级", "失聪", "10%")])
    paper.words(60, "此后的约定按照本合同的其他条款办理。", y=150)
    conversion = paper.convert()
    (table,) = conversion.tables
    assert table.rows[2] == ("第三级", f"{FULL}为伤势。", "80%")
    assert "失明指视力永久完全丧失。" in conversion.markdown
    assert conversion.coverage.unaccounted == 0
