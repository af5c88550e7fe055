"""Hands requests on to the web face with its token, for suites that can send none.

    python -m development.checking.http_relay PORT [LIBRARY]

Listens on the port of this machine until Ctrl-C; the server behind it runs on a copy of the library, or on the samples.
Host and Origin are handed on as they came, with the server's port in the place of this one's. Development only.
"""

import argparse
import sys
from contextlib import suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from development.web_server import WebServer

LOOPBACK = "127.0.0.1"
OF_THE_CONNECTION = frozenset(("connection", "content-length", "transfer-encoding", "date"))


def relay_to(server: WebServer, port: int) -> type[BaseHTTPRequestHandler]:
    """What answers on the port."""

    class Relay(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _hand_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            told = {
                name: value.replace(f":{port}", f":{server.port}")
                for name, value in self.headers.items()
                if name.lower() not in OF_THE_CONNECTION
            }
            connection = HTTPConnection(server.host, server.port, timeout=60)
            connection.request(self.command, self.path, body, told | {"Authorization": f"Bearer {server.token}"})
            answer = connection.getresponse()
            content = answer.read()
            connection.close()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in OF_THE_CONNECTION:
                    self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_DELETE = do_OPTIONS = _hand_on

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Relay


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", type=int)
    parser.add_argument("library", type=Path, nargs="?")
    chosen = parser.parse_args()
    with WebServer(chosen.library) as server:
        sys.stdout.write(f"http://{LOOPBACK}:{chosen.port}/mcp\n")
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            ThreadingHTTPServer((LOOPBACK, chosen.port), relay_to(server, chosen.port)).serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
