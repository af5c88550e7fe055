"""What the program is made of, each part with the text of its licence."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTableWidget, QTableWidgetItem

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.menus import offer_buttons
from insurance_desktop.gui.look.parts import MARGIN, column, label, set_role
from insurance_desktop.gui.look.tables import dress_table, set_widths
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .newest_choice import NewestChoice

with imported_when_used():
    from insurance_desktop.services.machine import licences

if TYPE_CHECKING:
    from insurance_desktop.domain.licences import LicensedPart, Part

HEADS = ("licences.head_name", "licences.head_version", "licences.head_licence")
WIDTHS = (0, 110, 360)
LANE = "licences"


class LicencesCard(QFrame):
    """The list is asked for when the page is first looked at, a text when its line is chosen."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self._choice = NewestChoice(context, LANE)
        self.table = QTableWidget(0, len(HEADS))
        self.table.setHorizontalHeaderLabels([say(each) for each in HEADS])
        dress_table(self.table, say("licences.card_title"))
        self.table.setAccessibleDescription(say("licences.card_text"))
        set_widths(self.table, WIDTHS)
        self.table.setMinimumHeight(30 * 7)
        offer_buttons(self.table)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(say("licences.card_text_name"))
        self.text.setMinimumHeight(30 * 7)
        self.setLayout(
            column(
                label(say("licences.card_title"), "heading"),
                label(say("licences.card_text"), "muted", wrap=True),
                self.table,
                self.text,
                margin=MARGIN,
            )
        )
        self.table.itemSelectionChanged.connect(self._read)

    def look(self) -> None:
        """What is inside does not change while the program runs."""
        if self._context.is_open and not self.table.rowCount():
            self._choice.make(licences.parts, self._list, self._context.notice_failure)

    def _list(self, parts: "tuple[Part, ...]") -> None:
        self.table.setRowCount(len(parts))
        for line, part in enumerate(parts):
            for place, words in enumerate((part.name, part.version, part.licence)):
                cell = QTableWidgetItem(words)
                cell.setToolTip(words)
                self.table.setItem(line, place, cell)
        self.table.selectRow(0)

    def _read(self) -> None:
        chosen = self.table.item(self.table.currentRow(), 0)
        if chosen is not None:
            name = chosen.text()
            self._choice.make(lambda: licences.licences_of(name), self._show, self._context.notice_failure)

    def _show(self, found: "LicensedPart") -> None:
        said = [line for each in found.texts for line in (say("licences.text_head", it=each), each.text)]
        self.text.setPlainText("\n\n".join(said) or say("licences.no_text", it=found.part))
