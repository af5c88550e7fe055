"""What a printed value comes to: numbers with their units, ranges, shares. Pure."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from insurance_desktop.domain.facts import FactKind
from insurance_desktop.domain.numerals import values_in

from .rules import Rules, has

_ENDS = ("min", "max")
_PLAIN_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
"""Days of the units that ages are printed in, to compare them by."""
_OF_AGE = "age"
"""The unit of years of age: a period up to one is not so many years long."""
_PLURAL = frozenset({"hour", "day", "workday", "week", "month", "year"})


class Measure(NamedTuple):
    """A printed number and its unit, "" where none is printed."""

    value: int | float
    unit: str


def parsed(rules: Rules, kind: FactKind, groups: Mapping[str, str | None]) -> dict[str, Any] | None:
    """What the group `value` (or `low` and `high`) says to a program; None where there is no such value."""
    if kind is FactKind.AGE:
        return _range(rules, groups.get("low") or "", groups.get("high") or "")
    return parsed_words(rules, kind, groups["value"] or "")


def parsed_words(rules: Rules, kind: FactKind, words: str) -> dict[str, Any] | None:
    """The same of words that no form has taken apart: of ages only a range with both its ends is told."""
    measures = tuple(measures_in(rules, words))
    if kind is FactKind.AGE:
        return _ends(*measures) if len(measures) == len(_ENDS) else None
    if kind is FactKind.NUMBER:
        return {"number": measures[0].value} if measures else None
    if kind in (FactKind.DURATION, FactKind.RATIO, FactKind.MONEY):
        return _amounts(measures)
    return None


def measures_in(rules: Rules, text: str) -> Iterator[Measure]:
    """The numbers of a text with their units, in order."""
    plain = unicodedata.normalize("NFKC", text).translate(rules.spellings)
    for match in rules.measure.finditer(plain):
        value = _number(re.sub("[,\uff0c]", "", match["number"]))
        if value is not None:
            times, unit = rules.units.get(match["ahead"] or match["unit"] or "", (1, ""))
            yield Measure(value * times, unit)


def _number(printed: str) -> int | float | None:
    if _PLAIN_NUMBER.fullmatch(printed):
        return float(printed) if "." in printed else int(printed)
    return next((int(each) for each in values_in(printed)), None)


def _amounts(measures: tuple[Measure, ...]) -> dict[str, Any] | None:
    """{"days": 90}, {"years": [20, 30]}: by unit, a list where there are several; what ends at an age has no other."""
    by_unit: dict[str, list[int | float]] = {}
    ages = tuple(each for each in measures if each.unit == _OF_AGE)
    for each in ages or measures:
        name = f"{each.unit}s" if each.unit in _PLURAL else each.unit
        if name and each.value not in by_unit.setdefault(name, []):
            by_unit[name].append(each.value)
    return {unit: values[0] if len(values) == 1 else values for unit, values in by_unit.items()} or None


def _range(rules: Rules, low: str, high: str) -> dict[str, Any] | None:
    """{"min": {"value": 28, "unit": "day"}, "max": {"value": 60, "unit": "year"}}; an end that is open is None.

    0 years (30 days after birth) begins with the 30 days: of several lowest ages the highest counts.
    """
    lowest = [each for each in measures_in(rules, low) if each.unit] or list(measures_in(rules, low))
    least = max(lowest, key=lambda each: each.value * _DAYS.get(_time(each).unit, 365), default=None)
    most = next(measures_in(rules, high), None)
    return _ends(least and _within(rules, least, low, 1), most and _within(rules, most, high, -1))


def _within(rules: Rules, end: Measure, printed: str, step: int) -> Measure:
    """An end of a range of ages that is included: below 65 years is up to 64."""
    return Measure(end.value + step, end.unit) if has(rules.open_ends, printed) else end


def _ends(least: Measure | None, most: Measure | None) -> dict[str, Any] | None:
    if least is None and most is None:
        return None
    if least and most and not least.unit:
        least = Measure(least.value, most.unit)  # 18-60 years: the unit is printed once
    ends = zip(_ENDS, (least, most), strict=True)
    return {name: _time(each)._asdict() if each else None for name, each in ends}


def _time(measure: Measure) -> Measure:
    """An age as a time since birth."""
    return measure if measure.unit != _OF_AGE else Measure(measure.value, "year")
