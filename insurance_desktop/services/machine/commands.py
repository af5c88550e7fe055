"""Another program, run until it ends or is to stop."""

import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from tempfile import TemporaryFile

from insurance_desktop.domain.running import CancelCheck

LOOK_S = 0.3
"""Seconds between two looks at whether to stop."""

Runner = Callable[[Sequence[str], CancelCheck, Mapping[str, str] | None], tuple[int, str]]
"""Runs a command in an environment (None: this program's own): its exit status and what it said."""


def run_command(
    command: Sequence[str], cancel: CancelCheck, environment: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """The words of `command` reach no shell. What is stopped ends with all that it started; a signal's status is below
    zero. OSError where it cannot be started."""
    with TemporaryFile() as said:  # a pipe that nobody reads would fill and stop the child
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        try:
            status = _ended(child, cancel)
        except BaseException:
            _stop(child)
            raise
        said.seek(0)
        return status, said.read().decode("utf-8", errors="replace")


def _ended(child: "subprocess.Popen[bytes]", cancel: CancelCheck) -> int:
    while True:
        try:
            return child.wait(LOOK_S)
        except subprocess.TimeoutExpired:
            if cancel():
                return _stop(child)


def _stop(child: "subprocess.Popen[bytes]") -> int:
    if child.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGTERM)  # the session that began with it
        else:
            child.terminate()
    return child.wait()
