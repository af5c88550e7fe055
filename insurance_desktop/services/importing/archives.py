"""The originals behind the paths that a person names: files, folders, zip archives. Archives are hostile until read.

Nothing is ever extracted to disk, a member's name is only a label, and every size has a limit.
"""

import os
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.originals import SUFFIXES
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.store.json_forms import storable

ZIP_SUFFIX = ".zip"
_ZIP_MAGIC = b"PK\x03\x04"
_CHUNK = 1 << 20
_UTF8_NAME = 0x800
_ENCRYPTED = 0x1


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """What an import takes: bytes of one original and of all in an archive, members, and how many times its own size a
    member, and all in an archive of more than `small_bytes`, may become: PDFs hardly shrink in one."""

    file_bytes: int = 256 << 20
    archive_bytes: int = 4 << 30
    members: int = 10_000
    swelling: int = 200
    archive_swelling: int = 50
    small_bytes: int = 8 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """One original to be: `shown` is the path for a person, `names` are the ones a manifest may call it by.

    `read` returns the bytes or raises SourceError with the reason.
    """

    shown: str
    file_name: str
    names: tuple[str, ...]
    read: Callable[[], bytes]


@contextmanager
def open_sources(paths: Sequence[Path], limits: SizeLimits | None = None) -> Iterator[tuple[Source, ...]]:
    """All originals behind `paths` in a fixed order; archives stay open inside the block.

    A path that cannot be read is a source too: its `read` says why.
    """
    with ExitStack() as opened:
        limits = limits or SizeLimits()
        yield tuple(each for path in paths for each in _answered(path, limits, opened))


def _answered(path: Path, limits: SizeLimits, opened: ExitStack) -> list[Source]:
    try:
        return list(_sources_at(path, limits, opened))
    except OSError as error:  # a folder that may not be entered, a drive that went away
        return [_refused(str(path), "services.file_unreadable", detail=reason_of(error))]


def _sources_at(path: Path, limits: SizeLimits, opened: ExitStack) -> Iterator[Source]:
    if path.is_dir():
        yield from _in_folder(path, limits, opened)
    elif not path.exists():
        yield _refused(str(path), "services.no_such_file")
    else:
        yield from _in_file(path, path.name, limits, opened)


def _in_file(path: Path, relative: str, limits: SizeLimits, opened: ExitStack) -> Iterator[Source]:
    if path.suffix.lower() == ZIP_SUFFIX and _is_zip(path):
        yield from _in_archive(path, limits, opened)
    elif path.suffix.lower() == ZIP_SUFFIX and _begins_as_zip(path):
        yield _refused(str(path), "services.archive_cut")
    else:
        names = (path.absolute().as_posix(), path.as_posix(), relative, path.name)
        yield Source(storable(str(path)), storable(path.name), _comparable(names), lambda: _read_file(path, limits))


def _in_folder(folder: Path, limits: SizeLimits, opened: ExitStack) -> Iterator[Source]:
    files = sorted(_wanted_files(folder))
    for path in files:
        yield from _in_file(path, path.relative_to(folder).as_posix(), limits, opened)
    if not files:
        yield _refused(str(folder), "services.folder_without_originals")


def _wanted_files(folder: Path) -> Iterator[Path]:
    for place, _, names in os.walk(folder):
        for name in names:
            if _is_wanted(name, (*SUFFIXES, ZIP_SUFFIX)):
                yield Path(place) / name


def _is_wanted(name: str, suffixes: tuple[str, ...]) -> bool:
    """By its ending; `._name.pdf` is what macOS leaves beside a file, not a file."""
    return name.lower().endswith(suffixes) and not name.startswith(".")


def _read_file(path: Path, limits: SizeLimits) -> bytes:
    try:
        if path.stat().st_size > limits.file_bytes:
            raise SourceError("services.file_too_large", limit=limits.file_bytes >> 20)
        return path.read_bytes()
    except OSError as error:
        raise SourceError("services.file_unreadable", detail=reason_of(error)) from error


def _is_zip(path: Path) -> bool:
    try:
        return zipfile.is_zipfile(path)
    except OSError:
        return False


def _begins_as_zip(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_ZIP_MAGIC)) == _ZIP_MAGIC
    except OSError:
        return False


