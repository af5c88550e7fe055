"""Documents, clauses and findings go into files of Excel, Word and PDF; the menus offer the same everywhere."""

import docx
import openpyxl
import pytest
from fake_services import document, finding
from PySide6.QtWidgets import QMenu

from insurance_desktop.domain.states import ReviewStatus, Severity
from insurance_desktop.gui.look import paper
from insurance_desktop.gui.told_tables import clauses_table, findings_table
from insurance_desktop.services.papers.told_table import ToldTable


@pytest.fixture
def library(window, services, qtbot):
    services.holds(
        document(1, product_id=5, edition="2024", review_status=ReviewStatus.VERIFIED),
        document(2, product_id=5, edition="2026", review_status=ReviewStatus.VERIFIED),
        document(3),
    )
    services.findings[3] = (finding(7, Severity.BLOCKING),)
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    return window.library


def words(menu):
    return [each.text() for each in menu.actions() if each.text()]


def menu_of(library, *numbers):
    library._choose([library.model.places[each] for each in numbers])
    menu = QMenu()
    library.fill_chosen(menu)
    return menu


@pytest.mark.parametrize("ending", ["xlsx", "docx", "pdf"])
def test_clauses_are_written_word_for_word_and_each_row_says_whether_it_is_verified(
    library, window, qtbot, tmp_path, ending
):
    target = tmp_path / f"条款.{ending}"
    chosen = (window.context.document(3),)
    with qtbot.waitSignal(window.context.noticed) as said:
        library.actions_of_documents.exporting.export_to(target, lambda each: clauses_table(each, chosen))
    assert str(target) in said.args[0].message
    if ending == "xlsx":
        rows = list(openpyxl.load_workbook(target).active.values)
        line = next(each for each in rows if "2.4" in each)
        assert "未核验" in line[1]
        assert any("酒后驾驶" in str(cell) for each in rows for cell in each)
    elif ending == "docx":
        assert any("未核验" in cell.text for row in docx.Document(target).tables[0].rows for cell in row.cells)
    else:
        assert target.read_bytes().startswith(b"%PDF")


def test_findings_are_exported_with_their_page(library, window, services, qtbot, tmp_path):
    target = tmp_path / "问题.xlsx"
    chosen = (window.context.document(3),)
    with qtbot.waitSignal(window.context.noticed):
        library.actions_of_documents.exporting.export_to(target, lambda each: findings_table(each, chosen))
    cells = [str(cell) for row in openpyxl.load_workbook(target).active.values for cell in row]
    assert "第 7 处要看" in cells
    assert "第 2 页" in cells


def test_the_list_is_exported_and_no_file_is_overwritten(library, window, qtbot, tmp_path):
    menu_of(library, 1, 2)
    target = tmp_path / "列表.xlsx"
    exporting, table = library.actions_of_documents.exporting, library.several.list_table
    with qtbot.waitSignal(window.context.noticed):
        exporting.export_to(target, table)
    assert "2" in str(list(openpyxl.load_workbook(target).active.values)[1][0])
    before = target.read_bytes()
    with qtbot.waitSignal(window.context.noticed) as said:
        exporting.export_to(target, table)
    assert "已经存在" in said.args[0].message
    assert target.read_bytes() == before


def test_the_menu_of_the_table_compares_two_editions(library, window, qtbot):
    menu = menu_of(library, 1, 2)
    assert {"分派…", "导出条款…", "打印问题…", "撤回导入…"} <= set(words(menu))
    (below,) = (each.menu() for each in menu.actions() if each.menu())
    with qtbot.waitSignal(window.context.place_wanted) as went:
        below.actions()[0].trigger()
    assert {went.args[0].document_id, went.args[0].against} == {1, 2}
    qtbot.waitUntil(lambda: window.review.text._stack.currentWidget() is window.review.text.editions)
    other = menu_of(library, 1, 3)
    assert not [each for each in other.actions() if each.menu()]


def test_a_pdf_holds_what_looks_like_markup_as_words(qtbot):
    table = ToldTable("<b>", ("a & b",), ("甲", "乙"), (("<i>1</i>", "x < y\nz"),), (1, 2))
    assert paper._html(table).count("&lt;") == 4
    assert paper.as_pdf(table).startswith(b"%PDF")
