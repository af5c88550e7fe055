"""Jobs as the user sees them: several at once, how fast and how long still, stopped, failed, and taken up again."""

import threading

import pytest
from fake_services import document
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from insurance_desktop.domain.errors import LibraryError
from insurance_desktop.domain.running import AtPage, PageWork, Progress
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.running.jobs import IMPORTS, JobState
from insurance_desktop.gui.running.pace import Pace
from insurance_desktop.services.importing.job_queue import WaitingImport

CTRL = Qt.KeyboardModifier.ControlModifier


def importing(window, services, qtbot, path):
    """An import that has begun and waits."""
    services.wait_in("import_paths")
    window.context.imports.take_in([path])
    qtbot.waitUntil(lambda: "import_paths" in services.calls)


def test_a_decision_does_not_wait_for_an_import(window, services, qtbot, tmp_path):
    services.holds(document(1))
    importing(window, services, qtbot, tmp_path / "a.pdf")
    done = []
    window.context.write("t", lambda _: services.reject(_, 1, reviewer="王敏", reason="重复"), done.append)
    qtbot.waitUntil(lambda: bool(done))
    assert [each.state for each in window.context.jobs.titled] == [JobState.RUNNING]
    services.let_go()
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)


def test_imports_run_one_after_the_other(window, services, qtbot, tmp_path):
    importing(window, services, qtbot, tmp_path / "a.pdf")
    window.context.imports.take_in([tmp_path / "b.pdf"])
    qtbot.waitUntil(lambda: len(window.context.jobs.titled) == 2)
    assert [each.state for each in window.context.jobs.titled] == [JobState.RUNNING, JobState.WAITING]
    assert "1" in window.status.running.text()
    services.let_go()
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)
    assert services.ended == {1: "done", 2: "done"}


@pytest.mark.requirement("FR-005")
def test_an_unfinished_import_goes_on_after_a_restart(closed_window, services, qtbot, tmp_path):
    services.waiting = [WaitingImport(7, (tmp_path / "a.pdf",)), WaitingImport(9, (tmp_path / "b.pdf",))]
    closed_window.open_library(tmp_path / "library.db")
    qtbot.waitUntil(lambda: services.ended == {7: "done", 9: "done"})
    qtbot.waitUntil(lambda: closed_window.context.jobs.is_idle)
    assert len(closed_window.context.documents) == 2


def test_closing_the_window_keeps_the_import_and_stopping_it_does_not(window, services, qtbot, tmp_path):
    importing(window, services, qtbot, tmp_path / "a.pdf")
    window.close()
    qtbot.waitUntil(lambda: services.closed)
    assert [each.job_id for each in services.waiting] == [1]
    assert services.ended == {}


def test_a_stopped_import_does_not_begin_again(window, services, qtbot, tmp_path):
    importing(window, services, qtbot, tmp_path / "a.pdf")
    window.context.jobs.titled[0].cancel()
    qtbot.waitUntil(lambda: services.ended == {1: "stopped"})
    assert services.waiting == []


def test_a_failed_import_is_a_sentence_with_details_to_copy(window, services, qtbot, tmp_path):
    services.fail_in("import_paths", LibraryError("store.disk_full", path="x.db", folder="/data"))
    qtbot.keyClick(window, Qt.Key.Key_J, CTRL)
    window.context.imports.take_in([tmp_path / "a.pdf"])
    jobs = window.jobs_window
    qtbot.waitUntil(lambda: bool(jobs.lines) and jobs.lines[0].copy.isVisible())
    line = jobs.lines[0]
    assert line.state.text().startswith("✕ 失败 磁盘已满")
    assert "Traceback" not in line.state.text()
    qtbot.mouseClick(line.copy, Qt.MouseButton.LeftButton)
    assert "disk_full" in QApplication.clipboard().text()
    assert "磁盘已满" in services.ended[1]


def test_the_list_shows_progress_rate_and_time_left_and_stops_a_job(window, qtbot):
    gate, told = threading.Event(), []

    def work(services, progress, cancel):
        progress(Progress(1, 50, "一.pdf"))
        while not cancel() and not gate.wait(0.01):
            pass
        told.append(cancel())

    window.status.jobs_pressed.emit()
    jobs = window.jobs_window
    assert jobs.empty.isVisible()
    job = window.context.run("导入资料", work, lambda result: None, lane=IMPORTS)
    qtbot.waitUntil(lambda: job.progress.total == 50)
    job.pace = Pace(began=0.0, done=25, at=60.0)
    line = jobs.lines[0]
    line.show_job(60.0)
    assert line.state.text() == "▶ 正在进行 · 1 / 50 · 每分钟 25 份 · 约剩 1 分钟"
    assert line.progress.isVisible()
    line.stop.setFocus()
    qtbot.keyClick(line.stop, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)
    assert told == [True]


def test_a_large_file_shows_at_which_page_it_is(window, qtbot):
    gate = threading.Event()

    def work(services, progress, cancel):
        progress(Progress(0, 1, "公约.pdf", AtPage(PageWork.READING, 112, 347)))
        gate.wait()

    job = window.context.run("导入资料", work, lambda result: None, lane=IMPORTS)
    qtbot.waitUntil(lambda: job.progress.total == 1)
    assert window.status.running.text() == "导入资料  公约.pdf  读到第 112 / 347 页"
    window.show_jobs()
    assert "读到第 112 / 347 页" in window.jobs_window.lines[0].state.text()
    gate.set()
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)


def test_ended_jobs_stay_in_the_list_until_they_are_cleared(window, qtbot):
    window.show_jobs()
    job = window.context.write("建立索引", lambda _workspace: None, lambda result: None)
    qtbot.waitUntil(lambda: job.state is JobState.DONE)
    assert window.jobs_window.lines[0].state.text() == "✓ 已完成"
    job = window.context.run("核对回答", lambda _, told, __: told(Progress(1, 2, "")), lambda result: None)
    qtbot.waitUntil(lambda: job.state is JobState.DONE and job.progress.total == 2)
    qtbot.waitUntil(lambda: "✓ 已完成 · 2 / 2" in [each.state.text() for each in window.jobs_window.lines])
    while window.context.jobs.finished:
        qtbot.mouseClick(window.jobs_window.clear, Qt.MouseButton.LeftButton)
    assert window.jobs_window.lines == ()
    assert window.jobs_window.empty.isVisible()


# --- how fast -----------------------------------------------------------------------------------------------------


def test_rate_and_time_left_come_from_what_was_done_since_the_beginning():
    pace = Pace()
    pace.begin(100.0)
    assert pace.per_minute is None
    pace.note(10, 130.0)
    assert pace.per_minute == 20
    assert pace.seconds_left(30, 130.0) == 60
    assert pace.seconds_left(30, 150.0) == 40
    assert pace.seconds_left(30, 900.0) == 0
    assert pace.seconds_left(10, 130.0) is None


def test_a_guess_from_a_moment_is_not_shown_and_a_new_count_begins_anew():
    pace = Pace()
    pace.begin(0.0)
    pace.note(5, 0.2)
    assert pace.per_minute is None
    pace.note(40, 60.0)
    pace.note(0, 61.0)
    assert pace.per_minute is None
    pace.note(10, 91.0)
    assert pace.per_minute == 20


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "约剩 10 秒"), (31, "约剩 40 秒"), (60, "约剩 1 分钟"), (3000, "约剩 50 分钟")]
)
def test_time_left_is_said_no_finer_than_it_is_known(seconds, words):
    assert wording.time_left(seconds) == words
