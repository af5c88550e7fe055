"""The catalogue of sentences: every word that a person reads, by key, from resources/i18n/<language>/<room>.toml.

A file holds `name = "sentence with {values}"` lines; the key is `<room>.<name>`. An error's advice stands under
`<name>_hint`. Where the window leads elsewhere than a command does, both stand in the sentence:
`[[press Convert again|run import]]`. `{count} clause{count:/s} {count:is/are} open` has the form for one and for more.
"""

import re
from collections.abc import Mapping
from functools import cache
from string import Formatter

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import WorkbenchError

DEFAULT_LANGUAGE = "zh"
LANGUAGES = (DEFAULT_LANGUAGE, "en")
KEPT_ROOM = "convert"
"""Its sentences are written into libraries, and those have one language: `retelling` says them in the reader's."""
_BY_FACE = re.compile(r"\[\[(.*?)\|(.*?)\]\]", re.DOTALL)
_spoken = [DEFAULT_LANGUAGE]
_in_window = [False]


@entity
class Sentence:
    """An error in words: `message` = what and why, `hint` = what to do ("" where there is nothing to do)."""

    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class _Numbered(Formatter):
    """Takes `one/more` for a form of a value that counts."""

    def format_field(self, value: object, format_spec: str) -> str:
        one, counts, more = format_spec.partition("/")
        return str(format(value, format_spec)) if not counts else one if str(value) == "1" else more


_NUMBERED = _Numbered()


@cache
def catalogue(language: str = DEFAULT_LANGUAGE, *, in_window: bool = False) -> dict[str, str]:
    """All sentences of one language by key; what it lacks is said in Chinese."""
    folder = paths.resource_root() / "i18n" / DEFAULT_LANGUAGE
    sentences: dict[str, str] = {}
    for file in sorted(folder.glob("*.toml")):
        sentences.update(_room(file.stem, language, in_window))
    return sentences


def written_in(room: str, language: str) -> dict[str, str]:
    """One room's sentences by key, as a library keeps them."""
    return _room(room, language, False)


def spoken_in(room: str) -> dict[str, str]:
    """One room's sentences by key in the language that is spoken, as the face that speaks says them."""
    return _room(room, _spoken[0], _in_window[0])


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
def _room(room: str, language: str, in_window: bool) -> dict[str, str]:
    """One room's sentences by key: to read all of them would keep a server's first answer waiting."""
    written = _written(room, DEFAULT_LANGUAGE)
    if language != DEFAULT_LANGUAGE:
        written |= _written(room, language)
    face = r"\1" if in_window else r"\2"
    return {key: _BY_FACE.sub(face, text) for key, text in written.items()}


def _sentences_around(key: str) -> dict[str, str]:
    room = key.partition(".")[0]
    return _room(room, DEFAULT_LANGUAGE, False) if room == KEPT_ROOM else _room(room, _spoken[0], _in_window[0])


def speak_in_window(in_window: bool = True) -> None:
    """From now on sentences lead to pages and buttons, not to commands."""
    _in_window[0] = in_window


def speak(language: str) -> None:
    """From now on the whole program speaks this language; one that there is no catalogue for stays Chinese."""
    _spoken[0] = language if language in LANGUAGES else DEFAULT_LANGUAGE


def language() -> str:
    """The language that is spoken."""
    return _spoken[0]


def say(key: str, **values: object) -> str:
    """The sentence for `key` with its values filled in. KeyError where the catalogue lacks it (a test finds those)."""
    return filled(_sentences_around(key)[key], values)


def filled(text: str, values: Mapping[str, object]) -> str:
    """A sentence of the catalogue with its values; only one that may have forms that count goes the long way."""
    if "/" not in text:
        return text.format_map(values)
    return _NUMBERED.vformat(text, (), values)


def sentence(error: WorkbenchError) -> Sentence:
    """What a person reads of an error."""
    hint_key = f"{error.key}_hint"
    hint = say(hint_key, **error.values) if hint_key in _sentences_around(hint_key) else ""
    return Sentence(say(error.key, **error.values), hint)
