"""Products side by side in the window: chosen by name, read with the keyboard, each value led back to its page."""

from dataclasses import replace

import pytest
from fake_answers import product
from fake_services import document
from input_method import compose
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QMenu

from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.facts import FactSource, FactStatus, ToldFact
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.product_answers import ComparedProduct, ComparedRow, ProductComparison
from insurance_desktop.domain.states import AnswerStatus, ReviewStatus
from insurance_desktop.gui.comparing.chosen_products import Chosen
from insurance_desktop.gui.comparing.comparison_table import MOST_LINES, shown_lines
from insurance_desktop.gui.told_tables import products_table
from insurance_desktop.packs.wording import say

CTRL = Qt.KeyboardModifier.ControlModifier
PLACE = Box(4, 70, 120, 520, 140)
LONG = "我们按照本合同的约定给付保险金，并且" * 60
NAMES = ("甲定期寿险", "乙医疗保险", "丙年金保险", "丁意外险", "戊护理险")


def told(value, status=FactStatus.DERIVED, **changes):
    source = FactSource("c-1", "2.2", 1, "产品条款", 4, (PLACE,), f"自合同生效之日起{value}内为等待期。")
    return replace(ToldFact("extend_info.waiting_period", value, "text", None, status, source), **changes)


def comparison():
    """甲 and 乙 agree in the first row and differ in the second; of 丙 nothing is verified."""
    silent = ToldFact("coverage.身故保险金", None, reason=say("products.silent"))
    return ProductComparison(
        AnswerStatus.OK,
        None,
        tuple(ComparedProduct(n, f"{2000 + n}", name, "示例人寿", None, None) for n, name in enumerate(NAMES[:3], 1)),
        (
            ComparedRow("extend_info.waiting_period", "等待期", (told("90天"), told("90日"), None), False),
            ComparedRow("coverage.身故保险金", "身故保险金", (told(LONG, FactStatus.CONFIRMED), silent, None), True),
        ),
    )


@pytest.fixture
def page(window, services, qtbot):
    services.holds(
        *(document(n, product_name=name, review_status=ReviewStatus.VERIFIED) for n, name in enumerate(NAMES, 1))
    )
    services.known = {"甲": (product(1, NAMES[0]),), "乙": (product(2, NAMES[1]),)}
    services.comparison = comparison()
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page("compare")
    return window.page("compare")


@pytest.fixture
def compared(page, qtbot):
    page.chosen.put([Chosen(name, name) for name in NAMES[:3]])
    qtbot.waitUntil(lambda: page.answer is not None)
    return page


def settle(page, qtbot):
    qtbot.waitUntil(lambda: page.context.jobs.is_idle)


def texts(page):
    facts = page.table.facts
    return [[facts.index(r, c).data() for c in range(facts.columnCount())] for r in range(facts.rowCount())]


def names(page):
    return [each.name for each in page.chosen.products]


def test_of_a_product_with_several_editions_each_can_stand_in_a_column(page, services, window, qtbot):
    services.holds(
        *(
            document(n, product_id=1, product_name=NAMES[0], edition=edition, review_status=ReviewStatus.VERIFIED)
            for n, edition in ((1, "2019"), (2, "2023"))
        )
    )
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    page.chosen.put([Chosen(NAMES[0], NAMES[0]), Chosen(NAMES[0], NAMES[0], "2023")])
    first = page.chosen.findChildren(QComboBox)[0]
    assert [first.itemText(place) for place in range(first.count())] == ["现行", "2019", "2023"]
    first.setCurrentIndex(1)
    first.activated.emit(1)
    qtbot.waitUntil(lambda: services.compared[-1:] == [(f"{NAMES[0]}@2019", f"{NAMES[0]}@2023")])
    assert page.place() == f"{NAMES[0]}\t{NAMES[0]}\t2019\n{NAMES[0]}\t{NAMES[0]}\t2023"
    page.chosen.put(())
    for light in ("dark", "light"):  # also where a drop-down has gone
        page.context.theme.choose(light)


