"""Use cases that a test answers for: a class says which by `stands_for`, and each can be told to wait or to fail."""

import sys
import threading
from functools import wraps

from insurance_desktop.domain.running import Cancelled


def stands_for(use_case, seen_in=None):
    """The method is called in place of this function, with its arguments, wherever the window finds it: where it is
    written, or in the module `seen_in`. One that has gone or has another name keeps every test from being read."""

    def marked(method):
        method.use_case = (seen_in or sys.modules[use_case.__module__], use_case.__name__)
        return method

    return marked


class UseCases:
    """`wait_in` holds a call until `let_go`, `fail_in` makes it fail; `calls` names those that were made, in order.

    `on_main_thread` must stay empty: no window waits for a service.
    """

    def __init__(self):
        super().__init__()
        self.calls = []
        self.on_main_thread = []
        self._gates = {}
        self._reached = {}
        self._faults = {}
        self._lock = threading.Lock()

    def wait_in(self, name, after=None):
        """`after` is the progress that it has told by then."""
        self._gates[name] = threading.Event()
        self._reached[name] = after

    def let_go(self):
        for gate in self._gates.values():
            gate.set()

    def fail_in(self, name, error):
        self._faults[name] = error

    def stand_in(self, monkeypatch):
        """From now on, until the test has ended."""
        for name in dir(type(self)):
            place = getattr(getattr(type(self), name), "use_case", None)
            if place is not None:
                monkeypatch.setattr(*place, self._watched(name))

    def _watched(self, name):
        method = getattr(self, name)

        @wraps(method)
        def call(*arguments, **named):
            if self._reached.get(name) is not None:
                named["progress"](self._reached[name])
            self._note(name, named.get("cancel", lambda: False))
            return method(*arguments, **named)

        return call

    def _note(self, name, cancel):
        with self._lock:
            self.calls.append(name)
            if threading.current_thread() is threading.main_thread():
                self.on_main_thread.append(name)
        gate = self._gates.get(name)
        while gate is not None and not gate.wait(0.01):
            if cancel():
                raise Cancelled
        if name in self._faults:
            raise self._faults[name]
