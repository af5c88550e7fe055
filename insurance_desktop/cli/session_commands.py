"""The commands `sessions`: what is remembered of conversations, and that it is forgotten."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.packs.wording import say

from .console import Report, note
from .using import report

if TYPE_CHECKING:
    from insurance_desktop.services.asking.memory import Memory

_ON = "on"


@contextmanager
def _memory() -> "Iterator[Memory]":
    """What is remembered; why it is nothing, where it is."""
    from insurance_desktop.services.asking.memory import Memory

    with Memory() as memory:
        if memory.note:
            note(memory.note)
        yield memory


def sessions_list(_call: Namespace) -> Report:
    with _memory() as memory:
        found = memory.sessions()
    return report(found, key="sessions", empty="memory.no_sessions")


def sessions_show(call: Namespace) -> Report:
    with _memory() as memory:
        found = memory.of(call.session_id)
    if not found.turns:
        raise NotFound("memory.no_such_session", session=call.session_id)
    return report(found)


def sessions_forget(call: Namespace) -> Report:
    if (call.session_id is None) is not call.every_session:
        raise UsageError("memory.forget_what")
    with _memory() as memory:
        if call.every_session:
            count = memory.forget_all()
        elif memory.forget(call.session_id):
            count = 1
        else:
            raise NotFound("memory.no_such_session", session=call.session_id)
    return Report({"forgotten": count}, say("memory.forgotten", count=count))


def sessions_often(call: Namespace) -> Report:
    with _memory() as memory:
        if call.forget_often:
            memory.forget_often()
        found = memory.often()
    return report(found, key="often", empty="memory.nothing_often")


def sessions_settings(call: Namespace) -> Report:
    from insurance_desktop.services.asking.memory import choose
    from insurance_desktop.services.asking.memory_settings import read_memory_settings

    before = settings = read_memory_settings()
    if call.remember is not None:
        settings = replace(settings, remembers=call.remember == _ON)
    if call.count_often is not None:
        settings = replace(settings, counts_often=call.count_often == _ON)
    if settings != before:
        choose(settings)
    words = {True: say("memory.on"), False: say("memory.off")}
    said = say("memory.settings_line", remembers=words[settings.remembers], often=words[settings.counts_often])
    return report(settings, said)
