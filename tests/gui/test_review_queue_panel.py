"""The queue as a reviewer with many documents uses it: searched, sorted, grouped, and found again by a saved filter."""

from datetime import UTC, datetime

import pytest
from fake_services import document
from PySide6.QtCore import Qt

from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.gui.review.panels.queue_panel import QueuePanel, weighed
from insurance_desktop.services.review.review_queue import QueueEntry, ReviewQueue


def day(number):
    return datetime(2026, 11, number, 8, tzinfo=UTC)


@pytest.fixture
def queue(window, services, qtbot):
    services.holds(
        document(1, product_name="福佑终身寿险", company="平安人寿", pages=40, imported_at=day(3)),
        document(2, product_name="安心保医疗保险", company="示例人寿", pages=9, imported_at=day(1)),
        document(3, product_name="臻享意外险", company="平安人寿", pages=12, imported_at=day(2)),
        document(4, review_status=ReviewStatus.VERIFIED, company=None),
    )
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.show_page("review")
    return window.review.queue


def numbers(queue):
    return [each.number for each in queue.rows.lines.lines]


@pytest.mark.parametrize("typed", ["平安", "pingan", "PAR"])
def test_it_is_searched_by_name_sound_or_company(queue, typed):
    queue.words.setText(typed)
    assert set(numbers(queue)) == {1, 3}


@pytest.mark.parametrize(
    ("order", "shown"),
    [("newest", [1, 3, 2]), ("oldest", [2, 3, 1]), ("name", [2, 1, 3]), ("shortest", [2, 3, 1]), ("risk", [1, 2, 3])],
)
def test_it_is_sorted_and_ctrl_n_goes_the_same_way(queue, order, shown):
    queue.actions_of[f"order_{order}"].trigger()
    assert numbers(queue) == shown
    assert queue.neighbour(shown[0], 1) == shown[1]


def test_groups_have_headings_that_the_keyboard_passes(queue, qtbot):
    queue.actions_of["group_company"].trigger()
    assert numbers(queue) == [None, 1, 3, None, 2]
    assert queue.rows.lines.lines[0].text == "平安人寿　2 份"
    queue.rows.choose(3)
    qtbot.keyClick(queue.rows, Qt.Key.Key_Down)
    assert queue.rows.current_id == 2
    queue.scope.setCurrentIndex(2)
    assert queue.rows.lines.lines[-2].text == "（未知）　1 份"


def test_no_line_looks_like_the_open_document_where_that_does_not_wait(queue):
    queue.rows.choose(2)
    assert queue.rows.current_id == 2
    queue.rows.choose(4)
    assert queue.rows.current_id is None


def test_a_search_without_a_hit_says_so(queue):
    queue.words.setText("没有这个")
    assert "没有符合" in queue.nothing.text()


def test_a_saved_filter_brings_all_of_it_back(queue, settings, qtbot):
    queue.words.setText("平安")
    queue.actions_of["order_shortest"].trigger()
    queue.actions_of["group_kind"].trigger()
    queue.saved.ask_name()
    queue.saved.question.body.itemAt(0).widget().setText("平安的短文件")
    queue.saved.question.confirm.click()
    queue.words.clear()
    queue.actions_of["order_risk"].trigger()
    queue.actions_of["group_none"].trigger()
    queue.saved.fill()
    queue.saved.actions()[0].trigger()
    assert numbers(queue) == [None, 3, 1]
    queue.saved.fill()
    (forgetting,) = (each.menu() for each in queue.saved.actions() if each.menu())
    forgetting.actions()[0].trigger()
    assert settings.filters("queue") == {}


def test_the_order_is_kept_for_the_next_start(queue, window, settings):
    queue.actions_of["order_name"].trigger()
    queue.actions_of["group_company"].trigger()
    again = QueuePanel(window.context.theme, settings)
    assert (again.arrangement.order, again.arrangement.group) == ("name", "company")
    settings.queue_arrangement = ("of a later version", "")
    assert QueuePanel(window.context.theme, settings).arrangement.order == "risk"


def test_the_library_has_saved_filters_too(queue, window):
    filters = window.library.filters
    filters.words.setText("平安")
    filters.kind.setCurrentIndex(1)
    said = filters._said()
    filters.reset()
    filters.take(said)
    assert (filters.words.text(), filters.filter.kind) == ("平安", "产品条款")


def test_a_line_is_written_anew_only_where_what_it_tells_is_another():
    one, other = document(1), document(2)
    first = weighed(ReviewQueue((QueueEntry(one, ()), QueueEntry(other, ()))), {})
    renamed = document(2, product_name="臻享意外险")
    second = weighed(ReviewQueue((QueueEntry(document(1), ()), QueueEntry(renamed, ()))), first.written)
    assert second.written[1] is first.written[1]
    assert "臻享意外险" in second.written[2].text
    assert "臻享意外险" not in first.written[2].text
