"""A unit that names one column is none of the others: a premium in 元 was answered in 万元."""

import pytest
from paper import Paper


def units(header, rows):
    paper = Paper()
    xs = [60, 180, 320, 460]
    ys = [100 + 24 * place for place in range(len(rows) + 2)]
    paper.grid(xs, ys, [header, *rows])
    (table,) = paper.convert().tables
    return table.unit


@pytest.mark.requirement("FR-004")
@pytest.mark.parametrize(
    ("header", "unit"),
    [
        (("保障计划", "保险金额（万元）", "保险费（元）"), None),
        (("保障计划", "人数", "保险费（元）"), None),
        (("保障计划", "首年保险费（元）", "续期保险费（元）"), "元"),
    ],
)
def test_the_unit_of_one_column_is_not_the_unit_of_the_table(header, unit):
    rows = [("计划一", "10", "120.50"), ("计划二", "20", "236.50"), ("计划三", "50", "588.50")]
    assert units(header, rows) == unit
