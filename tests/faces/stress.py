"""AI clients that keep asking while the library is written to: what came back, when, and from which documents.

As a program: `python tests/faces/stress.py LIBRARY FOLDER --calls 1000` imports the folder over and over into a library
that has verified documents while two servers answer, and prints the numbers.
"""

import argparse
import itertools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from ai_client import server_of
from command_line import environment
from mcp import Client

from insurance_desktop.services.documents import list_documents
from insurance_desktop.services.library import open_reader

Question = tuple[str, dict[str, Any]]

SEARCHES = (
    "犹豫期有多少天",
    "等待期内得病赔不赔",
    "2.3",
    "第六条",
    "保险期间",
    "红烧肉怎么做",
    "退保能退多少",
    "怎么申请理赔",
)
QUESTIONS: tuple[Question, ...] = (
    *(("search_policy_clause", {"query": each, "top_k": 10}) for each in SEARCHES),
    ("lookup_product", {"product_name": "两全"}),
    ("check_exclusion_risk", {"scenario_description": "酒后开车出了事", "product_id": "1", "strict_mode": False}),
    ("calculate_surrender_value_logic", {"product_id": "1", "operation": "surrender"}),
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call: when it ran (monotonic seconds), what went wrong, and the documents that its answer quotes."""

    tool: str
    began: float
    ended: float
    fault: str | None
    documents: frozenset[int]


def quoted_documents(answer: Any) -> Iterator[int]:
    """The ids of all documents that an answer names as the source of a text."""
    if isinstance(answer, dict):
        if "pdf_sha256" in answer:
            yield answer["document_id"]
        for part in answer.values():
            yield from quoted_documents(part)
    elif isinstance(answer, list):
        for part in answer:
            yield from quoted_documents(part)


async def ask(client: Client, question: Question) -> Call:
    tool, arguments = question
    began = time.monotonic()
    result = await client.call_tool(tool, arguments)
    fault = result.content[0].text if result.is_error else None
    return Call(tool, began, time.monotonic(), fault, frozenset(quoted_documents(result.structured_content)))


def ask_in_parallel(
    library: Path, *, servers: int, calls: int, questions: Sequence[Question] = QUESTIONS
) -> list[Call]:
    """Starts the servers, each with a client of its own that asks one question after the other; all their calls."""
    done: list[Call] = []

    async def one_client(seed: int) -> None:
        order = random.Random(seed)
        async with Client(server_of(library), read_timeout_seconds=120) as client:
            for _ in range(calls):
                done.append(await ask(client, order.choice(questions)))

    async def all_clients() -> None:
        async with anyio.create_task_group() as group:
            for seed in range(servers):
                group.start_soon(one_client, seed)

    anyio.run(all_clients)
    return done


def begin_import(library: Path, folder: Path) -> subprocess.Popen[str]:
    """The command line's import in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "insurance_desktop", "import", str(folder), "--library", str(library), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        env=environment(),
    )


def verified_documents(library: Path) -> frozenset[int]:
    with open_reader(library) as reader:
        return frozenset(each.document_id for each in list_documents(reader, status="VERIFIED"))


class Importing:
    """Imports a folder again and again, each time with other bytes, for as long as the clients ask."""

    def __init__(self, library: Path, folder: Path) -> None:
        self._library = library
        self._folder = folder
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._import)
        self.files: list[dict[str, Any]] = []

    def __enter__(self) -> "Importing":
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._enough.set()
        self._thread.join()

    def _import(self) -> None:
        for number in itertools.count():
            with tempfile.TemporaryDirectory() as copies:
                for original in self._folder.glob("*.pdf"):
                    tail = b"\n%% %d\n" % number if number else b""
                    (Path(copies) / original.name).write_bytes(original.read_bytes() + tail)
                report, _ = begin_import(self._library, Path(copies)).communicate()
            self.files += json.loads(report)["documents"]
            if self._enough.is_set():
                return


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("library", type=Path)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--servers", type=int, default=2)
    arguments.add_argument("--calls", type=int, default=1000)
    chosen = arguments.parse_args()
    verified = verified_documents(chosen.library)
    began = time.monotonic()
    with Importing(chosen.library, chosen.folder) as importing:
        calls = ask_in_parallel(chosen.library, servers=chosen.servers, calls=chosen.calls)
        asked = time.monotonic()
    seconds = sorted(call.ended - call.began for call in calls)
    strangers = sum(bool(call.documents - verified) for call in calls)
    sys.stdout.write(
        f"{len(calls)} calls in {asked - began:.1f} s, {sum(call.fault is not None for call in calls)} errors, "
        f"{sum(bool(call.documents) for call in calls)} with quotations, {strangers} from unverified documents\n"
        f"p50 {1000 * statistics.median(seconds):.0f} ms, p95 {1000 * seconds[int(0.95 * len(seconds))]:.0f} ms, "
        f"longest {1000 * seconds[-1]:.0f} ms\n"
        f"meanwhile {len(importing.files)} files imported, "
        f"{sum(each['conversion_status'] == 'FAILED' for each in importing.files)} of them failed\n"
    )


if __name__ == "__main__":
    main()
