"""A folder in one signed file, a pack or a model: opened only where the key that the user set has vouched for it.

The file is a zip with one folder in it, and its signature lies beside it, as that of a manifest does. Nothing in it is
run. Whoever signs packs says nothing of their age: an older archive of the same key is taken, too.
"""

import io
import re
import stat
import zipfile
import zlib
from pathlib import Path

from insurance_desktop.domain.errors import UpdateRefused, UsageError
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.packs.wording import say

from .settings import read_update_settings
from .signatures import ENDING, read_key, refuse_unsigned

MOST_BYTES = 1 << 30
"""Of all files in an archive, unpacked; the English model has 67 MB."""

MOST_FILES = 10_000

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}")
"""Of a file or folder inside: none leads out of its folder, on no system."""


def signature_of(file: Path) -> Path:
    """Where the signature of a file lies."""
    return file.with_name(file.name + ENDING)


def unpack_signed(file: Path, target: Path) -> tuple[Path, str]:
    """The archive's one folder, unpacked below `target`, and the name of the key that signed it.

    UpdateRefused where the user has set no key, the signature is not that key's, or the archive is not of this form;
    OSError where it cannot be written.
    """
    key = read_update_settings().key
    if not key:
        raise UpdateRefused("packs.no_key", file=file.name)
    signer = read_key(key)
    try:
        content, signature = file.read_bytes(), signature_of(file).read_bytes()
    except OSError as error:
        raise UsageError("packs.model_unreadable", file=str(file), reason=reason_of(error)) from error
    refuse_unsigned(content, signature, signer, file=file.name)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            top = _only_folder(archive, file)
            for entry in archive.infolist():
                archive.extract(entry, target)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise unusable(file, "archive_damaged") from error
    return target / top, signer.name


def unusable(file: Path, reason: str, **values: object) -> UpdateRefused:
    """What to raise for an archive whose signature is good, and its content of no use."""
    return UpdateRefused("packs.archive_unusable", file=file.name, reason=say(f"packs.{reason}", **values))


def _only_folder(archive: zipfile.ZipFile, file: Path) -> str:
    """The name of the folder that holds everything."""
    entries = archive.infolist()
    if len(entries) > MOST_FILES or sum(each.file_size for each in entries) > MOST_BYTES:
        raise unusable(file, "archive_large", files=MOST_FILES, most=MOST_BYTES >> 20)
    tops = set()
    for each in entries:
        parts = each.filename.removesuffix("/").split("/")
        if not all(map(_NAME.fullmatch, parts)) or stat.S_ISLNK(each.external_attr >> 16):
            raise unusable(file, "archive_name", name=each.filename[:80])
        if len(parts) == 1 and not each.is_dir():
            raise unusable(file, "archive_folders")
        tops.add(parts[0])
    if len(tops) != 1:
        raise unusable(file, "archive_folders")
    return tops.pop()
