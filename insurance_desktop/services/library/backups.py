"""Where backups of a library lie on this machine, as far as the program knows: it notes each that it makes."""

import json
from contextlib import suppress
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.lasting import write_whole
from insurance_desktop.store import health
from insurance_desktop.store.database import Database

_MOST = 10


def note_backup(database: Database, target: Path) -> None:
    """Remembers where a backup was made. A note that cannot be kept is no fault: the backup is there."""
    noted = [str(target), *(each for each in _noted(database) if each != str(target))][:_MOST]
    with suppress(OSError):
        write_whole(_notes(database), json.dumps(noted, ensure_ascii=False).encode())


def newest_backup(database: Database) -> Path | None:
    """The newest of those noted and of those that upgrades left beside the library; None where none is there."""
    beside = database.path.parent.glob(f"{database.path.name}.*.backup")
    there = [each for each in (*map(Path, _noted(database)), *beside) if each.is_file()]
    return max(there, key=lambda each: each.stat().st_mtime, default=None)


def _noted(database: Database) -> list[str]:
    try:
        return [str(each) for each in json.loads(_notes(database).read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        return []


def _notes(database: Database) -> Path:
    with database.read() as connection:
        return paths.state_folder() / "backups" / f"{health.library_id(connection)}.json"
