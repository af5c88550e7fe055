"""Standard input and output, claimed for the protocol before anything else may print or read.

Imports nothing but the standard library: it runs first. From then on descriptor 1 is stderr for Python, for native code
and for child processes, and descriptor 0 is empty; the client's pipes are two descriptors that nobody else knows.
"""

import os
import sys
from dataclasses import dataclass

if sys.platform == "win32":
    import ctypes
    import msvcrt
else:
    import fcntl

STDIN, STDOUT, STDERR = range(3)


@dataclass(frozen=True, slots=True)
class Wire:
    """The client's pipes as descriptors above the standard ones; children do not inherit them."""

    reads: int
    writes: int


def claim_wire() -> Wire:
    """Takes the pipes away from descriptors 0 and 1. OSError where the process was started without them."""
    wire = Wire(_private(STDIN), _private(STDOUT))
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        os.dup2(nothing, STDIN)
        try:
            os.dup2(STDERR, STDOUT)
        except OSError:  # a client that closed stderr, too
            os.dup2(nothing, STDOUT)
    finally:
        if nothing > STDERR:
            os.close(nothing)
    _follow_on_windows()
    return wire


if sys.platform == "win32":

    def _private(descriptor: int) -> int:
        copy = os.dup(descriptor)
        if copy <= STDERR:
            os.close(copy)
            raise OSError(f"a copy of descriptor {descriptor} took the place of a standard one")
        msvcrt.setmode(copy, os.O_BINARY)
        return copy

    def _follow_on_windows() -> None:
        """Native code asks the system for its handles, not the C runtime for its descriptors."""
        for handle, descriptor in ((-10, STDIN), (-11, STDOUT)):
            ctypes.windll.kernel32.SetStdHandle(handle, ctypes.c_void_p(msvcrt.get_osfhandle(descriptor)))

else:

    def _private(descriptor: int) -> int:
        return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, STDERR + 1)

    def _follow_on_windows() -> None:
        pass
