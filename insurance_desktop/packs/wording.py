"""The catalogue of sentences: every word that a person reads, by key, from resources/i18n/<language>/<room>.toml.

A file holds `name = "sentence with {values}"` lines; the key is `<room>.<name>`. An error's advice stands under
`<name>_hint`.
"""

from functools import cache

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import WorkbenchError

DEFAULT_LANGUAGE = "zh"
LANGUAGES = (DEFAULT_LANGUAGE, "en")
_spoken = [DEFAULT_LANGUAGE]


@entity
class Sentence:
    """An error in words: `message` = what and why, `hint` = what to do ("" where there is nothing to do)."""

    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


@cache
def catalogue(language: str = DEFAULT_LANGUAGE) -> dict[str, str]:
    """All sentences of one language by key; what it lacks is said in Chinese."""
    folder = paths.resource_root() / "i18n" / DEFAULT_LANGUAGE
    sentences: dict[str, str] = {}
    for file in sorted(folder.glob("*.toml")):
        sentences.update(_room(file.stem, language))
    return sentences


def sentences_of(language: str) -> dict[str, str]:
    """What is written in one language's own files, by key."""
    folder = paths.resource_root() / "i18n" / language
    return {key: text for file in sorted(folder.glob("*.toml")) for key, text in _written(file.stem, language).items()}


def _written(room: str, language: str) -> dict[str, str]:
    from insurance_desktop.packs.kept_toml import entries_of  # noqa: PLC0415  who only waits for workers says nothing

    file = paths.resource_root() / "i18n" / language / f"{room}.toml"
    entries = entries_of(file) if file.is_file() else {}
    return {f"{room}.{name}": text for name, text in entries.items()}


@cache
def _room(room: str, language: str) -> dict[str, str]:
    """One room's sentences by key: to read all of them would keep a server's first answer waiting."""
    chinese = _written(room, DEFAULT_LANGUAGE)
    return chinese if language == DEFAULT_LANGUAGE else chinese | _written(room, language)


def _sentences_around(key: str) -> dict[str, str]:
    return _room(key.partition(".")[0], _spoken[0])


def speak(language: str) -> None:
    """From now on the whole program speaks this language; one that there is no catalogue for stays Chinese."""
    _spoken[0] = language if language in LANGUAGES else DEFAULT_LANGUAGE


def language() -> str:
    """The language that is spoken."""
    return _spoken[0]


def say(key: str, **values: object) -> str:
    """The sentence for `key` with its values filled in. KeyError where the catalogue lacks it (a test finds those)."""
    return _sentences_around(key)[key].format(**values)


def sentence(error: WorkbenchError) -> Sentence:
    """What a person reads of an error."""
    hint_key = f"{error.key}_hint"
    hint = say(hint_key, **error.values) if hint_key in _sentences_around(hint_key) else ""
    return Sentence(say(error.key, **error.values), hint)
