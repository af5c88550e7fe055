"""Files that are there as a whole after the power has gone: with their old content, or with the new one."""

import os
import stat
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Another file takes the name in one step: a reader sees the old one or the new one. A link stays a link."""
    from tempfile import NamedTemporaryFile  # noqa: PLC0415 (who only reads writes no such file)

    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    rights = rights_of(target)
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        unfinished = Path(file.name)
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            unfinished.chmod(rights)
            unfinished.replace(target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    sync_folder(target.parent)


def rights_of(target: Path) -> int:
    """Of the file that is there; a new one belongs to its user alone, keys of other servers may stand in it."""
    return stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600


def sync_folder(folder: Path) -> None:
    """Until then a name that was given or taken may be forgotten. Not every system does it: Windows opens no folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
