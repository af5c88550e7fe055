"""What stands out on both sides: findings always; misread signs, exclusions and what was left out by a switch."""

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QToolButton

from insurance_desktop.domain.conversion import Coverage
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import flat_button
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .page.highlights import Highlight
from .page.page_pane import PagePane
from .review_document import OpenDocument
from .text.text_frames import TextFrame
from .text.text_pane import TextPane

with imported_when_used():
    from insurance_desktop.services.review import highlights, ledgers

if TYPE_CHECKING:
    from insurance_desktop.services.review.decisions import ReviewDocument
    from insurance_desktop.services.review.highlights import ExclusionHighlight, LeftOut, RiskHighlight
    from insurance_desktop.services.review.ledgers import OpenLedger

EXCLUSIONS, MISREAD, LEFT_OUT = "exclusions", "misread", "left_out"
DOUBLED = (ExclusionReason.STROKE_DUPLICATE, ExclusionReason.REPEATED_LABEL)
"""Glyphs whose words are in the text, printed once more: to hatch them would hide what is there."""
WORTH_A_LABEL = 12.0  # points: a narrower stretch has no room for its reason


class Layers(QObject):
    """Three switches. What they show is worked out in the background, page by page where it is long."""

    def __init__(self, context: AppContext, page: PagePane, text: TextPane) -> None:
        super().__init__(page)
        self._context = context
        self._page = page
        self._text = text
        self._opened: OpenDocument | None = None
        self._ledger: OpenLedger | None = None
        self._risks: tuple[RiskHighlight, ...] = ()
        self._asked: set[tuple[str, int]] = set()
        self._highlights: dict[str, tuple[Highlight, ...]] = {MISREAD: (), LEFT_OUT: ()}
        self._left_out: dict[int, tuple[LeftOut, ...]] = {}
        self.misread = self._switch("review_page.misread", "review_page.misread_tip")
        self.exclusions = self._switch("review_page.exclusions", "review_page.exclusions_tip")
        self.ledger = self._switch("review_page.ledger", "review_page.ledger_tip")
        text.add_switch(self.misread)
        text.add_switch(self.exclusions)
        page.add_switch(self.ledger)
        page.shown.connect(lambda _page: self._show_page())

    def show_opened(self, opened: OpenDocument | None) -> None:
        """Another document or version: everything is asked anew, when it is wanted. Of the same text it stays."""
        before = self._opened
        is_same = opened is not None and before is not None and _same_text(before, opened)
        if not is_same:
            self._opened = opened
            self._ledger = None
            self._risks = ()
            self._asked.clear()
            self._left_out = {}
            self._highlights = {MISREAD: (), LEFT_OUT: ()}
        if not is_same or not self.exclusions.isChecked():
            self._forget(EXCLUSIONS)
        self._show()

    def _switch(self, key: str, tip: str) -> QToolButton:
        made = flat_button(say(key), tip=say(tip))
        made.setCheckable(True)
        made.toggled.connect(lambda _on: self._show())
        return made

    # --- what is wanted -----------------------------------------------------------------------------------------
    def _show(self) -> None:
        if self.exclusions.isChecked():
            self._ask(EXCLUSIONS, 0, self._read_exclusions)
        else:
            self._forget(EXCLUSIONS)
        if self.misread.isChecked():
            self._ask(MISREAD, 0, self._read_risks)
        self._frame_risks()
        self._show_page()

    def _show_page(self) -> None:
        """The layers that belong to the page in sight."""
        if self.misread.isChecked() or self.ledger.isChecked():
            self._ask("ledger", 0, self._read_ledger)
        if self._ledger is not None:
            if self.misread.isChecked() and self._risks:
                self._ask(MISREAD, self._page.page, lambda opened: self._place_risks(opened, self._page.page))
            if self.ledger.isChecked():
                self._ask(LEFT_OUT, self._page.page, lambda _opened: self._read_left_out(self._page.page))
        self._page.show_layer(MISREAD, self._highlights[MISREAD] if self.misread.isChecked() else ())
        self._page.show_layer(LEFT_OUT, self._highlights[LEFT_OUT] if self.ledger.isChecked() else ())
        words = left_out_words(self._left_out.get(self._page.page)) if self.ledger.isChecked() else ""
        self._page.say_below(words)

    def _ask(self, what: str, page: int, ask: Callable[[OpenDocument], None]) -> None:
        if self._opened is not None and (what, page) not in self._asked:
            self._asked.add((what, page))
            ask(self._opened)

    def _forget(self, name: str) -> None:
        self._asked.discard((name, 0))
        self._page.show_layer(name, ())
        self._text.view.show_frames(name, [])

    # --- exclusions ---------------------------------------------------------------------------------------------
    def _read_exclusions(self, opened: OpenDocument) -> None:
        number = opened.document_id
        self._context.read(
            lambda workspace: highlights.exclusion_highlights(workspace.library, number),
            lambda found: self._outline(opened, found),
        )

    def _outline(self, opened: OpenDocument, found: "tuple[ExclusionHighlight, ...]") -> None:
        if opened is not self._opened or not self.exclusions.isChecked():
            return
        sign = say("review_page.exclusion_sign")
        labelled = [(mark, box, place == 0) for mark in found for place, box in enumerate(mark.boxes)]
        self._page.show_layer(
            EXCLUSIONS,
            tuple(Highlight(box, "exclusion", sign if is_first else "") for _mark, box, is_first in labelled),
        )
        frames = [TextFrame(each.start, each.end, "exclusion", sign) for each in found]
        self._text.view.show_frames(EXCLUSIONS, frames)

    # --- signs that are easily misread ----------------------------------------------------------------------------
    def _read_risks(self, opened: OpenDocument) -> None:
        markdown = opened.review.markdown
        self._context.read(
            lambda workspace: highlights.risk_highlights(markdown, workspace.library.pack),
            lambda found: self._take_risks(opened, found),
        )

    def _take_risks(self, opened: OpenDocument, found: "tuple[RiskHighlight, ...]") -> None:
        if opened is self._opened:
            self._risks = found
            self._frame_risks()
            self._show_page()

    def _frame_risks(self) -> None:
        shown = self._risks if self.misread.isChecked() else ()
        self._text.view.show_frames(MISREAD, [TextFrame(each.start, each.end, "misread") for each in shown])

    def _place_risks(self, opened: OpenDocument, page: int) -> None:
        ledger, risks = self._ledger, self._risks
        if ledger is None:
            return
        self._context.jobs.read(
            lambda: boxes_on(page, opened, ledger, risks),
            lambda boxes: self._add(opened, MISREAD, tuple(Highlight(box, "misread") for box in boxes)),
        )

    # --- the ledger -----------------------------------------------------------------------------------------------
    def _read_ledger(self, opened: OpenDocument) -> None:
        number = opened.document_id
        self._context.read(
            lambda workspace: ledgers.open_ledger(workspace.library, number),
            lambda ledger: self._take_ledger(opened, ledger),
        )

    def _take_ledger(self, opened: OpenDocument, ledger: "OpenLedger") -> None:
        if opened is self._opened:
            self._ledger = ledger
            self._show_page()

    def _read_left_out(self, page: int) -> None:
        opened, ledger = self._opened, self._ledger
        if opened is not None and ledger is not None:
            self._context.read(
                lambda workspace: highlights.left_out(ledger.index, ledger.exclusions, page),
                lambda found: self._tint(opened, page, found),
            )

    def _tint(self, opened: OpenDocument, page: int, found: "tuple[LeftOut, ...]") -> None:
        self._left_out[page] = found
        highlights = [
            Highlight(box, "lost" if each.reason == FindingKind.UNACCOUNTED else LEFT_OUT, _sign(each, box, place))
            for each in found
            if each.reason not in DOUBLED
            for place, box in enumerate(each.boxes)
        ]
        self._add(opened, LEFT_OUT, tuple(highlights))

    def _add(self, opened: OpenDocument, name: str, highlights: tuple[Highlight, ...]) -> None:
        if opened is self._opened:
            self._highlights[name] += highlights
            self._show_page()


