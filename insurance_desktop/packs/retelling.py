"""Sentences that a library keeps, read in the language and the face of who reads them.

A kept sentence is the catalogue's with its values filled in: which one it is, and what the values are, is found by
what stands around them. What the document says stays as it is.
"""

import re
import string
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from .wording import KEPT_ROOM, LANGUAGES, filled, spoken_in, written_in

ROOMS = (KEPT_ROOM, "services")
"""Where findings and the reasons of failed conversions come from."""
TOLD_IN_TURN = frozenset({"cases", "first", "reason", "stage", "where"})
"""Values that are sentences of the catalogue, not words of the document."""
SEVERAL = "cases"
COUNT, NUMBER = "count", r"[\d,]+"
"""A number is never words: or a sentence within another one would be taken for the whole."""


class Kept(NamedTuple):
    """A kept sentence taken apart: its key, of which language its words are, and its values."""

    key: str
    language: str
    values: dict[str, str]


class Form(NamedTuple):
    """What a sentence looks like: its own words, in order, and after each the value or the forms of a number."""

    key: str
    words: tuple[str, ...]
    holes: tuple[tuple[str | None, str], ...]

    @property
    def length(self) -> int:
        return sum(map(len, self.words))


def retold(kept: str) -> str:
    """The sentence as who reads now is told it; as it is where no sentence of the catalogue is like it."""
    found = _taken_apart(kept)
    if found is None:
        return kept
    values = {name: _value(name, text, found.language) for name, text in found.values.items()}
    return filled(_told_with_hint(spoken_in(found.key.partition(".")[0]), found.key), values)


def prepare() -> None:
    """Read what sentences look like, so that the first that is told anew keeps nobody waiting."""
    _forms(LANGUAGES[0])
    for room in ROOMS:
        spoken_in(room)


def _value(name: str, text: str, language: str) -> str:
    if name not in TOLD_IN_TURN:
        return text
    if name != SEVERAL:
        return retold(text)
    was, now = written_in(KEPT_ROOM, language), spoken_in(KEPT_ROOM)
    listing, more = (f"{KEPT_ROOM}.listing", f"{KEPT_ROOM}.and_more")
    cases = text.removesuffix(was[more]).split(was[listing])
    return now[listing].join(map(retold, cases)) + now[more] * text.endswith(was[more])


def _told_with_hint(sentences: dict[str, str], key: str) -> str:
    """The sentence of a key; of `a + b` both, as an error's sentence and its hint are kept in one line."""
    return " ".join(sentences[each] for each in key.split(" + "))


@lru_cache(maxsize=4096)
def _taken_apart(kept: str) -> Kept | None:
    """By the form that shares most signs with the sentence."""
    for language in LANGUAGES:
        for form in _forms(language):
            if all(words in kept for words in form.words) and (match := _pattern(form).fullmatch(kept)):
                return Kept(form.key, language, match.groupdict())
    return None


@cache
def _forms(language: str) -> tuple[Form, ...]:
    """Those with most words of their own first."""
    sentences = {key: text for room in ROOMS for key, text in written_in(room, language).items()}
    return tuple(sorted(_each_form(sentences), key=lambda form: form.length, reverse=True))


def _each_form(sentences: dict[str, str]) -> Iterator[Form]:
    for key in sentences:
        for told in (key, f"{key} + {key}_hint") if f"{key}_hint" in sentences else (key,):
            parts = list(string.Formatter().parse(_told_with_hint(sentences, told)))
            words = tuple(words for words, *_ in parts)
            holes = tuple((name, forms or "") for _, name, forms, _ in parts)
            if any(map(str.isalpha, "".join(words))) and all(name is None or name.isidentifier() for name, _ in holes):
                yield Form(told, words, holes)


@cache
def _pattern(form: Form) -> re.Pattern[str]:
    seen: set[str] = set()
    written = []
    for words, (name, forms) in zip(form.words, form.holes, strict=True):
        written.append(re.escape(words))
        if forms:
            written.append(f"(?:{'|'.join(map(re.escape, forms.split('/')))})")
        elif name is not None:
            written.append(f"(?P={name})" if name in seen else f"(?P<{name}>{NUMBER if name == COUNT else '.*?'})")
            seen.add(name)
    return re.compile("".join(written), re.DOTALL)
