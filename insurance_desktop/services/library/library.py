"""An open library: its file, the pack that it is read by, and the clock. What asks and what converts it knows not."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from insurance_desktop.domain.errors import LibraryError, LibraryReadOnly
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack
from insurance_desktop.store.database import Database
from insurance_desktop.store.opening import open_database

Clock = Callable[[], datetime]


def system_time() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Library:
    """An open library. Give it to any thread; close it once."""

    path: Path
    database: Database
    pack: DomainPack
    clock: Clock = system_time

    def now(self) -> str:
        """The time as the file holds it: UTC, ISO 8601, whole seconds."""
        return self.clock().astimezone(UTC).isoformat(timespec="seconds")

    def close(self) -> None:
        """Close the file, so that it can be carried away."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_library(
    path: Path, *, create: bool = True, pack: DomainPack | None = None, clock: Clock = system_time
) -> Library:
    """Open a library to work on it: made where there is none, brought to the newest schema (after a backup)."""
    database = open_database(path, create=create)
    return Library(database.path, database, pack or load_pack(default_pack()), clock)


def open_reader(path: Path, *, pack: DomainPack | None = None) -> Library:
    """Open a library to read: nothing is made, migrated or written."""
    database = open_database(path, read_only=True)
    return Library(database.path, database, pack or load_pack(default_pack()))


def backup(library: Library, target: Path) -> Path:
    """Copy the library as it is now into `target`, which must not exist while its folder must, and say where it lies.

    The copy needs no log beside it: it can be carried away and opened read-only from any medium. Readers and a running
    import are not disturbed.
    """
    target = target.expanduser().absolute()
    try:
        if target.exists():
            raise LibraryError("services.backup_exists", target=str(target))
        if not target.parent.is_dir():
            raise LibraryError("services.backup_without_folder", target=str(target), folder=str(target.parent))
    except OSError as error:
        raise LibraryReadOnly("store.folder_not_writable", path=str(target), folder=str(target.parent)) from error
    if not library.database.copy_to(target):
        raise LibraryError("services.backup_exists", target=str(target))
    return target
