"""The models that packs are searched with: which are here, and how a model or a pack is put in place that did not ship.

A network is known by its hash (resources/models/<language>/embedding.toml): whoever has that file may bring it, by
whatever way. What the program does not know, a pack or another model with its settings, comes in an archive that the
key of newer versions has signed (services/updating/signed_folders.py). Both go to the user's own folders, where every
library and face finds them.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import ModelError, UpdateRefused, UsageError
from insurance_desktop.index.embedding import SETTINGS_NAME, read_settings, shipped_embedder
from insurance_desktop.lasting import sync_folder, write_whole
from insurance_desktop.packs.labels import pack_label
from insurance_desktop.packs.loader import FIRST_FILE, load_pack, read_pack, take_pack
from insurance_desktop.packs.registry import LIST, installed_packs, pack_names, practice_files, shipped_packs
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.services.updating.signed_folders import signature_of, unpack_signed, unusable
from insurance_desktop.store.faults import as_refusal

REFERENCES = "reference_vectors.json"
"""Beside a model: what its first vectors must be (services/diagnosis.py)."""


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
    """`packs` are searched by their meaning from now on; what they hold already is indexed by the command `index`.

    `signed_by` is the key that vouched for it, "" where the program knows it by its hash.
    """

    model: str
    path: str
    packs: tuple[str, ...]
    signed_by: str = ""


@entity
class InstalledPack:
    """A pack that is offered from the next start on; the former one of this name lies beside it (`former`, else "")."""

    pack: str
    label: str
    path: str
    former: str
    signed_by: str


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


def install(file: Path) -> InstalledModel | InstalledPack:
    """Puts a model or a pack in place. UsageError where the program does not know it and no signature lies beside it;
    what is signed is refused as `unpack_signed` says, or with PackError for the faults of a pack."""
    sha256 = _sha256(file)
    for language in _languages():
        embedder = shipped_embedder(language)
        if embedder.settings.sha256 == sha256:
            try:
                write_whole(embedder.model_path, file.read_bytes())
            except OSError as error:
                raise as_refusal(error, embedder.model_path) from error
            return InstalledModel(embedder.settings.name, str(embedder.model_path), _served(language))
    if signature_of(file).is_file():
        return _install_signed(file)
    known = ", ".join(shipped_embedder(language).settings.model for language in _languages())
    raise UsageError("packs.no_known_model", file=str(file), sha256=sha256, known=known)


def _install_signed(file: Path) -> InstalledModel | InstalledPack:
    with _coming(paths.installed_packs()) as place:
        folder, signer = unpack_signed(file, place)
        if (folder / FIRST_FILE).is_file():
            return _install_pack(folder, signer)
        if (folder / SETTINGS_NAME).is_file():
            return _install_model(file, folder, signer)
        raise unusable(file, "archive_unknown")


def _install_pack(folder: Path, signer: str) -> InstalledPack:
    name, root = folder.name, paths.installed_packs()
    if name in shipped_packs():
        raise UpdateRefused("packs.ships", name=name)
    read_pack(folder)
    former = _lay(folder, root / name)
    offered = list(dict.fromkeys((*installed_packs(), name)))
    write_whole(root / LIST, f"offered = {json.dumps(offered)}\n".encode())
    for kept in (load_pack, take_pack):
        kept.cache_clear()
    return InstalledPack(name, pack_label(name), str(root / name), former, signer)


def _install_model(file: Path, folder: Path, signer: str) -> InstalledModel:
    """The whole model of a language: its settings name the network's hash, as those that ship do."""
    try:
        settings = read_settings(folder / SETTINGS_NAME)
    except ModelError as error:
        raise unusable(file, "archive_model", missing=SETTINGS_NAME) from error
    for each in (settings.model, settings.tokenizer, REFERENCES):
        if Path(each).name != each or not (folder / each).is_file():
            raise unusable(file, "archive_model", missing=each)
    if _sha256(folder / settings.model) != settings.sha256:
        raise unusable(file, "archive_model", missing=f"sha256 ({SETTINGS_NAME})")
    target = paths.installed_models(folder.name)
    _lay(folder, target)
    return InstalledModel(settings.name, str(target / settings.model), _served(folder.name), signer)


@contextmanager
def _coming(root: Path) -> Iterator[Path]:
    """A place to unpack to, on the disk of the folders to be; nothing of it stays."""
    place = root / ".coming"
    try:
        root.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        yield place
    except OSError as error:
        raise as_refusal(error, root) from error
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _lay(folder: Path, target: Path) -> str:
    """The folder takes its place; what lay there is kept beside it. Returns where, "" where nothing was there."""
    former = target.with_name(f"{target.name}.former")
    target.parent.mkdir(parents=True, exist_ok=True)
    was_there = target.exists()
    if was_there:
        shutil.rmtree(former, ignore_errors=True)
        target.rename(former)
    try:
        folder.rename(target)
    except OSError:
        if was_there:
            former.rename(target)
        raise
    sync_folder(target.parent)
    return str(former) if was_there else ""


def _served(language: str) -> tuple[str, ...]:
    return tuple(name for name in pack_names() if load_pack(name).language == language)


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
        raise UsageError("packs.model_unreadable", file=str(file), reason=reason_of(error)) from error
