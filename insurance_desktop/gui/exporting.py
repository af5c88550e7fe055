"""A table of words to a file of Excel, Word or PDF, or to a printer."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from insurance_desktop.packs.wording import say

from .context import AppContext
from .notices import Notice
from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.gui.look import paper
    from insurance_desktop.services.library import new_file
    from insurance_desktop.services.papers import told_table

if TYPE_CHECKING:
    from insurance_desktop.services.papers.told_table import ToldTable
    from insurance_desktop.services.workspace import Workspace

FILTERS = "Excel (*.xlsx);;Word (*.docx);;PDF (*.pdf)"
PDF = ".pdf"
Read = Callable[["Workspace"], "ToldTable"]


class Exporting(QObject):
    """What is read is read beside the window; it stays usable meanwhile."""

    def __init__(self, context: AppContext, owner: QWidget) -> None:
        super().__init__(owner)
        self._context = context
        self._owner = owner

    def choose(self, name: str, read: Read) -> None:
        """Ask where to; `name` is what the file is called unless somebody says otherwise."""
        chosen, kind = QFileDialog.getSaveFileName(
            self._owner.window(),
            say("gui.export"),
            name,
            FILTERS,
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if chosen:
            target = Path(chosen)
            self.export_to(target if target.suffix else target.with_suffix(kind[kind.rindex(".") : -1]), read)

    def export_to(self, target: Path, read: Read) -> None:
        """A file of the kind that its ending says."""

        def work(workspace: "Workspace") -> Path:
            table = read(workspace)
            if target.suffix.lower() != PDF:
                return told_table.export_table(table, target)
            place = new_file.new_place(target)
            new_file.put_new(paper.as_pdf(table), place)
            return place

        def done(place: Path) -> None:
            self._context.noticed.emit(Notice("good", say("gui.exported", path=place)))

        self._context.write(say("gui.job_export"), work, done)

    def print_out(self, read: Read) -> None:
        def show(table: "ToldTable") -> None:
            paper.print_out(table, self._owner.window())

        self._context.read(read, show)
