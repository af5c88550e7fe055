"""Files that are worked out of shipped ones and too large to work out at every start: kept in the user's cache.

Such a file is known by its sha256 before it is made. A copy that is not whole is made again, one that cannot be written
is used from memory: losing it costs only time.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.domain.errors import ModelError
from insurance_desktop.unfinished import discard, place_beside, sweep

FOLDER = "models"
_HASH_SIGNS = 16


def kept_file(source: Path, ending: str, sha256: str, make: Callable[[], bytes]) -> Path | bytes:
    """The file that `make` makes of `source`, or its content where the cache takes none.

    ModelError where something else comes out: `source`, or what else it is made of, is damaged.
    """
    copy = paths.cache_folder() / FOLDER / f"{source.stem}.{sha256[:_HASH_SIGNS]}{ending}"
    if _sha256_of(copy) == sha256:
        return copy
    content = make()
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ModelError("index.model_unreadable", path=str(source), cause=f"sha256 ≠ {sha256}")
    try:
        _keep(content, copy)
    except OSError:
        return content
    _forget_former(copy, source.stem, ending)
    return copy


def _sha256_of(path: Path) -> str:
    """Hex sha256 of a file's content, "" where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _keep(content: bytes, copy: Path) -> None:
    """In one step, so that no other process reads half of it."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    sweep(copy.parent)
    unfinished = place_beside(copy)
    try:
        unfinished.write_bytes(content)
        unfinished.replace(copy)
    finally:
        discard(unfinished)


def _forget_former(copy: Path, stem: str, ending: str) -> None:
    """Copies of the file's other versions go."""
    with suppress(OSError):
        for former in copy.parent.glob(f"{stem}.*{ending}"):
            if former != copy:
                former.unlink(missing_ok=True)
