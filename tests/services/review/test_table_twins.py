"""An edited table is served with its edited words, as text and as JSON."""

import pytest

from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.services.review.table_twins import retell

MARKDOWN = "# 甲\n\n| 年龄 | 交费 |  |\n| --- | --- | --- |\n|  | 3年 | 5年 |\n| 18 | 12.5 | 10\\|0 |\n\n正文。\n"
TABLE = Table(
    page=3,
    table_type="rates",
    headers=("", "3年", "5年"),
    rows=(("年龄", "交费", ""), ("18", "12.5", "10|0")),
    row_count=2,
    column_count=3,
    header_rows=1,
    spans=((0, 1, 1, 2),),
)


def test_an_unchanged_table_keeps_its_twin():
    assert retell(MARKDOWN + "\n新的一行。\n", (TABLE,)) == (TABLE,)


def test_a_changed_cell_changes_in_the_twin_and_spans_stay():
    (table,) = retell(MARKDOWN.replace("12.5", "13.5").replace("3年", "三年"), (TABLE,))
    assert table.headers == ("", "三年", "5年")
    assert table.rows == (("年龄", "交费", ""), ("18", "13.5", "10|0"))
    assert table.spans == TABLE.spans


@pytest.mark.parametrize(
    "markdown",
    [
        "# 甲\n\n正文。\n",
        MARKDOWN + "\n| a |\n| --- |\n",
        MARKDOWN.replace("| 18 |", "| 18 | 19 |"),
        MARKDOWN.replace("| 18 | 12.5 | 10\\|0 |\n", ""),
    ],
)
def test_a_table_that_came_went_or_changed_its_shape_is_refused(markdown):
    with pytest.raises(ReviewRefused):
        retell(markdown, (TABLE,))


def test_a_text_that_never_had_a_twin_has_none():
    assert retell(MARKDOWN, ()) == ()
