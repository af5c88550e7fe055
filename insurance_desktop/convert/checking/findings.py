"""A finding in the words of its kind: the catalogue has one sentence for each."""

from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import say

SHOWN = 40
"""At most this many signs of the text are quoted in a finding."""


def blocking(kind: FindingKind, box: Box | None = None, **values: object) -> Finding:
    """What must be settled before the document can be approved; `values` fill the sentence."""
    return _found(kind, Severity.BLOCKING, box, values)


def warning(kind: FindingKind, box: Box | None = None, **values: object) -> Finding:
    """What a reviewer should look at."""
    return _found(kind, Severity.WARNING, box, values)


def note(kind: FindingKind, box: Box | None = None, **values: object) -> Finding:
    """What a reviewer may want to know."""
    return _found(kind, Severity.NOTE, box, values)


def _found(kind: FindingKind, severity: Severity, box: Box | None, values: dict[str, object]) -> Finding:
    return Finding(kind, severity, say(f"convert.{kind}", **values), box)
