"""What a disk holds after a power loss: what was synced, and of the rest whatever the loss leaves of it."""

from collections.abc import Callable
from dataclasses import field
from enum import Enum
from random import Random

from insurance_desktop.domain.entity import entity


class Kind(Enum):
    WRITE = "write"
    CUT = "cut"
    NAMES = "names"
    SYNC = "sync"
    SYNC_NAMES = "sync names"


@entity
class Change:
    """A step of a disk with one folder. `file` is a number; `at` the place of a WRITE or the length after a CUT;
    `names` all the names in the folder from then on, each with its file."""

    kind: Kind
    file: int = 0
    at: int = 0
    content: bytes = b""
    names: dict[str, int] = field(default_factory=dict)


class Loss(Enum):
    """What becomes of the changes that were not synced.

    KEEPS all have arrived, as when only the program is killed; FORGETS none has; TEARS all have, of the last write
    half; SCATTERS each write has, or half of it, or none, and of the names what they were at some moment since.
    """

    KEEPS = "keeps"
    FORGETS = "forgets"
    TEARS = "tears"
    SCATTERS = "scatters"


class Disk:
    """Follows the changes; tells at any moment what a loss of power would leave."""

    def __init__(self, names: dict[str, int], contents: dict[int, bytes]) -> None:
        self._names = names
        self._contents = {file: bytearray(content) for file, content in contents.items()}
        self._waiting: list[Change] = []

    def take(self, change: Change) -> None:
        if change.kind is Kind.SYNC:
            self._settle(lambda each: each.kind is not Kind.NAMES and each.file == change.file)
        elif change.kind is Kind.SYNC_NAMES:
            self._settle(lambda each: each.kind is Kind.NAMES)
        else:
            self._waiting.append(change)

    def _settle(self, is_synced: Callable[[Change], bool]) -> None:
        for each in filter(is_synced, self._waiting):
            self._names = _done(each, self._names, self._contents)
        self._waiting = [each for each in self._waiting if not is_synced(each)]

    def left(self, loss: Loss, source: Random) -> dict[str, bytes]:
        """The files by name, were the power to go now."""
        contents = {file: bytearray(content) for file, content in self._contents.items()}
        names = self._names
        for each in _arrived(self._waiting, loss, source):
            names = _done(each, names, contents)
        return {name: bytes(contents.get(file, b"")) for name, file in names.items()}


def _arrived(waiting: list[Change], loss: Loss, source: Random) -> list[Change]:
    if loss is Loss.KEEPS:
        return waiting
    if loss is Loss.FORGETS:
        return []
    writes = [place for place, each in enumerate(waiting) if each.kind is Kind.WRITE]
    if loss is Loss.TEARS:
        torn = writes[-1:]
        return [_half(each) if place in torn else each for place, each in enumerate(waiting)]
    names_until = source.randrange(len(waiting) + 1)
    arrived = []
    for place, each in enumerate(waiting):
        if each.kind is Kind.NAMES:
            arrived += [each] if place < names_until else []
        else:
            arrived += source.choice(([], [each], [_half(each)]))
    return arrived


def _half(change: Change) -> Change:
    return Change(change.kind, change.file, change.at, change.content[: len(change.content) // 2])


def _done(change: Change, names: dict[str, int], contents: dict[int, bytearray]) -> dict[str, int]:
    """Does the change to the contents; returns the names after it."""
    if change.kind is Kind.NAMES:
        return change.names
    content = contents.setdefault(change.file, bytearray())
    if change.kind is Kind.CUT:
        del content[change.at :]
    else:
        content.extend(bytes(max(0, change.at - len(content))))
        content[change.at : change.at + len(change.content)] = change.content
    return names
