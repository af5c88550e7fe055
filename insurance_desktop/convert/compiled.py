"""Patterns compiled once for each pack, and lines read once: every stage asks of the same lines again."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from insurance_desktop.domain.pack import DomainPack

Made = TypeVar("Made")


def per_pack(build: Callable[[DomainPack], Made]) -> Callable[[DomainPack], Made]:
    """Remembers what `build` made of a pack, by the pack's identity: comparing whole packs would cost more."""
    known: dict[int, tuple[DomainPack, Made]] = {}

    @wraps(build)
    def remembered(pack: DomainPack) -> Made:
        found = known.get(id(pack))
        if found is None or found[0] is not pack:
            found = known[id(pack)] = (pack, build(pack))
        return found[1]

    return remembered


MOST_KNOWN = 5000
"""So many lines are remembered; then it begins anew."""


def per_line(read: Callable[[str, DomainPack], Made]) -> Callable[[str, DomainPack], Made]:
    """Remembers what `read` said of a line by the pack last used."""
    known: dict[str, Made] = {}
    used: list[DomainPack] = []

    @wraps(read)
    def remembered(line: str, pack: DomainPack) -> Made:
        if not used or used[0] is not pack or len(known) >= MOST_KNOWN:
            known.clear()
            used[:] = [pack]
        try:
            return known[line]
        except KeyError:
            made = known[line] = read(line, pack)
            return made

    return remembered
