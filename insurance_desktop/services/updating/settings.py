"""Where newer versions are looked for: an address with the public key of whoever publishes there."""

import json
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.crawl.published import is_askable
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SystemRefused, UpdateRefused
from insurance_desktop.domain.plain import plain
from insurance_desktop.lasting import write_whole
from insurance_desktop.packs.system_reasons import reason_of

from .signatures import read_key

WEB = ("https://", "http://")


@entity
class UpdateSettings:
    """`address` of a manifest, a web address or a file's path; `key` in minisign's form. Both "" where none is set.

    `is_given`: the machine's organisation has set them, and the user cannot.
    """

    address: str = ""
    key: str = ""
    is_given: bool = False


def read_update_settings() -> UpdateSettings:
    """The organisation's where it has set some, else the user's. UpdateRefused where they cannot be read."""
    given, own = paths.update_settings_files()
    for file in (given, own):
        try:
            kept = json.loads(file.read_text("utf-8"))
            return UpdateSettings(str(kept["address"]), str(kept["key"]), is_given=file is given)
        except FileNotFoundError:
            continue
        except (OSError, ValueError, TypeError, LookupError) as error:
            raise UpdateRefused("updates.settings_unreadable", file=str(file)) from error
    return UpdateSettings()


def set_update_address(address: str, key: str) -> UpdateSettings:
    """Both together, or neither ("" and "": nothing is looked for any more). UpdateRefused where one is unusable."""
    given, own = paths.update_settings_files()
    if given.exists():
        raise UpdateRefused("updates.set_by_organisation", file=str(given))
    settings = UpdateSettings(address.strip(), key.strip())
    if settings.address or settings.key:
        read_key(settings.key)
        if not _is_usable(settings.address):
            raise UpdateRefused("updates.address_unusable", address=settings.address)
    _keep(own, {"address": settings.address, "key": settings.key})
    return settings


def _is_usable(address: str) -> bool:
    if address.lower().startswith(WEB):
        return is_askable(address) and not {*"?#"} & {*address} and not address.endswith("/")
    return Path(address).is_absolute()


def newest_seen(key: str) -> str:
    """The newest version that this key has vouched for on this machine, "" where it is not known."""
    return _seen().get(key, "")


def note_seen(key: str, version: str) -> None:
    _keep(paths.seen_updates_file(), {**_seen(), key: version})


def _seen() -> dict[str, str]:
    try:
        kept = json.loads(paths.seen_updates_file().read_text("utf-8"))
        return {str(key): str(version) for key, version in kept.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def _keep(file: Path, what: object) -> None:
    try:
        write_whole(file, json.dumps(plain(what)).encode())
    except OSError as error:
        raise SystemRefused("updates.not_kept", path=str(file), detail=reason_of(error)) from error
