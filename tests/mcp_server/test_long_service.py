"""A client may hold a server for weeks: what it asks leaves nothing behind that grows for ever."""

import gc
import subprocess
import sys
import threading
from functools import _lru_cache_wrapper
from itertools import islice

import anyio
from command_line import environment
from example_answers import STATUS
from marks import linux_only
from mcp import Client

from development.bench.calls import Mix, shelf_of
from insurance_desktop.mcp_server.answering import MOST_THREADS
from insurance_desktop.mcp_server.server import build_server
from insurance_desktop.services.answers.library_reader import LibraryReader

ONE_HEAP = """
import ctypes, threading
from insurance_desktop.mcp_server.life import keep_one_heap
libc = ctypes.CDLL(None)
if hasattr(libc, "malloc_info"):
    keep_one_heap()
    together = threading.Barrier(8)
    threads = [threading.Thread(target=lambda: (bytearray(100_000), together.wait())) for _ in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    libc.fdopen.restype = ctypes.c_void_p
    stdout = ctypes.c_void_p(libc.fdopen(1, b"w"))
    libc.malloc_info(0, stdout)
    libc.fflush(stdout)
"""


class MeetingReader:
    """Answers as soon as so many questions are being answered as may be at once; knows the most there ever were."""

    def __init__(self, together: int) -> None:
        self._meeting = threading.Barrier(together, timeout=60)
        self._lock = threading.Lock()
        self._now = self.most = 0

    def packs(self):
        return ("insurance",)

    def ask_of(self, pack, question, **given):
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        self._meeting.wait()
        with self._lock:
            self._now -= 1
        return STATUS


def unbounded_caches() -> dict[str, int]:
    """How much each cache of the program without a limit holds."""
    gc.unfreeze()  # what tests of windows set aside is among them
    return {
        f"{each.__module__}.{each.__qualname__}": each.cache_info().currsize
        for each in gc.get_objects()
        if isinstance(each, _lru_cache_wrapper)
        and each.__module__.startswith("insurance_desktop.")
        and each.cache_info().maxsize is None
    }


def test_however_much_is_asked_at_once_few_threads_answer_all_of_it():
    reader = MeetingReader(MOST_THREADS)
    answers = []

    async def conversation():
        async with Client(build_server(lambda: reader)) as client, anyio.create_task_group() as asking:

            async def ask():
                answers.append(await client.call_tool("library_status", {}))

            for _ in range(10 * MOST_THREADS):  # whole meetings
                asking.start_soon(ask)

    anyio.run(conversation)
    assert len(answers) == 10 * MOST_THREADS
    assert not any(each.is_error for each in answers)
    assert reader.most == MOST_THREADS


def test_no_cache_without_a_limit_remembers_what_was_asked(sample_library):
    async def conversation():
        with LibraryReader(sample_library, cores=1, verified_names_only=True) as reader:
            async with Client(build_server(lambda: reader)) as client:
                calls = iter(Mix(shelf_of(sample_library), seed=1))
                held = []
                for _ in range(2):
                    for name, given in islice(calls, 80):
                        await client.call_tool(name, given)
                    held.append(unbounded_caches())
                return held

    before, after = anyio.run(conversation)
    assert before
    grown = {name for name, size in after.items() if size > max(1, before.get(name, size))}  # 1: loaded meanwhile
    assert not grown


@linux_only("glibc alone gives each thread a heap of its own, and says how many there are")
def test_what_one_thread_freed_is_there_for_the_next():
    done = subprocess.run([sys.executable, "-c", ONE_HEAP], env=environment(), capture_output=True, check=True)
    assert not done.stdout or done.stdout.count(b"<heap nr=") == 1
