"""The window answers while much is done: no turn of its event loop does the work of many.

Counted in calls (see loop_turns), so a slow or crowded machine changes nothing; what the limit is worth is shown by
tests that do the same work at once and go beyond it.
"""

import logging
from pathlib import Path

import pytest
from fake_services import document
from loop_turns import counted_turns
from test_window_review import opened, settled

from insurance_desktop.gui.process.watchdog import STALL_SECONDS, Watchdog
from insurance_desktop.gui.review.text import document_writer

LIMIT = 16_000
"""Calls in one turn: making a page for the first time takes half of them, a list that comes in the same turn a third, a
slice of a table about a tenth."""
ROWS, FILES = 2_000, 50
TABLE = "# 费率表\n\n| 年龄 | 男 | 女 | 三年 | 五年 |\n| --- | --- | --- | --- | --- |\n" + "".join(
    f"| {row} | {row}.10 | {row}.20 | {row}.30 | {row}.40 |\n" for row in range(ROWS)
)


def written(window):
    return not window.review.text.view.writer.is_writing


@pytest.fixture
def review(window, services, qtbot):
    """Document 1 is open; document 2 is one large table."""
    services.holds(document(1), document(2))
    services.texts[2], services.source_maps[2] = TABLE, ()
    return opened(window, services, qtbot, 1)


def open_the_table(review, window, qtbot):
    with counted_turns() as turns:
        review.queue.picked.emit(2)
        qtbot.waitUntil(lambda: review.opened.document_id == 2 and written(window), timeout=60_000)
    assert f"{ROWS - 1}.40" in review.text.view.rendered.toPlainText()
    return turns


@pytest.mark.requirement("US2")
def test_a_table_of_two_thousand_rows_is_shown_a_little_in_each_turn(review, window, qtbot):
    turns = open_the_table(review, window, qtbot)
    assert turns.most <= LIMIT
    assert turns.count > ROWS * 5 / document_writer.TABLE_CELLS_AT_ONCE


def test_the_same_table_shown_at_once_goes_beyond_the_limit(review, window, qtbot, monkeypatch):
    monkeypatch.setattr(document_writer, "SLICE_WEIGHT", 10**9)
    assert open_the_table(review, window, qtbot).most > LIMIT


@pytest.mark.requirement("US2")
def test_fifty_files_are_imported_a_little_in_each_turn(window, services, qtbot):
    files = [Path(f"第{number}份.pdf") for number in range(FILES)]
    with counted_turns() as turns:
        window.context.imports.take_in(files)
        qtbot.waitUntil(lambda: len(window.context.documents) == FILES and window.context.jobs.is_idle, timeout=60_000)
    settled(window, qtbot)
    assert turns.most <= LIMIT


# --- what the program itself writes down ----------------------------------------------------------------------------
def test_a_stall_is_written_into_the_log_with_what_was_under_way(tmp_path, qapp, caplog):
    now = [100.0]
    watchdog = Watchdog(tmp_path, lambda: "正在导入（3 项）", lambda: now[0])
    watchdog.watch()
    with caplog.at_level(logging.WARNING, "insurance_desktop.window"):
        now[0] += 1
        watchdog.beat()
        assert not caplog.records
        (tmp_path / "stall.txt").write_text("Thread 0x1 (most recent call first): in slow_place", encoding="utf-8")
        now[0] += STALL_SECONDS + 4
        watchdog.beat()
    watchdog.stop()
    [record] = caplog.records
    assert "7.0 s" in record.getMessage()
    assert "正在导入（3 项）" in record.getMessage()
    assert "slow_place" in record.getMessage()


def test_where_no_log_can_be_written_the_window_lives_without(tmp_path, qapp):
    in_the_way = tmp_path / "logs"
    in_the_way.write_text("a file where the folder should be", encoding="utf-8")
    watchdog = Watchdog(in_the_way, str)
    watchdog.watch()
    watchdog.beat()
    watchdog.stop()
