"""The archive of a version, unpacked: no other bytes than those that were signed, and none outside its folder."""

import hashlib
import lzma
import shutil
import tarfile
import zlib
from collections.abc import Callable
from io import RawIOBase
from pathlib import Path
from typing import BinaryIO

from insurance_desktop.domain.errors import UpdateRefused
from insurance_desktop.domain.running import CancelCheck, Cancelled
from insurance_desktop.unfinished import discard

from .signed_folders import unusable

MOST_BYTES = 2 << 30
"""Of all files in an archive, unpacked; the program has 400 MB."""

MOST_FILES = 50_000
"""Files, folders and links; the program has some thousands."""

SPARE_BYTES = 64 << 20
"""What has to be left on a disk."""

CAN_UNPACK = hasattr(tarfile, "data_filter")
"""Whether this Python refuses what a member must not do; 3.11.0 to 3.11.3 do not know how."""

_DAMAGED = (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError)
_PIECE = 1 << 20

Take = Callable[[tarfile.TarFile, tarfile.TarInfo], object]
RoomIn = Callable[[Path], int]


def room_in(folder: Path) -> int:
    """Bytes that may be written to the disk of a folder."""
    return shutil.disk_usage(folder).free


def unpack(file: Path, sha256: str, place: Path, *, also: Path, cancel: CancelCheck, room: RoomIn) -> Path:
    """The one folder of the archive, unpacked into `place`, which is made anew for its user alone.

    The file is opened once and read three times: whether it is what was signed, what is in it, and what is unpacked,
    whose bytes must be the signed ones again. `also` is where as much will be written after that. UpdateRefused where
    it is another file (which is not kept), holds what it must not or has no room; OSError, Cancelled.
    """
    with file.open("rb") as opened:
        if hashlib.file_digest(opened, "sha256").hexdigest() != sha256:
            raise _another(file)
        top, size = _read_through(_Read(opened, cancel), file, lambda archive, member: None)
        _refuse_without_room(size, (place.parent, also), room)
        remove(place)
        place.mkdir(mode=0o700)
        read = _Read(opened, cancel)
        _read_through(read, file, lambda archive, member: archive.extract(member, place, filter="data"))
        if read.sha256() != sha256:
            raise _another(file)
    return place / top


def remove(place: Path) -> None:
    """A folder with all that is in it; a link is none, and goes alone."""
    if place.is_symlink():
        place.unlink()
    elif place.exists():
        shutil.rmtree(place)


class _Read(RawIOBase):
    """A file from its beginning, and the hash of what was read of it."""

    def __init__(self, file: BinaryIO, cancel: CancelCheck) -> None:
        super().__init__()
        file.seek(0)
        self._file, self._cancel, self._digest = file, cancel, hashlib.sha256()

    def read(self, size: int = -1, /) -> bytes:
        if self._cancel():
            raise Cancelled
        piece = self._file.read(size)
        self._digest.update(piece)
        return piece

    def sha256(self) -> str:
        """Of the whole: what stands behind the archive's end is read, too."""
        while self.read(_PIECE):
            pass
        return self._digest.hexdigest()


def _read_through(read: _Read, file: Path, take: Take) -> tuple[str, int]:
    """Hands each member over once nothing speaks against it. The name of the one folder, and the bytes in it."""
    tops: set[str] = set()
    count = size = 0
    try:
        with tarfile.open(fileobj=read, mode="r|*") as archive:
            for member in archive:
                parts = [each for each in member.name.split("/") if each != "."]
                if not parts:  # the folder that was packed
                    continue
                count, size = count + 1, size + member.size
                _refuse_too_much(file, count, size)
                if {"", ".."} & {*parts} or not (member.isfile() or member.isdir() or member.issym() or member.islnk()):
                    raise unusable(file, "archive_name", name=member.name[:80])
                tops.add(parts[0])
                take(archive, member)
    except tarfile.FilterError as error:
        raise unusable(file, "archive_name", name=error.tarinfo.name[:80]) from error
    except _DAMAGED as error:
        raise unusable(file, "archive_damaged") from error
    if len(tops) != 1:
        raise unusable(file, "archive_folders")
    return tops.pop(), size


def _refuse_too_much(file: Path, count: int, size: int) -> None:
    if count > MOST_FILES or size > MOST_BYTES:
        raise unusable(file, "archive_large", files=MOST_FILES, most=MOST_BYTES >> 20)


def _refuse_without_room(size: int, folders: tuple[Path, Path], room: RoomIn) -> None:
    """Before anything is written. Two folders of one disk need the room twice."""
    share = len({each.stat().st_dev for each in folders})
    needed = (size * 2 if share == 1 else size) + SPARE_BYTES
    for folder in folders:
        free = room(folder)
        if free < needed:
            raise UpdateRefused("updates.no_room", folder=str(folder), needed=needed >> 20, free=free >> 20)


def _another(file: Path) -> UpdateRefused:
    discard(file)
    return UpdateRefused("updates.file_differs", file=file.name)
