"""Which packs there are: folders beside a `packs.toml`, which says what is offered and in which order.

Packs ship under resources/packs; others were installed (services/pack_models.py), and a person's own may lie in a
folder that the environment names.
"""

from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.packs.kept_toml import entries_of

LIST = "packs.toml"


def pack_names() -> tuple[str, ...]:
    """The packs that are offered, the shipped ones first."""
    return tuple(_folders())


def packs_on_request() -> tuple[str, ...]:
    """Those that ship beside the first, which not everybody needs; a person's own are wanted as they are."""
    return shipped_packs()[1:]


def shipped_packs() -> tuple[str, ...]:
    """Those that come with the program, in the order in which they are offered."""
    return _offered(paths.pack_folders()[0])


def installed_packs() -> tuple[str, ...]:
    """Those that were put into the user's own folder."""
    return _offered(paths.installed_packs())


def default_pack() -> str:
    """The pack that a new library is made for where nobody names one."""
    return pack_names()[0]


def pack_folder(name: str) -> Path:
    """Where the pack's files lie. UsageError where there is no such pack."""
    folders = _folders()
    if name not in folders:
        raise UsageError("packs.no_such_pack", name=name, known=", ".join(folders))
    return folders[name]


def fitted_file(name: str) -> Path:
    """A file fitted to a pack, as `ranking-<pack>.toml`: it lies beside the model, or in the `models` of a pack."""
    shipped = paths.model_folder() / name
    if shipped.is_file():
        return shipped
    brought = (each / "models" / name for each in _folders().values())
    return next((each for each in brought if each.is_file()), shipped)


def _folders() -> dict[str, Path]:
    return {name: folder / name for folder in paths.pack_folders() for name in _offered(folder)}


def _offered(folder: Path) -> tuple[str, ...]:
    """What a folder offers; one into which nothing was put yet has no list."""
    file = folder / LIST
    return () if paths.is_absent(file) else tuple(entries_of(file)["offered"])


def practice_files(name: str) -> tuple[Path, ...]:
    """The files of practice that come with a pack, to be imported and reviewed."""
    return tuple(sorted((pack_folder(name) / "practice").glob("*.yaml")))
