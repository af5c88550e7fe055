"""Reads a release's manifest. It is read only after its signature was found good; all its faults are told at once."""

import re
import tomllib
from datetime import date
from typing import Any

from insurance_desktop.domain.errors import UpdateRefused
from insurance_desktop.domain.updates import Form, Release
from insurance_desktop.packs.fields import INVALID, FieldReader
from insurance_desktop.packs.wording import say

MOST_BYTES = 256 << 10
"""Of a manifest: some files and the sentences about what changed."""

LARGEST_FILE = 2 << 30
"""Bytes of one file of a release; the program as a folder has 400 MB."""

VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){1,3}")

_FORMS = {
    "version": VERSION,
    "name": re.compile(r"[A-Za-z0-9][A-Za-z0-9._+~-]{0,149}"),
    "sha256": re.compile(r"[0-9a-f]{64}"),
    "system": re.compile(r"|[a-z0-9]+-[a-z0-9_]+"),
}
"""What a text of this key looks like. A name has no folder in it: a file lies beside its manifest, and nowhere else."""


def read_release(content: bytes, *, file: str) -> Release:
    """UpdateRefused with a line `key: reason` for each fault."""
    faults: list[str] = []

    def note(key: str, reason: str, /, **values: object) -> Any:
        faults.append(f"{key or '-'}: {say(f'packs.{reason}', **values)}")
        return INVALID

    try:
        entries = tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML, or nested without end
        entries = note("", "not_toml", reason=error)
    release: Release = _ReleaseReader(note).table(entries, Release, "")
    if faults:
        raise UpdateRefused("updates.manifest_faults", file=file, faults="\n".join(faults))
    return release


class _ReleaseReader(FieldReader):
    """Reads a manifest, whose texts have forms; dates are TOML's own."""

    def value(self, value: Any, declared: Any, key: str) -> Any:
        if declared is Form:
            return Form(value) if value in list(Form) else self._unlike(value, key)
        if declared is date:
            return value if type(value) is date else self._unlike(value, key)
        return super().value(value, declared, key)

    def check_text(self, value: str, key: str) -> None:
        form = _FORMS.get(key.rpartition(".")[2])
        if form and not form.fullmatch(value):
            self._unlike(value, key)

    def check_table(self, taken: dict[str, Any], shape: type, key: str) -> None:
        size = taken.get("bytes")
        if isinstance(size, int) and not 0 < size <= LARGEST_FILE:
            self._unlike(size, f"{key}.bytes")

    def _unlike(self, value: object, key: str) -> Any:
        return self.note(key, "unlike_its_form", value=str(value)[:80])


def numbers(version: str) -> tuple[int, ...]:
    """A version as it is compared, with what follows its numbers left out."""
    found = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()
