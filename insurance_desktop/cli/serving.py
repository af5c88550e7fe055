"""The command line of the MCP server, read without the parser: a client waits for its first answer.

Imports next to nothing: it is asked before any other module is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from insurance_desktop.domain.serving import ServerOptions

COMMAND = "mcp"


@dataclass(frozen=True, slots=True)
class ServerCall:
    """`mcp` with its options; `library` as typed, None where it is not named."""

    library: str | None
    options: ServerOptions


def read_server_call(argv: Sequence[str]) -> ServerCall | None:
    """The call where these words ask for the server; None for everything else, a wrong call of the server too.

    The full parser (`arguments`) says what is wrong; where this one takes a call, both read the same (a test).
    """
    library: str | None = None
    pack: str | None = None
    toolsets: list[str] = []
    port: int | None = None
    commands = 0
    words = list(argv)
    while words:
        word = words.pop(0)
        name, given, value = word.partition("=")
        if word == COMMAND:
            commands += 1
        elif word == "--json":
            pass
        elif name in {"--library", "--pack"}:
            if not given and (not words or words[0].startswith("-")):
                return None
            told = value if given else words.pop(0)
            library, pack = (told, pack) if name == "--library" else (library, told)
        elif word == "--toolset" and commands:
            named = _until_next_option(words)
            if not named:
                return None
            toolsets = named
        elif name == "--http-test" and commands:
            number = value if given else (words.pop(0) if words else "")
            if not (number.isascii() and number.isdecimal()):
                return None
            port = int(number)
        else:
            return None
    return ServerCall(library, ServerOptions(tuple(toolsets), port, pack)) if commands == 1 else None


def _until_next_option(words: list[str]) -> list[str]:
    taken: list[str] = []
    while words and not words[0].startswith("-"):
        taken.append(words.pop(0))
    return taken
