"""The list that a user chooses the pack from, by which the window reads its library."""

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QWidget

from insurance_desktop.packs.labels import pack_label
from insurance_desktop.packs.wording import say

from .context import AppContext
from .look.parts import Chooser


class PackChooser(Chooser):
    """The packs by their names, the one in use in front; hidden where there is nothing to choose.

    What is chosen is asked for (`pack_wanted`): the list says what is in use until the window has turned to it.
    """

    def __init__(self, context: AppContext, page: QWidget) -> None:
        super().__init__(context.theme)
        self.setParent(page)  # shown before it is laid out: without a parent it would be a window of its own
        self._context = context
        self.setAccessibleName(say("gui.pack"))
        self.setAccessibleDescription(say("gui.pack_tip"))
        self.setToolTip(say("gui.pack_tip"))
        self.hide()
        self.activated.connect(self._choose)
        for told in (context.opened, context.listed, context.packs_offered, context.pack_changed):
            told.connect(self.show_packs)
        self.show_packs()

    def show_packs(self) -> None:
        packs = self._context.packs
        with QSignalBlocker(self):
            if packs != tuple(self.itemData(line) for line in range(self.count())):
                self.clear()
                for name in packs:
                    self.addItem(pack_label(name), name)
            self.setCurrentIndex(self.findData(self._context.pack))
        self.setVisible(bool(packs))

    def _choose(self) -> None:
        wanted = self.currentData()
        self.show_packs()
        if wanted != self._context.pack:
            self._context.pack_wanted.emit(wanted)
