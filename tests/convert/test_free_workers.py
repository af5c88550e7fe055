"""When a further conversion worker is started."""

from collections.abc import Callable
from threading import Condition

from insurance_desktop.convert.running.workers import PATIENCE, FreeWorkers


class FakeWait(Condition):
    """Lets time pass instead of waiting; `meanwhile` is what other threads do."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.waits = 0
        self.meanwhile: Callable[[], None] = lambda: None
        self.step: float | None = None

    def wait(self, timeout: float | None = None) -> bool:
        self.waits += 1
        assert timeout is not None or self.step is not None, "nobody would end this wait"
        self.now += self.step if self.step is not None else (timeout or 0.0)
        self.meanwhile()
        return True


def workers(count: int) -> tuple[FreeWorkers, FakeWait]:
    wait = FakeWait()
    return FreeWorkers(count, clock=lambda: wait.now, changed=wait), wait


def test_small_files_share_the_worker_that_is_there():
    free, wait = workers(4)
    wait.step = PATIENCE / 100
    wait.meanwhile = lambda: free.give_back(0)
    taken = [free.take() for _ in range(50)]
    assert set(taken) == {0}
    assert wait.waits == 49


def test_each_further_worker_starts_once_files_have_waited_long_enough_in_sum():
    free, wait = workers(3)
    wait.step = PATIENCE / 4
    wait.meanwhile = lambda: free.give_back(0)
    assert [free.take() for _ in range(7)] == [0, 0, 0, 0, 0, 1, 0]


def test_a_file_that_waits_for_a_long_one_gets_a_worker_of_its_own():
    free, wait = workers(2)
    assert (free.take(), free.take()) == (0, 1)
    assert wait.now == PATIENCE


def test_the_last_worker_is_waited_for():
    free, wait = workers(1)
    wait.step = 10 * PATIENCE
    wait.meanwhile = lambda: free.give_back(0)
    assert (free.take(), free.take()) == (0, 0)


def test_the_worker_used_last_goes_out_first():
    free, _ = workers(2)
    for number in (free.take(), free.take()):
        free.give_back(number)
    assert free.take() == 1
