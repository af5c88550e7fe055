"""Reads a pack: the files of resources/packs/<name>/ become one frozen DomainPack, or every fault of theirs at once.

The shape is taken from the dataclasses of domain/pack.py, so a new field there is a new key here. A key stands in any
one file of the folder: files part a pack by subject, for whoever reads or writes it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, cast, get_args, get_origin, get_type_hints

from insurance_desktop.domain.errors import PackError
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.kept_toml import entries_of
from insurance_desktop.packs.registry import pack_folder
from insurance_desktop.packs.wording import say

PATTERN_KEYS = frozenset({"pattern", "item_marks", "exclusion_phrases", "exception_forms", "critical_forms"}) | {
    "denial_forms",
    "lack_forms",
    "lack_helpers",
    "rider_forms",
    "limit_phrases",
    "loss_phrases",
    "neutral_phrases",
    "title_forms",
    "own_forms",
    "word_forms",
    "near_forms",
    "foreign_forms",
    "definition_forms",
    "rule_forms",
    "condition_forms",
    "consequence_forms",
    "loss_forms",
    "formula_forms",
    "figure_forms",
    "decisive_forms",
    "turning_forms",
    "printed",
}
"""Keys whose strings are regular expressions."""

NUMBERED_KEYS = frozenset({"heading_forms"})
"""Keys whose patterns must have the group `number`."""

CATEGORY_KEYS = ("exclusion_category", "definition_category", "procedure_category")
"""Keys that name one of the pack's categories, or none with ""."""

IDENTITY_KEYS = ("name", "document_type")
"""The key that tells the entries of one list apart."""

FIRST_FILE = "pack.toml"
"""The file that says what the pack is: a folder with it is a pack, and what no file has is missing there."""

INVALID: Any = object()
"""Stands for a value whose fault is noted already."""

Note = Callable[..., Any]
"""Notes a fault under a key, with the name of its sentence and the values for it, and returns INVALID."""


@cache
def load_pack(name: str) -> DomainPack:
    """The pack of that name; PackError with all faults where it cannot be used, UsageError where there is none."""
    return read_pack(pack_folder(name), read=entries_of)


@cache
def take_pack(name: str) -> DomainPack:
    """The same for a worker, whose parent or whose tests had it checked: patterns are compiled when they are used.

    To try out each of them by itself takes as long as all the rest.
    """
    return read_pack(pack_folder(name), tries_patterns=False, read=entries_of)


def parsed(path: Path) -> dict[str, Any]:
    """What a TOML file says."""
    import tomllib  # noqa: PLC0415  the shipped packs are kept as JSON

    return tomllib.loads(path.read_text(encoding="utf-8"))


def read_pack(
    folder: Path, *, tries_patterns: bool = True, read: Callable[[Path], dict[str, Any]] = parsed
) -> DomainPack:
    """The pack in `folder`; PackError whose `faults` are all lines `pack/file: key: reason`."""
    faults: list[str] = []
    file_of: dict[str, str] = {}

    def note(key: str, reason: str, /, file: str = "", **values: object) -> Any:
        place = file or file_of.get(key.partition(".")[0].partition("[")[0], FIRST_FILE)
        faults.append(f"{folder.name}/{place}: {key or '-'}: {say(f'packs.{reason}', **values)}")
        return INVALID

    entries = _entries(folder, file_of, note, read)
    pack = _Reader(note, tries_patterns).table(entries, DomainPack, "")
    if not faults and pack.name != folder.name:
        note("name", "other_name", name=pack.name, folder=folder.name)
    if faults:
        raise PackError("packs.faults", faults=tuple(faults))
    return cast("DomainPack", pack)


def _entries(folder: Path, file_of: dict[str, str], note: Note, read: Callable[[Path], dict[str, Any]]) -> Any:
    """What all files say, by key; `file_of` learns where each key stands. INVALID where a file cannot be read."""
    entries: dict[str, Any] = {}
    unread = False
    for file in sorted({*folder.glob("*.toml"), folder / FIRST_FILE}):
        try:
            said = read(file)
        except OSError as error:
            note("", "unreadable", file=file.name, reason=error.strerror or type(error).__name__)
            unread = True
        except ValueError as error:  # not UTF-8, or not TOML
            note("", "not_toml", file=file.name, reason=error)
            unread = True
        else:
            for key in sorted(set(said) & set(entries)):
                note(key, "key_in_two_files", file=file.name, other=file_of[key])
            entries |= said
            file_of |= dict.fromkeys(said, file.name)
    return INVALID if unread else entries


class _Reader:
    """Turns plain values into the declared types and notes each fault under its key."""

    def __init__(self, note: Note, tries_patterns: bool) -> None:
        self.note = note
        self.tries_patterns = tries_patterns

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
        if shape is DomainPack:
            self.check_categories(taken)
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
            return self.mapping(value, key)
        if not isinstance(value, declared) or (isinstance(value, bool) and declared is not bool):
            return self.note(key, "wrong_type", expected=_name_of(declared), found=_type_name(value))
        return value

    def sequence(self, value: Any, member: Any, key: str) -> Any:
        if not isinstance(value, list):
            return self.note(key, "wrong_type", expected=say("packs.type_list"), found=_type_name(value))
        if member is str and not self.tries_patterns and all(isinstance(each, str) for each in value):
            return tuple(value)
        read = tuple(self.value(each, member, f"{key}[{position}]") for position, each in enumerate(value))
        for position, name in _repeated(read):
            self.note(f"{key}[{position}]", "duplicate", name=name)
        return INVALID if INVALID in read else read

    def mapping(self, value: Any, key: str) -> Any:
        if not isinstance(value, dict):
            return self.note(key, "wrong_type", expected=say("packs.type_table"), found=_type_name(value))
        read = {name: self.value(each, str, _join(key, name)) for name, each in value.items()}
        return INVALID if INVALID in read.values() else read

    def check_text(self, value: str, key: str) -> None:
        """A pattern must compile, and that of a heading must say where its number is."""
        if not self.tries_patterns or key.rpartition(".")[2].partition("[")[0] not in PATTERN_KEYS:
            return
        try:
            compiled = re.compile(value)
        except re.error as error:
            self.note(key, "bad_pattern", reason=error)
            return
        if key.partition(".")[0].partition("[")[0] in NUMBERED_KEYS and "number" not in compiled.groupindex:
            self.note(key, "no_number_group")

    def check_categories(self, taken: dict[str, Any]) -> None:
        """A category that is named must be one of the pack's."""
        categories = taken.get("categories", ())
        if categories is INVALID:
            return
        known = {each.name for each in categories}
        for key in CATEGORY_KEYS:
            named = taken.get(key, "")
            if named and named is not INVALID and named not in known:
                self.note(key, "unknown_category", name=named, known=", ".join(sorted(known)))


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
