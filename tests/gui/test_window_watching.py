"""What another program does to the library is seen without F5, and takes nothing from the person at work."""

from dataclasses import replace

import pytest
from fake_services import document
from input_method import compose
from test_window_review import opened, settled

from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.states import ReviewStatus


@pytest.fixture
def review(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1), document(2))
    return opened(window, services, qtbot, 1)


def looks(window, qtbot):
    """The moment comes at which the window looks for changes."""
    window.context.look_for_changes()
    settled(window, qtbot)


def test_an_import_by_the_command_line_appears_and_the_choice_stays(review, window, services, qtbot):
    window.show_page("library")
    window.library.table.selectRow(window.library.model.places[2])
    services.rows[3] = document(3)
    looks(window, qtbot)
    assert window.library.model.total == 3
    assert [each.document_id for each in window.library.selected()] == [2]
    assert "3" in window.status.waiting_link.text()


def test_the_library_is_looked_at_by_itself_while_it_is_open(window):
    assert window.context._watching.isActive()


def test_nothing_is_read_again_while_nothing_has_changed(review, window, services, qtbot):
    looks(window, qtbot)
    before = services.calls.count("documents")
    looks(window, qtbot)
    assert services.calls.count("documents") == before


def test_a_decision_made_elsewhere_is_shown_on_the_open_document(review, window, services, qtbot):
    services.rows[1] = replace(services.rows[1], review_status=ReviewStatus.REJECTED)
    looks(window, qtbot)
    assert "已驳回" in review.state.text()


@pytest.mark.requirement("US2")
def test_what_is_being_written_stays_when_the_document_changes_elsewhere(review, window, services, qtbot):
    review.text.toggle_source()
    source = review.text.view.source
    source.selectAll()
    compose(source, "# 我在改")
    services.texts[1] = "# 别处改的"
    services.rows[1] = replace(services.rows[1], version_id=77)
    looks(window, qtbot)
    assert source.toPlainText() == "# 我在改"
    assert "别处" in window.notice.message.text()
    review.text.discard.click()
    review.text.question.confirm.click()
    qtbot.waitUntil(lambda: review.text.view.text == "# 别处改的")


def test_an_own_decision_is_not_told_as_one_from_elsewhere(review, window, services, qtbot):
    told = []
    window.context.changed_elsewhere.connect(told.append)
    services.rows[2] = replace(services.rows[2], review_status=ReviewStatus.REJECTED)
    window.context.tell(Changes(frozenset({2})))
    settled(window, qtbot)
    assert told == []
