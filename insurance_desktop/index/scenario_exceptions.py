"""Whether a told case is one that an exclusion itself leaves out (异位妊娠除外, 但遵医嘱的不在此限).

It is where the case names what the exception names, or tells in everyday words what the pack says of such an exception.
"""

import re
from functools import lru_cache

from insurance_desktop.domain.exclusion_rules import ExceptionEvent
from insurance_desktop.domain.pack import DomainPack

from .characters import comparable, respelled
from .matching import Exempt
from .scenario_events import days_of, told

_SHORTEST, _LONGEST = 2, 12
"""Characters of a name that an exception can be told by; what is longer says more than a name."""


def is_met(scenario: str, exempt: Exempt, pack: DomainPack) -> bool:
    """Whether the case surely falls under the exception."""
    printed = respelled(f"{exempt.title}\n{exempt.text}")
    return any(_is_case_of(scenario, printed, each, pack) for each in pack.exception_events) or _is_named(
        scenario, exempt, pack
    )


def _is_case_of(scenario: str, printed: str, event: ExceptionEvent, pack: DomainPack) -> bool:
    limit = next((match for form in event.printed if (match := _compiled(form).search(printed))), None)
    if limit is None or any(_is_told(scenario, form, pack) for form in event.against):
        return False
    longest = days_of(limit, pack) if "count" in limit.groupdict() else None
    found = [match for form in event.told for match in told(scenario, _compiled(form), pack)]
    if longest is None:
        return bool(found)
    return any(days is not None and days <= longest for days in (days_of(match, pack) for match in found))


def _is_named(scenario: str, exempt: Exempt, pack: DomainPack) -> bool:
    """Whether the case says what the exception names. All of a name must be said: 异位妊娠的抢救 is no 抢救."""
    names = [(exempt.title,)] if exempt.title else _names(respelled(exempt.text), pack)
    rest = comparable(respelled(exempt.of).replace(respelled(exempt.text), ""))
    left = [[each for each in map(comparable, name) if each and each not in rest] for name in names]
    return any(
        parts
        and all(_SHORTEST <= len(each) <= _LONGEST and _is_told(scenario, re.escape(each), pack) for each in parts)
        for parts in left
    )


def _is_told(scenario: str, form: str, pack: DomainPack) -> bool:
    return next(told(scenario, _compiled(form), pack), None) is not None


def _names(text: str, pack: DomainPack) -> list[tuple[str, ...]]:
    """What an exception names one by one, each in its parts."""
    for frame in pack.exception_frames:
        text = re.sub(frame, "", text.strip())
    joint, *inner = pack.exception_joints
    found = [each.strip() for each in re.split(joint, text)]
    return [tuple(re.split("|".join(inner), each)) if inner else (each,) for each in found if each]


@lru_cache(maxsize=1024)
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form)
