"""What `doctor` and the window say of the AI clients: who is connected, and does what they start answer them."""

from collections.abc import Callable
from pathlib import Path

from insurance_desktop.domain.answers import Check
from insurance_desktop.packs.wording import say, sentence

from .clients import Surroundings
from .command import server_command
from .planning import ClientState, states
from .trial import try_command

Command = tuple[str, ...]
Trial = Callable[[Command], tuple[Check, ...]]


def check_clients(library: Path, surroundings: Surroundings, trial: Trial = try_command) -> tuple[Check, ...]:
    """Our own command tried in both eras, then each client that is there; every other command is tried once."""
    ours = server_command(library)
    tried = {ours: trial(ours)}
    checks = list(tried[ours])
    for state in states(library, surroundings):
        if state.command and state.command not in tried:
            tried[state.command] = trial(state.command)
        checks.append(_check(state, tried.get(state.command or (), ())))
    return tuple(checks)


def _check(state: ClientState, tried: tuple[Check, ...]) -> Check:
    """A client that is not connected is no fault; one whose file is broken, or whose command fails, is."""
    name, title = f"client {state.client.name}", state.client.title
    if state.fault is not None:
        words = sentence(state.fault)
        return Check(name, False, words.message, words.hint)
    if state.command is None:
        found = "is_there" if state.is_installed else "is_absent"
        hint = say("connecting.client_connect", name=state.client.name) if state.is_installed else ""
        return Check(name, True, say(f"connecting.client_{found}", client=title, path=state.path), hint)
    failed = next((each for each in tried if not each.ok), None)
    if failed is not None:
        hint = say("connecting.client_again", name=state.client.name)
        return Check(name, False, say("connecting.client_fails", client=title, detail=failed.detail), hint)
    if not state.is_ours:
        shown = " ".join(state.command)
        hint = say("connecting.client_again", name=state.client.name)
        return Check(name, True, say("connecting.client_other", client=title, command=shown), hint)
    return Check(name, True, say("connecting.client_connected", client=title, path=state.path))
