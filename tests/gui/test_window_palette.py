"""Ctrl+K: pages, actions and documents by a few letters, from the keyboard alone."""

import pytest
from fake_services import document
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from insurance_desktop.gui.frame.near_letters import nearness
from insurance_desktop.gui.pages import SEARCH
from insurance_desktop.gui.settings.entry import SECTIONS
from insurance_desktop.packs.wording import say


def names(palette):
    return [palette.rows.topLevelItem(line).text(0) for line in range(palette.rows.topLevelItemCount())]


@pytest.fixture
def palette(window, services, qtbot):
    services.holds(document(1), document(2, product_name="福佑终身寿险", company="平安人寿"))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    return window.palette_sheet


@pytest.mark.parametrize("typed", ["fyzs", "fuyou", "福寿", "平安 福佑", "福佑终身寿险"])
def test_a_document_is_opened_by_a_few_of_its_letters(window, palette, qtbot, typed):
    palette.words.setText(typed)
    assert names(palette)[0] == "福佑终身寿险 · 产品条款"
    with qtbot.waitSignal(window.context.place_wanted) as went:
        qtbot.keyClick(palette.words, Qt.Key.Key_Return)
    assert went.args[0].document_id == 2


def test_what_a_document_is_found_by_stands_beside_it(window, services, palette, qtbot):
    def beside():
        return palette.rows.topLevelItem(0).text(1)

    palette.words.setText("2002-1 产品条款.pdf")
    assert "产品条款.pdf" in beside() and "2002-1" in beside()
    palette.words.setText("福佑")
    assert "产品条款.pdf" not in beside(), "what stands in its name is in sight"


def test_a_page_is_opened_by_the_sounds_of_its_name(window, palette, qtbot):
    qtbot.keyClicks(palette.words, "jiansuo")
    qtbot.keyClick(palette.words, Qt.Key.Key_Return)
    assert window.current is window.page(SEARCH)
    assert not palette.isVisible()


def test_the_arrows_move_while_one_types_and_what_is_nowhere_says_so(palette, qtbot):
    first = palette.rows.currentItem().text(0)
    qtbot.keyClick(palette.words, Qt.Key.Key_Down)
    assert palette.rows.currentItem().text(0) != first
    qtbot.keyClicks(palette.words, "###")
    assert palette.nothing.isVisible()
    qtbot.keyClick(palette.words, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_only_what_can_be_done_here_is_offered(window, palette):
    offered = names(palette)
    assert "导入文件…" in offered
    assert "通过" not in offered


@pytest.mark.parametrize(
    ("nearer", "farther", "typed"),
    [
        ("重疾险", "重大恶性疾病险", "重疾"),
        ("x 费率表", "费 x 率 y 表", "费率表"),
        ("产品条款", "保险条款产品", "产条"),
    ],
)
def test_letters_that_stand_together_are_nearer_than_scattered_ones(nearer, farther, typed):
    near, far = nearness([typed], nearer, ""), nearness([typed], farther, "")
    assert near is not None
    assert far is None or near < far


def test_one_letter_is_looked_for_as_it_stands():
    assert nearness(["x"], "abc", "") is None
    assert nearness([], "abc", "") == (0, 0, 0)


def test_what_a_page_can_do_without_a_key_is_found(window, palette, qtbot):
    offered = names(palette)
    assert {"分派…", "导出条款…", "导入文件夹…"} <= set(offered)
    palette.words.setText("分派")
    palette.follow()
    qtbot.waitUntil(lambda: window.library.actions_of_documents.assigning.asking.question is not None)


def test_every_section_of_the_settings_is_gone_to_by_its_name(window, palette):
    palette.reject()
    for section in SECTIONS:
        window.show_palette()
        window.palette_sheet.words.setText(say(section))
        assert names(window.palette_sheet)[0] == say(section)
        window.palette_sheet.follow()
        headings = window.settings_page.area.findChildren(QLabel)
        (heading,) = (each for each in headings if each.property("role") == "heading" and each.text() == say(section))
        assert not heading.visibleRegion().isEmpty(), section


def test_another_library_is_opened_from_here_too(window, settings, palette, qtbot, tmp_path):
    palette.reject()
    settings.remember_library(tmp_path / "寿险.db")
    window.show_palette()
    window.palette_sheet.words.setText("寿险")
    with qtbot.waitSignal(window.context.library_wanted) as went:
        window.palette_sheet.follow()
    assert went.args[0].path == tmp_path / "寿险.db"
