"""Cells of words in three columns without a line: a table where rows and columns leave no doubt, else for a person."""

import pytest
from paper import Paper, kinds, sections

from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import Severity

XS = (120, 230, 400)
ROW, LINE = 22, 14
HEAD = ("情形", "说明", "给付方式")
ROWS = [("身故", "意外或者疾病", "一次给付"), ("全残", "经机构评定", "分期给付"), ("重伤", "住院十天以上", "一次给付")]
LONG = "住院治疗十天以上并且经过约定"


def printed(rows, *, bold=False, xs=XS, row_step=ROW, line_step=LINE):
    """Clauses with a table between them; the lines of a cell are divided by a stroke."""
    paper = Paper()
    paper.clause("1.1", "保险责任", "我们给付保险金，以保险单载明的为准，具体见下列各项保障的保险金额。")
    for place, row in enumerate(rows):
        for x, cell in zip(xs, row, strict=True):
            for number, line in enumerate(cell.split("/")):
                paper.words(x, line, y=paper.y + number * line_step, size=9, bold=bold and not place)
        paper.y += row_step + line_step * (max(len(cell.split("/")) for cell in row) - 1)
    paper.y += 20
    paper.clause("1.2", "责任免除", "因下列情形我们不承担责任。")
    return paper.convert()


def needs_a_person(conversion):
    blocking = {each.kind for each in conversion.findings if each.severity is Severity.BLOCKING}
    return FindingKind.TABLE_UNTRUSTED in blocking and not any(table.trusted for table in conversion.tables)


@pytest.mark.requirement("FR-004")
def test_words_in_three_columns_are_a_table_in_its_clause():
    conversion = printed([HEAD, *ROWS])
    (table,) = conversion.tables
    assert table.trusted
    assert table.headers == HEAD
    assert table.rows == tuple(ROWS)
    assert "意外或者疾病" in sections(conversion)["1.1"].text
    assert sections(conversion)["1.2"].text == "因下列情形我们不承担责任。"
    assert conversion.coverage.unaccounted == 0


def test_a_header_in_bold_needs_no_word_that_anybody_knows():
    (table,) = printed([("甲", "乙", "丙"), *ROWS], bold=True).tables
    assert table.headers == ("甲", "乙", "丙")


def test_a_cell_that_wraps_is_one_cell_where_its_lines_stand_closer_than_rows():
    rows = [*ROWS[:2], ("重伤", f"{LONG}/的机构评定", "一次给付"), ("轻伤", "门诊治疗", "不予给付")]
    (table,) = printed([HEAD, *rows]).tables
    assert table.trusted
    assert table.rows == tuple(tuple(cell.replace("/", "") for cell in row) for row in rows)


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([HEAD, *ROWS, ("", "或者昏迷", "")], id="a line that may belong to the row above"),
        pytest.param([("医生", "护士", "律师"), ("警察", "教师", "记者"), ("厨师", "司机", "木工")], id="no header"),
        pytest.param([HEAD, *ROWS[:2], ("重伤", "，昏迷", "不给付")], id="a sign that begins nothing"),
    ],
)
def test_what_may_be_read_otherwise_needs_a_person(rows):
    conversion = printed(rows)
    assert needs_a_person(conversion)
    assert conversion.coverage.unaccounted == 0


def test_a_line_closer_to_the_row_above_that_ends_early_needs_a_person():
    rows = [HEAD, ROWS[0], ("全残", f"昏迷/{LONG}", "分期给付"), ROWS[2]]
    assert needs_a_person(printed(rows))


def test_names_in_three_columns_that_stand_in_no_line_need_a_person():
    paper = Paper()
    for shift, row in zip((0, 17, 31, 8), [HEAD, *ROWS], strict=True):
        for x, text in zip(XS, row, strict=True):
            paper.words(x + shift, text, size=9)
        paper.y += ROW
    conversion = paper.convert()
    assert needs_a_person(conversion)
    assert FindingKind.TABLE_UNTRUSTED in kinds(conversion)
