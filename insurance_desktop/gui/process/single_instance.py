"""One window per library and user: a second start raises the first one.

The first window listens on a local socket and answers whoever connects. Only an answer counts: a socket that a
killed process left behind, or a window that hangs, never keeps anybody out.
"""

import hashlib
import os
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from insurance_desktop import paths

RAISED = b"raised\n"
LINE_END = b"\n"
LONGEST_LINE = 65_536
"""Bytes: some hundred files that were dropped on the icon."""
PATIENCE_MS = 1500


def socket_name(library: Path) -> str:
    """The same for the same user and library file."""
    key = f"{paths.state_folder()}\0{os.path.realpath(library)}"
    return f"{paths.APPLICATION}-{hashlib.sha256(key.encode()).hexdigest()[:20]}"


def raise_first(name: str, patience_ms: int = PATIENCE_MS, link: str = "") -> bool:
    """True when another window answered that it came to the front; `link` is what it shall show there."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(patience_ms):
        return False
    if link:
        socket.write(link.encode() + LINE_END)
        socket.flush()
    answered = socket.waitForReadyRead(patience_ms) and bytes(socket.readAll().data()).startswith(RAISED)
    if answered and link:
        socket.disconnectFromServer()  # lets what was written arrive
        if socket.state() != QLocalSocket.LocalSocketState.UnconnectedState:
            socket.waitForDisconnected(patience_ms)
    socket.abort()
    return answered


class FirstWindow(QObject):
    """Listens for later starts. `raise_wanted` is emitted for each, `link_wanted` for one that brings a link."""

    raise_wanted = Signal()
    link_wanted = Signal(str)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)
        QLocalServer.removeServer(name)  # only reached when nobody answered there
        self.is_listening = self._server.listen(name)

    def close(self) -> None:
        self._server.close()

    def _greet(self) -> None:
        """To connect is to ask; what is read is read as it comes, so nobody can keep the window waiting."""
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(self._listen)
            socket.write(RAISED)
            socket.flush()
            self.raise_wanted.emit()
            self._take_line(socket)  # it may have come before anybody listened

    def _listen(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket):
            self._take_line(socket)

    def _take_line(self, socket: QLocalSocket) -> None:
        """One line at most, with an end: whoever connects cannot fill the memory."""
        if socket.canReadLine():
            line = bytes(socket.readLine(LONGEST_LINE).data()).decode("utf-8", "replace").strip()
            socket.disconnectFromServer()
            if line:
                self.link_wanted.emit(line)
        elif socket.bytesAvailable() >= LONGEST_LINE:
            socket.abort()
