"""Every version with who and why, and the difference to any other: the unsaved one before it becomes one, too."""

import pytest
from clause_sheet import MARKDOWN, SOURCE_MAP
from fake_services import document
from input_method import compose
from PySide6.QtCore import Qt
from test_window_review import CTRL, chosen_boxes, opened, settled
from test_window_review import review as short_document

from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.gui.review.text.editions_paper import editions_table

review = short_document


def shown(review):
    return review.text.difference.text.toPlainText()


@pytest.mark.requirement("US2")
def test_what_an_edit_changes_is_shown_before_it_becomes_a_version(review, services, window, qtbot):
    review.text.view.put_text(MARKDOWN.replace("15日", "10日"))
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_S, CTRL)
    question = review.decisions.question
    qtbot.waitUntil(lambda: "＋" in question.difference.text.toPlainText())
    words = question.difference.text.toPlainText()
    assert "3.2 犹豫期" in words
    assert "15日" in words and "10日" in words
    compose(question.reason, "印错")
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "10日" in services.texts.get(1, ""))


@pytest.mark.requirement("US2")
def test_a_key_shows_the_difference_to_the_converted_text_and_a_change_leads_to_its_place(review, window, qtbot):
    review.text.view.put_text(MARKDOWN.replace("酒后驾驶", "酒后开车"))
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(lambda: "开车" in shown(review))
    assert "1 处不同" in review.text.difference.title.text()
    qtbot.keyClick(review.text.difference.text, Qt.Key.Key_Return)
    assert chosen_boxes(review) == list(SOURCE_MAP[7].boxes)
    assert review.text.reading.isChecked()


def test_a_changed_cell_in_the_difference_leads_to_the_cell_and_not_to_the_row_before(review, window, qtbot):
    review.text.view.put_text(MARKDOWN.replace("2,400", "2,500"))
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(lambda: "2,500" in shown(review))
    qtbot.keyClick(review.text.difference.text, Qt.Key.Key_Return)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_F2)
    qtbot.waitUntil(review.text.table.isVisible)
    table = review.text.table
    assert table.model.data(table.cells.currentIndex()) == "2,500"


def test_without_an_edit_there_is_no_difference(review, qtbot):
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(lambda: "没有差异" in review.text.difference.title.text())


@pytest.mark.requirement("FR-005")
def test_every_version_says_who_and_why_and_is_compared_with_another(window, services, settings, qtbot):
    services.holds(document(1))
    services.texts[1] = MARKDOWN.replace("15日", "20日")
    review = opened(window, services, qtbot, 1)
    panel = review.tabs.versions
    review.tabs.setCurrentWidget(review.tabs.records)
    settled(window, qtbot)
    assert panel.rows.count() == 2
    assert "王敏" in panel.rows.item(0).text() and "漏字" in panel.rows.item(0).text()
    converted = panel.rows.item(1)
    assert "转换器 1" not in converted.text() and "转换器 1" in converted.toolTip()
    panel.rows.setFocus()
    qtbot.keyClick(panel.rows, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "20日" in shown(review))
    assert "第 1 版 → 第 2 版" in review.text.difference.title.text()


@pytest.mark.requirement("FR-005")
def test_an_earlier_version_is_restored_after_a_look_at_what_that_changes(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.texts[1] = MARKDOWN.replace("15日", "20日")
    review = opened(window, services, qtbot, 1)
    panel = review.tabs.versions
    review.tabs.setCurrentWidget(review.tabs.records)
    settled(window, qtbot)
    assert not panel.restore.isEnabled()  # the first row is the text now
    panel.rows.setCurrentRow(1)
    qtbot.mouseClick(panel.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: review.decisions.question is not None)
    words = review.decisions.question.difference.text.toPlainText()
    assert "20日" in words and "15日" in words
    assert services.texts[1] != MARKDOWN
    qtbot.mouseClick(review.decisions.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.texts[1] == MARKDOWN)


def test_a_version_is_not_restored_over_words_that_are_not_saved(window, services, settings, qtbot):
    services.holds(document(1))
    services.texts[1] = MARKDOWN.replace("15日", "20日")
    review = opened(window, services, qtbot, 1)
    review.tabs.setCurrentWidget(review.tabs.records)
    settled(window, qtbot)
    review.text.view.put_text("改" + services.texts[1])
    review.tabs.versions.rows.setCurrentRow(1)
    qtbot.mouseClick(review.tabs.versions.restore, Qt.MouseButton.LeftButton)
    settled(window, qtbot)
    assert review.decisions.question is None
    assert review.text.view.text.startswith("改")


@pytest.mark.requirement("US2")
def test_a_saved_edit_closes_the_editor(review, services, window, qtbot):
    review.text.source.click()
    review.text.view.put_text(MARKDOWN.replace("15日", "10日"))
    qtbot.keyClick(review.text.view.source, Qt.Key.Key_S, CTRL)
    qtbot.mouseClick(review.decisions.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "10日" in services.texts.get(1, ""))
    settled(window, qtbot)
    assert not review.text.view.is_source
    assert review.text.reading.isChecked()
    assert not review.text.view.is_edited


@pytest.mark.requirement("US2")
def test_two_verified_editions_are_compared_clause_by_clause_and_lead_to_the_clause(
    window, services, settings, qtbot, tmp_path
):
    verified = {"review_status": ReviewStatus.VERIFIED, "product_id": 7}
    older = document(1, publish_time="2020-01-01", edition="2020-1", **verified)
    services.holds(older, document(2, edition="2026-1", **verified), document(3))
    review = opened(window, services, qtbot, 2)
    review.tabs.setCurrentWidget(review.tabs.records)
    panel = review.tabs.versions
    assert panel.edition.count() == 1
    qtbot.keyClick(panel.compare_edition, Qt.Key.Key_Return)
    view = review.text.editions
    qtbot.waitUntil(lambda: "犹豫期" in view.text.toPlainText())
    assert "2020-1 → 2026-1" in view.title.text() and "4 条不变" in view.title.text()
    assert "[－10日][＋15日]" in view.text.toPlainText()
    told = editions_table(view.answer)
    assert any("[－10日][＋15日]" in row[3] and row[0] == "≠ 改动" for row in told.rows)
    assert "2020-1 → 2026-1" in told.about[0] and len(told.about) == 3
    target = tmp_path / "版本.docx"
    with qtbot.waitSignal(window.context.noticed):
        review.versions.papers.export_to(target, lambda _workspace: told)
    assert target.is_file()
    qtbot.keyClick(view.text, Qt.Key.Key_Return)
    assert review.outline.rows.currentItem().text(0).startswith("3.2")


def test_a_document_that_is_not_verified_is_offered_no_edition_to_compare(review):
    assert review.tabs.versions.edition.count() == 0
    assert review.tabs.versions.compare_edition.isHidden()
