"""What stands in the window before a library is open: at most two questions, whether to make one, or why it did not
open."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QStackedLayout, QWidget

from insurance_desktop import paths
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import STRETCH, EmptyState, button, card, column, copy_text, label, row
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.library import replacing
    from insurance_desktop.services.machine import account


class StartPage(QWidget):
    """`chosen` brings the library's path and whether the sample files go into it: it may be made. `named` brings one
    that should be there."""

    chosen = Signal(object, bool)
    named = Signal(object)

    def __init__(self, context: AppContext, default: Path) -> None:
        super().__init__()
        self._context = context
        self._default = default
        self._details = ""
        self.waiting = EmptyState(context.theme, "library", say("gui.opening"), "")
        self.trouble = EmptyState(context.theme, "error", "", "")
        self.put_back = button(say("gui.put_backup"), self._choose_backup, primary=True)
        self.trouble.add(self.put_back)
        self.trouble.add(button(say("gui.open_other"), self._choose_other))
        self.trouble.add(button(say("gui.copy_details"), lambda: copy_text(self._details)))
        self._opening = self._absent = default
        self.absence = EmptyState(context.theme, "library", "", "")
        self.make = button(say("gui.make_library"), self._make)
        self.absence.add(button(say("gui.open_other"), self._choose_other, primary=True))
        self.absence.add(self.make)
        self.reviewer = QLineEdit(context.settings.reviewer)
        self.own_files = button(say("gui.start_own"), lambda: self._answer(samples=False), primary=True)
        self.samples = button(say("gui.start_samples"), lambda: self._answer(samples=True))
        self.questions = self._make_questions()
        self._stack = QStackedLayout(self)
        for each in (self.waiting, self.trouble, self.absence, self.questions):
            self._stack.addWidget(each)
        context.open_failed.connect(self.show_trouble)

    def ask(self) -> None:
        """Who has no name here yet is proposed the account's, to be typed over."""
        self._stack.setCurrentWidget(self.questions)
        if not self.reviewer.text():
            self.reviewer.setText(account.person_of_account())
        self.reviewer.selectAll()
        self.reviewer.setFocus()

    @property
    def is_asking(self) -> bool:
        """The questions of a first start are shown."""
        return self._stack.currentWidget() is self.questions

    def ask_to_make(self, path: Path) -> None:
        """There is no library at the place that was named: a drive may be missing, or a new one may be meant."""
        self._absent = path
        folder = paths.folder_to_be(path)
        text = say("gui.absent_file") if folder.is_dir() else say("gui.absent_folder", folder=folder)
        self.absence.say(say("gui.absent", path=path), text)
        self._stack.setCurrentWidget(self.absence)

    def show_opening(self, path: Path) -> None:
        self._opening = path
        self._stack.setCurrentWidget(self.waiting)

    def show_trouble(self, failure: Failure) -> None:
        self._details = failure.details
        self.trouble.say(failure.message, failure.hint)
        self.put_back.setVisible(isinstance(failure.error, LibraryDamaged))
        self._stack.setCurrentWidget(self.trouble)

    def _make_questions(self) -> QWidget:
        self.reviewer.setPlaceholderText(say("gui.reviewer_placeholder"))
        self.reviewer.setAccessibleName(say("gui.start_reviewer"))
        self.reviewer.setMaxLength(60)
        self.reviewer.returnPressed.connect(self.own_files.click)
        choices = row(self.own_files, self.samples, STRETCH)
        box = card()
        inner = column(
            label(say("gui.start_title"), "title"), label(say("gui.start_text"), "muted", wrap=True), margin=28, gap=12
        )
        inner.addSpacing(8)
        inner.addWidget(label(say("gui.start_reviewer"), "heading"))
        inner.addWidget(self.reviewer)
        inner.addWidget(label(say("gui.start_reviewer_text"), "muted", wrap=True))
        inner.addSpacing(8)
        inner.addWidget(label(say("gui.start_files"), "heading"))
        inner.addLayout(choices)
        inner.addWidget(label(say("gui.start_place", path=self._default), "muted", wrap=True))
        box.setLayout(inner)
        box.setFixedWidth(560)
        page = QWidget()
        outer = column(STRETCH)
        middle = row()
        middle.addStretch()
        middle.addWidget(box)  # no alignment here: a wrapped label then gets the height it needs
        middle.addStretch()
        outer.addLayout(middle)
        outer.addStretch()
        page.setLayout(outer)
        return page

    def _answer(self, *, samples: bool) -> None:
        self._context.settings.reviewer = self.reviewer.text()
        self.chosen.emit(self._default, samples)

    def _make(self) -> None:
        self.chosen.emit(self._absent, False)

    def restore(self, path: Path, backup: Path) -> None:
        """Somebody wants the library as it was in this backup."""
        self.show_opening(path)
        self.put_in_place(backup, is_damaged=False)

    def put_in_place(self, backup: Path, *, is_damaged: bool = True) -> None:
        """The library that was there is kept under another name, and what was saved of it is opened."""
        path, why = self._opening, replacing.DAMAGED if is_damaged else replacing.REPLACED
        self._context.jobs.write(
            say("gui.job_put_backup"),
            lambda _progress, _cancel: replacing.put_in_place(backup, path, why),
            lambda aside: self._placed(path, aside),
            self.show_trouble,
        )

    def _placed(self, path: Path, aside: Path) -> None:
        told = Notice("good", say("gui.backup_placed"), say("gui.backup_placed_hint", path=aside))
        once = Qt.ConnectionType.SingleShotConnection
        self._context.opened.connect(
            lambda: self._context.noticed.emit(told), once
        )  # the first page hides what was said
        self.named.emit(path)

    def _choose_backup(self) -> None:
        folder = str(self._opening.parent)
        name, _ = QFileDialog.getOpenFileName(self, say("gui.put_backup"), folder, say("gui.backup_filter"))
        if name:
            self.put_in_place(Path(name))

    def _choose_other(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self,
            say("gui.open_other"),
            str(self._default.parent),
            say("gui.library_filter"),
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if name:
            self.named.emit(Path(name))
