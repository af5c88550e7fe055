"""An entry of practice as its verified text has it: parts behind their labels. Pure.

What is used is what a reviewer approved, not the file that it came from.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from insurance_desktop.domain.practice import JOINED, JOINT, LISTED, NAME, PracticeEntry, PracticeRules, labelled

_TITLED = re.compile(r"(?P<reference>[^\u300a\u300b]+?)\s*(?:\u300a(?P<title>[^\u300a\u300b]+)\u300b)?\s*")
_NEEDED = frozenset(each.name for each in fields(PracticeEntry) if each.default is MISSING)


def entry_in(heading: str, text: str, rules: PracticeRules) -> PracticeEntry | None:
    """The entry under a heading; None where a part that each entry has is missing, or one is there twice."""
    parts: dict[str, list[str]] = {}
    key = ""
    for line in filter(None, map(str.strip, text.split("\n"))):
        named, rest = labelled(line, rules)
        if named in parts:
            return None
        if named:
            key, parts[named] = named, [rest] if rest else []
        elif key:
            parts[key].append(line)
    return _entry(heading, parts)


def _entry(heading: str, parts: Mapping[str, list[str]]) -> PracticeEntry | None:
    name, _, title = heading.partition(" ")
    values: dict[str, Any] = {"id": name, "title": title}
    for key, lines in parts.items():
        if key in JOINED:
            values[key] = tuple(word for line in lines for word in line.split(JOINT))
        else:
            values[key] = tuple(lines) if key in LISTED else "\n".join(lines)
    return PracticeEntry(**values) if NAME.fullmatch(name) and title and values.keys() >= _NEEDED else None


def reference_and_title(named: str) -> tuple[str, str]:
    """A regulation as an entry names it: its citation, and the title that it must have ("" for any)."""
    found = _TITLED.fullmatch(named)
    return (found["reference"], found["title"] or "") if found else (named, "")
