"""Patterns compiled once for each pack."""

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
