"""Whatever a run does, two requests never start closer than the least interval, over restarts too."""

import threading
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insurance_desktop.crawl.pace import LEAST_INTERVAL, Pace
from insurance_desktop.domain.running import Cancelled


class FakeClock:
    """Time that passes only where someone sleeps or works. `set_back` moves the wall clock alone."""

    def __init__(self) -> None:
        self.elapsed = 0.0
        self.offset = 1_700_000_000.0

    def steady(self) -> float:
        return self.elapsed

    def wall(self) -> float:
        return self.elapsed + self.offset

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.elapsed += seconds

    work = sleep

    def set_back(self, seconds: float) -> None:
        self.offset -= seconds


def closest(starts: list[float]) -> float:
    return min(after - before for before, after in pairwise(starts))


@pytest.mark.requirement("FR-003", "EC-003")
def test_ten_thousand_requests_over_restarts_keep_their_distance():
    clock, starts = FakeClock(), []
    waits = [0.001, 3.0, 0.2, 1.25, 0.9]
    pace = Pace(clock=clock, jitter=lambda: 0.1)
    for number in range(10_000):
        if number % 97 == 0:
            pace = Pace(last_start=starts[-1] + clock.offset if starts else None, clock=clock)
        with pace.turn():
            starts.append(clock.steady())
            clock.work(waits[number % len(waits)])
    assert closest(starts) >= LEAST_INTERVAL - 1e-6
    assert len(starts) / (starts[-1] - starts[0]) <= 0.8


@given(st.lists(st.tuples(st.floats(0.001, 5), st.floats(-1, 3), st.booleans()), min_size=2, max_size=40))
def test_any_run_of_work_jitter_and_restarts_keeps_its_distance(steps):
    clock, starts = FakeClock(), []
    jitter = [0.0]
    pace = Pace(clock=clock, jitter=lambda: jitter[0])
    for worked, extra, restart in steps:
        jitter[0] = extra
        with pace.turn() as wall:
            starts.append(clock.steady())
            clock.work(worked)
        if restart:
            pace = Pace(last_start=wall, clock=clock, jitter=lambda: jitter[0])
    assert closest(starts) >= LEAST_INTERVAL - 1e-6


def test_the_first_request_of_a_library_need_not_wait():
    clock = FakeClock()
    with Pace(clock=clock).turn():
        assert clock.steady() == 0


def test_a_wall_clock_that_was_set_back_costs_one_interval_at_most():
    clock = FakeClock()
    before = clock.wall()
    clock.set_back(86_400)
    with Pace(last_start=before, clock=clock).turn():
        assert clock.steady() == pytest.approx(LEAST_INTERVAL)


def test_a_request_that_fails_counts_too():
    clock = FakeClock()
    pace = Pace(clock=clock)
    with pytest.raises(OSError, match="cut"), pace.turn():
        raise OSError("cut")
    with pace.turn():
        assert clock.steady() >= LEAST_INTERVAL


def test_a_caller_that_waits_can_be_stopped_and_loses_no_turn():
    clock = FakeClock()
    pace = Pace(clock=clock)
    with pace.turn():
        pass
    with pytest.raises(Cancelled), pace.turn(cancel=lambda: clock.steady() > 0.5):
        pytest.fail("it ran although it was stopped")
    with pace.turn():
        assert clock.steady() == pytest.approx(LEAST_INTERVAL)


@pytest.mark.requirement("FR-003")
def test_on_the_real_clock_threads_take_turns_at_the_right_distance():
    starts: list[float] = []
    pace = Pace()

    def ask() -> None:
        with pace.turn():
            starts.append(time.monotonic())

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(starts) == 3
    assert closest(starts) >= LEAST_INTERVAL - 0.01
