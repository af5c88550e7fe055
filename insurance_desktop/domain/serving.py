"""How the MCP server and the web face are asked to serve."""

from pathlib import Path

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


@entity
class WebOptions:
    """`port` 0 = any that is free; `token_file` None = the one in the user's data folder. `beyond_this_machine`: a host
    that others can reach was asked for by name. `while_asked`: the end of the standard input is the end of serving."""

    host: str = "127.0.0.1"
    port: int = 0
    token_file: Path | None = None
    pack: str | None = None
    beyond_this_machine: bool = False
    while_asked: bool = False
