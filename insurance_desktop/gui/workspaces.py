"""By which packs the window may read its library, and the workspaces that are made for it."""

import threading
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from insurance_desktop.packs.labels import work_kind_of
from insurance_desktop.packs.loader import take_pack
from insurance_desktop.packs.registry import pack_names, packs_on_request

from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.collecting import settings as collecting_settings
    from insurance_desktop.services.library import library

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace


Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def worked_on(
    workspace: "Workspace",
    work: "Callable[Concatenate[Workspace, Given], Answer]",
    *given: Given.args,
    **named: Given.kwargs,
) -> Answer:
    """What the work gives. An error that nobody expected is told as damage where the library is damaged."""
    try:
        return work(workspace, *given, **named)
    except Exception as error:
        damage = library.damage_behind(workspace.library.path, error)
        if damage is None:
            raise
        raise damage from error


def is_offline(workspace: "Workspace") -> bool:
    """Whether the library's switch, or the user's own, forbids connections."""
    return collecting_settings.read_settings(workspace.library).offline


def packs_to_choose(in_use: str, wanted: Collection[str]) -> tuple[str, ...]:
    """The packs that are offered; none where there is only one.

    One that ships beside the first is offered to whoever asked for it, or whose library holds documents of it.
    """
    on_request = packs_on_request()
    names = tuple(name for name in pack_names() if name not in on_request or name in (in_use, *wanted))
    return names if len(names) > 1 else ()


def packs_of(work_kind: str, names: Collection[str]) -> tuple[str, ...]:
    """Those of the packs whose works are of this kind, in the order in which packs are offered."""
    return tuple(name for name in pack_names() if name in names and work_kind_of(name) == work_kind)


class Workspaces:
    """One open library as each of its packs reads it: work that was begun goes on in its own. Close it once."""

    def __init__(self, opened: "Workspace") -> None:
        self._opened = opened
        self._reading = threading.Lock()
        self._by_pack = {opened.library.pack.name: opened}

    def read_by(self, pack: str) -> "Workspace":
        """On a worker thread: a pack is read when it is first chosen."""
        with self._reading:
            if pack not in self._by_pack:
                self._by_pack[pack] = self._opened.read_by(pack, take_pack)
            return self._by_pack[pack]

    def close(self) -> None:
        for each in self._by_pack.values():
            if each is not self._opened:
                each.engine.close()
        self._opened.close()
