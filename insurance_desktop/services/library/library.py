"""An open library: its file, the pack that it is read by, and the clock. What asks and what converts it knows not."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from insurance_desktop import paths
from insurance_desktop.domain.errors import (
    LibraryDamaged,
    LibraryError,
    LibraryMissing,
    LibraryReadOnly,
    WorkbenchError,
)
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.store import health
from insurance_desktop.store.database import Database
from insurance_desktop.store.faults import as_refusal, damaged, is_of_a_row, may_be_damage
from insurance_desktop.store.opening import open_database
from insurance_desktop.unfinished import sweep_below

from .packs import ANY_PACK, PackChoice, chosen_pack, packs_held

Clock = Callable[[], datetime]
PackReader = Callable[[str], DomainPack]


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

    @property
    def is_read_only(self) -> bool:
        return self.database.read_only

    def pack_said(self) -> str | None:
        """The name of the pack, for answers to say; None where the file holds no other."""
        return self.pack.name if set(packs_held(self.database)) - {self.pack.name} else None

    def read_by(self, pack: str, read: PackReader = load_pack) -> "Library":
        """The same open file, read by another pack; closing either closes both."""
        return self if pack == self.pack.name else replace(self, pack=read(pack))

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
    path: Path,
    *,
    create: bool = True,
    pack: PackChoice = ANY_PACK,
    read: PackReader = load_pack,
    clock: Clock = system_time,
) -> Library:
    """Open a library to work on it: made where there is none, brought to the newest schema (after a backup)."""
    sweep_below(paths.cache_folder())
    return _read_by(open_database(path, create=create), pack, read, clock)


def refuse_to_make(path: Path) -> None:
    """LibraryMissing where a library would be made anew in a folder that is not there: a drive that is not connected,
    or a folder that was moved, must not end as an empty second library. The user's own folder is the program's."""
    if path != paths.own_library() and paths.is_absent(path) and not paths.folder_to_be(path).is_dir():
        raise LibraryMissing("store.folder_gone", path=str(path), folder=str(paths.folder_to_be(path)))


def open_reader(path: Path, *, pack: PackChoice = ANY_PACK, read: PackReader = load_pack) -> Library:
    """Open a library to read: nothing is made, migrated or written."""
    return _read_by(open_database(path, read_only=True), pack, read, system_time)


def _read_by(database: Database, pack: PackChoice, read: PackReader, clock: Clock) -> Library:
    try:
        return Library(database.path, database, read(chosen_pack(database, pack)), clock)
    except BaseException:
        database.close()
        raise


def damage_behind(path: Path, error: Exception) -> LibraryDamaged | None:
    """What an error that nobody expected comes of: damage, where a row could not be read or where the file is found
    damaged (SQLite knows what kind of value stands where, and who is handed another one stumbles over it; a name of the
    schema may be another one); else None."""
    if may_be_damage(error) and (is_of_a_row(error) or _is_damaged(path)):
        return damaged(path)
    return None


def _is_damaged(path: Path) -> bool:
    try:
        with closing(open_database(path, read_only=True)) as database, database.read() as connection:
            return not health.is_whole(connection)
    except LibraryDamaged:
        return True
    except WorkbenchError:
        return False


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
        if not library.database.copy_to(target):
            raise LibraryError("services.backup_exists", target=str(target))
    except (OSError, LibraryReadOnly) as error:
        fault = as_refusal(error, target) if isinstance(error, OSError) else error
        if isinstance(fault, LibraryReadOnly) and fault.values["path"] == str(target):
            fault = LibraryReadOnly("services.backup_not_writable", target=str(target), folder=str(target.parent))
        raise fault from error
    return target
