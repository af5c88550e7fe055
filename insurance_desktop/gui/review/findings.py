"""The findings of the document that is shown: marked on both sides, led to, and settled beside what they doubt."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer

from insurance_desktop.domain.documents import StoredFinding
from insurance_desktop.domain.kinds import ReasonKind

from .decisions.deciding import Decisions
from .decisions.settling import SettlePanel, asked_about
from .layers import finding_frames, finding_highlights, rejected_place
from .linking import Linking
from .page.page_pane import PagePane
from .panels.side_panels import SidePanels
from .review_document import OpenDocument
from .text.text_pane import TextPane


class Findings(QObject):
    """Between the list of findings, the question below page and text, and the decisions."""

    def __init__(
        self, tabs: SidePanels, question: SettlePanel, decisions: Decisions, sides: tuple[PagePane, TextPane, Linking]
    ) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._panel = tabs.findings
        self._question = question
        self._decisions = decisions
        self._page, self._text, self._linking = sides
        self._opened: OpenDocument | None = None
        self._panel.picked.connect(self._lead_to)
        self._panel.resolve_wanted.connect(self._ask)
        decisions.finding_wanted.connect(self.show)

    def show_opened(self, opened: OpenDocument | None) -> None:
        before, self._opened = self._opened, opened
        if opened is None or before is None or before.document_id != opened.document_id:
            self._panel.start_anew()
            self._question.close_question()
        findings = opened.review.findings if opened is not None else ()
        self._question.show_open(findings)
        self._panel.show_findings(findings)
        self._tabs.count_findings()
        if opened is not None:
            self._page.show_layer("findings", finding_highlights(opened))
            self._page.show_layer("rejection", rejected_place(opened.review))
            self._text.view.show_frames("findings", finding_frames(opened))

    def show(self, finding_id: int) -> None:
        """In the list and on both sides."""
        if self._opened is not None:
            self._panel.choose(finding_id)
            self._lead_to(finding_id)

    def _lead_to(self, finding_id: int) -> None:
        self._question.close_question()
        self._tabs.setCurrentWidget(self._panel)
        self._show_place(finding_id)

    def _show_place(self, finding_id: int) -> None:
        found = self._found([finding_id])
        if found and found[0].boxes:
            self._linking.show_boxes(found[0].boxes)

    def _found(self, finding_ids: Sequence[int]) -> list[StoredFinding]:
        by_id = {each.finding_id: each for each in self._opened.review.findings} if self._opened is not None else {}
        return [by_id[each] for each in finding_ids if each in by_id]

    def _ask(self, chosen: tuple[int, ...]) -> None:
        opened, findings = self._opened, self._found(chosen)
        if opened is None or not findings:
            return

        def settle(finding_ids: Sequence[int], reason: str) -> None:
            self._panel.settling(finding_ids)
            self._decisions.resolve(opened, finding_ids, reason)

        def correct() -> None:
            if asked_about(findings) == ReasonKind.IDENTITY:
                self._decisions.correct(opened)
            else:
                self.show(chosen[0])
                self._text.edit_here()

        self._question.ask(findings, self._found(self._panel.kin), settle, correct)
        QTimer.singleShot(0, self, lambda: self._show_place(chosen[0]))  # once page and text have made room for it