def test_products_are_added_by_part_of_their_names_and_compared_from_the_second_on(page, services, qtbot):
    assert "2 到 5 个产品" in page.empty.findChildren(type(page.summary))[-1].text()
    for typed in "甲乙":
        compose(page.chosen.field, typed)
        page.chosen.field.returnPressed.emit()
        qtbot.waitUntil(lambda typed=typed: len(names(page)) == "甲乙".index(typed) + 1)
        qtbot.waitUntil(lambda: not page.chosen.field.text())
    settle(page, qtbot)
    assert names(page) == ["甲定期寿险", "乙医疗保险"]
    assert services.compared == [("甲定期寿险", "乙医疗保险")]
    assert page.table.isVisible()
    assert not services.on_main_thread


def test_enter_before_the_list_has_come_takes_what_was_typed_and_nothing_else(page, services, qtbot):
    services.wait_in("lookup")
    compose(page.chosen.field, "乙")
    page.chosen.field.returnPressed.emit()
    assert names(page) == []
    services.let_go()
    qtbot.waitUntil(lambda: names(page) == ["乙医疗保险"])


def test_silence_is_told_from_no_document_and_a_difference_has_a_sign(compared):
    assert texts(compared)[0] == ["90天", "90日", "没有已核验的文件"]
    assert texts(compared)[1][1:] == ["条款未载明", "没有已核验的文件"]
    heads = [compared.table.facts.headerData(row, Qt.Orientation.Vertical) for row in range(2)]
    assert heads == ["等待期", "≠ 身故保险金"]
    assert "1 行写得不同" in compared.summary.text()


def test_a_screen_reader_hears_fact_product_value_status_and_place(compared):
    said = compared.table.facts.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("身故保险金 · 甲定期寿险：我们按照")
    assert "2.2 · 第 4 页 · 产品条款 · 已确认" in said
    assert "程序读出，未确认" in compared.table.facts.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_long_benefit_is_cut_in_its_cell_and_whole_below(compared, qtbot):
    width = compared.table.columnWidth(0)
    lines = shown_lines(LONG, compared.table.font(), width)
    assert len(lines) == MOST_LINES
    assert lines[-1].endswith("…")
    assert "".join(lines[:-1]) == LONG[: len("".join(lines[:-1]))]
    compared.table.setFocus()
    qtbot.keyClick(compared.table, Qt.Key.Key_Down)
    assert LONG in compared.whole.toPlainText()


@pytest.mark.parametrize("by", ["click", "enter", "button"])
def test_a_cell_opens_the_page_that_prints_it(compared, qtbot, by):
    place = compared.table.facts.index(0, 1)
    with qtbot.waitSignal(compared.context.place_wanted) as wanted:
        if by == "click":
            middle = compared.table.visualRect(place).center()
            qtbot.mouseClick(compared.table.viewport(), Qt.MouseButton.LeftButton, pos=middle)
        else:
            compared.table.setCurrentIndex(place)
            target = compared.table if by == "enter" else compared.open_source
            qtbot.keyClick(target, Qt.Key.Key_Return)
    (found,) = wanted.args
    assert (found.document_id, found.boxes, found.page) == (1, (PLACE,), 4)


def test_a_cell_without_a_source_opens_nothing(compared, qtbot):
    compared.table.setCurrentIndex(compared.table.facts.index(0, 2))
    with qtbot.assertNotEmitted(compared.context.place_wanted):
        qtbot.keyClick(compared.table, Qt.Key.Key_Return)
    assert not compared.open_source.isEnabled()


def test_only_what_differs_is_left_where_that_is_wanted(compared):
    compared.narrowed.setChecked(True)
    assert [row[1] for row in texts(compared)] == ["条款未载明"]


