"""Reads a pack: the files of resources/packs/<name>/ become one frozen DomainPack, or every fault of theirs at once.

The shape is taken from the dataclasses of domain/pack.py, so a new field there is a new key here. A key stands in any
one file of the folder: files part a pack by subject, for whoever reads or writes it.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

from insurance_desktop import paths
from insurance_desktop.domain.errors import PackError
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.fields import INVALID, FieldReader, Note
from insurance_desktop.packs.kept_toml import entries_of
from insurance_desktop.packs.registry import pack_folder
from insurance_desktop.packs.wording import say

from .system_reasons import reason_of

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
    "early_forms",
    "filed_kinds",
    "formula_forms",
    "figure_forms",
    "decisive_forms",
    "turning_forms",
    "edition_forms",
    "annex_form",
    "table_title_form",
    "labelled_names",
    "printed",
    "said",
    "also",
    "told",
    "against",
    "actor_words",
    "since_forms",
    "since_limits",
    "exception_frames",
    "exception_joints",
    "elsewhere_forms",
    "relief_forms",
    "asked",
    "range_forms",
    "titled_forms",
    "loose_forms",
    "agreed_forms",
    "strong_forms",
    "item_forms",
    "open_ends",
    "untold_titles",
    "untold",
    "benefit_sections",
    "benefit_clauses",
    "benefit_names",
    "benefit_parts",
    "other_benefits",
    "benefit_phrases",
    "benefit_openers",
    "forms",
    "relation_forms",
    "complex_forms",
    "aside_forms",
    "harmless_forms",
    "absence_forms",
    "figures",
    "amount_phrases",
    "leaning_forms",
    "listed_form",
    "cited_form",
    "part_form",
    "number_form",
    "mark_forms",
    "answer_form",
    "multiple_forms",
    "true_false_forms",
    "right_forms",
    "wrong_forms",
    "negative_forms",
    "all_forms",
    "none_forms",
    "amending_titles",
    "interpreting_titles",
    "guiding_titles",
    "year_form",
    "amended_form",
    "caption_form",
}
"""Keys whose strings are regular expressions."""

NUMBERED_KEYS = frozenset({"heading_forms"})
"""Keys whose patterns must have the group `number`."""

CATEGORY_KEYS = ("exclusion_category", "definition_category", "procedure_category")
"""Keys that name one of the pack's categories, or none with ""."""

SENTENCES = ("disclaimer", "logic_only", "see_cash_value_table")
"""The sentences that answers quote: whoever reads one for a decision must be told what it is worth."""

FIRST_FILE = "pack.toml"
"""The file that says what the pack is: a folder with it is a pack, and what no file has is missing there."""


@cache
def load_pack(name: str) -> DomainPack:
    """The pack of that name; PackError with all faults where it cannot be used, UsageError where there is none.

    A shipped pack's patterns are tried by the tests alone: here it would be a tenth of the wait for a first answer.
    """
    folder = pack_folder(name)
    return read_pack(folder, tries_patterns=not folder.is_relative_to(paths.resource_root()), read=entries_of)


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
    pack = _PackReader(note, tries_patterns).table(entries, DomainPack, "")
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
            note("", "unreadable", file=file.name, reason=reason_of(error))
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


class _PackReader(FieldReader):
    """Reads a pack, whose patterns must compile and whose categories must be its own."""

    def __init__(self, note: Note, tries_patterns: bool) -> None:
        super().__init__(note)
        self.takes_words_unseen = not tries_patterns

    def check_text(self, value: str, key: str) -> None:
        """A pattern must compile, and that of a heading must say where its number is."""
        if self.takes_words_unseen or key.rpartition(".")[2].partition("[")[0] not in PATTERN_KEYS:
            return
        try:
            compiled = re.compile(value)
        except re.error as error:
            self.note(key, "bad_pattern", reason=error)
            return
        if key.partition(".")[0].partition("[")[0] in NUMBERED_KEYS and "number" not in compiled.groupindex:
            self.note(key, "no_number_group")

    def check_table(self, taken: dict[str, Any], shape: type, key: str) -> None:
        """A category that is named must be one of the pack's, and what answers say must be there."""
        if shape is not DomainPack:
            return
        language = taken.get("language", "")
        if language is not INVALID and not paths.model_folder(language).is_dir():
            self.note("language", "unknown_language", name=language)
        sentences = taken.get("sentences", INVALID)
        for name in SENTENCES if sentences is not INVALID else ():
            if not sentences.get(name, "").strip():
                self.note(f"sentences.{name}", "missing_key")
        categories = taken.get("categories", ())
        if categories is INVALID:
            return
        known = {each.name for each in categories}
        for name in CATEGORY_KEYS:
            named = taken.get(name, "")
            if named and named is not INVALID and named not in known:
                self.note(name, "unknown_category", name=named, known=", ".join(sorted(known)))
