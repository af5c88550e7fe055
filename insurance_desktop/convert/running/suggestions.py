"""Which pages get a suggestion, and what a conversion says about it: notes beside the blocking finding of the page."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from insurance_desktop.domain.conversion import Conversion, Fault, Finding, PageSuggestion
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import ConversionStatus

from ..checking.findings import note

READ_FOR = frozenset(
    (
        FindingKind.PAGE_WITHOUT_TEXT,
        FindingKind.PAGE_TEXT_UNSEEN,
        FindingKind.PAGE_GARBLED,
        FindingKind.PAGE_MOSTLY_PICTURE,
        FindingKind.PAGE_BROKEN,
        FindingKind.SIGNS_THROUGHOUT,
    )
)
"""Findings of pages whose words, if there are any, only a picture of the page shows."""


def pages_to_read(conversion: Conversion) -> tuple[int, ...]:
    """The pages that have no text, or none that can be trusted, in order."""
    if conversion.status is ConversionStatus.FAILED:
        return ()
    return tuple(sorted({each.box.page for each in conversion.findings if each.kind in READ_FOR and each.box}))


def with_suggestions(
    conversion: Conversion, suggestions: Sequence[PageSuggestion], faults: Sequence[Fault], left: Sequence[int]
) -> Conversion:
    """The conversion with what was read, and a note for each page: read, not read, or left."""
    boxes = {each.box.page: each.box for each in conversion.findings if each.kind in READ_FOR and each.box}
    notes = [_read(each, boxes[each.page]) for each in suggestions]
    notes += [
        note(FindingKind.OCR_FAILED, boxes.get(each.page or 0), page=each.page, reason=each.reason) for each in faults
    ]
    if left:
        notes.append(note(FindingKind.OCR_LEFT, boxes.get(left[0]), count=len(left), page=left[0]))
    return replace(conversion, suggestions=tuple(suggestions), findings=(*conversion.findings, *notes))


def without_reader(conversion: Conversion, extra: str) -> Conversion:
    """The conversion with a note on what would help."""
    return replace(conversion, findings=(*conversion.findings, note(FindingKind.OCR_NOT_INSTALLED, extra=extra)))


def _read(suggestion: PageSuggestion, box: Box) -> Finding:
    confidence = fmean(line.confidence for line in suggestion.lines)
    lines = len(suggestion.lines)
    return note(FindingKind.OCR_SUGGESTION, box, page=suggestion.page, lines=lines, confidence=f"{confidence:.0%}")
