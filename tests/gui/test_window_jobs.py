"""Work runs beside the event loop and comes home to the main thread."""

import gc
import itertools
import threading
import time

import pytest
from PySide6.QtCore import QTimer

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.running import Cancelled, Progress
from insurance_desktop.gui.running.jobs import LATER_MS, Jobs


@pytest.fixture
def jobs(qapp):
    made = Jobs()
    yield made
    made.close()


def test_a_result_arrives_on_the_main_thread_and_the_work_ran_elsewhere(jobs, qtbot):
    threads = []
    jobs.read(threading.current_thread, lambda worker: threads.extend([worker, threading.current_thread()]))
    qtbot.waitUntil(lambda: len(threads) == 2)
    assert threads[0] is not threading.main_thread()
    assert threads[1] is threading.main_thread()


def test_changes_run_one_after_the_other_in_the_order_they_were_asked(jobs, qtbot):
    running, most, order = [0], [0], []
    lock = threading.Lock()

    def work(number):
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        with lock:
            running[0] -= 1
        return number

    with qtbot.waitSignal(jobs.idle):
        for number in range(50):
            jobs.write("t", lambda progress, cancel, number=number: work(number), order.append)
    assert order == list(range(50))
    assert most == [1]


def test_a_failure_is_a_sentence_and_an_unexpected_one_says_so(jobs, qtbot):
    failures = []

    def expected():
        raise UsageError("machine.no_display")

    jobs.read(expected, failures.append, failures.append)
    jobs.read(lambda: 1 // 0, failures.append, failures.append)
    qtbot.waitUntil(lambda: len(failures) == 2)
    by_kind = {each.expected: each for each in failures}
    assert "显示器" in by_kind[True].message
    assert "ZeroDivisionError" in by_kind[False].message
    assert "Traceback" in by_kind[False].details


def test_a_failure_nobody_takes_is_announced(jobs, qtbot):
    with qtbot.waitSignal(jobs.failed) as announced:
        jobs.read(lambda: 1 // 0, print)
    assert "ZeroDivisionError" in announced.args[0].details


def test_a_cancelled_job_stops_and_tells_that_it_was_stopped(jobs, qtbot):
    began, stopped, done = threading.Event(), [], []

    def work(progress, cancel):
        began.set()
        while not cancel():
            threading.Event().wait(0.001)
        raise Cancelled

    job = jobs.write("t", work, done.append, stopped=lambda: stopped.append(True))
    qtbot.waitUntil(began.is_set)
    with qtbot.waitSignal(jobs.idle):
        job.cancel()
    assert stopped == [True]
    assert done == []


def test_a_job_cancelled_while_it_waits_never_begins(jobs, qtbot):
    gate, ran = threading.Event(), []
    jobs.write("first", lambda progress, cancel: gate.wait(5), lambda result: None)
    second = jobs.write("second", lambda progress, cancel: ran.append(1), lambda result: None)
    second.cancel()
    with qtbot.waitSignal(jobs.idle):
        gate.set()
    assert ran == []


def test_a_forgotten_answer_is_dropped(jobs, qtbot):
    gate, answers = threading.Event(), []
    old = jobs.read(lambda: gate.wait(5) and "old", answers.append)
    jobs.read(lambda: "new", answers.append)
    old.forget()
    with qtbot.waitSignal(jobs.idle):
        gate.set()
    assert answers == ["new"]


def test_a_flood_of_progress_reaches_the_window_as_a_few_looks_and_the_newest_counts(jobs, qtbot):
    looks = []
    jobs.changed.connect(lambda: looks.extend(job.progress.done for job in jobs.titled))

    def work(progress, cancel):
        for step in range(20_000):
            progress(Progress(step + 1, 20_000))

    gate = threading.Event()
    job = jobs.write("t", lambda *steps: (work(*steps), gate.wait(5)), lambda result: None)
    qtbot.waitUntil(lambda: job.progress.done == 20_000)
    gate.set()
    assert len(looks) < 5_000
    qtbot.waitUntil(lambda: jobs.is_idle)


def test_the_event_loop_keeps_its_beat_while_every_worker_is_busy(jobs, qtbot):
    beats, gate = [], threading.Event()
    heart = QTimer()
    heart.setInterval(5)
    heart.timeout.connect(lambda: beats.append(time.perf_counter()))
    for _ in range(8):
        jobs.read(lambda: gate.wait(5), lambda result: None)
    jobs.write("slow", lambda progress, cancel: gate.wait(5), lambda result: None)
    heart.start()
    qtbot.waitUntil(lambda: len(beats) > 60)
    gate.set()
    longest = max(later - earlier for earlier, later in itertools.pairwise(beats))
    assert longest < 0.2


def test_thousands_of_answers_arrive_and_closing_waits_for_the_rest(jobs, qtbot):
    answers = []
    for number in range(3_000):
        jobs.read(lambda number=number: number, answers.append)
    qtbot.waitUntil(lambda: len(answers) == 3_000, timeout=20_000)
    assert sorted(answers) == list(range(3_000))
    began, ended = threading.Event(), []
    jobs.read(lambda: (began.set(), threading.Event().wait(0.05), ended.append(True)), answers.append)
    qtbot.waitUntil(began.is_set)
    assert jobs.close()
    assert ended == [True]
    assert len(answers) == 3_000


def test_what_can_wait_begins_after_what_is_looked_at(qapp, qtbot, monkeypatch):
    monkeypatch.setattr("insurance_desktop.gui.running.jobs.LATER_MS", 60_000)
    jobs, order = Jobs(), []
    with qtbot.waitSignal(jobs.idle):
        jobs.read_later(lambda: order.append("beside"), lambda _: None)
        jobs.read(lambda: order.append("page"), lambda _: jobs.read(lambda: order.append("picture"), lambda _: None))
    assert order == ["page", "picture", "beside"]
    assert jobs.close()


def test_what_can_wait_does_not_wait_for_a_page_that_hangs(jobs, qtbot):
    gate, answers = threading.Event(), []
    jobs.read(lambda: gate.wait(20), answers.append)
    jobs.read_later(lambda: "beside", answers.append)
    qtbot.waitUntil(lambda: answers == ["beside"])
    gate.set()
    qtbot.waitUntil(lambda: jobs.is_idle)


def test_what_still_waits_when_the_window_closes_is_not_begun(jobs, qtbot):
    begun = []
    jobs.read_later(lambda: begun.append(True), begun.append)
    assert jobs.close()
    with qtbot.assertNotEmitted(jobs.idle, wait=LATER_MS + 100):
        pass
    assert not begun


class Kept:
    """One of two objects that know each other; says where it is taken apart."""

    def __init__(self, gone):
        self.gone = gone
        self.other = self

    def __del__(self):
        self.gone.append(threading.current_thread())


def test_what_a_worker_leaves_behind_is_taken_apart_on_the_main_thread(jobs, qtbot):
    """Beside it, an object of Qt's would wait for Python's lock while the main thread waits for Qt's."""
    gone, alive, most = [], [], gc.get_threshold()[0]

    def leave():
        Kept(gone)
        return [[] for _ in range(most + 1)]

    jobs.read(leave, alive.append)
    qtbot.waitUntil(lambda: bool(gone), timeout=5_000)
    assert gone == [threading.main_thread()]


def test_python_looks_for_cycles_itself_once_the_workers_have_ended(jobs):
    assert not gc.isenabled()
    assert jobs.close()
    assert gc.isenabled()