def test_a_cell_is_copied_with_its_place(compared, qtbot):
    qtbot.keyClick(compared.table, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text().startswith("90天\n2.2 · 第 4 页")


def test_five_are_the_most_and_one_is_taken_away_by_its_button(page, qtbot):
    page.chosen.put([Chosen(name, name) for name in NAMES])
    settle(page, qtbot)
    assert page.chosen.field.isReadOnly()
    page.chosen.put(page.chosen.products[1:])
    settle(page, qtbot)
    assert names(page) == list(NAMES[1:])
    assert not page.chosen.field.isReadOnly()


def test_what_stands_side_by_side_is_asked_again_where_the_library_changes(compared, services, qtbot):
    compared.context.changed.emit(Changes(frozenset((1,)), index=True))
    settle(compared, qtbot)
    assert len(services.compared) == 2


def test_the_cursor_stays_where_it_is_when_the_list_of_documents_is_read_again(compared, qtbot):
    compared.table.setCurrentIndex(compared.table.facts.index(1, 1))
    with qtbot.waitSignal(compared.context.listed):
        compared.context.refresh()
    at = compared.table.currentIndex()
    assert (at.row(), at.column()) == (1, 1)


def test_what_was_withheld_is_said_above_the_table(page, services, qtbot):
    services.comparison = replace(services.comparison, message="有 1 条条款与核验时不同，没有给出。")
    page.chosen.put([Chosen(name, name) for name in NAMES[:3]])
    settle(page, qtbot)
    assert page.summary.text().startswith("有 1 条条款与核验时不同")


def test_products_that_cannot_be_compared_are_told_in_a_sentence(page, services, qtbot):
    services.comparison = ProductComparison(AnswerStatus.NOT_FOUND, "没有这个产品：甲。")
    page.chosen.put([Chosen("甲", "甲"), Chosen("乙", "乙")])
    settle(page, qtbot)
    assert page.empty.isVisible()
    with qtbot.waitSignal(page.context.listed):
        page.context.refresh()
    assert "没有这个产品：甲。" in [each.text() for each in page.empty.findChildren(type(page.summary))]
    assert not page.export.isEnabled()


def test_the_next_start_finds_the_same_products(compared, qtbot):
    kept = compared.place()
    compared.chosen.put(())
    compared.return_to(kept)
    settle(compared, qtbot)
    assert names(compared) == list(NAMES[:3])


def test_an_export_is_told_and_a_file_that_is_there_is_not_written_over(compared, services, qtbot, tmp_path):
    said = []
    compared.context.noticed.connect(said.append)
    compared.export_to(tmp_path / "a.xlsx")
    qtbot.waitUntil(lambda: len(said) == 1)
    assert services.exported == [tmp_path / "a.xlsx"]
    assert said[0].kind == "good"
    services.fail_in("export_products", UsageError("services.export_exists", target="a.xlsx"))
    compared.export_to(tmp_path / "a.xlsx")
    qtbot.waitUntil(lambda: len(said) == 2)
    assert (said[1].kind, "已经存在" in said[1].message) == ("error", True)
    assert not services.on_main_thread


def test_what_stands_side_by_side_becomes_a_pdf_with_its_places(compared, qtbot, tmp_path):
    with qtbot.waitSignal(compared.context.noticed) as said:
        compared.export_to(tmp_path / "对比.pdf")
    assert (tmp_path / "对比.pdf").read_bytes().startswith(b"%PDF")
    assert "对比.pdf" in said.args[0].message
    told = products_table(compared.answer)
    assert [row[0] for row in told.rows] == ["等待期", "≠ 身故保险金"]
    assert "第 4 页" in told.rows[0][1]
    assert told.heads[1].startswith(NAMES[0])


def test_the_menu_of_a_cell_copies_opens_exports_and_prints(compared, qtbot):
    menu = QMenu()
    compared.fill_menu(menu)
    offered = {each.text(): each for each in menu.actions()}
    assert set(offered) >= {"打开原页", "导出…", "打印…"}
    offered["复制这一格和出处"].trigger()
    assert "90天" in QGuiApplication.clipboard().text()
    assert "第 4 页" in QGuiApplication.clipboard().text()


def test_light_and_dark_change_under_it_also_after_a_product_was_taken_away(compared, qtbot):
    compared.chosen.put(compared.chosen.products[1:])
    settle(compared, qtbot)
    for light in ("dark", "light"):
        compared.context.theme.choose(light)
    assert names(compared) == list(NAMES[1:3])
