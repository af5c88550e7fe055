"""What a sheet itself has to mark: its open findings, and the place of a rejection."""

import json
from typing import TYPE_CHECKING

from insurance_desktop.domain.conversion import Coverage
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.packs.wording import say

from .page.highlights import Mark
from .review_document import OpenSheet
from .text.text_frames import TextFrame

if TYPE_CHECKING:
    from insurance_desktop.services.review.decisions import ReviewSheet


def finding_marks(opened: OpenSheet) -> tuple[Mark, ...]:
    """Open findings as boxes on the page."""
    return tuple(
        Mark(each.box, each.severity.value, "!")
        for each in opened.sheet.findings
        if each.is_open and each.box is not None
    )


def finding_frames(opened: OpenSheet) -> list[TextFrame]:
    """Open findings as frames in the text, where their boxes have any."""
    return [
        TextFrame(start, end, each.severity.value)
        for each in opened.sheet.findings
        if each.is_open and each.box is not None
        for start, end in opened.links.under((each.box,))
    ]


def rejected_place(sheet: "ReviewSheet") -> tuple[Mark, ...]:
    """Where the reason of a rejection stands on the page, if its reviewer said so."""
    if sheet.document.review_status is not ReviewStatus.REJECTED:
        return ()
    told = [json.loads(each.subject) for each in sheet.decisions if each.kind is DecisionKind.REJECTED]
    place = told[-1].get("place") if told else None
    return (Mark(Box.from_list(place), "blocking", say("review_page.reject_sign")),) if place else ()


def coverage_words(coverage: Coverage) -> str:
    return say(
        "gui.coverage",
        glyphs=coverage.glyphs,
        in_markdown=coverage.in_markdown,
        excluded=coverage.excluded,
        unaccounted=coverage.unaccounted,
    )
