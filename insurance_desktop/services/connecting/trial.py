"""Tries a configured command as a client would: no environment, both eras of the protocol, and the end."""

from collections.abc import Sequence
from time import perf_counter

from insurance_desktop.domain.answers import Check
from insurance_desktop.packs.wording import say

from .command import bare_environment
from .talk import ENVELOPE_VERSION, HANDSHAKE_VERSION, ServerTalk, TalkFailed

ERAS = {"handshake": HANDSHAKE_VERSION, "envelope": ENVELOPE_VERSION}
TIME_TO_LEAVE = 2.0
"""Seconds that clients give a server after they have closed the pipe."""


def try_command(command: Sequence[str], *, patience: float = 30.0) -> tuple[Check, ...]:
    """One check for each era: starts, says its tools, keeps stdout clean, and ends when the pipe is closed."""
    return tuple(_try_era(f"mcp_{era}", version, command, patience) for era, version in ERAS.items())


def _try_era(name: str, version: str, command: Sequence[str], patience: float) -> Check:
    began = perf_counter()
    try:
        with ServerTalk(command, bare_environment(), patience=patience) as talk:
            talk.begin(version)
            tools = talk.request("tools/list", version, {})["tools"]
            seconds = perf_counter() - began
            if not tools:
                raise TalkFailed("no_tools")
            if not talk.leave(TIME_TO_LEAVE):
                raise TalkFailed("stays", seconds=TIME_TO_LEAVE)
    except TalkFailed as failure:
        detail = say(f"connecting.trial_{failure.key}", **failure.values)
        return Check(name, False, f"{version}: {detail}", say("connecting.trial_hint"))
    return Check(name, True, say("connecting.trial_ok", version=version, count=len(tools), seconds=f"{seconds:.1f}"))
