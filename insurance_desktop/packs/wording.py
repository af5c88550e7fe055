"""The catalogue of sentences: every word that a person reads, by key, from resources/i18n/<language>/<room>.toml.

A file holds `name = "sentence with {values}"` lines; the key is `<room>.<name>`. An error's advice stands under
`<name>_hint`.
"""

from functools import cache

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import WorkbenchError

DEFAULT_LANGUAGE = "zh"


@entity
class Sentence:
    """An error in words: `message` = what and why, `hint` = what to do ("" where there is nothing to do)."""

    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


@cache
def catalogue(language: str = DEFAULT_LANGUAGE) -> dict[str, str]:
    """All sentences of one language by key."""
    rooms = sorted((paths.resource_root() / "i18n" / language).glob("*.toml"))
    return {f"{room.stem}.{name}": text for room in rooms for name, text in _room(room.stem, language).items()}


@cache
def _room(name: str, language: str) -> dict[str, str]:
    """The sentences of one room by name: a worker needs one of fifteen files, and to read them all takes 7 ms."""
    import tomllib  # noqa: PLC0415  a process that only waits for workers says nothing

    file = paths.resource_root() / "i18n" / language / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def say(key: str, **values: object) -> str:
    """The sentence for `key` with its values filled in. KeyError where the catalogue lacks it (a test finds those)."""
    room, _, name = key.partition(".")
    return _room(room, DEFAULT_LANGUAGE)[name].format(**values)


def sentence(error: WorkbenchError) -> Sentence:
    """What a person reads of an error."""
    room, _, name = error.key.partition(".")
    hint = say(f"{error.key}_hint", **error.values) if f"{name}_hint" in _room(room, DEFAULT_LANGUAGE) else ""
    return Sentence(say(error.key, **error.values), hint)