class _Archive:
    """An open archive that counts what it gave out."""

    def __init__(self, file: zipfile.ZipFile, size: int, limits: SizeLimits) -> None:
        self._file = file
        self._limits = limits
        self._left = min(limits.archive_bytes, max(limits.small_bytes, limits.archive_swelling * size))
        self._most = self._left

    def read(self, member: zipfile.ZipInfo) -> bytes:
        self._refuse_bomb(member)
        try:
            content = self._read_limited(member)
        except (zipfile.BadZipFile, NotImplementedError, OSError, EOFError, RuntimeError, ValueError) as error:
            raise SourceError("services.member_unreadable", detail=str(error)) from error
        self._left -= len(content)
        return content

    def _refuse_bomb(self, member: zipfile.ZipInfo) -> None:
        if member.flag_bits & _ENCRYPTED:
            raise SourceError("services.member_encrypted")
        if member.file_size > self._limits.file_bytes:
            raise SourceError("services.file_too_large", limit=self._limits.file_bytes >> 20)
        if member.file_size > self._limits.swelling * max(1, member.compress_size):
            raise SourceError("services.member_swells", times=self._limits.swelling)

    def _read_limited(self, member: zipfile.ZipInfo) -> bytes:
        """The declared size is the archive's word; what counts is what comes out."""
        limit = min(self._limits.file_bytes, self._left)
        parts: list[bytes] = []
        size = 0
        with self._file.open(member) as stream:
            while part := stream.read(_CHUNK):
                size += len(part)
                if size > limit:
                    raise SourceError("services.archive_too_large", limit=max(1, self._most >> 20))
                parts.append(part)
        return b"".join(parts)


def _in_archive(path: Path, limits: SizeLimits, opened: ExitStack) -> Iterator[Source]:
    try:
        file = opened.enter_context(zipfile.ZipFile(path))
        archive = _Archive(file, path.stat().st_size, limits)
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        yield _refused(str(path), "services.archive_unreadable", detail=str(error))
        return
    members = file.infolist()
    if len(members) > limits.members:
        yield _refused(str(path), "services.archive_too_many", count=len(members), limit=limits.members)
        return
    wanted = [member for member in members if _is_wanted_member(member, tuple(SUFFIXES))]
    nested = [member for member in members if _is_wanted_member(member, (ZIP_SUFFIX,))]
    for member in wanted:
        yield _member_source(path, archive, member)
    for member in nested:
        yield _refused(f"{path}/{_member_name(member)}", "services.archive_in_archive")
    if not wanted and not nested:
        yield _refused(str(path), "services.archive_without_originals")


def _is_wanted_member(member: zipfile.ZipInfo, suffixes: tuple[str, ...]) -> bool:
    name = PurePosixPath(_member_name(member))
    return not member.is_dir() and "__MACOSX" not in name.parts and _is_wanted(name.name, suffixes)


def _member_source(path: Path, archive: _Archive, member: zipfile.ZipInfo) -> Source:
    name = _member_name(member)
    last = PurePosixPath(name).name
    names = _comparable((f"{path.as_posix()}/{name}", f"{path.name}/{name}", name, last))
    return Source(f"{storable(str(path))}/{name}", last, names, lambda: archive.read(member))


def _member_name(member: zipfile.ZipInfo) -> str:
    """The name as its maker meant it: without the UTF-8 flag Windows in China writes GBK, which zipfile reads as cp437.

    Only a label: control characters go, and nothing is ever opened by this name.
    """
    name = member.filename
    if not member.flag_bits & _UTF8_NAME:
        for encoding in ("utf-8", "gb18030"):
            try:
                name = member.filename.encode("cp437").decode(encoding)
                break
            except (UnicodeEncodeError, UnicodeDecodeError):
                continue
    printable = "".join(each for each in name.replace("\\", "/") if unicodedata.category(each)[0] != "C")
    return "/".join(part for part in printable.split("/") if part not in ("", ".", ".."))


def _refused(shown: str, key: str, *, detail: str = "", count: int = 0, limit: int = 0) -> Source:
    def read() -> bytes:
        raise SourceError(key, detail=detail, count=count, limit=limit)

    return Source(storable(shown), storable(PurePosixPath(shown).name), (), read)


def _comparable(names: Iterable[str]) -> tuple[str, ...]:
    """Distinct names in the form in which a manifest's are compared."""
    return tuple(dict.fromkeys(comparable_name(name) for name in names))


def comparable_name(name: str) -> str:
    """Slashes one way, composed characters, no leading `./`: macOS and Windows write the same name differently."""
    return unicodedata.normalize("NFC", storable(name).strip().replace("\\", "/")).removeprefix("./")
