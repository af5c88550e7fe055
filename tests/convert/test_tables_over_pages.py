"""Tables without lines that go on over a page: their rest is read in the columns of the page before."""

import pytest
from paper import Paper, kinds, printed_rows
from table_maker import Look, Truth, Typesetter

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.packs.loader import load_pack

XS = (80, 200, 300, 400)


def rows_of(table):
    return printed_rows(table)


def print_row(paper, words):
    for x, text in zip(XS, words, strict=True):
        if text:
            paper.words(x, text, size=9)
    paper.y += 20


def test_a_rest_with_a_row_whose_label_wraps_is_one_table_and_leaves_no_empty_one():
    paper = Paper()
    paper.y = 600
    rows = [(str(age), str(3 * age), str(5 * age), str(7 * age)) for age in range(30, 46)]
    for row in [("投保年龄", "第一档", "第二档", "第三档"), *rows[:8]]:
        print_row(paper, row)
    paper.new_page()
    for row in rows[8:12]:
        print_row(paper, row)
    paper.y += 25
    for y, text in ((paper.y - 11, "四十二周岁"), (paper.y + 11, "及以后年满")):
        paper.words(XS[0], text, y=y, size=9)
    paper.words(XS[0], "起开始领取", size=9)
    print_row(paper, ("", "126", "210", "294"))
    paper.y += 25
    for row in rows[13:]:
        print_row(paper, row)
    conversion = paper.convert()
    assert len(conversion.tables) == 1
    expected = [*rows[:12], ("四十二周岁起开始领取及以后年满", "126", "210", "294"), *rows[13:]]
    assert rows_of(conversion.tables[0])[1:] == expected


def test_words_over_a_column_whose_figures_are_narrower_on_the_next_page_stay_over_it():
    head = [["年龄", "一次领取", "", "", "月领"], ["", "6年交", "10年交", "15年交", ""]]
    body = [[str(age), str(age * 997), str(age * 31), str(age * 37), str(age * 3)] for age in range(18, 60)]
    body[2][1] = "168222101991164874"
    truth = Truth([*head, *body], 2, {(0, 0, 2, 1), (0, 1, 1, 3), (0, 4, 2, 1)}, ["center", *["right"] * 4])
    look = Look("borderless", 8.0, 10.0, False, True, False, False, True)
    conversion = convert_bytes(Typesetter(truth, look).print(), load_pack("insurance"))
    assert conversion.pages > 1
    assert [rows_of(table) for table in conversion.tables] == [[tuple(row) for row in truth.rows]]


def test_a_first_row_whose_label_ends_in_a_line_with_a_figure_is_not_cut_in_two_without_a_word():
    head = ["投保年龄", "一档", "二档", "三档", "四档", "五档"]
    body = [["开始领取年龄=69岁4041", "8609384550", "13447", "19541", "25249", "34476"]]
    body += [[str(age), *(str(age * factor) for factor in (997, 1031, 1037, 1051, 1061))] for age in range(42, 60)]
    truth = Truth([head, *body], 1, set(), ["center", *["right"] * 5])
    look = Look("banded", 8.0, 6.0, False, False, False, False, False)
    conversion = convert_bytes(Typesetter(truth, look).print(), load_pack("insurance"))
    flagged = FindingKind.TABLE_UNTRUSTED in kinds(conversion)
    assert flagged or [rows_of(table) for table in conversion.tables] == [[tuple(row) for row in truth.rows]]


def test_a_label_merged_over_whole_pages_keeps_its_column_although_no_line_across_leads_to_it():
    xs, rows = (60, 160, 300, 400), 20
    paper = Paper()
    for page in range(3):
        if page:
            paper.new_page()
        ys = [100 + 30 * row for row in range(rows + 1)]
        words = [["", f"{100 * page + row} 职业", str(row % 6 + 1)] for row in range(rows)]
        without = [("h", row, 0) for row in range(rows + 1)]
        if not page:
            words[0] = ["大类", "职业", "类别"]
            words[1][0] = "工程人员"
            without = [("h", row, 0) for row in range(2, rows + 1)]
        paper.grid(xs, ys, words, without=without)
    conversion = paper.convert()
    assert not kinds(conversion)
    (table,) = conversion.tables
    assert table.headers == ("大类", "职业", "类别")
    assert table.row_count == 3 * rows - 1
    assert (1, 0, 3 * rows - 1, 1) in table.spans
    assert table.rows[rows] == ("", "101职业", "2")


def continued(line, head=("保障项目", "给付限额"), xs=(60, 200, 340)):
    """A table that goes on on the next page, below a line of its own."""
    paper = Paper()
    paper.words(220, "保障计划表", y=50, bold=True)
    rows = [["保障项目", "给付限额"], *([f"项目{row}", f"{row}00"] for row in range(28))]
    paper.grid((60, 200, 340), [60 + 25 * row for row in range(30)], rows)
    paper.new_page()
    paper.words(220, line, y=55)
    paper.grid(xs, (60, 85, 110, 135), [head, ["项目28", "2800"], ["项目29", "2900"]])
    return paper.convert()


@pytest.mark.parametrize(
    "line", ["续表", "（续）", "（续表）", "续上表", "續表", "接上页", "保障计划表（续）", "保障计划表 续"]
)
def test_a_line_that_only_says_that_the_table_goes_on_parts_it_not(line):
    conversion = continued(line)
    (table,) = conversion.tables
    assert table.rows[-2:] == (("项目28", "2800"), ("项目29", "2900"))
    assert table.row_count == 30
    assert conversion.markdown.count("保障项目") == 1
    listed = [each.text for each in conversion.coverage.exclusions if each.reason == ExclusionReason.REPEATED_HEADER]
    assert line.replace(" ", "") in listed
    assert conversion.coverage.unaccounted == 0


@pytest.mark.parametrize("line", ["续保", "续期保险费表", "疾病列表（续）", "另一张表"])
def test_a_line_that_says_anything_else_stays_between_two_tables(line):
    conversion = continued(line)
    assert len(conversion.tables) == 2
    assert line in conversion.markdown


def test_a_line_that_says_that_a_table_goes_on_stays_over_a_table_with_other_columns():
    conversion = continued("续表", ("年龄", "费率"), (60, 120, 180))
    assert len(conversion.tables) == 2
    assert "续表" in conversion.markdown
