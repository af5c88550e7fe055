"""Work on another core is done once, whoever does it, and its fault is told to who asks for its result."""

import threading

import pytest

from insurance_desktop.index import beside


@pytest.fixture(autouse=True)
def two_cores(monkeypatch):
    monkeypatch.setattr(beside.os, "cpu_count", lambda: 2)
    beside._threads.cache_clear()
    yield
    beside._threads().shutdown()
    beside._threads.cache_clear()


def test_another_thread_does_it():
    assert beside.begin(threading.get_ident)() != threading.get_ident()


def test_with_one_core_it_is_done_by_who_asks(monkeypatch):
    monkeypatch.setattr(beside.os, "cpu_count", lambda: 1)
    assert beside.begin(threading.get_ident)() == threading.get_ident()


def test_a_fault_is_told_to_who_asks():
    later = beside.begin(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        later()


def test_nobody_waits_for_a_thread_that_others_keep_busy():
    release = threading.Event()
    busy = [beside.begin(lambda: release.wait(60)) for _ in range(2)]
    assert beside.begin(threading.get_ident)() == threading.get_ident()
    release.set()
    assert [each() for each in busy] == [True, True]


def test_work_may_begin_more_work_than_there_are_threads():
    def count(depth):
        return 1 + sum(each() for each in [beside.begin(lambda: count(depth - 1)) for _ in range(depth)])

    assert beside.begin(lambda: count(4))() == 65
