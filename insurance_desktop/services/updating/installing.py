"""A verified version is laid beside the one that runs, once a person has agreed, and the way back is one command.

Believed is the key that a person or the organisation set, and nothing that it has not signed. Run is install.sh of an
archive whose bytes it signed, as this user, with fixed words and few variables; it starts the new program once
(`--version`) before anything leads there. Whoever holds the publisher's private key, or writes as this user already,
could run what they like without it: against them nothing here helps. Nothing asks for root: packages of the system,
the installer of Windows, a Mac's bundle and what pip installed are a person's to install, by steps that are told.
"""

import os
import time
from contextlib import suppress
from pathlib import Path

from insurance_desktop import __version__
from insurance_desktop.domain.errors import UpdateRefused
from insurance_desktop.domain.running import CancelCheck, Cancelled, never_cancelled
from insurance_desktop.domain.updates import FetchedUpdate, StandingVersion, UpdateAction
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.packs.wording import language, say
from insurance_desktop.services.machine.commands import Runner, run_command
from insurance_desktop.unfinished import discard

from . import versions
from .signed_folders import unusable
from .unpacking import RoomIn, remove, room_in, unpack

INSTALLER = "install.sh"
UNPACKED = ".unpacked"
"""Beside the archive while it is being installed; what a kill leaves of it goes with the next attempt."""

MOST_S = 900
"""Seconds that the installer may take: it copies 400 MB, onto a network drive, too."""

TOLD = 1_500
"""Signs of its last words that are told."""

_LOCALES = {"en": "en_US.UTF-8"}
_GIVEN = ("PATH", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")


def install_update(
    fetched: FetchedUpdate,
    *,
    cancel: CancelCheck = never_cancelled,
    run: Runner = run_command,
    room: RoomIn = room_in,
) -> StandingVersion:
    """Lay the version beside, and have the names lead there. UpdateRefused where that did not go: then they lead where
    they led before, and the file stays for another try, unless it is not the signed one any more. Cancelled."""
    file = Path(fetched.path)
    place = file.with_name(UNPACKED)
    with versions.changing_versions():
        former = versions.standing_version()
        try:
            folder = unpack(file, fetched.sha256, place, also=versions.versions_folder(), cancel=cancel, room=room)
            _refuse_another_version(folder, file, fetched.version)
            said = _installed(folder, fetched, former, cancel, run)
        except OSError as error:
            raise _failed(fetched, former, reason_of(error)) from error
        finally:
            remove(place)
        discard(file)
        with suppress(OSError):  # where something else lies in it
            file.parent.rmdir()
    return _standing(UpdateAction.INSTALLED, former, said)


def return_to_former(*, undo: bool = False) -> StandingVersion:
    """Have the names lead to the version before, which lies beside, or with `undo` to the newest above it again."""
    with versions.changing_versions():
        before = versions.standing_version()
        wanted = versions.version_after(before) if undo else versions.version_before(before)
        if not before or not wanted:
            raise UpdateRefused("updates.no_later" if undo else "updates.no_former", folder=versions.versions_folder())
        try:
            versions.lead_to(wanted)
        except OSError as error:
            raise UpdateRefused("updates.not_led", version=wanted, reason=reason_of(error)) from error
    return _standing(UpdateAction.FORWARDED if undo else UpdateAction.RETURNED, before, "")


def _refuse_another_version(folder: Path, file: Path, version: str) -> None:
    try:
        named = (folder / "version").read_text("utf-8").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        named = ""
    if named != version or not (folder / INSTALLER).is_file():
        raise unusable(file, "archive_of_another", name=named[:80], version=version)


def _installed(folder: Path, fetched: FetchedUpdate, former: str, cancel: CancelCheck, run: Runner) -> str:
    """What the installer said when it was through. Whatever else happens, the names lead to `former` then."""
    latest = time.monotonic() + MOST_S
    command = (str(versions.SHELL), str(folder / INSTALLER))
    try:
        status, said = run(command, lambda: cancel() or time.monotonic() > latest, _environment())
        if status != 0 or versions.standing_version() != fetched.version:
            if cancel():
                raise Cancelled
            words = said[-TOLD:].strip() if status > 0 else say("updates.installer_ended", status=status)
            raise _failed(fetched, former, words)
    except BaseException:
        if former and versions.standing_version() != former:
            versions.lead_to(former)
        raise
    return said.strip()


def _environment() -> dict[str, str]:
    """What the installer knows of this program: places and the language."""
    given = {name: os.environ[name] for name in _GIVEN if name in os.environ}
    return {"HOME": str(Path.home()), "LANG": _LOCALES.get(language(), "zh_CN.UTF-8"), **given}


def _failed(fetched: FetchedUpdate, former: str, reason: str) -> UpdateRefused:
    stands = former or __version__
    return UpdateRefused(
        "updates.not_installed", version=fetched.version, reason=reason, former=stands, file=fetched.path
    )


def _standing(action: UpdateAction, before: str, said: str) -> StandingVersion:
    version = versions.standing_version()
    former = before if before != version and before in versions.laid_versions() else ""
    program = str(versions.program_of(former)) if former else ""
    stays = "updates.newer_stays" if action is UpdateAction.RETURNED else "updates.former_stays"
    steps = [say(stays, former=former, program=program)] if former else []
    steps.append(say(f"updates.library_{action}", version=version, former=former or __version__))
    start = str(versions.program_name())
    return StandingVersion(action, version, __version__, former, start, program, "\n".join(steps), said)
