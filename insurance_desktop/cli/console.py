"""What is printed where: results to stdout, everything else to stderr; and how Ctrl-C stops a long call."""

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from insurance_desktop.domain.running import CancelCheck, Progress
from insurance_desktop.packs.page_words import page_words
from insurance_desktop.packs.wording import Sentence, say

Json = dict[str, Any]
_told: set[str] = set()
"""Lines of progress that this command has printed."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a command found: the JSON document, the same for a person, and the exit code."""

    answer: Json
    text: str
    code: int = 0


def print_report(report: Report, as_json: bool) -> int:
    """Prints one of the two forms and returns the exit code."""
    print_line(json.dumps(report.answer, ensure_ascii=False) if as_json else report.text)
    return report.code


def print_line(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def typed(prompt: str) -> str:
    """A line that a person types behind the prompt; where it is piped in, the prompt has a line of its own.

    EOFError at the end of the input.
    """
    if sys.stdin.isatty():
        return input(prompt)
    print_line(prompt)
    return input()


def note(text: str) -> None:
    """A line beside the result: progress, a warning, a failure."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def begin_progress() -> None:
    """Another command: nothing was said of it yet."""
    _told.clear()


def note_progress(progress: Progress) -> None:
    """A line for every step that says something new: a pipe keeps all lines, and the stages of a file alternate."""
    what = "  ".join(part for part in (progress.what, page_words(progress.at)) if part)
    line = say("cli.progress", done=progress.done, total=progress.total or "?", what=what)
    if line not in _told:
        _told.add(line)
        note(line)


def fail(code: str, words: Sentence, as_json: bool, exit_code: int = 1) -> int:
    """Says what went wrong, in the form that was asked for."""
    if as_json:
        answer = {"error": {"code": code, "message": words.message, "hint": words.hint}}
        return print_report(Report(answer, "", exit_code), as_json)
    note(say("cli.failure", sentence=words))
    return exit_code


def drop_stdout() -> None:
    """After the reader (head, less) has left: what is still buffered must not raise once more at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


@contextmanager
def stoppable() -> Iterator[CancelCheck]:
    """The first Ctrl-C asks the work to stop at a safe place, the second stops it at once."""
    asked = threading.Event()

    def ask(_signal: int, _frame: object) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()
        note(say("cli.stopping"))

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, before)
