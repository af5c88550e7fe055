"""How the MCP server is asked to serve."""

from insurance_desktop.domain.entity import entity

SERVER_NAME = "insurance-clauses"
"""Under which clients know the server; ASCII, because some of them make other names of it."""


@entity
class ServerOptions:
    """`toolsets` = names of groups of tools, none = the usual ones; `http_port` = HTTP on loopback, for test suites;
    `pack` = the pack that answers, where a library holds several."""

    toolsets: tuple[str, ...] = ()
    http_port: int | None = None
    pack: str | None = None
