"""Several reviewers: documents are assigned and handed over, and a library can ask for two pairs of eyes."""

import pytest
from fake_services import document
from PySide6.QtCore import Qt

from insurance_desktop.gui.pages import LIBRARY, SETTINGS, Place


@pytest.fixture
def shared(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1), document(2), document(3, assigned_to="李"))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    return window


def answer(assigning, qtbot, name, note=""):
    qtbot.waitUntil(lambda: assigning.question is not None)
    question, assigning.question = assigning.question, None
    question.name.setCurrentText(name)
    question.note.setText(note)
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)


def test_documents_are_assigned_and_given_back_from_the_library(shared, services, qtbot):
    shared.show_page(LIBRARY)
    shared.library.table.selectAll()
    shared.library.several.assign.click()
    with qtbot.waitSignal(shared.context.listed):
        answer(shared.library.several.assigning, qtbot, "张")
    assert {each.assigned_to for each in services.rows.values()} == {"张"}
    assert "已分派给张" in shared.notice.message.text()
    shared.context.place_wanted.emit(Place(1))
    qtbot.waitUntil(lambda: shared.review.opened is not None)
    assert "王敏\n分派给 张" in shared.review.log.rows.item(0).text(), "who handed it on stands in its record"
    shared.show_page(LIBRARY)
    shared.library.search.setText("张")
    assert shared.library.model.rowCount() == 3
    shared.library.table.selectRow(0)
    shared.library.details.assign.click()
    with qtbot.waitSignal(shared.context.listed):
        answer(shared.library.details.assigning, qtbot, "")
    assert None in {each.assigned_to for each in services.rows.values()}


def test_the_known_names_are_offered_ones_own_first(shared, qtbot):
    shared.library.details.assign.click()
    assigning = shared.library.details.assigning
    qtbot.waitUntil(lambda: assigning.question is not None)
    offered = assigning.question.name
    assert [offered.itemText(line) for line in range(offered.count())] == ["王敏", "李", "张"]
    assert offered.currentText() == ""


def test_the_queue_says_whose_a_document_is_and_shows_ones_own(shared, services, qtbot):
    services.holds(document(1, assigned_to="王敏"), document(2), document(3, assigned_to="李"))
    with qtbot.waitSignal(shared.context.listed):
        shared.context.refresh()
    shared.show_page("review")
    queue = shared.review.queue
    queue.actions_of["group_person"].trigger()
    assert any(each.text.endswith("→ 李") for each in queue.rows.lines.lines)
    queue.scope.setCurrentIndex(1)
    assert [each.number for each in queue.rows.lines.lines] == [None, 1]


def test_two_reviewers_are_asked_for_on_the_settings_page_with_a_reason(shared, services, qtbot):
    shared.show_page(SETTINGS)
    rule = shared.settings_page.rule
    qtbot.waitUntil(rule.change.isEnabled)
    assert "一个人" in rule.state.text()
    rule.change.click()
    question = rule.asking.question
    assert not question.confirm.isEnabled()
    question.reason.setPlainText("公司规定")
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.reviewers == 2 and "两个不同的人" in rule.state.text())
    assert "公司规定" in rule.state.text()
    assert "一个人" in rule.change.text()
