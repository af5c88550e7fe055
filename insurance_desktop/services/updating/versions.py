"""The versions of the program that a user has beside each other, as the archive's install.sh lays them: a folder for
each, and names in ~/.local/bin that lead to one of them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from insurance_desktop import paths
from insurance_desktop.domain.errors import SystemRefused, UpdateRefused
from insurance_desktop.domain.updates import Form
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.services.machine.own_form import own_form
from insurance_desktop.unfinished import discard, place_beside

from .manifest import VERSION, numbers
from .unpacking import CAN_UNPACK

PROGRAM = "insurance-desktop"
NAMES = (PROGRAM, f"{PROGRAM}-window")
"""What a version is started by."""

SHELL = Path("/bin/sh")


def versions_folder() -> Path:
    return Path.home() / ".local" / "lib" / PROGRAM


def program_name(name: str = PROGRAM) -> Path:
    """What menus and terminals start, whichever version that leads to."""
    return Path.home() / ".local" / "bin" / name


def program_of(version: str) -> Path:
    return versions_folder() / version / PROGRAM


def is_laid_beside() -> bool:
    """Whether the program that runs is one of these versions, so that another can be laid beside it. A portable one is
    not: what is its user's lies in its own folder."""
    if own_form() is not Form.ARCHIVE or paths.portable_folder() is not None or not SHELL.is_file():
        return False
    return Path(sys.executable).resolve().parent.parent == versions_folder().resolve()


def can_lay_beside() -> bool:
    """Whether the program that runs installs another version by itself."""
    return CAN_UNPACK and is_laid_beside()


def laid_versions() -> tuple[str, ...]:
    """By number. What install.sh moved aside bears a longer name, and is none."""
    folder = versions_folder()
    found = [each.name for each in folder.iterdir() if VERSION.fullmatch(each.name)] if folder.is_dir() else []
    return tuple(sorted((each for each in found if program_of(each).is_file()), key=numbers))


def standing_version() -> str:
    """Where the names lead; "" where that is none of these versions."""
    try:
        version = program_name().readlink().parent.name
    except OSError:
        return ""
    return version if version in laid_versions() else ""


def version_before(version: str) -> str:
    """The newest one below it, "" where there is none."""
    return next((each for each in reversed(laid_versions()) if numbers(each) < numbers(version)), "")


def version_after(version: str) -> str:
    """The newest one above it, "" where there is none."""
    return next((each for each in reversed(laid_versions()) if numbers(each) > numbers(version)), "")


def lead_to(version: str) -> None:
    """The names start this version from now on: each of them one of the two at every moment. OSError."""
    for name in NAMES:
        place = program_name(name)
        beside = place_beside(place)
        try:
            beside.symlink_to(versions_folder() / version / name)
            beside.replace(place)
        finally:
            discard(beside)


@contextmanager
def changing_versions() -> Iterator[None]:
    """One at a time lays or leads. UpdateRefused where the program is none of these versions, or another is at it."""
    if not is_laid_beside():
        raise UpdateRefused("updates.not_laid_beside")
    file = paths.state_folder() / "versions.lock"
    lock = FileLock(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout as error:
        raise UpdateRefused("updates.being_installed") from error
    except OSError as error:
        raise SystemRefused("updates.not_kept", path=str(file), detail=reason_of(error)) from error
    try:
        yield
    finally:
        lock.release()
