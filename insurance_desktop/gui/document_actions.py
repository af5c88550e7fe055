"""What can be done with documents wherever they are listed: the same words, by the same names, in every menu."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from insurance_desktop.domain.documents import Document
from insurance_desktop.packs.wording import say

from .assigning import Assigning
from .context import AppContext
from .document_list import other_editions
from .exporting import Exporting
from .look import wording
from .pages import Place
from .told_tables import clauses_table, findings_table

MOST_AT_ONCE = 200
"""So many documents go into one file; more of them are no paper that anybody reads."""


class DocumentActions(QObject):
    def __init__(self, context: AppContext, owner: QWidget) -> None:
        super().__init__(owner)
        self._context = context
        self.assigning = Assigning(context, owner)
        self.exporting = Exporting(context, owner)

    def fill(self, menu: QMenu, documents: Sequence[Document]) -> None:
        """Add what can be done with these; nothing where there are none."""
        chosen = tuple(documents)
        if not chosen:
            return
        first = chosen[0]
        menu.addAction(say("gui.open_one"), partial(self._go, Place(first.document_id)))
        assign = menu.addAction(say("gui.assign"), partial(self.assigning.ask, chosen))
        assign.setEnabled(not self._context.read_only.is_on)
        self._add_editions(menu, chosen)
        menu.addSeparator()
        readable = tuple(each for each in chosen if each.version_id is not None)[:MOST_AT_ONCE]
        for name, read in (("clauses", clauses_table), ("findings", findings_table)):
            made = partial(read, documents=readable)
            target = f"{wording.title_of(first)} {say(f'gui.told_{name}')}"
            export = menu.addAction(say(f"gui.export_{name}"), partial(self.exporting.choose, target, made))
            print_out = menu.addAction(say(f"gui.print_{name}"), partial(self.exporting.print_out, made))
            for action in (export, print_out):
                action.setEnabled(bool(readable))

    def _add_editions(self, menu: QMenu, chosen: Sequence[Document]) -> None:
        """Beside the other edition that is chosen with it, or beside each that there is."""
        first = chosen[0]
        others = other_editions(first, self._context.documents) if len(chosen) <= 2 else ()
        if len(chosen) == 2:
            others = tuple(each for each in others if each.document_id == chosen[1].document_id)
        below = menu.addMenu(say("gui.compare_editions")) if others else None
        for each in others:
            if below is not None:
                name = wording.edition_words(each.edition, each.edition_status)
                words = f"{name}　{say('gui.document_number', number=each.document_id)}"
                below.addAction(words, partial(self._go, Place(first.document_id, against=each.document_id)))

    def _go(self, place: Place) -> None:
        self._context.place_wanted.emit(place)
