"""Foreign data by declared fields: a dataclass says which keys a file has and of what types; all faults are noted."""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, cast, get_args, get_origin, get_type_hints

from insurance_desktop.packs.wording import say

INVALID: Any = object()
"""Stands for a value whose fault is noted already."""

Note = Callable[..., Any]
"""Notes a fault under a key, with the name of its sentence and the values for it, and returns INVALID."""

IDENTITY_KEYS = ("name", "document_type")
"""The key that tells the entries of one list apart."""


class FieldReader:
    """Turns plain values into the declared types and notes each fault under its key.

    A kind of file with rules of its own adds them in `check_text` and `check_table`.
    """

    takes_words_unseen = False
    """Whether `check_text` has nothing to say of the members of a list."""

    def __init__(self, note: Note) -> None:
        self.note = note

    def check_text(self, value: str, key: str) -> None:
        """Notes what is wrong with a text that stands under the key."""

    def check_table(self, taken: dict[str, Any], shape: type, key: str) -> None:
        """Notes what is wrong with a table as a whole; `taken` are its values that could be read."""

    def table(self, value: Any, shape: type, key: str) -> Any:
        """A dataclass from a TOML table, checked key by key."""
        if value is INVALID:
            return INVALID
        if not isinstance(value, dict):
            return self.note(key, "wrong_type", expected=say("packs.type_table"), found=_type_name(value))
        declared, types = _declared(shape)
        for unknown in sorted(set(value) - set(declared)):
            self.note(_join(key, unknown), "unknown_key", known=", ".join(declared))
        missing = [name for name, each in declared.items() if name not in value and _is_required(each)]
        for name in missing:
            self.note(_join(key, name), "missing_key")
        taken = {name: self.value(value[name], types[name], _join(key, name)) for name in declared if name in value}
        self.check_table(taken, shape, key)
        whole = not missing and INVALID not in taken.values()
        return shape(**taken) if whole else INVALID

    def value(self, value: Any, declared: Any, key: str) -> Any:
        """One value in its declared type: table, list, words by name, or a scalar."""
        if declared is str and isinstance(value, str):  # nine of ten
            self.check_text(value, key)
            return value
        origin, arguments = get_origin(declared), get_args(declared)
        if origin is UnionType:
            declared = next(each for each in arguments if each is not type(None))
            origin = get_origin(declared)
        if is_dataclass(declared):
            return self.table(value, cast("type", declared), key)
        if origin is tuple:
            return self.sequence(value, arguments[0], key)
        if origin is dict:
            return self.mapping(value, arguments[1], key)
        if declared is Any:
            return value
        if not isinstance(value, declared) or (isinstance(value, bool) and declared is not bool):
            return self.note(key, "wrong_type", expected=_name_of(declared), found=_type_name(value))
        return value

    def sequence(self, value: Any, member: Any, key: str) -> Any:
        if not isinstance(value, list):
            return self.note(key, "wrong_type", expected=say("packs.type_list"), found=_type_name(value))
        if member is str and self.takes_words_unseen and all(isinstance(each, str) for each in value):
            return tuple(value)
        read = tuple(self.value(each, member, f"{key}[{position}]") for position, each in enumerate(value))
        for position, name in _repeated(read):
            self.note(f"{key}[{position}]", "duplicate", name=name)
        return INVALID if INVALID in read else read

    def mapping(self, value: Any, member: Any, key: str) -> Any:
        if not isinstance(value, dict):
            return self.note(key, "wrong_type", expected=say("packs.type_table"), found=_type_name(value))
        read = {name: self.value(each, member, _join(key, name)) for name, each in value.items()}
        return INVALID if INVALID in read.values() else read


@cache
def _declared(shape: type) -> tuple[dict[str, Field[Any]], dict[str, Any]]:
    """The fields of a dataclass and their types: working them out takes longer than reading a table."""
    return {each.name: each for each in fields(shape)}, get_type_hints(shape)


def _repeated(entries: tuple[Any, ...]) -> Iterator[tuple[int, str]]:
    """The entries whose name, or whose whole text, an earlier one has already."""
    seen: set[str] = set()
    for position, entry in enumerate(entries):
        name = _identity(entry)
        if name in seen:
            yield position, name
        elif name:
            seen.add(name)


def _identity(entry: Any) -> str:
    if isinstance(entry, str):
        return entry
    return next((str(getattr(entry, key)) for key in IDENTITY_KEYS if hasattr(entry, key)), "")


def _is_required(each: Field[Any]) -> bool:
    return each.default is MISSING and each.default_factory is MISSING


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _name_of(declared: type) -> str:
    names = {str: "type_text", int: "type_number", float: "type_number", bool: "type_truth"}
    return say(f"packs.{names.get(declared, 'type_table')}")


def _type_name(value: Any) -> str:
    if isinstance(value, dict):
        return say("packs.type_table")
    if isinstance(value, list):
        return say("packs.type_list")
    return _name_of(type(value)) if type(value) in (str, int, float, bool) else type(value).__name__
