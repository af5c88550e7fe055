"""A finding in the words of its kind: the catalogue has one sentence for each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import say

SHOWN = 40
"""At most this many signs of the text are quoted in a finding."""


class Case(NamedTuple):
    """One case of a cause: what a sentence says of it, and where it is; `others` where it goes on elsewhere."""

    said: str
    box: Box | None = None
    others: tuple[Box, ...] = ()


LISTED = 5
"""At most so many of the cases of one finding are named in its sentence; its places are all there."""


def blocking(kind: FindingKind, box: Box | None = None, **values: object) -> Finding:
    """What must be settled before the document can be approved; `values` fill the sentence."""
    return _found(kind, Severity.BLOCKING, box, values)


def warning(kind: FindingKind, box: Box | None = None, **values: object) -> Finding:
    """What a reviewer should look at."""
    return _found(kind, Severity.WARNING, box, values)


def note(kind: FindingKind, box: Box | None = None, **values: object) -> Finding:
    """What a reviewer may want to know."""
    return _found(kind, Severity.NOTE, box, values)


def grouped(kind: FindingKind, cases: Sequence[Case], severity: Severity = Severity.BLOCKING) -> list[Finding]:
    """All cases of one cause as one finding, none where there is none: its sentence counts them and names the first."""
    if not cases:
        return []
    places = tuple(dict.fromkeys(box for case in cases if case.box for box in (case.box, *case.others)))
    said = list(dict.fromkeys(case.said for case in cases))
    words = say("convert.listing").join(said[:LISTED]) + (say("convert.and_more") if len(said) > LISTED else "")
    found = _found(kind, severity, next(iter(places), None), {"count": len(cases), "cases": words})
    return [replace(found, others=places[1:])]


class Seen(NamedTuple):
    """Something on a page, and what tells its cause: what has the same key on several pages is one thing."""

    key: str
    box: Box
    values: dict[str, object]


def by_cause(kind: FindingKind, seen: Sequence[Seen]) -> list[Finding]:
    """One blocking finding for each cause; its sentence has `where`, and the values of the first place."""
    causes: dict[str, list[Seen]] = {}
    for each in seen:
        causes.setdefault(each.key, []).append(each)
    return [
        replace(
            blocking(kind, places[0].box, where=_where([each.box.page for each in places]), **places[0].values),
            others=tuple(each.box for each in places[1:]),
        )
        for places in causes.values()
    ]


def _where(pages: Sequence[int]) -> str:
    count = len(set(pages))
    return say("convert.on_page", page=pages[0]) if count == 1 else say("convert.on_pages", page=pages[0], count=count)


def shown(text: str) -> str:
    """The first words of a text on one line, as a finding quotes them."""
    words = " ".join(text.split())
    return words if len(words) <= SHOWN else words[:SHOWN] + "\u2026"


def quoted(text: str) -> str:
    """Words of the document as a case names them."""
    return say("convert.quoted", text=shown(text))


def _found(kind: FindingKind, severity: Severity, box: Box | None, values: dict[str, object]) -> Finding:
    return Finding(kind, severity, say(f"convert.{kind}", **values), box)
