"""The card of the open library: back it up, and take from a backup what has been damaged."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QFrame

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, label, row, set_role
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.library import backups, library
    from insurance_desktop.services.review import repairing

if TYPE_CHECKING:
    from insurance_desktop.services.review.repairing import RepairReport
    from insurance_desktop.services.workspace import Workspace


class BackupCard(QFrame):
    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self.newest = label("", "muted", wrap=True)
        self.back_up = button(say("gui.backup_make"), self._choose_target)
        self.repair = button(say("gui.backup_repair"), self._choose_source)
        context.read_only.changing(self.repair)
        self.setLayout(
            column(
                label(say("gui.backup"), "heading"),
                label(say("gui.backup_text"), wrap=True),
                self.newest,
                row(self.back_up, self.repair, STRETCH),
                margin=MARGIN,
            )
        )

    def look(self) -> None:
        """Which backup is the newest one that the program knows of."""
        if self._context.is_open:
            self._context.read_later(lambda workspace: backups.newest_backup(workspace.library.database), self._show)

    def back_up_to(self, target: Path) -> None:
        def work(workspace: "Workspace") -> Path:
            made = library.backup(workspace.library, target)
            backups.note_backup(workspace.library.database, made)
            return made

        def done(made: Path) -> None:
            self._show(made)
            self._context.noticed.emit(Notice("good", say("gui.backed_up", path=made), say("gui.backed_up_hint")))

        self._context.write(say("gui.job_backup"), work, done)

    def repair_from(self, source: Path) -> None:
        def done(found: "RepairReport") -> None:
            mended, left = (*found.restored, *found.remade), found.left
            words = say("gui.backup_repaired", mended=len(mended), left=len(left))
            details = "\n".join(each.sentence for each in (*left, *mended))
            self._context.noticed.emit(Notice("warning" if left else "good", words, found.advice or "", details))
            self._context.refresh()

        title = say("gui.job_repair")
        self._context.write(title, lambda workspace: repairing.repair(workspace.engine, source), done)

    def _show(self, newest: Path | None) -> None:
        self.newest.setText(say("gui.backup_newest", path=newest) if newest else say("gui.backup_none"))

    def _choose_target(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, say("gui.backup_make"), "", say("gui.library_filter"))
        if name:
            self.back_up_to(Path(name))

    def _choose_source(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, say("gui.backup_repair"), "", say("gui.backup_filter"))
        if name:
            self.repair_from(Path(name))
