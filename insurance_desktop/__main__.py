"""Picks a face and imports it lazily."""

import io
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from insurance_desktop.cli.serving import read_server_call
from insurance_desktop.domain.serving import ServerOptions, WebOptions
from insurance_desktop.mcp_server.wire import Wire, claim_wire


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; the window and the MCP server are imported only where they are asked for.

    A server's pipes are claimed before anything else is imported that could print.
    """
    words = sys.argv[1:] if argv is None else argv
    served = read_server_call(words)
    wire = claim_wire() if served and served.options.http_port is None else None
    speak_utf8()
    from insurance_desktop import cli

    faces = cli.Faces(
        window=lambda library, read_only: open_window(library, read_only=read_only),
        linked=open_window,
        server=partial(serve_mcp, wire=wire),
        web=serve_web,
    )
    return cli.main(words, faces)


def speak_utf8() -> None:
    """UTF-8 on every console, Windows' too; a file name that is not Unicode is shown escaped, not fatal.

    A program without a console has no streams: what is printed there is dropped.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def open_window(library: Path, link: str = "", *, read_only: bool = False) -> int:
    """WindowUnavailable where the system lacks what a window needs; said on the screen where there is no terminal."""
    from insurance_desktop.domain.errors import WindowUnavailable

    try:
        run = _window()
    except WindowUnavailable as error:
        from insurance_desktop.packs.wording import sentence
        from insurance_desktop.services.machine.telling import tell

        tell(sentence(error))
        raise
    return run(library, link, read_only=read_only)


def _window() -> Callable[..., int]:
    """What opens the window, once it is seen that there can be one."""
    from insurance_desktop.domain.errors import WindowUnavailable
    from insurance_desktop.services.machine.display import require_window

    require_window()
    try:
        from insurance_desktop.gui import application
    except ImportError as error:
        if not (error.name or "").startswith(("PySide6", "shiboken6")):
            raise
        raise WindowUnavailable("machine.window_broken", reason=error) from error
    return application.run


def serve_mcp(library: Path, options: ServerOptions, wire: Wire | None = None) -> int:
    from insurance_desktop.mcp_server.stdio import serve

    return serve(library, options, wire)


def serve_web(library: Path, options: WebOptions) -> int:
    from insurance_desktop.http_server.serving import serve
    from insurance_desktop.mcp_server.over_http import over_http

    with over_http(library, options.pack) as (reader, mcp):
        return serve(library, options, reader, mcp)


if __name__ == "__main__":
    sys.exit(main())
