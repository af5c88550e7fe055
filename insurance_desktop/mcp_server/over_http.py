"""MCP for a face that serves HTTP: the same server as over stdio, without sessions, and the reader that both ask."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from .reader_on_demand import ReaderOnDemand
from .server import build_server


@contextmanager
def over_http(library: Path, pack: str | None) -> Iterator[tuple[ReaderOnDemand, Starlette]]:
    """The reader of a library with what answers POST /mcp from it. Who may ask is checked by the face that serves."""
    with closing(ReaderOnDemand(library, pack=pack)) as reader:
        server = build_server(reader, reader.warm_soon, pack=pack, packs=reader.packs)
        unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        # JSON, not a stream: the server sends nothing but its answer, and a stream is cut off where serving ends.
        yield reader, server.streamable_http_app(json_response=True, stateless_http=True, transport_security=unchecked)
