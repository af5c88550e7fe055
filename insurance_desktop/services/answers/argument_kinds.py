"""What an argument of a tool may be."""

from dataclasses import dataclass
from typing import Any

from insurance_desktop.domain.entity import entity

_LONGEST_NUMBER = 18
_FLAGS = {"true": True, "false": False}


@entity
class Text:
    longest: int
    shortest: int | None = None


@entity
class Number:
    """Whole; `True` is none: it would be taken for 1 in silence."""

    least: int | None = None
    most: int | None = None

    @staticmethod
    def read(given: Any) -> Any:
        """The number that a text of digits is, as models and addresses write it; anything else as it came."""
        if isinstance(given, str) and given.isascii() and given.isdecimal() and len(given) <= _LONGEST_NUMBER:
            return int(given)
        return given


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    @staticmethod
    def read(given: Any) -> Any:
        """What a text says, as models and addresses write it; anything else as it came."""
        return _FLAGS.get(given, given) if isinstance(given, str) else given


@entity
class Choice:
    names: tuple[str, ...]


Kind = Text | Number | Flag | Choice
