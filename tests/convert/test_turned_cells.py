"""Words that run up or down in a table's cells are the words of these cells, and names of their columns."""

import pytest
from paper import Paper, kinds, sections

from insurance_desktop.domain.kinds import FindingKind

XS = (60, 180, 240, 300, 360)
NAMES = ("住院津贴", "门诊费用", "手术费用")
ROWS = [("甲计划", "10", "20", "30"), ("乙计划", "11", "21", "31"), ("丙计划", "12", "22", "32")]
HEIGHT = 90


def turned(paper, x, y, text, angle):
    """Words that run up (90) or down (270) from a place."""
    paper.page.insert_text((x, y), text, fontsize=9, fontname="china-s", rotate=angle)


def with_table(names=NAMES, *, angle=90, shift=0, rotation=0):
    """Clauses around a table whose columns are named by turned words; the lines of a name are divided by a stroke."""
    paper = Paper()
    paper.words(60, "1.1 保险责任", bold=True)
    paper.feed()
    paper.paragraph(
        "我们给付保险金，以保险单载明的为准，具体见下列各项保障的保险金额，按照下表的约定给付保险金：", x=60
    )
    top = paper.y
    ys = [top, *(top + HEIGHT + 20 * row for row in range(4))]
    paper.grid(XS, ys, [("项目", "", "", ""), *ROWS])
    for x, name in zip(XS[1:], names, strict=False):
        for place, line in enumerate(name.split("/")):
            at = x + 20 + shift + 12 * (place if angle == 90 else -place)
            turned(paper, at, top + HEIGHT - 8 if angle == 90 else top + 8, line, angle)
    paper.y = ys[-1] + 30
    paper.words(60, "1.2 责任免除", bold=True)
    paper.feed()
    paper.paragraph("因下列情形我们不承担责任。", x=60)
    paper.page.set_rotation(rotation)
    return paper.convert()


@pytest.mark.requirement("FR-004")
@pytest.mark.parametrize("angle", [90, 270])
@pytest.mark.parametrize("rotation", [0, 90])
def test_turned_names_stand_over_their_columns(angle, rotation):
    conversion = with_table(angle=angle, rotation=rotation)
    (table,) = conversion.tables
    assert table.headers == ("项目", *NAMES)
    assert table.rows == tuple(ROWS)
    assert not kinds(conversion)
    assert sections(conversion)["1.2"].text == "因下列情形我们不承担责任。"
    assert conversion.coverage.unaccounted == 0


def test_a_turned_name_of_two_lines_is_one_name():
    (table,) = with_table(("一般住院/医疗津贴", *NAMES[1:])).tables
    assert table.headers[1] == "一般住院医疗津贴"


def test_a_turned_label_beside_rows_that_share_it_is_their_label():
    paper = Paper()
    rows = [("责任", "项目", "限额"), ("", "住院", "10"), ("", "门诊", "20"), ("", "手术", "30")]
    hidden = [("h", row, 0) for row in (2, 3)]
    paper.grid((60, 100, 200, 300), [100 + 30 * row for row in range(5)], rows, without=hidden)
    turned(paper, 82, 200, "必选责任", 90)
    (table,) = paper.convert().tables
    assert table.rows[0] == ("必选责任", "住院", "10")
    assert (1, 0, 3, 1) in table.spans


def test_turned_words_across_a_line_of_the_table_need_a_person():
    conversion = with_table(("住院津贴及其他各项费用之和", *NAMES[1:]))
    assert FindingKind.TABLE_STRADDLING in kinds(conversion)
    assert conversion.coverage.unaccounted == 0
