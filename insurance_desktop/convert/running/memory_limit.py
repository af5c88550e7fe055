"""How much memory a process may take, and how much it holds."""

import contextlib
import os
import sys
from pathlib import Path


def limit_memory(memory_bytes: int) -> None:
    """Called in the child: the system refuses memory beyond this (Linux; elsewhere the parent watches)."""
    if sys.platform == "win32" or memory_bytes <= 0:
        return
    import resource  # noqa: PLC0415  POSIX only

    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def memory_in_use(pid: int) -> int:
    """Bytes of real memory that a process holds; 0 where it cannot be told."""
    try:
        if sys.platform == "win32":
            return _on_windows(pid)
        if sys.platform == "darwin":
            return _on_macos(pid)
        return _on_linux(pid)
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def _on_linux(pid: int) -> int:
    if sys.platform == "win32":
        return 0
    resident_pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return resident_pages * os.sysconf("SC_PAGE_SIZE")


def _on_macos(pid: int) -> int:
    import ctypes  # noqa: PLC0415  macOS and Windows only: other systems start without it

    names = ("user", "system", "idle_wakeups", "interrupts", "pageins", "wired", "resident", "footprint", "from", "to")

    class Usage(ctypes.Structure):
        """`rusage_info_v0` of <sys/resource.h>."""

        _fields_ = [("uuid", ctypes.c_uint8 * 16), *((name, ctypes.c_uint64) for name in names)]

    usage = Usage()
    if ctypes.CDLL("/usr/lib/libproc.dylib").proc_pid_rusage(pid, 0, ctypes.byref(usage)) != 0:
        return 0
    return max(int(usage.resident), int(usage.footprint))


def _on_windows(pid: int) -> int:
    if sys.platform != "win32":
        return 0
    import ctypes  # noqa: PLC0415  Windows only
    from ctypes import wintypes  # noqa: PLC0415  Windows only

    sizes = ("peak", "working_set", "peak_paged", "paged", "peak_non_paged", "non_paged", "pagefile", "peak_pagefile")

    class Counters(ctypes.Structure):
        """`PROCESS_MEMORY_COUNTERS` of <psapi.h>."""

        _fields_ = [
            ("cb", wintypes.DWORD),
            ("page_faults", wintypes.DWORD),
            *((name, ctypes.c_size_t) for name in sizes),
        ]

    handle = ctypes.windll.kernel32.OpenProcess(0x1000 | 0x0010, False, pid)
    if not handle:
        return 0
    counters = Counters()
    counters.cb = ctypes.sizeof(counters)
    try:
        if not ctypes.windll.psapi.GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb):
            return 0
        return int(counters.working_set)
    finally:
        ctypes.windll.kernel32.CloseHandle(handle)
