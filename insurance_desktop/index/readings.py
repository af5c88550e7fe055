"""How Chinese characters are read: what a name typed in pinyin, or with a character of the same sound, is found by."""

import tomllib
from functools import cache
from pathlib import Path

from insurance_desktop import paths


def readings_file() -> Path:
    """The table of readings that ships with the program (made by development/making/readings.py)."""
    return paths.resource_root() / "models" / "readings.toml"


def readings(character: str) -> tuple[str, ...]:
    """The readings of an ideograph without tones, the most frequent first; () for what has none."""
    return _table().get(character, ())


@cache
def syllables() -> frozenset[str]:
    """Every reading that there is."""
    return frozenset(reading for found in _table().values() for reading in found)


@cache
def _table() -> dict[str, tuple[str, ...]]:
    table = tomllib.loads(readings_file().read_text(encoding="utf-8"))
    found: dict[str, tuple[str, ...]]
    found = {character: (reading,) for reading, characters in table["first"].items() for character in characters}
    for reading, characters in table["other"].items():
        for character in characters:
            found[character] += (reading,)
    return found
