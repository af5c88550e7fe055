"""Reads golden questions (JSON lines) and bars (TOML). What cannot be read is said with its line."""

import hashlib
import json
import math
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from insurance_desktop import paths
from insurance_desktop.domain.errors import NotFound, SourceError, UsageError
from insurance_desktop.domain.evaluation import TIERS, Bar, GoldenQuestion, GoldenSet
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.services.library.questions import LONGEST_QUESTION

from .scores import FIGURES_OF

_TEXTS = ("style", "note", "file", "document", "document_sha256", "product_code")
_LARGEST = 64 * 1024 * 1024


def own_golden_path(pack: str) -> Path:
    """The program's own questions for a pack, over the shipped samples. NotFound where it has none for this one."""
    folder = paths.resource_root() / "golden"
    if pack not in _own_sets():
        raise NotFound("evaluating.no_own_set", pack=pack)
    return folder / _own_sets()[pack]


def has_own_golden(pack: str) -> bool:
    return pack in _own_sets()


def _own_sets() -> dict[str, str]:
    """File by pack."""
    table = tomllib.loads((paths.resource_root() / "golden" / "own_sets.toml").read_text(encoding="utf-8"))
    return {str(pack): str(file) for pack, file in table.items()}


def default_bars_path() -> Path:
    return paths.resource_root() / "golden" / "bars.toml"


def read_golden(path: Path) -> GoldenSet:
    """The questions of a file. UsageError with the line where one cannot be read, SourceError where the file cannot."""
    content = _content(path)
    try:
        lines = content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as fault:
        line = content[: fault.start].count(b"\n") + 1
        raise _unreadable(path, line, "not_utf8") from fault
    questions = [_question(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not questions:
        raise UsageError("evaluating.no_questions", path=path)
    twice = [name for name, count in Counter(each.identifier for each in questions).items() if count > 1]
    if twice:
        again = [each for each in questions if each.identifier == twice[0]][1]
        raise _unreadable(path, again.line, "twice", name=twice[0])
    return GoldenSet(path.name, hashlib.sha256(content).hexdigest(), tuple(questions))


def _content(path: Path) -> bytes:
    try:
        if path.is_file() and path.stat().st_size > _LARGEST:
            raise SourceError("evaluating.too_large", path=path, limit=_LARGEST // (1024 * 1024))
        return path.read_bytes()
    except OSError as fault:
        raise SourceError("evaluating.no_file", path=path, reason=reason_of(fault)) from fault


def _question(path: Path, number: int, line: str) -> GoldenQuestion:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise _unreadable(path, number, "not_json") from fault
    if not isinstance(entry, dict):
        raise _unreadable(path, number, "not_json")
    reader = _Line(path, number, entry)
    question = reader.text("question", needed=True)
    if len(question) > LONGEST_QUESTION:
        raise _unreadable(path, number, "too_long", limit=LONGEST_QUESTION)
    named = {name: reader.text(name) or None for name in _TEXTS}
    return GoldenQuestion(
        line=number,
        identifier=reader.identifier(),
        tier=reader.tier(),
        question=question,
        sections=reader.texts("expected_section_ids", needed=True),
        items=reader.pairs("expected_items"),
        also=reader.texts("also_accept"),
        style=named["style"] or "",
        note=named["note"] or "",
        file=named["file"] or named["document"],
        document_sha256=named["document_sha256"],
        product_code=named["product_code"],
    )


class _Line:
    """The fields of one line, each checked as it is read."""

    def __init__(self, path: Path, number: int, entry: Mapping[str, Any]) -> None:
        self._path = path
        self._number = number
        self._entry = entry

    def identifier(self) -> str:
        given = self._entry.get("id")
        if given is None:
            return f"line-{self._number}"
        if isinstance(given, bool) or not isinstance(given, (str, int)) or not str(given).strip():
            raise self._wrong("id")
        return str(given).strip()

    def tier(self) -> str:
        found = self.text("tier", needed=True)
        if found not in TIERS:
            raise _unreadable(self._path, self._number, "tier", tier=found, names=", ".join(TIERS))
        return found

    def text(self, name: str, *, needed: bool = False) -> str:
        found = self._entry.get(name)
        if found is None and not needed:
            return ""
        if not isinstance(found, str) or (needed and not found.strip()):
            raise self._wrong(name)
        return found.strip()

    def texts(self, name: str, *, needed: bool = False) -> tuple[str, ...]:
        found = self._entry.get(name)
        if found is None and not needed:
            return ()
        if not isinstance(found, list) or not all(isinstance(each, str) and each.strip() for each in found):
            raise self._wrong(name)
        return tuple(dict.fromkeys(each.strip() for each in found))

    def pairs(self, name: str) -> tuple[tuple[str, str], ...]:
        found = self._entry.get(name)
        if found is None:
            return ()
        if not isinstance(found, list) or not all(map(_is_pair, found)):
            raise self._wrong(name)
        return tuple(dict.fromkeys((section.strip(), mark.strip()) for section, mark in found))

    def _wrong(self, name: str) -> UsageError:
        return _unreadable(self._path, self._number, "field", name=name)


def _is_pair(found: Any) -> bool:
    return isinstance(found, list) and len(found) == 2 and all(isinstance(each, str) and each.strip() for each in found)


def _unreadable(path: Path, line: int, reason: str, **values: object) -> UsageError:
    why = {
        "not_utf8": "evaluating.line_not_utf8",
        "not_json": "evaluating.line_not_json",
        "too_long": "evaluating.line_too_long",
        "field": "evaluating.line_field",
        "tier": "evaluating.line_tier",
        "twice": "evaluating.line_twice",
    }[reason]
    return UsageError(why, path=path, line=line, **values)


def read_bars(path: Path) -> tuple[Bar, ...]:
    """The bars of a TOML file: a table a tier, a number a figure. UsageError where it says something else."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise SourceError("evaluating.no_file", path=path, reason=reason_of(fault)) from fault
    except ValueError as fault:
        raise UsageError("evaluating.bars_unreadable", path=path, reason=str(fault)) from fault
    bars = []
    for tier, figures in table.items():
        if not isinstance(figures, dict):
            raise UsageError("evaluating.bars_not_a_tier", path=path, name=tier)
        if tier not in FIGURES_OF:
            raise UsageError("evaluating.bars_unknown_tier", path=path, name=tier, names=", ".join(FIGURES_OF))
        bars += [_bar(path, tier, name, limit) for name, limit in figures.items()]
    if not bars:
        raise UsageError("evaluating.no_bars", path=path)
    return tuple(bars)


def _bar(path: Path, tier: str, name: str, limit: Any) -> Bar:
    figures = FIGURES_OF[tier]
    if name not in figures:
        raise UsageError("evaluating.bars_unknown_figure", path=path, name=f"{tier}.{name}", names=", ".join(figures))
    at_most = isinstance(limit, dict) and set(limit) == {"at_most"}
    number = limit["at_most"] if at_most else limit
    if isinstance(number, bool) or not isinstance(number, (int, float)) or not math.isfinite(number):
        raise UsageError("evaluating.bars_not_a_number", path=path, name=f"{tier}.{name}")
    return Bar(tier, name, float(number), at_most)
