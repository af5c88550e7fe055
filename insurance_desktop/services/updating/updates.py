"""Is there a newer version, and its file brought to this machine: signed, whole, not older than what was seen.

Nothing of what is fetched is run here: where the file lies is said, and how it is installed, by a person or, where it
can lie beside the version that runs, by the program once a person agrees (`installing`).
"""

import hashlib
import os
import platform
from datetime import UTC, date, datetime
from pathlib import Path

from insurance_desktop import __version__, paths
from insurance_desktop.domain.errors import UpdateRefused
from insurance_desktop.domain.updates import FetchedUpdate, Form, Release, ReleaseFile, UpdateReport, UpdateStatus
from insurance_desktop.packs.wording import language
from insurance_desktop.services.machine.own_form import own_form
from insurance_desktop.store.faults import as_refusal
from insurance_desktop.unfinished import discard, place_beside, sweep

from .manifest import MOST_BYTES, numbers, read_release
from .settings import UpdateSettings, newest_seen, note_seen
from .signatures import ENDING, read_key, refuse_unsigned
from .signatures import MOST_BYTES as MOST_OF_SIGNATURE
from .source import Source
from .steps import steps
from .versions import can_lay_beside, is_laid_beside, standing_version

_MACHINES = {"amd64": "x86_64", "aarch64": "arm64"}
"""One name for machines that systems name differently."""


def check_for_update(settings: UpdateSettings, source: Source, *, today: date | None = None) -> UpdateReport:
    """What is published at the address. UpdateRefused where it cannot be believed, CollectionError where it cannot be
    fetched."""
    return _report(_release(settings, source, today), read_key(settings.key).name)


def fetch_update(settings: UpdateSettings, source: Source, version: str, *, today: date | None = None) -> FetchedUpdate:
    """Bring the file of that version here, for this machine and form. The version that a person was shown is named:
    another one, published meanwhile, is none that was agreed to."""
    report = check_for_update(settings, source, today=today)
    if report.status is UpdateStatus.STANDING:
        raise UpdateRefused("updates.stands", version=report.version, running=report.running)
    if report.status is not UpdateStatus.AVAILABLE:
        raise UpdateRefused("updates.nothing_newer", version=report.version, running=report.running)
    if version != report.version:
        raise UpdateRefused("updates.other_version", asked=version, version=report.version)
    if report.file is None:
        raise UpdateRefused("updates.no_file", version=version, form=own_form(), system=this_system())
    place = _brought(source, report.file, paths.update_folder() / version)
    told = steps(report.file.form, place, version)
    form = report.file.form
    is_installable = form is Form.ARCHIVE and can_lay_beside()
    return FetchedUpdate(version, __version__, form, str(place), report.file.sha256, told, is_installable)


def this_system() -> str:
    """The machine in a manifest's words: linux-x86_64, windows-x86_64, darwin-arm64."""
    machine = platform.machine().lower()
    return f"{platform.system().lower()}-{_MACHINES.get(machine, machine)}"


def _release(settings: UpdateSettings, source: Source, today: date | None) -> Release:
    """The release of the manifest, when everything that speaks against it was asked."""
    if not settings.address:
        raise UpdateRefused("updates.no_address")
    key, name = read_key(settings.key), source.manifest
    content = source.read(name, MOST_BYTES)
    refuse_unsigned(content, source.read(name + ENDING, MOST_OF_SIGNATURE), key, file=name)
    release = read_release(content, file=name)
    if release.valid_until < (today or datetime.now(UTC).date()):
        raise UpdateRefused("updates.too_old", version=release.version, until=release.valid_until)
    seen = newest_seen(key.name)
    if numbers(release.version) < numbers(seen):
        raise UpdateRefused("updates.backwards", version=release.version, seen=seen)
    if release.version != seen:
        note_seen(key.name, release.version)
    return release


def _report(release: Release, key: str) -> UpdateReport:
    published, running = numbers(release.version), numbers(__version__)
    status = UpdateStatus.CURRENT if published == running else UpdateStatus.AHEAD
    if published > running:
        stands = is_laid_beside() and standing_version() == release.version
        status = UpdateStatus.STANDING if stands else UpdateStatus.AVAILABLE
    fitting = [each for each in release.files if each.form is own_form() and each.system in ("", this_system())]
    changes = release.changes.get(language()) or next(iter(release.changes.values()), ())
    return UpdateReport(
        status,
        __version__,
        release.version,
        release.published,
        release.valid_until,
        changes,
        next(iter(fitting), None),
        key,
    )


def _brought(source: Source, file: ReleaseFile, folder: Path) -> Path:
    """The file in its folder, once its size and hash are those that were signed; what is not is not kept. One that lies
    there whole is not fetched again."""
    place = folder / file.name
    try:
        if _is_whole(place, file):
            return place
        folder.mkdir(parents=True, exist_ok=True)
        sweep(folder)
        beside = place_beside(place)
        try:
            with beside.open("xb") as content:
                digest, size = hashlib.sha256(), 0

                def take(piece: bytes) -> None:
                    nonlocal size
                    size += content.write(piece)
                    digest.update(piece)

                source.take(file.name, file.bytes, take)
                content.flush()
                os.fsync(content.fileno())
            if size != file.bytes or digest.hexdigest() != file.sha256:
                raise UpdateRefused("updates.file_differs", file=file.name)
            beside.replace(place)
        finally:
            discard(beside)
    except OSError as error:
        raise as_refusal(error, place) from error
    return place


def _is_whole(place: Path, file: ReleaseFile) -> bool:
    if not place.is_file() or place.stat().st_size != file.bytes:
        return False
    with place.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest() == file.sha256
