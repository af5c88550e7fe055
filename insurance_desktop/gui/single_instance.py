"""One window per library and user: a second start raises the first one.

The first window listens on a local socket and answers whoever connects. Only an answer counts: a socket that a
killed process left behind, or a window that hangs, never keeps anybody out.
"""

import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from insurance_desktop import paths

RAISED = b"raised\n"
PATIENCE_MS = 1500


def socket_name(library: Path) -> str:
    """The same for the same user and library file."""
    key = f"{paths.state_folder()}\0{library.resolve()}"
    return f"{paths.APPLICATION}-{hashlib.sha256(key.encode()).hexdigest()[:20]}"


def raise_first(name: str, patience_ms: int = PATIENCE_MS) -> bool:
    """True when another window answered that it came to the front."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(patience_ms):
        return False
    answered = socket.waitForReadyRead(patience_ms) and bytes(socket.readAll().data()).startswith(RAISED)
    socket.abort()
    return answered


class FirstWindow(QObject):
    """Listens for later starts. `raise_wanted` is emitted for each."""

    raise_wanted = Signal()

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
        """To connect is to ask; nothing is read, so nobody can keep the window waiting."""
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.write(RAISED)
            socket.flush()
            socket.disconnectFromServer()
            self.raise_wanted.emit()
