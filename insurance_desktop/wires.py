"""The socket under an HTTP request, remembered so that who waits for a silent server is woken at once from outside."""

import socket
from typing import Any

STREAMS = frozenset({"connection.connect_tcp.complete", "connection.start_tls.complete"})
"""What httpcore tells when it has a new stream; docs: httpx, "Extensions", trace."""


class Wire:
    """One connection at a time: `note` is the `trace` of a request's extensions."""

    def __init__(self) -> None:
        self._socket: Any = None

    def note(self, event: str, told: dict[str, Any]) -> None:
        """Remembers the socket of a new connection; a kept one stays remembered."""
        stream = told.get("return_value") if event in STREAMS else None
        if stream is not None:
            self._socket = stream.get_extra_info("socket")

    def cut(self) -> None:
        """Shut it down; nothing where there is none yet."""
        if self._socket is not None:
            try:
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
            except (OSError, TypeError):  # closed meanwhile, or no socket of the system's
                return
