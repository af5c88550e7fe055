"""Whether conversations are remembered, and what is asked often: the user's choice for every face and library."""

import json
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SystemRefused
from insurance_desktop.domain.plain import plain
from insurance_desktop.lasting import write_whole
from insurance_desktop.packs.system_reasons import reason_of


@entity
class MemorySettings:
    """`remembers`: what was said a day ago or later. `counts_often`: what is asked often, too."""

    remembers: bool = True
    counts_often: bool = False


def read_memory_settings(file: Path | None = None) -> MemorySettings:
    """What was chosen. Where it cannot be read nothing is remembered: nobody is known to have agreed."""
    try:
        kept = json.loads((file or paths.memory_settings_file()).read_text("utf-8"))
        return MemorySettings(kept["remembers"] is True, kept["counts_often"] is True)
    except FileNotFoundError:
        return MemorySettings()
    except (OSError, ValueError, TypeError, LookupError):
        return MemorySettings(remembers=False)


def keep_memory_settings(settings: MemorySettings, file: Path | None = None) -> None:
    """SystemRefused where the folder cannot be written."""
    place = file or paths.memory_settings_file()
    try:
        write_whole(place, json.dumps(plain(settings)).encode())
    except OSError as error:
        detail = reason_of(error)
        raise SystemRefused("memory.settings_not_kept", path=str(place), detail=detail) from error
