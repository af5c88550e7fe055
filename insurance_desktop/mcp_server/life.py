"""When the server has to end: its client closed the pipe, or died without closing it."""

import ctypes
import gc
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

GRACE = 1.8
"""Seconds between the end of the input and the end of the process, whatever is still being answered then: a client may
wait two seconds and no longer, so an answer that needs more than this is lost."""
LOOK_AFTER = 0.5
"""Seconds between two looks at the parent."""

M_ARENA_MAX = -8
"""The parameter's number in <malloc.h>."""

Leave = Callable[[int], None]


def leave_soon(leave: Leave = os._exit) -> threading.Timer:
    """Ends the process after the grace without waiting for threads: it only reads, so nothing can be lost."""
    timer = threading.Timer(GRACE, leave, (0,))
    timer.daemon = True
    timer.start()
    return timer


def leave_with_parent(leave: Leave = os._exit) -> threading.Thread:
    """Watches the process that started this one.

    A killed client does not always close the pipe: another of its children may hold a copy of the other end.
    """
    watch = threading.Thread(target=_wait_and_leave, args=(parent_watch(), leave), daemon=True)
    watch.start()
    return watch


def give_memory_back() -> None:
    """What was freed goes back to the system where the C library would keep it for later (glibc)."""
    gc.collect()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)


def keep_one_heap() -> None:
    """What one thread freed is there for the next: the C library would give each a heap of its own, in which up to
    64 MB stay free for ever (glibc). To be called before there are threads."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def _wait_and_leave(parent_is_gone: Callable[[], bool], leave: Leave) -> None:
    while not parent_is_gone():
        pass
    leave(0)


if sys.platform == "win32":
    SYNCHRONIZE = 0x00100000
    OBJECT_WAS_SIGNALLED = 0

    def parent_watch() -> Callable[[], bool]:
        """A question that takes its time and says whether the parent has ended."""
        kernel = ctypes.windll.kernel32
        kernel.OpenProcess.restype = ctypes.c_void_p
        kernel.WaitForSingleObject.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
        parent = kernel.OpenProcess(SYNCHRONIZE, False, os.getppid())
        milliseconds = int(1000 * LOOK_AFTER)

        def is_gone() -> bool:
            if not parent:  # not ours to watch
                time.sleep(LOOK_AFTER)
                return False
            return bool(kernel.WaitForSingleObject(parent, milliseconds) == OBJECT_WAS_SIGNALLED)

        return is_gone

else:

    def parent_watch() -> Callable[[], bool]:
        """A question that takes its time and says whether the parent has ended."""
        parent = os.getppid()

        def is_gone() -> bool:
            time.sleep(LOOK_AFTER)
            return os.getppid() != parent

        return is_gone
