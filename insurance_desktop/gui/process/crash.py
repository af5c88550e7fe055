"""A fault nobody expected: into the log, and into a dialog with a sentence instead of a traceback on a console."""

import logging
import sys
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QWidget

from insurance_desktop import paths
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, copy_text, label, row
from insurance_desktop.packs.wording import say

LOG = logging.getLogger("insurance_desktop.window")
LOG_BYTES = 1_000_000


class CrashDialog(QDialog):
    """Says what happened in a sentence; the details are one click away and are never sent anywhere."""

    def __init__(self, details: str, log: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("gui.crash_title"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(520)
        self.details = QPlainTextEdit(details)
        self.details.setReadOnly(True)
        self.details.hide()
        show = button(say("gui.crash_details"), lambda: self.details.setVisible(not self.details.isVisible()))
        buttons = row(
            show,
            button(say("gui.copy_details"), lambda: copy_text(details)),
            STRETCH,
            button(say("gui.close"), self.close, primary=True),
        )
        self.setLayout(
            column(
                label(say("gui.crash_title"), "heading"),
                label(say("gui.crash_text", path=log), wrap=True),
                (self.details, 1),
                buttons,
                margin=MARGIN,
            )
        )


class CrashGuard(QObject):
    """Takes over `sys.excepthook` while the window is there. One dialog at a time; each fault is in the log."""

    def __init__(self, application: QApplication, folder: Path | None = None) -> None:
        super().__init__(application)
        self.log = log_file(folder)
        self.dialog: CrashDialog | None = None
        self._handler = _log_to(self.log)
        self._former = sys.excepthook
        sys.excepthook = self._caught

    def release(self) -> None:
        sys.excepthook = self._former
        LOG.removeHandler(self._handler)
        self._handler.close()

    def _caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        LOG.error(details)
        if self.dialog is None:
            self.dialog = CrashDialog(details, self.log, QApplication.activeWindow())
            self.dialog.finished.connect(self._closed)
            self.dialog.open()

    def _closed(self) -> None:
        self.dialog = None


def log_file(folder: Path | None = None) -> Path:
    """Where faults are written down."""
    return (folder or paths.state_folder() / "logs") / "window.log"


class LogFile(logging.Handler):
    """The file of faults, kept from growing; made with the first fault, for most runs have none to write."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._path = file
        self._file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._file = self._file or self._rotating()
        except Exception:  # a fault that cannot be written down is told as every handler tells it
            self.handleError(record)
        else:
            self._file.emit(record)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        super().close()

    def _rotating(self) -> logging.Handler:
        from logging.handlers import RotatingFileHandler  # noqa: PLC0415  it brings sockets and pickles

        made = RotatingFileHandler(self._path, maxBytes=LOG_BYTES, backupCount=2, encoding="utf-8", delay=True)
        made.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        return made


def _log_to(file: Path) -> LogFile:
    file.parent.mkdir(parents=True, exist_ok=True)
    handler = LogFile(file)
    LOG.addHandler(handler)
    return handler
