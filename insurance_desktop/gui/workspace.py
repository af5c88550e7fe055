"""What the window has open."""

from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.entity import entity
from insurance_desktop.packs.loader import take_pack

if TYPE_CHECKING:
    from insurance_desktop.services.library.library import Library


@entity
class Workspace:
    """A library and what is asked of it. Give it to any thread; close it once, when no call is under way."""

    library: "Library"

    @property
    def engine(self) -> "Library":
        return self.library

    @property
    def converter(self) -> "Library":
        return self.library

    def close(self) -> None:
        self.library.close()


def open_workspace(path: Path) -> Workspace:
    """Made where there is none; brought to the newest schema after a backup."""
    from insurance_desktop.services.library.library import open_library  # noqa: PLC0415

    return Workspace(open_library(path, pack=take_pack()))
