"""Which library is open, as a menu: the last ones, another one, and this one to be read only."""

from functools import partial
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.window_settings import LibraryChoice
from insurance_desktop.packs.wording import say


class LibraryMenu(QMenu):
    """Made anew whenever it is shown; whether a library is still there is looked up beside it: a drive may be slow."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.recent: dict[Path, QAction] = {}
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        self.clear()
        here, settings = self._context.library_path, self._context.settings
        paths = [each for each in settings.recent_libraries if each != here]
        self.recent = {each: self._recent(each) for each in paths}
        if paths:
            self.addSeparator()
        self.addAction(say("gui.open_other"), partial(self._choose, read_only=False))
        self.addAction(say("gui.open_other_to_read"), partial(self._choose, read_only=True))
        if here is not None:
            self.addSeparator()
            to_read = not self._context.read_only.is_on
            words = say("gui.open_to_read" if to_read else "gui.open_to_write")
            self.addAction(words, partial(self._want, here, read_only=to_read))
        self._context.jobs.read(lambda: [each for each in paths if not each.exists()], self._name_missing)

    def _recent(self, path: Path) -> QAction:
        made = self.addAction(say("gui.recent_library", name=path.stem, folder=path.parent))
        made.setToolTip(str(path))
        made.triggered.connect(partial(self._want, path))
        return made

    def _name_missing(self, missing: list[Path]) -> None:
        for path in missing:
            action = self.recent.get(path)
            if action is not None:
                action.setText(say("gui.recent_missing", name=path.stem, folder=path.parent))

    def _want(self, path: Path, *, read_only: bool = False) -> None:
        self._context.library_wanted.emit(LibraryChoice(path, read_only))

    def _choose(self, *, read_only: bool) -> None:
        folder = str((self._context.library_path or Path()).parent)
        name, _ = QFileDialog.getOpenFileName(self.window(), say("gui.open_other"), folder, say("gui.library_filter"))
        if name:
            self._want(Path(name), read_only=read_only)
