"""A scanned document in the window: one button reads its pages, what was read is taken over as an edit."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from scans import SURE, UNSURE, a_scan, reading_engine

from insurance_desktop.convert.running import ocr
from insurance_desktop.domain.conversion import PageSuggestion, SuggestedLine
from insurance_desktop.domain.errors import SystemRefused
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.gui.pages import SETTINGS
from insurance_desktop.gui.review.page.scan_panel import page_ranges
from insurance_desktop.gui.review.text.suggested_text import is_in, markdown_of, with_page
from insurance_desktop.services.machine import components
from insurance_desktop.services.machine.components import Component, Way

PATIENCE_MS = 60_000
PAGE = f"{SURE}\n\n第二行\\*看不清"


@pytest.fixture
def review(real_window, qtbot, tmp_path, monkeypatch):
    """The scan lies in the library without suggestions; from now on a reader of pictures is there."""
    monkeypatch.setattr(ocr, "OcrReader", partial(ocr.OcrReader, engine=lambda: None))
    monkeypatch.setattr(ocr.OcrReader.func, "is_installed", False)
    context = real_window.context
    (tmp_path / "scan.pdf").write_bytes(a_scan(2))
    with qtbot.waitSignal(context.noticed, timeout=PATIENCE_MS):
        context.imports.take_in([tmp_path / "scan.pdf"])
    qtbot.waitUntil(lambda: len(context.documents) == 1, timeout=PATIENCE_MS)
    real_window.library.open_in_review(1)
    qtbot.waitUntil(lambda: real_window.review.opened is not None, timeout=PATIENCE_MS)
    return real_window.review


def with_a_reader(review, monkeypatch):
    monkeypatch.setattr(ocr.OcrReader.func, "is_installed", True)
    monkeypatch.setattr(ocr, "OcrReader", partial(ocr.OcrReader.func, engine=reading_engine))
    review.reading_scans.installing.ended.emit()


def press(part, qtbot):
    qtbot.waitUntil(lambda: part.isVisible() and part.isEnabled(), timeout=PATIENCE_MS)
    part.setFocus()
    qtbot.keyClick(part, Qt.Key.Key_Space)


@pytest.mark.requirement("US2", "FR-006")
def test_one_button_reads_all_pages_and_another_takes_them_over_as_an_edit(review, qtbot, monkeypatch):
    with_a_reader(review, monkeypatch)
    press(review.scans.read, qtbot)
    qtbot.waitUntil(review.scans.take_all.isVisible, timeout=PATIENCE_MS)
    assert not review.text.view.is_edited  # only suggestions
    assert f"？{UNSURE}" in review.scans.lines.toPlainText()
    assert "1" in review.scans.about.text()
    press(review.scans.take_all, qtbot)
    assert review.text.view.text == f"{PAGE}\n\n{PAGE}"
    assert review.text.view.is_edited
    assert not review.scans.isVisible()
    review.save()
    review.decisions.question.reason.setPlainText("识别")
    review.decisions.question.confirm.click()
    qtbot.waitUntil(lambda: review.opened.review.markdown == f"{PAGE}\n\n{PAGE}", timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not review.text.view.is_source)  # a saved edit closes the editor
    assert review.opened.review.document.review_status is ReviewStatus.PENDING
    assert any(each.is_open and each.severity == "blocking" for each in review.opened.review.findings)
    assert not review.scans.isVisible()


def test_pages_are_taken_one_by_one_and_stand_in_their_order(review, qtbot, monkeypatch):
    with_a_reader(review, monkeypatch)
    press(review.scans.read, qtbot)
    qtbot.waitUntil(review.scans.take_page.isVisible, timeout=PATIENCE_MS)
    press(review.scans.take_page, qtbot)
    assert review.text.view.text == PAGE


@pytest.mark.requirement("FR-006")
def test_without_a_reader_the_window_asks_before_it_installs_one(review, qtbot, monkeypatch):
    asked = []
    there = Component("ocr", False, ("rapidocr>=3.10,<4",), 220, Way.PIP)
    monkeypatch.setattr(components, "component", lambda name: there)
    monkeypatch.setattr(components, "install_component", lambda name, **_: asked.append(name) or there)
    press(review.scans.install, qtbot)
    installing = review.reading_scans.installing
    qtbot.waitUntil(lambda: installing.question is not None, timeout=PATIENCE_MS)
    assert "rapidocr" in installing.question.findChildren(type(review.scans.words))[1].text()
    assert not asked
    with qtbot.waitSignal(installing.ended, timeout=PATIENCE_MS):
        installing.question.confirm.click()
    assert asked == ["ocr"]


def test_a_packaged_program_says_what_to_do_instead(review, qtbot, monkeypatch):
    there = Component("ocr", False, ("rapidocr>=3.10,<4",), 220, Way.PACKAGED)

    def refuse(name, **_):
        raise SystemRefused("machine.component_packaged", command=there.command)

    monkeypatch.setattr(components, "component", lambda name: there)
    monkeypatch.setattr(components, "install_component", refuse)
    with qtbot.waitSignal(review.context.noticed, timeout=PATIENCE_MS) as told:
        press(review.scans.install, qtbot)
    assert "rapidocr" in told.args[0].hint


def test_the_settings_tell_which_components_are_here(window, services, qtbot, monkeypatch):
    found = tuple(Component(name, name == "ai", ("x",), 1, Way.PIP) for name in ("ai", "ocr"))
    monkeypatch.setattr(components, "components", lambda: found)
    window.show_page(SETTINGS)
    card = window.settings_page.components
    qtbot.waitUntil(card.install["ocr"].isVisible, timeout=PATIENCE_MS)
    assert not card.install["ai"].isVisible()
    assert card.states["ai"].text() != card.states["ocr"].text()


def line(text, x0, y0, x1, height=10.0):
    return SuggestedLine(text, 1.0, Box(1, x0, y0, x1, y0 + height))


def test_lines_of_a_paragraph_are_joined_and_a_row_of_a_table_stays_a_row():
    read = PageSuggestion(
        1,
        (
            line("第一条 本合同由投保人与保险人订", 70, 100, 500),
            line("立，自生效日起。", 50, 118, 200),
            line("第二条 另起一段。", 70, 136, 300),
            line("年龄", 50, 160, 80),
            line("30", 200, 160, 220),
            line("保费", 50, 178, 80),
        ),
    )
    assert markdown_of(read) == (
        "第一条 本合同由投保人与保险人订立，自生效日起。\n\n第二条 另起一段。\n\n年龄 30\n\n保费"
    )


def test_a_page_goes_behind_the_pages_before_it():
    first, second = PageSuggestion(1, (line("甲", 0, 0, 9),)), PageSuggestion(2, (line("乙", 0, 0, 9),))
    assert with_page("", first, (), 0) == (0, "甲")
    assert with_page("乙", first, (second,), 0) == (0, "甲\n\n")
    assert with_page("甲\n\n尾", second, (first, second), 0) == (1, "\n\n乙")
    assert with_page("印出的\n\n尾", second, (), 3) == (3, "\n\n乙")
    assert is_in("甲", first)
    assert not is_in("丙", first)


def test_pages_are_told_by_their_runs():
    assert page_ranges((1, 2, 3, 5, 7, 8)) == "1–3、5、7–8"
