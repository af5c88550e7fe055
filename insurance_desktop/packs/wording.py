"""The catalogue of sentences: every word that a person reads, by key, from resources/i18n/<language>/<room>.toml.

A file holds `name = "sentence with {values}"` lines; the key is `<room>.<name>`. An error's advice stands under
`<name>_hint`.
"""

import tomllib
from dataclasses import dataclass
from functools import cache

from insurance_desktop import paths
from insurance_desktop.domain.errors import WorkbenchError

DEFAULT_LANGUAGE = "zh"
LANGUAGES = (DEFAULT_LANGUAGE, "en")
_spoken = [DEFAULT_LANGUAGE]


@dataclass(frozen=True, slots=True)
class Sentence:
    """An error in words: `message` = what and why, `hint` = what to do ("" where there is nothing to do)."""

    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


@cache
def catalogue(language: str = DEFAULT_LANGUAGE) -> dict[str, str]:
    """All sentences of one language by key; rooms that have none in it keep the Chinese ones."""
    return sentences_of(DEFAULT_LANGUAGE) | (sentences_of(language) if language != DEFAULT_LANGUAGE else {})


def sentences_of(language: str) -> dict[str, str]:
    """What is written in one language's files, by key."""
    folder = paths.resource_root() / "i18n" / language
    sentences: dict[str, str] = {}
    for file in sorted(folder.glob("*.toml")):
        entries = tomllib.loads(file.read_text(encoding="utf-8"))
        sentences.update({f"{file.stem}.{name}": text for name, text in entries.items()})
    return sentences


def speak(language: str) -> None:
    """From now on the whole program speaks this language; one that there is no catalogue for stays Chinese."""
    _spoken[0] = language if language in LANGUAGES else DEFAULT_LANGUAGE


def language() -> str:
    """The language that is spoken."""
    return _spoken[0]


def say(key: str, **values: object) -> str:
    """The sentence for `key` with its values filled in. KeyError where the catalogue lacks it (a test finds those)."""
    return catalogue(_spoken[0])[key].format(**values)


def sentence(error: WorkbenchError) -> Sentence:
    """What a person reads of an error."""
    hint_key = f"{error.key}_hint"
    hint = say(hint_key, **error.values) if hint_key in catalogue(_spoken[0]) else ""
    return Sentence(say(error.key, **error.values), hint)
