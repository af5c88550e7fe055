"""Measures one thing, beside its bar or beside other programs: pages, clauses, the window or the MCP server.

python -m development.bench --pages [PATH…] [--sample N] | --clauses N… | --window | --mcp [N]
    | --calls N [--library FILE] [--json]
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from insurance_desktop.domain.running import Progress

from . import reports
from .faults import NothingToMeasure, WrongCall


class _Parser(argparse.ArgumentParser):
    """Raises instead of printing and exiting."""

    def error(self, message: str) -> NoReturn:
        raise WrongCall(message)


def read_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """The call as a namespace. WrongCall where it names nothing to measure, or two things."""
    parser = _Parser(prog="bench", description=__doc__.partition("\n")[0] if __doc__ else None, allow_abbrev=False)
    one = parser.add_mutually_exclusive_group(required=True)
    one.add_argument("--pages", nargs="*", type=Path, metavar="PATH", help="PDFs and folders; none: our own samples")
    one.add_argument("--clauses", nargs="+", type=int, metavar="N", help="sizes of libraries made to be searched")
    one.add_argument("--window", action="store_true", help="start, pages, longest stall, memory, many documents")
    one.add_argument("--mcp", nargs="?", type=int, const=15, metavar="N", help="starts beside those of a bare server")
    one.add_argument("--calls", type=int, metavar="N", help="the MCP server's memory over so many calls of its tools")
    parser.add_argument("--library", type=Path, metavar="FILE", help="what the calls ask; none: one of our own samples")
    parser.add_argument("--sample", type=int, default=20, metavar="N", help="pages for other converters; 0: none")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(argv)


def measured(call: argparse.Namespace) -> dict[str, Any]:
    """What the call asks for, as JSON. Each benchmark is imported alone: it measures what it loads."""
    if call.window:
        from .window import bench_window

        return bench_window(_note)
    if call.mcp is not None:
        from .server import bench_server

        return reports.of_server(bench_server(call.mcp, progress=_note))
    if call.calls is not None:
        from .server_memory import bench_memory

        return reports.of_memory(bench_memory(call.calls, call.library, progress=_note))
    if call.clauses is not None:
        from .clauses import bench_clauses

        return reports.of_clauses(bench_clauses(call.clauses, progress=_note))
    from .pages import bench_pages

    return reports.of_pages(bench_pages(call.pages, sample=call.sample, progress=_note))


def main(argv: Sequence[str]) -> int:
    """Prints what was measured, or why nothing was; returns the exit code."""
    as_json = "--json" in argv
    try:
        found = measured(read_arguments(argv))
    except (WrongCall, NothingToMeasure) as fault:
        if as_json:
            print_json({"error": {"code": fault.code, "message": str(fault), "hint": ""}})
        else:
            sys.stderr.write(f"bench: {fault}\n")
        return fault.exit_code
    if as_json:
        print_json(found)
    else:
        sys.stdout.write(reports.as_text(found) + "\n")
    return 0


def print_json(found: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")


def _note(progress: Progress) -> None:
    sys.stderr.write(f"[{progress.done}/{progress.total}] {progress.what}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
