"""Processes that a test kills. Where the system can fork, they come from one that has imported what they need: fifty
of them would otherwise import the program fifty times."""

import multiprocessing
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from typing import Any

import pytest

IMPORTED = ["dying_collector", "dying_reviewer"]


@cache
def _context() -> Any:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        forkserver.ensure_running()
    return context


def _live(environment: Mapping[str, str], main: Callable[..., None], *arguments: Any) -> None:
    os.environ.clear()
    os.environ.update(environment)
    main(*arguments)


def said_until_killed(main: Callable[..., None], *arguments: Any) -> list[tuple[Any, ...]]:
    """What a life of `main(pipe, *arguments)` sent, to its end or until it was killed for having sent `inside`."""
    ours, theirs = multiprocessing.Pipe()
    process = _context().Process(target=_live, args=(dict(os.environ), main, theirs, *arguments))
    process.start()
    theirs.close()
    said = _heard(ours)
    process.kill()
    process.join(30)
    return said


def _heard(pipe: Connection) -> list[tuple[Any, ...]]:
    said: list[tuple[Any, ...]] = []
    try:
        while not said or said[-1][0] != "inside":
            said.append(pipe.recv())
    except EOFError:  # it ended by itself
        pass
    return said
