"""A talk with a server process that keeps every byte which the server said."""

import os
from pathlib import Path

from insurance_desktop.services.connecting.command import server_command
from insurance_desktop.services.connecting.talk import ServerTalk


class RecordingTalk(ServerTalk):
    """Keeps every byte that the server said on stdout."""

    def __init__(self, library: Path) -> None:
        self.heard: list[bytes] = []
        super().__init__(server_command(library), os.environ, patience=120)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.heard.append(line)
            self._lines.put(line)
        self._lines.put(b"")

    def holds(self, mark: str) -> bool:
        return any(mark.encode() in line for line in self.heard)
