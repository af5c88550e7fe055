"""Picks a face and imports it lazily."""

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; the window and the MCP server are imported only where they are asked for."""
    speak_utf8()
    from insurance_desktop import cli

    faces = cli.Faces(window=open_window, server=serve_mcp)
    return cli.main(sys.argv[1:] if argv is None else argv, faces)


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


def open_window(library: Path) -> int:
    from insurance_desktop.gui import application

    return application.run(library)


def serve_mcp(library: Path) -> int:
    from insurance_desktop.mcp_server.stdio import serve

    return serve(library)


if __name__ == "__main__":
    sys.exit(main())
