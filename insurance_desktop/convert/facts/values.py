"""What a printed value comes to: numbers with their units, ranges, shares. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple

from insurance_desktop.domain.facts import FactKind
from insurance_desktop.domain.numerals import values_in

from .rules import Rules

_ENDS = ("min", "max")
_PLAIN_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class Measure(NamedTuple):
    """A printed number and its unit, "" where none is printed."""

    value: int | float
    unit: str


def parsed(rules: Rules, kind: FactKind, found: re.Match[str]) -> dict[str, Any] | None:
    """What the group `value` (or `low` and `high`) of a match says to a program; None where there is no such value."""
    groups = found.groupdict()
    if kind is FactKind.AGE:
        return _range(rules, groups.get("low") or "", groups.get("high") or "")
    return parsed_words(rules, kind, groups["value"])


def parsed_words(rules: Rules, kind: FactKind, words: str) -> dict[str, Any] | None:
    """The same of words that no form has taken apart: of ages only a range with both its ends is told."""
    measures = tuple(measures_in(rules, words))
    if kind is FactKind.AGE:
        return _ends(*measures) if len(measures) == len(_ENDS) else None
    if kind is FactKind.NUMBER:
        return {"number": measures[0].value} if measures else None
    if kind in (FactKind.DURATION, FactKind.RATIO, FactKind.MONEY):
        return _amounts(measures, "s" if kind is FactKind.DURATION else "")
    return None


def measures_in(rules: Rules, text: str) -> Iterator[Measure]:
    """The numbers of a text with their units, in order."""
    for match in rules.measure.finditer(unicodedata.normalize("NFKC", text)):
        number = match["number"].replace(",", "")
        value = _number(number)
        if value is not None:
            times, unit = rules.units.get(match["unit"] or "", (1, ""))
            yield Measure(value * times, unit)


def _number(printed: str) -> int | float | None:
    if _PLAIN_NUMBER.fullmatch(printed):
        return float(printed) if "." in printed else int(printed)
    return next((int(each) for each in values_in(printed)), None)


def _amounts(measures: tuple[Measure, ...], ending: str) -> dict[str, Any] | None:
    """{"days": 90}, {"years": [20, 30]}: by unit, a list where there are several."""
    by_unit: dict[str, list[int | float]] = {}
    for each in measures:
        if each.unit and each.value not in by_unit.setdefault(f"{each.unit}{ending}", []):
            by_unit[f"{each.unit}{ending}"].append(each.value)
    return {unit: values[0] if len(values) == 1 else values for unit, values in by_unit.items()} or None


def _range(rules: Rules, low: str, high: str) -> dict[str, Any] | None:
    """{"min": {"value": 28, "unit": "day"}, "max": {"value": 60, "unit": "year"}}; an end that is open is None."""
    return _ends(*(next(measures_in(rules, each), None) for each in (low, high)))


def _ends(least: Measure | None, most: Measure | None) -> dict[str, Any] | None:
    if least and most and not least.unit:
        least = Measure(least.value, most.unit)  # 18-60 years: the unit is printed once
    if least is None and most is None:
        return None
    return {name: each._asdict() if each else None for name, each in zip(_ENDS, (least, most), strict=True)}
