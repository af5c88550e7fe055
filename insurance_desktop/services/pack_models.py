"""The models that packs are searched with: which are here, and how one that does not ship is put in place.

A network is known by its hash alone (resources/models/<language>/embedding.toml): whoever has the file may bring it, by
whatever way, and no other file is taken. It goes to the user's own folder, where every library and face finds it.
"""

import hashlib
from enum import StrEnum
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.lasting import write_whole
from insurance_desktop.packs.labels import pack_label
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import pack_names, practice_files
from insurance_desktop.store.faults import as_refusal


class ModelState(StrEnum):
    SHIPPED = "shipped"
    INSTALLED = "installed"
    MISSING = "missing"
    DAMAGED = "damaged"
    """Another file lies in its place."""


@entity
class PackModel:
    """A pack and the model that it is searched with; `sha256` of a model that has to be installed, else "".

    `practice` are the files of practice that come with it, to be imported and reviewed.
    """

    pack: str
    label: str
    model: str
    state: ModelState
    sha256: str
    practice: tuple[str, ...]


@entity
class InstalledModel:
    """`packs` are searched by their meaning from now on; what they hold already is indexed by the command `index`."""

    model: str
    path: str
    packs: tuple[str, ...]


def pack_models() -> tuple[PackModel, ...]:
    """Every pack that is offered, in that order."""
    packs = [load_pack(name) for name in pack_names()]
    states = {language: _state(language) for language in {pack.language for pack in packs}}
    found = []
    for pack in packs:
        settings = shipped_embedder(pack.language).settings
        practice = tuple(str(each) for each in practice_files(pack.name))
        found.append(
            PackModel(pack.name, pack_label(pack.name), settings.name, states[pack.language], settings.sha256, practice)
        )
    return tuple(found)


def _state(language: str) -> ModelState:
    embedder = shipped_embedder(language)
    if not embedder.settings.sha256:
        return ModelState.SHIPPED
    if embedder.is_missing:
        return ModelState.MISSING
    is_whole = _sha256(embedder.model_path) == embedder.settings.sha256
    return ModelState.INSTALLED if is_whole else ModelState.DAMAGED


def install_model(file: Path) -> InstalledModel:
    """Puts a model's file in place. UsageError where it is none that the program knows."""
    sha256 = _sha256(file)
    for language in _languages():
        embedder = shipped_embedder(language)
        if embedder.settings.sha256 == sha256:
            try:
                write_whole(embedder.model_path, file.read_bytes())
            except OSError as error:
                raise as_refusal(error, embedder.model_path) from error
            served = tuple(name for name in pack_names() if load_pack(name).language == language)
            return InstalledModel(embedder.settings.name, str(embedder.model_path), served)
    known = ", ".join(shipped_embedder(language).settings.model for language in _languages())
    raise UsageError("packs.no_known_model", file=str(file), sha256=sha256, known=known)


def _languages() -> list[str]:
    """Those whose model has to be installed."""
    named = sorted(each.parent.name for each in paths.model_folder().glob("*/embedding.toml"))
    return [language for language in named if shipped_embedder(language).settings.sha256]


def _sha256(file: Path) -> str:
    try:
        with file.open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()
    except FileNotFoundError as error:
        raise UsageError("packs.no_model_file", file=str(file)) from error
    except OSError as error:
        raise UsageError("packs.model_unreadable", file=str(file), reason=error.strerror) from error
