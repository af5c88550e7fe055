"""The web face as a child of the window: it serves while the switch is on, and ends with whoever switched it on."""

import json
from collections.abc import Sequence
from contextlib import suppress

from PySide6.QtCore import QObject, QProcess, Signal

from insurance_desktop.packs.wording import say

from .crash import log_file

PATIENCE_MS = 1_000
"""What a closing window gives it; it reads only, so an end by force loses nothing."""


class WebFace(QObject):
    """`changed` says that one of these is new: `is_running`, `link` ("" while it does not listen), `fault`."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self.url = ""
        self.link = ""
        self.fault = ""

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def start(self, command: Sequence[str]) -> None:
        """Starts the program that serves, unless it runs; what it says beside its answer goes into a file."""
        if self._process is not None:
            return
        self.fault = ""
        process = self._process = QProcess(self)
        log = log_file().with_name("web.log")
        with suppress(OSError):  # QProcess says nothing of a file that it cannot write
            log.parent.mkdir(parents=True, exist_ok=True)
        process.setStandardErrorFile(str(log))
        process.readyReadStandardOutput.connect(self._read)
        process.errorOccurred.connect(self._failed)
        process.finished.connect(self._ended)
        process.start(command[0], list(command[1:]))
        self.changed.emit()

    def stop(self) -> None:
        """Asks it to end; `changed` tells when it has."""
        if self._process is not None:
            self._process.closeWriteChannel()

    def close(self) -> None:
        """Ends it and waits for that."""
        process, self._process = self._process, None
        if process is None:
            return
        process.blockSignals(True)
        process.closeWriteChannel()
        if not process.waitForFinished(PATIENCE_MS):
            process.kill()
            process.waitForFinished(PATIENCE_MS)

    def _read(self) -> None:
        """Its one line: where it listens, or why it does not."""
        if self._process is None or not self._process.canReadLine():
            return
        try:
            told = json.loads(bytes(self._process.readLine().data()))
        except ValueError:
            return
        if "error" in told:
            self.fault = f"{told['error']['message']} {told['error']['hint']}"
        else:
            self.url, self.link = told["url"], told["link"]
        self.changed.emit()

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:  # nothing else is told of it
            self._ended()

    def _ended(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if not self.link and not self.fault:
            self.fault = say("gui.web_not_started", log=log_file().with_name("web.log"))
        self.url = self.link = ""
        process.deleteLater()
        self.changed.emit()
