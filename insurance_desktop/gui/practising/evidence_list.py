"""What an answer rests on: each place as a button that opens its page, with the words that stand there."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.exam import ExamEvidence
from insurance_desktop.domain.practising import EvidencePlace
from insurance_desktop.gui.look.parts import ElidedButton, clear, column, label
from insurance_desktop.packs.wording import say

MOST_SIGNS = 240  # of a passage under its button; its tooltip has all of it


class EvidenceList(QWidget):
    """`wanted` brings the place that is to be opened."""

    wanted = Signal(object)  # EvidencePlace

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[ElidedButton] = []
        self._inner = column(gap=4)
        self.setLayout(self._inner)

    def show_evidence(self, evidence: Sequence[ExamEvidence], places: Sequence[EvidencePlace | None]) -> None:
        clear(self._inner)
        self.buttons = []
        for each, place in zip(evidence, places, strict=True):
            words = _told(each, place)
            made = ElidedButton(words, say("practise_page.open_evidence", place=words), each.quote)
            made.setEnabled(place is not None)
            made.clicked.connect(lambda _checked, place=place: self.wanted.emit(place))
            quote = each.quote if len(each.quote) <= MOST_SIGNS else f"{each.quote[:MOST_SIGNS]}…"
            quoted = label(quote, "muted", wrap=True)
            quoted.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            quoted.setContentsMargins(4, 0, 4, 6)
            self.buttons.append(made)
            self._inner.addWidget(made)
            self._inner.addWidget(quoted)

    def open_first(self) -> None:
        for each in self.buttons[:1]:
            each.click()


def _told(evidence: ExamEvidence, place: EvidencePlace | None) -> str:
    """Book, chapter, section and figure; with the page where the original has such."""
    named = (evidence.book, evidence.chapter, evidence.section, evidence.figure_ref)
    page = place.page_number if place is not None else None
    return " | ".join([*filter(None, named), *([say("practise_page.page", page=page)] if page else [])])
