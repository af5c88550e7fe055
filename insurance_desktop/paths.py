"""Where things are: the shipped resources and the user's own files. Nothing else knows a folder."""

import os
import sys
from functools import cache
from pathlib import Path

APPLICATION = "insurance_desktop"
LIBRARY_VARIABLE = "INSURANCE_DESKTOP_LIBRARY"
PACKS_VARIABLE = "INSURANCE_DESKTOP_PACKS"
PORTABLE = "portable"


def resource_root() -> Path:
    """The shipped `resources/` folder, for a checkout, an installed wheel and a frozen program alike."""
    return _resources_of(__file__, getattr(sys, "_MEIPASS", None))


@cache
def _resources_of(module: str, frozen: str | None) -> Path:
    """Looked for once: some files are asked for a hundred times."""
    package = Path(module).resolve().parent
    candidates = [Path(frozen) / "resources"] if frozen else []
    candidates += [package / "resources", package.parent / "resources"]
    for candidate in candidates:
        if (candidate / "packs").is_dir():
            return candidate
    raise FileNotFoundError(f"resources/ is missing beside {package}: the installation is incomplete, install again")


def pack_folders() -> tuple[Path, ...]:
    """Where packs lie: the shipped folder, that of installed ones, then the one that the environment names."""
    own, named = installed_packs(), os.environ.get(PACKS_VARIABLE)
    return (resource_root() / "packs", *([own] if own.is_dir() else ()), *([Path(named)] if named else ()))


def installed_packs() -> Path:
    """Where packs are put that do not ship with the program."""
    return _own("user_data_dir") / "packs"


def model_folder(language: str = "") -> Path:
    """The shipped models with the numbers fitted to them, for Chinese; those of another language in a folder there, or
    where a whole model of it was installed (services/pack_models.py)."""
    own = installed_models(language) if language else None
    return own if own and (own / "embedding.toml").is_file() else resource_root() / "models" / language


def installed_models(language: str) -> Path:
    """Where the models of a language are put that do not ship with the program."""
    return _own("user_data_dir") / "models" / language


def default_library() -> Path:
    """The library that is opened when none is named: the environment's, else the user's data folder."""
    named = os.environ.get(LIBRARY_VARIABLE)
    if named:
        return Path(named)
    return own_library()


def own_library() -> Path:
    """The library in the user's data folder, which the program makes itself."""
    return _own("user_data_dir") / "library.db"


def is_absent(path: Path) -> bool:
    """Whether there is nothing at a path; what cannot be looked at may be something."""
    try:
        path.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def folder_to_be(path: Path) -> Path:
    """The folder that a new file of this name would lie in: a link's own is not where it leads."""
    return Path(os.path.realpath(path)).parent


def token_folder() -> Path:
    """What opens the web face of a library, each in a file that its user alone can read."""
    return _own("user_data_dir") / "tokens"


def state_folder() -> Path:
    """The window's layout, logs and the like: nothing that belongs to a library."""
    return _own("user_state_dir")


def cache_folder() -> Path:
    """Copies that make a start quicker. Whatever lies there may be deleted at any time."""
    return _own("user_cache_dir")


def conversation_file() -> Path:
    """What was said in conversations: a file that may be deleted at any time, and that no backup holds."""
    return cache_folder() / "conversations.db"


def memory_settings_file() -> Path:
    """Whether conversations are remembered."""
    return state_folder() / "memory.json"


def update_settings_files() -> tuple[Path, Path]:
    """Where newer versions are published: as this machine's organisation says it, and as the user does."""
    return _own("site_config_dir") / "updates.json", state_folder() / "updates.json"


def seen_updates_file() -> Path:
    """The newest version that each key has vouched for."""
    return state_folder() / "updates_seen.json"


def update_folder() -> Path:
    """Verified files of newer versions, each in the folder of its version."""
    return _own("user_data_dir") / "updates"


def portable_folder() -> Path | None:
    """Where all that is the user's lies while a file `portable` stands beside the program: on a stick, for instance.

    Beside the built program, and beside the one that Windows' installer lays above its Python; of another one, in the
    folder of its environment.
    """
    if getattr(sys, "frozen", False):
        beside = Path(sys.executable).parent
    else:
        prefix = Path(sys.prefix)
        beside = prefix.parent if (prefix.parent / "insurance-desktop.exe").is_file() else prefix
    return beside / "user" if (beside / PORTABLE).is_file() else None


def _own(folder: str) -> Path:
    """A folder that the system sets aside for this user's programs; the portable program's own, where it is one."""
    portable = portable_folder()
    if portable is not None and folder.startswith("user_"):
        return portable / folder.removeprefix("user_").removesuffix("_dir")
    import platformdirs  # noqa: PLC0415  workers need none, and every conversion starts one

    return Path(getattr(platformdirs, folder)(APPLICATION, appauthor=False))
