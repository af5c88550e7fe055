"""Work on another core is done once, whoever does it, and its fault is told to who asks for its result."""

import threading

import pytest

from insurance_desktop.index import background


@pytest.fixture(autouse=True)
def two_cores(monkeypatch):
    monkeypatch.setattr(background.os, "cpu_count", lambda: 2)
    background._threads.cache_clear()
    yield
    background._threads().shutdown()
    background._threads.cache_clear()


def test_another_thread_does_it():
    assert background.begin(threading.get_ident)() != threading.get_ident()


def test_with_one_core_it_is_done_by_who_asks(monkeypatch):
    monkeypatch.setattr(background.os, "cpu_count", lambda: 1)
    assert background.begin(threading.get_ident)() == threading.get_ident()


def test_a_fault_is_told_to_who_asks():
    later = background.begin(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        later()


def test_nobody_waits_for_a_thread_that_others_keep_busy():
    release = threading.Event()
    busy = [background.begin(lambda: release.wait(60)) for _ in range(2)]
    assert background.begin(threading.get_ident)() == threading.get_ident()
    release.set()
    assert [each() for each in busy] == [True, True]


def test_work_may_begin_more_work_than_there_are_threads():
    def count(depth):
        return 1 + sum(each() for each in [background.begin(lambda: count(depth - 1)) for _ in range(depth)])

    assert background.begin(lambda: count(4))() == 65
