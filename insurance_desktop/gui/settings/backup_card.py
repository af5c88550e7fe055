"""The card of the open library: back it up, and take from a backup what has been damaged."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QFrame

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, label, row, set_role
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.questions import Question
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.gui.window_settings import LibraryChoice
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.library import backups, library, replacing
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
        self.restore = button(say("gui.backup_restore"), self._choose_to_restore)
        context.read_only.changing(self.repair, self.restore)
        self._newest: Path | None = None
        self.question: Question | None = None
        self.setLayout(
            column(
                label(say("gui.backup"), "heading"),
                label(say("gui.backup_text"), wrap=True),
                self.newest,
                row(self.back_up, self.repair, self.restore, STRETCH),
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

    def restore_from(self, source: Path) -> None:
        """The whole library as it was then: looked at first, and asked about."""
        path = self._context.library_path
        if path is None:
            return

        def look(_workspace: "Workspace") -> datetime:
            replacing.check(source, path)
            return datetime.fromtimestamp(source.stat().st_mtime, UTC)

        def ask(at: datetime) -> None:
            text = say("gui.backup_restore_text", at=wording.moment(at), path=source)
            self.question = Question(self.window(), say("gui.backup_restore_title"), text)
            self.question.confirm.setText(say("gui.backup_restore_confirm"))
            wanted = LibraryChoice(path, backup=source)
            self.question.accepted.connect(lambda: self._context.library_wanted.emit(wanted))
            self.question.open()

        self._context.read(look, ask)

    def _show(self, newest: Path | None) -> None:
        self._newest = newest
        self.newest.setText(say("gui.backup_newest", path=newest) if newest else say("gui.backup_none"))

    def _choose_target(self) -> None:
        path = self._context.library_path
        beside = self._newest or path
        if path is None or beside is None:
            return
        name = say("gui.backup_name", name=path.stem, day=f"{datetime.now():%Y-%m-%d}")
        proposed = str(beside.with_name(name))
        name, _ = QFileDialog.getSaveFileName(self, say("gui.backup_make"), proposed, say("gui.library_filter"))
        if name:
            self.back_up_to(Path(name))

    def _choose_source(self) -> None:
        self._choose("gui.backup_repair", self.repair_from)

    def _choose_to_restore(self) -> None:
        self._choose("gui.backup_restore", self.restore_from)

    def _choose(self, title: str, then: Callable[[Path], None]) -> None:
        """Of the backups the newest one is proposed."""
        proposed = str(self._newest or "")
        name, _ = QFileDialog.getOpenFileName(self, say(title), proposed, say("gui.backup_filter"))
        if name:
            then(Path(name))
