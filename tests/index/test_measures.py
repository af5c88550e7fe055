"""FR-001: the rows of a table that hold for an age or a policy year of the question, as they stand."""

import pytest

from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.measures import measures_asked, rows_met

pytestmark = pytest.mark.requirement("FR-001")

HEADERS = ("投保年龄", "重度疾病", "中度疾病")
SHARES = Table(
    page=5,
    table_type="给付比例表",
    headers=HEADERS,
    rows=(
        ("18周岁以下", "100%", "60%"),
        ("18-39周岁", "100%", "60%"),
        ("40周岁（含）至59周岁", "90%", "50%"),
        ("60周岁及以上", "80%", "40%"),
    ),
    row_count=4,
    column_count=3,
)
YEARS = Table(6, "现金价值表", ("保单年度", "现金价值"), tuple((str(year), f"{year}00") for year in range(1, 7)), 6, 2)
ACROSS = Table(7, "费率表", ("计划", "0-17周岁", "18-49周岁"), (("甲", "100", "200"), ("乙", "110", "220")), 2, 3)
MERGED = Table(8, "费率表", ("年龄", "性别", "费率"), (("30", "男", "5"), ("", "女", "4"), ("31", "男", "6")), 3, 3)


def met(question: str, table: Table, pack: DomainPack) -> list[tuple[str, tuple[tuple[str, ...], ...]]]:
    return [(each.asked, each.rows) for each in rows_met(table, measures_asked(question, pack), pack)]


@pytest.mark.parametrize(
    ("question", "asked", "row"),
    [
        ("45岁买的，查出中症赔几成", "45岁", 2),
        ("四十五周岁投保，中度赔多少", "四十五周岁", 2),
        ("满59岁呢", "59岁", 2),
        ("60岁买", "60岁", 3),
        ("八十歲買", "八十岁", 3),
        ("18岁的孩子", "18岁", 1),
    ],
)
def test_an_age_meets_the_row_whose_range_holds_it(question: str, asked: str, row: int, pack: DomainPack) -> None:
    found = met(question, SHARES, pack)
    assert [each for each, _ in found] == [asked]
    assert found[0][1][0] == HEADERS and SHARES.rows[row] in found[0][1]


def test_a_policy_year_meets_its_row(pack: DomainPack) -> None:
    assert met("第三年退保能拿多少", YEARS, pack) == [("第三年", (YEARS.headers, ("3", "300")))]


def test_a_column_of_ages_is_met_as_well(pack: DomainPack) -> None:
    rows = (("计划", "18-49周岁"), ("甲", "200"), ("乙", "220"))
    assert met("30岁一年多少钱", ACROSS, pack) == [("30岁", rows)]


def test_a_merged_label_holds_for_all_of_its_rows(pack: DomainPack) -> None:
    assert met("30岁", MERGED, pack) == [("30岁", (MERGED.headers, ("30", "男", "5"), ("", "女", "4")))]


@pytest.mark.parametrize("question", ["保多久", "45万保额", "住院45天", "17.5岁以上", "130岁"])
def test_other_numbers_meet_nothing(question: str, pack: DomainPack) -> None:
    assert met(question, YEARS, pack) == [] and met(question, ACROSS, pack) == []
