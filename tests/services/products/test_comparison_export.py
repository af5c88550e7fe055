"""A comparison as a file: what Excel and Word show of it, and what is refused."""

import docx
import openpyxl
import pytest
from stated_products import MEDICAL, TERM

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.facts import ToldFact
from insurance_desktop.domain.product_answers import ComparedProduct, ComparedRow, ProductComparison
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.products import comparison_paper, comparison_sheet
from insurance_desktop.services.products.comparison_export import export_comparison
from insurance_desktop.services.review import decisions

PAIR = ("甲定期寿险", "乙医疗保险")
FORMULAS = ("=1+1", "+86 10", "-90天", "@SUM(A1)", '=HYPERLINK("http://x","y")')


@pytest.fixture
def names(workspace, one_document):
    for text, name in zip((TERM, MEDICAL), PAIR, strict=True):
        decisions.approve(workspace.engine, one_document(text, file=f"{name}.pdf", name=name), reviewer="王")
    return workspace.engine.product_names


def comparison(*values):
    """A row for each value, which the first of two products states; of the second nothing is verified."""
    products = tuple(ComparedProduct(number, None, name, None, None, None) for number, name in enumerate(PAIR, 1))
    rows = (ComparedRow("x", "项", (ToldFact("x", value), None), False) for value in values)
    return ProductComparison(AnswerStatus.OK, None, products, tuple(rows))


def written(module, tmp_path, *values):
    target = tmp_path / "written"
    with target.open("wb") as file:
        module.write(comparison(*values), file)
    return target.open("rb")


def test_excel_shows_a_row_for_each_fact_with_the_source_as_a_comment(names, tmp_path):
    answer = export_comparison(names, PAIR, tmp_path / "a.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0]
    assert [sheet.cell(1, column).value.split("\n")[0] for column in (2, 3)] == list(PAIR)
    rows = {row[0].value: row for row in sheet.iter_rows(min_row=2, max_row=1 + len(answer.rows))}
    _label, first, second, mark = rows["等待期"]
    assert (first.value, second.value, mark.value) == ("90天", "30天", "≠")
    assert "2.2" in first.comment.text
    assert "自本合同生效之日起90天内为等待期。" in first.comment.text
    assert "程序读出，未确认" in first.comment.text
    assert (rows["犹豫期"][2].value, rows["犹豫期"][2].comment) == ("条款未载明", None)


def test_word_shows_the_same_with_numbers_into_a_list_of_sources(names, tmp_path):
    answer = export_comparison(names, PAIR, tmp_path / "a.docx")
    paper = docx.Document(str(tmp_path / "a.docx"))
    (table,) = paper.tables
    assert len(table.rows) == 1 + len(answer.rows)
    said = {row.cells[0].text: [cell.text for cell in row.cells[1:]] for row in table.rows}
    value, _, number = said["≠ 等待期"][0].partition(" ")
    assert value == "90天"
    (source,) = (each.text for each in paper.paragraphs if each.text.startswith(number))
    assert "甲定期寿险 · 2.2" in source
    assert "自本合同生效之日起90天内为等待期。" in source
    assert said["≠ 犹豫期"][1] == "条款未载明"


def test_a_product_without_a_verified_document_is_told_from_a_silent_one(workspace, names, tmp_path):
    decisions.reject(workspace.library, 2, reviewer="王", reason="错")
    answer = export_comparison(names, PAIR, tmp_path / "a.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0]
    assert {sheet.cell(2 + number, 3).value for number in range(len(answer.rows))} == {"没有已核验的文件"}
    assert not any(row.differs for row in answer.rows), "nobody knows what it says"


@pytest.mark.parametrize("value", FORMULAS)
def test_what_looks_like_a_formula_is_text(tmp_path, value):
    cell = openpyxl.load_workbook(written(comparison_sheet, tmp_path, value)).worksheets[0]["B2"]
    assert (cell.value, cell.data_type, cell.quotePrefix) == (value, "s", True)


@pytest.mark.parametrize("module", [comparison_sheet, comparison_paper])
def test_signs_that_no_office_file_holds_cost_themselves_alone(tmp_path, module):
    file = written(module, tmp_path, "前\x0b后\ud800", "次行")
    if module is comparison_sheet:
        assert openpyxl.load_workbook(file).worksheets[0]["B2"].value == "前\ufffd后\ufffd"
    else:
        assert docx.Document(file).tables[0].cell(1, 1).text == "前\ufffd后\ufffd"


def test_what_is_too_long_for_a_cell_says_so(tmp_path):
    said = openpyxl.load_workbook(written(comparison_sheet, tmp_path, "长" * 40_000)).worksheets[0]["B2"].value
    assert len(said) == comparison_sheet.LONGEST
    assert said.endswith("……（全文 40000 字，这里放不下，请看原文）")
    assert docx.Document(written(comparison_paper, tmp_path, "长" * 40_000)).tables[0].cell(1, 1).text == "长" * 40_000


def test_another_ending_is_refused_in_a_sentence(names, tmp_path):
    with pytest.raises(UsageError) as refused:
        export_comparison(names, PAIR, tmp_path / "a.pdf")
    assert refused.value.key == "products.export_ending"
    assert not list(tmp_path.glob("a.*"))


def test_a_file_that_is_there_is_left_as_it_is(names, tmp_path):
    target = tmp_path / "a.xlsx"
    target.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError) as refused:
        export_comparison(names, PAIR, target)
    assert refused.value.key == "services.export_exists"
    assert target.read_text(encoding="utf-8") == "mine"


def test_a_folder_that_is_not_there_leaves_no_half_file(names, tmp_path):
    with pytest.raises(UsageError) as refused:
        export_comparison(names, PAIR, tmp_path / "none" / "a.xlsx")
    assert refused.value.key == "services.export_failed"


def test_a_product_that_nobody_knows_leaves_no_file(names, tmp_path):
    answer = export_comparison(names, ("甲定期寿险", "没有这个产品"), tmp_path / "a.xlsx")
    assert answer.status is not AnswerStatus.OK
    assert answer.message
    assert not (tmp_path / "a.xlsx").exists()
