"""get_table: the cell that the labels name, or the reason why none is chosen."""

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, clause
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.table_reading import get_table
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.search.engine import SearchEngine

RATES = Table(
    page=6,
    table_type="费率表",
    headers=("投保年龄", "性别", "趸交", "10年交", "趸交", "10年交"),
    rows=(
        ("", "", "甲款", "", "乙款", ""),
        ("30周岁", "男", "100", "11", "200", "22"),
        ("", "女", "90", "10", "180", "20"),
        ("31周岁", "男", "101", "12", "201", "23"),
        ("", "女", "91", "", "181", "21"),
        ("合计", "", "", "", "", "说明见附注"),
    ),
    row_count=6,
    column_count=6,
    unit="元/千元保额",
    header_rows=1,
    spans=((0, 2, 1, 2), (0, 4, 1, 2), (2, 0, 2, 1), (4, 0, 2, 1), (4, 3, 2, 1), (6, 1, 1, 4)),
    boxes=(Box(6, 50, 50, 500, 300),),
    cell_boxes=tuple(
        Box(6, 10 * column, 20 * row, 10 * column + 9, 20 * row + 19) for row in range(7) for column in range(6)
    ),
)
WIDE = Table(
    page=8,
    table_type="保障计划表",
    headers=("保障", "计划一", "", "计划二", "", "计划三"),
    rows=(
        ("给付比例", "85%", "", "90%", "", "95%"),
        ("免赔额", "100", "200", "不适用", "", ""),
        ("限额", "10", "", "20", "", "30"),
    ),
    row_count=3,
    column_count=6,
    spans=((0, 1, 1, 2), (0, 3, 1, 2), (1, 1, 1, 2), (1, 3, 1, 2), (2, 3, 1, 3), (3, 3, 1, 2)),
)
AGES = Table(
    page=9,
    table_type="其他",
    headers=("被保险人投保时年龄", "", "申请期限（含）", "比例（首年）"),
    rows=(
        ("28天-50周岁", "男", "65周岁前", "甲"),
        ("", "女", "60周岁前", "乙"),
        ("51-55周岁", "不限", "70周岁前", "丙"),
    ),
    row_count=3,
    column_count=4,
    spans=((0, 0, 1, 2), (1, 0, 2, 1)),
)
LOOSE = Table(7, "其他", ("第一行",), (("第二行",),), 2, 1, trusted=False)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Asks for a cell of the rate table; `table.of(name)` of another clause."""
    path = tmp_path_factory.mktemp("tables") / "library.db"
    with open_library(path) as library:
        rows = (
            clause("1.1", "合同构成", "本合同由保险条款构成。"),
            clause("附表1", "费率表", "费率", is_table=True, table_data=RATES, page_number=6),
            clause("附表3", "计划", "计划", is_table=True, table_data=WIDE, page_number=8),
            clause("附表4", "年龄", "年龄", is_table=True, table_data=AGES, page_number=9),
            clause("附表5", "甲地费率", "费率", is_table=True, table_data=RATES, page_number=10),
            clause("附表5", "乙地费率", "费率", is_table=True, table_data=RATES, page_number=11),
            clause("附表2", "其他", "第一行", is_table=True, table_data=LOOSE, page_number=7),
        )
        with library.database.write() as connection:
            add_verified(connection, BareDocument("青松", rows, code="T1"), library.pack, EMBEDDER)
        with library.database.read() as connection:
            ids = dict(
                connection.rows("SELECT section_id, clause_id FROM clauses WHERE is_table OR section_id = '1.1'")
            )

        engine = SearchEngine(library)

        def ask(row=None, column=None, *, of="附表1", **more):
            return get_table(engine, ids.get(of, of), row, column, **more)

        yield ask


@pytest.mark.requirement("FR-009a")
@pytest.mark.parametrize(
    ("row", "column", "text", "labels"),
    [
        ("30周岁/男", "甲款/趸交", "100", ("30周岁/男", "甲款/趸交")),
        ("30/女", "乙款/10年交", "20", ("30周岁/女", "乙款/10年交")),
        ("３１周岁／男", "甲款 趸交", "101", ("31周岁/男", "甲款/趸交")),
        ("合计", "乙款/10年交", "说明见附注", ("合计", "乙款/10年交")),
    ],
)
def test_a_cell_comes_with_labels_unit_and_place(table, row, column, text, labels):
    answer = table(row, column)
    assert answer.status is AnswerStatus.OK
    cell = answer.cell
    assert (cell.text, cell.unit, (cell.row, cell.column)) == (text, "元/千元保额", labels)
    assert cell.box == RATES.cell_boxes[cell.row_number * 6 + cell.column_number]
    assert answer.source_reference.page_number == 6


@pytest.mark.requirement("FR-009a")
def test_an_age_is_met_with_the_row_that_holds_for_it(table):
    cell = table("53周岁", "比例", of="附表4").cell
    assert (cell.text, cell.row, cell.column) == ("丙", "51-55周岁/不限", "比例（首年）"), (
        "a header is known without its brackets"
    )
    young = table("40周岁", "比例", of="附表4")
    assert young.status is AnswerStatus.AMBIGUOUS
    assert [each.row for each in young.candidates] == ["28天-50周岁/男", "28天-50周岁/女"], (
        "all below one header names a row"
    )
    assert table("90周岁", "比例", of="附表4").status is AnswerStatus.NOT_FOUND


def test_labels_that_fit_several_cells_are_refused_with_these(table):
    answer = table("30周岁", "趸交")
    assert (answer.status, answer.cell) == (AnswerStatus.AMBIGUOUS, None)
    assert {(each.row, each.column) for each in answer.candidates} == {
        (f"30周岁/{sex}", f"{plan}款/趸交") for sex in "男女" for plan in "甲乙"
    }
    assert all(each.text is None for each in answer.candidates), "no value to pick at random"


@pytest.mark.requirement("FR-009a")
def test_a_value_as_wide_as_its_header_is_that_of_the_header(table):
    answer = table("给付比例", "计划一", of="附表3")
    assert (answer.status, answer.cell.text) == (AnswerStatus.OK, "85%")
    assert table("限额", "计划二", of="附表3").cell.text == "20"


@pytest.mark.parametrize(("row", "column"), [("免赔额", "计划一"), ("免赔额", "计划二"), ("限额", "计划一")])
def test_cells_of_one_name_are_refused_without_advice_to_use_it(table, row, column):
    answer = table(row, column, of="附表3")
    assert (answer.status, answer.cell) == (AnswerStatus.AMBIGUOUS, None)
    assert "完整行名" not in answer.message
    assert "整行" in answer.message


@pytest.mark.parametrize(
    ("row", "column", "text"),
    [("31周岁/男", "甲款/10年交", "12"), ("31周岁/女", "甲款/10年交", "12"), ("合计", "甲款/趸交", "")],
)
def test_a_merged_cell_is_refused_with_what_covers_the_place(table, row, column, text):
    answer = table(row, column)
    assert (answer.status, answer.cell) == (AnswerStatus.AMBIGUOUS, None)
    assert [each.text for each in answer.candidates] == [text]
    assert "合并" in answer.message


def test_an_unknown_label_is_answered_with_the_known_ones(table):
    row, column = table("99周岁", "甲款/趸交"), table("30周岁/男", "丙款")
    assert row.status is column.status is AnswerStatus.NOT_FOUND
    assert "31周岁/女" in row.message
    assert "乙款/10年交" in column.message


def test_without_labels_the_whole_table_comes_page_by_page(table):
    answer = table()
    assert answer.columns == ("投保年龄", "性别", "甲款/趸交", "甲款/10年交", "乙款/趸交", "乙款/10年交")
    assert [row[2] for row in answer.rows] == ["100", "90", "101", "91", ""]
    assert answer.row_labels[1] == "30周岁/女"
    assert table(cursor="3").row_labels == ("31周岁/女", "合计")


def test_a_row_or_a_column_alone_can_be_read(table):
    assert [row[2] for row in table("31").rows] == ["101", "91"]
    assert table(None, "乙款/趸交").rows[0] == ("30周岁", "男", "200")


def test_places_that_a_merged_cell_leaves_empty_are_not_no_value(table):
    whole, row = table(), table("31周岁/女")
    assert "" in whole.rows[1] and "" in row.rows[0]
    assert all("合并" in answer.message for answer in (whole, row))
    assert (table("30周岁/男").rows[0][0], table("30周岁/男").message) == ("30周岁", None)
    assert table("30周岁/男", "甲款/趸交").message is None


def test_the_number_of_rows_is_that_of_the_rows_that_come(table):
    assert table().row_count == len(table().rows)


def test_a_table_whose_columns_are_not_sure_gives_no_cell(table):
    answer = table("第二行", "第一行", of="附表2")
    assert (answer.status, answer.cell) == (AnswerStatus.NO_MATCH, None)
    assert answer.rows


def test_what_is_no_table_says_so(table):
    assert table(of="1.1").status is AnswerStatus.NOT_FOUND


@pytest.mark.parametrize("name", ["附表 1", "费率表"])
def test_a_table_is_read_by_what_is_printed_above_it(table, name):
    assert table("30周岁/男", "甲款/趸交", of=name).cell.text == "100"


def test_a_number_that_names_no_table_says_so(table):
    answer = table(of="1.1 ")
    assert (answer.status, answer.tables) == (AnswerStatus.NOT_FOUND, ())
    assert table(of="9.9").status is AnswerStatus.NOT_FOUND


def test_a_number_of_several_tables_is_answered_with_these(table):
    answer = table(of="附表 5")
    assert answer.status is AnswerStatus.AMBIGUOUS
    assert len(answer.tables) == 2
    assert all(table(of=each.chunk_id).status is AnswerStatus.OK for each in answer.tables)


@pytest.mark.parametrize("label", ["", " ", "\0", "x" * 5000])
def test_a_label_that_is_none_is_refused(table, label):
    with pytest.raises(UsageError):
        table(label, "趸交")
