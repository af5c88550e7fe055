"""Which fields of documents the window works with beside the first, their models, and how others are installed."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QFileDialog, QFrame, QPushButton

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, label, row, set_role
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.labels import pack_label
from insurance_desktop.packs.registry import packs_on_request, practice_files
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services import pack_models

if TYPE_CHECKING:
    from insurance_desktop.services.pack_models import InstalledModel, InstalledPack, PackModel


class FieldsCard(QFrame):
    """A field is switched on by its box; what its model is, and whether it is here, stands below it."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self.boxes = {name: self._box(name) for name in packs_on_request()}
        self.states = {name: label("", "muted", wrap=True) for name in self.boxes}
        self.practice = {name: self._practice(name) for name in self.boxes if practice_files(name)}
        self.install = button(say("gui.model_install"), self._choose_file)
        self.setLayout(
            column(
                label(say("gui.fields"), "heading"),
                label(say("gui.fields_text"), "muted", wrap=True),
                *(part for name, box in self.boxes.items() for part in (box, self.states[name])),
                row(self.install, *self.practice.values(), STRETCH),
                margin=MARGIN,
            )
        )
        self._awaited = ""  # the field whose practice is imported once the window has turned to it
        context.pack_changed.connect(self._take_practice)
        self.setVisible(bool(self.boxes))

    def look(self) -> None:
        """Which models are here now."""
        if self.boxes and self._context.is_open:
            self._context.read_later(lambda _workspace: pack_models.pack_models(), self._show)

    def install_from(self, file: Path) -> None:
        self._context.write(say("gui.job_model"), lambda _workspace: pack_models.install(file), self._installed)

    def _box(self, name: str) -> QCheckBox:
        box = QCheckBox(pack_label(name))
        box.setChecked(name in self._context.settings.packs)
        box.clicked.connect(lambda wanted: self._offer(name, wanted=wanted))
        return box

    def _practice(self, name: str) -> QPushButton:
        return button(say("gui.practice_import", count=len(practice_files(name))), lambda: self._import_practice(name))

    def _import_practice(self, name: str) -> None:
        """The files go where documents of their field go: the window turns to it first."""
        self._awaited = name
        if self._context.pack == name:
            self._take_practice()
        else:
            self._context.pack_wanted.emit(name)

    def _take_practice(self) -> None:
        name, self._awaited = self._awaited, ""
        if name and self._context.pack == name:
            self._context.imports.take_in(practice_files(name))

    def _offer(self, name: str, *, wanted: bool) -> None:
        settings = self._context.settings
        settings.packs = settings.packs | {name} if wanted else settings.packs - {name}
        self._context.packs_offered.emit()

    def _show(self, found: "tuple[PackModel, ...]") -> None:
        for each in found:
            if each.pack in self.states:
                self.states[each.pack].setText(say(f"packs.model_{each.state}", it=each))

    def _installed(self, it: "InstalledModel | InstalledPack") -> None:
        kind = "model" if isinstance(it, pack_models.InstalledModel) else "pack"
        self._context.noticed.emit(
            Notice("good", say(f"gui.{kind}_installed", it=it), say(f"gui.{kind}_installed_hint"))
        )
        self._context.packs_offered.emit()
        self.look()

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, say("gui.model_install"), "", say("gui.model_filter"))
        if name:
            self.install_from(Path(name))
