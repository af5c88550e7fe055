"""python -m development.reach CLAUSES.pdf [--list]: through how many of the product's files one use case passes.

A file counts where a function of it ran, on any thread; importing it does not count. The product is driven through its
`main` and its MCP server on its own pipes, so that the figures survive whatever moves inside.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import anyio
from mcp import Client  # here, not beside the server's own import: two threads would meet half of it
from mcp.server.stdio import stdio_server

import insurance_desktop
from insurance_desktop.__main__ import main as product

APPROVING = ("--reviewer", "甲", "--accept-findings", "--reason", "已对照原页")
QUESTIONS = ("等待期内得了病，给赔吗？", "过了多少天就不能全额退保了？")
SEARCH = "search_policy_clause"
IS_FUNCTION = 0x1  # CO_OPTIMIZED: the bodies of modules and classes have no fast locals


class Reach:
    """The product's files in which a function has run since the last look."""

    def __init__(self, package: Path) -> None:
        self._package = f"{package}{os.sep}"
        self._seen: set[str] = set()
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def look(self) -> list[str]:
        """The files until now; counting begins anew."""
        seen, self._seen = self._seen, set()
        return sorted(file.removeprefix(self._package) for file in seen)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event != "call" or file in self._seen or not file.startswith(self._package):
            return
        if not self._is_importing(frame):
            self._seen.add(file)

    def _is_importing(self, frame: FrameType) -> bool:
        """Whether the body of a module or a class is on the way here: decorators and constants are no use case."""
        caller: FrameType | None = frame
        while caller is not None:
            if not caller.f_code.co_flags & IS_FUNCTION and caller.f_code.co_filename.startswith(self._package):
                return True
            caller = caller.f_back
        return False


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the number of files of each use case; each is measured in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m development.reach", description=__doc__)
    parser.add_argument("clauses", type=Path, help="a PDF with the clauses of one product")
    parser.add_argument("--list", action="store_true", help="names the files, too")
    call = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="reach-") as folder:
        library = str(Path(folder) / "library.db")
        program = (sys.executable, "-m", "insurance_desktop")
        subprocess.run([*program, "import", call.clauses, "--library", library], check=True, capture_output=True)
        reached = _measured("approve", library) | _measured("search", library)
    for name, files in reached.items():
        rooms = Counter(Path(file).parts[0].removesuffix(".py") for file in files)
        print(f"{len(files):4}  {name} ({', '.join(f'{room} {count}' for room, count in sorted(rooms.items()))})")
        for file in files if call.list else ():
            print(f"      {file}")
    return 0


def _measured(case: str, library: str) -> dict[str, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", "from development import reach; reach.measure()", case, library],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "HOME": str(Path(library).parent)},
        check=False,
    )
    reports = [line for line in done.stderr.splitlines() if line.startswith('{"')]
    if not reports:
        raise RuntimeError(f"{case}: {done.stdout}{done.stderr}")
    return dict(json.loads(reports[-1]))


def measure() -> None:
    """In a process of its own: runs the use case that the command line names and reports on stderr."""
    case, library = sys.argv[1:]
    reach = Reach(Path(insurance_desktop.__file__).parent)
    if case == "approve":
        product(["review", "approve", "1", *APPROVING, "--library", library])
        _report({"approve": reach.look()})
        return
    to_server, from_server = os.pipe(), os.pipe()
    os.dup2(to_server[0], 0)
    os.dup2(from_server[1], 1)
    talk = threading.Thread(target=_talk, args=(from_server[0], to_server[1], reach), daemon=True)
    talk.start()
    product(["mcp", "--library", library])


def _talk(reads: int, writes: int, reach: Reach) -> None:
    """A client that asks twice, first while nothing is loaded."""

    async def run() -> None:
        pipes = anyio.wrap_file(os.fdopen(reads, encoding="utf-8")), anyio.wrap_file(os.fdopen(writes, "w"))
        async with Client(stdio_server(*pipes)) as client:
            found = []
            for question in QUESTIONS:
                answer = (await client.call_tool(SEARCH, {"query": question})).structured_content
                assert answer and answer["status"] == "ok", answer
                found.append(reach.look())
            _report(dict(zip(("cold MCP search", "warm MCP search"), found, strict=True)))
            os._exit(0)

    anyio.run(run)


def _report(reached: dict[str, list[str]]) -> None:
    sys.stderr.write(json.dumps(reached) + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
