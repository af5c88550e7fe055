"""Strange calls by the thousand: the file's bytes, the memory, and whether every call has an answer.

As a program, from the checkout, after the README's development install (else with PYTHONPATH=. before it):

    .venv/bin/python tests/support/fuzz_server.py                       10,000 calls on the shipped samples
    .venv/bin/python tests/support/fuzz_server.py LIBRARY --calls 3000  on a library of your own, not written to

Arguments come from the tools' own schemas (`schema_strategies`). It prints what the server's memory was after a tenth
of the calls and after all of them, with the model loaded, and exits with 1 where a call crashed the server or a tool,
the file changed, or the memory grew by more than a tenth.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from prepared import prepare_library
from schema_strategies import arguments_of

from insurance_desktop.packs.wording import say
from insurance_desktop.services.connecting.command import server_command
from insurance_desktop.services.connecting.talk import HANDSHAKE_VERSION, ServerTalk, TalkFailed
from insurance_desktop.services.library.library import backup, open_reader

CRASHED = say("mcp_server.crashed", tool="")[:8]
GROWTH = 1.10


@dataclass
class Fuzzed:
    """What came of the calls. `memory` is the server's, in bytes, by the number of calls after which it was read."""

    calls: int = 0
    answers: int = 0
    refusals: int = 0
    crashes: list[str] = field(default_factory=list)
    memory: dict[int, int] = field(default_factory=dict)


def fuzz(talk: ServerTalk, calls: int, marks: tuple[int, ...] = ()) -> Fuzzed:
    """Makes so many calls on a server that has shaken hands."""
    tools = talk.request("tools/list", HANDSHAKE_VERSION, {})["tools"]
    any_call = st.one_of(*(st.tuples(st.just(each["name"]), arguments_of(each["inputSchema"])) for each in tools))
    found = Fuzzed()

    @settings(
        max_examples=calls,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(any_call)
    def call(each: tuple[str, dict[str, Any]]) -> None:
        if found.calls >= calls:
            return
        found.calls += 1
        _ask(talk, *each, found)
        if found.calls in marks:
            found.memory[found.calls] = resident_bytes(talk.process_id)

    while found.calls < calls:
        call()
    return found


def _ask(talk: ServerTalk, tool: str, arguments: dict[str, Any], found: Fuzzed) -> None:
    try:
        result = talk.request("tools/call", HANDSHAKE_VERSION, {"name": tool, "arguments": arguments})
    except TalkFailed as failure:
        if failure.key != "refused":
            raise
        found.refusals += 1
        return
    if not result.get("isError"):
        found.answers += 1
        return
    found.refusals += 1
    if CRASHED in result["content"][0]["text"]:
        found.crashes.append(f"{tool} {str(arguments)[:300]}")


def resident_bytes(process: int) -> int:
    """What a process holds in memory now."""
    status = Path(f"/proc/{process}/status")
    if status.exists():
        line = next(each for each in status.read_text().splitlines() if each.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024
    said = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True).stdout
    return int(said) * 1024


def digest(library: Path) -> str:
    return hashlib.sha256(library.read_bytes()).hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path, nargs="?", help="with verified documents; without it the samples")
    parser.add_argument("--calls", type=int, default=10_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as workplace:
        library = Path(workplace) / "library.db"
        if chosen.library is None:
            prepare_library(library)
        else:
            with open_reader(chosen.library) as original:
                backup(original, library)
        before, began = digest(library), time.monotonic()
        with ServerTalk(server_command(library), os.environ, patience=120) as talk:
            talk.begin(HANDSHAKE_VERSION)
            marks = (max(chosen.calls // 10, 1), chosen.calls)
            found = fuzz(talk, chosen.calls, marks)
        unchanged = digest(library) == before
    first, last = (found.memory[each] for each in marks)
    sys.stdout.write(
        f"{found.calls} calls in {time.monotonic() - began:.0f} s: {found.answers} answers, {found.refusals} refusals, "
        f"{len(found.crashes)} crashes; the file's bytes are {'the same' if unchanged else 'CHANGED'}\n"
        f"memory after {marks[0]} calls {first / 1e6:.0f} MB, after {marks[1]} calls {last / 1e6:.0f} MB: "
        f"{last / first:.3f} times (at most {GROWTH})\n" + "".join(f"{each}\n" for each in found.crashes[:20])
    )
    return 0 if unchanged and not found.crashes and last <= GROWTH * first else 1


if __name__ == "__main__":
    sys.exit(main())
