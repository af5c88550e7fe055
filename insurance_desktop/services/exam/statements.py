"""The numbered statements of a stem, and which of them an option names: I and III, all but ②."""

import re
import unicodedata
from collections.abc import Sequence

from insurance_desktop.domain.choice_questions import ChoiceRules

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
_FEWEST = 2


def parted(stem: str, texts: Sequence[str], rules: ChoiceRules) -> tuple[str, tuple[str, ...], list[tuple[int, ...]]]:
    """What stands before the statements of a stem, the statements, and the places of those that each option names.

    A stem whose numbers no two of its options (`texts`) name has no statements.
    """
    marks: list[re.Match[str]] = []
    for mark in re.finditer(rules.statement_form or "(?!)", stem):
        if _place(mark["label"]) == len(marks):
            marks.append(mark)
    names = [_named(text, len(marks), rules) for text in texts]
    if len(marks) < _FEWEST or sum(map(bool, names)) < _FEWEST:
        return stem, (), [()] * len(texts)
    ends = [*(mark.start() for mark in marks[1:]), len(stem)]
    statements = tuple(stem[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True))
    return stem[: marks[0].start()].strip(), statements, names


def _named(text: str, count: int, rules: ChoiceRules) -> tuple[int, ...]:
    """The places that an option names, none where one of them is no statement's."""
    places = sorted({_place(found) for found in re.findall(rules.named_form or "(?!)", text)})
    return tuple(places) if all(place < count for place in places) else ()


def _place(label: str) -> int:
    plain = unicodedata.normalize("NFKC", label).upper()
    return _ROMAN.index(plain) if plain in _ROMAN else int(unicodedata.numeric(plain)) - 1