def _same_text(one: OpenDocument, other: OpenDocument) -> bool:
    return one.document_id == other.document_id and one.review.markdown == other.review.markdown


def boxes_on(
    page: int, opened: OpenDocument, ledger: "OpenLedger", risks: "Sequence[RiskHighlight]"
) -> tuple[Box, ...]:
    """The signs on one page, each in its own box; found by their glyphs."""
    here = [each for each in risks if _is_on(page, opened, each)]
    return tuple(box for each in here for box in ledger.index.boxes(each.start, each.end) if box.page == page)


def _is_on(page: int, opened: OpenDocument, mark: "RiskHighlight") -> bool:
    span = opened.links.at_offset(mark.start)
    return span is not None and any(box.page == page for box in span.boxes)


def _sign(left: "LeftOut", box: Box, place: int) -> str:
    return reason_words(left.reason) if place == 0 and box.x1 - box.x0 >= WORTH_A_LABEL else ""


def left_out_words(found: "Sequence[LeftOut] | None") -> str:
    """What of a page is not in the text and why, in a sentence: the tinted picture for those who hear it."""
    if found is None:
        return say("review_page.ledger_reading")
    if not found:
        return say("review_page.ledger_whole")
    counts: dict[str, int] = {}
    for each in found:
        counts[each.reason] = counts.get(each.reason, 0) + max(len(each.text.replace(" ", "")), 1)
    listed = say("gui.between_sections").join(
        say("review_page.ledger_part", reason=reason_words(reason), count=count) for reason, count in counts.items()
    )
    return say("review_page.ledger_words", listed=listed)


def reason_words(reason: str) -> str:
    """Why glyphs are not in the text; the reason's own name where a pack has one that the catalogue does not know."""
    try:
        return say(f"review_page.left_{reason}")
    except KeyError:
        return reason


def finding_highlights(opened: OpenDocument) -> tuple[Highlight, ...]:
    """Open findings as boxes on the page."""
    return tuple(
        Highlight(box, each.severity.value, "!")
        for each in opened.review.findings
        if each.is_open
        for box in each.boxes
    )


def finding_frames(opened: OpenDocument) -> list[TextFrame]:
    """Open findings as frames in the text, where their boxes have any."""
    return [
        TextFrame(start, end, each.severity.value)
        for each in opened.review.findings
        if each.is_open
        for start, end in opened.links.under(each.boxes)
    ]


def rejected_place(review: "ReviewDocument") -> tuple[Highlight, ...]:
    """Where the reason of a rejection stands on the page, if its reviewer said so."""
    if review.document.review_status is not ReviewStatus.REJECTED:
        return ()
    told = [json.loads(each.subject) for each in review.decisions if each.kind is DecisionKind.REJECTED]
    place = told[-1].get("place") if told else None
    return (Highlight(Box.from_list(place), "blocking", say("review_page.reject_sign")),) if place else ()


def coverage_words(coverage: Coverage) -> str:
    return say(
        "gui.coverage",
        glyphs=coverage.glyphs,
        in_markdown=coverage.in_markdown,
        excluded=coverage.excluded,
        unaccounted=coverage.unaccounted,
    )
