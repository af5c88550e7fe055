"""Reads a shipped TOML file, and keeps what it says as JSON in the user's cache: that is read in a tenth of the time.

The copy is named after the file's own content, so another version of the file never meets it, and its first line is
the hash of the rest: a copy that is not whole is made again.
"""

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from insurance_desktop import paths
from insurance_desktop.unfinished import place_beside

FOLDER = "toml"


def entries_of(file: Path, folder: Path | None = None) -> dict[str, Any]:
    """What the file says; `folder` is where copies are kept, the user's cache where none is named.

    OSError where the file cannot be read, UnicodeDecodeError or tomllib.TOMLDecodeError where it is no TOML. A cache
    that cannot be read or written costs only time.
    """
    content = file.read_bytes()
    copy = (folder or paths.cache_folder() / FOLDER) / f"{_name_of(file)}.{hashlib.sha256(content).hexdigest()}.json"
    kept = _kept(copy)
    if kept is not None:
        return kept
    import tomllib  # noqa: PLC0415  not needed where a copy is kept

    entries = tomllib.loads(content.decode("utf-8"))
    _keep(entries, copy, _name_of(file))
    return entries


def _kept(copy: Path) -> dict[str, Any] | None:
    """What the copy says; None where there is none, or not a whole one."""
    try:
        told, _, body = copy.read_bytes().partition(b"\n")
        if told != _hash_of(body):
            return None
        entries = json.loads(body)
    except (OSError, ValueError, RecursionError):
        return None
    return entries if isinstance(entries, dict) else None


def _keep(entries: dict[str, Any], copy: Path, name: str) -> None:
    """In one step, so that nobody reads half of it; copies of the file's other versions go."""
    with suppress(OSError, TypeError, ValueError):  # TypeError: a date, which JSON does not know
        body = json.dumps(entries, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
        copy.parent.mkdir(parents=True, exist_ok=True)
        for former in copy.parent.glob(f"{name}.*.json"):
            former.unlink(missing_ok=True)
        unfinished = place_beside(copy)
        unfinished.write_bytes(_hash_of(body) + b"\n" + body)
        unfinished.replace(copy)


def _name_of(file: Path) -> str:
    """A folder holds the files of one language, or the packs."""
    return f"{file.parent.name}.{file.stem}"


def _hash_of(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode("ascii")
