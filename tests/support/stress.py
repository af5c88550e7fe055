"""AI clients that keep asking while the library is written to: what came back, when, and from which documents.

As a program, from the checkout, after the README's development install (else with PYTHONPATH=. before it):

    .venv/bin/python tests/support/stress.py                                    about a minute, on the shipped samples
    .venv/bin/python tests/support/stress.py LIBRARY FOLDER --calls 1000        on a library and PDFs of your own

It imports the folder's PDFs over and over, each time with other bytes, into a copy of the library while the servers
answer, prints the numbers, and exits with 1 where a call failed or quoted what nobody has verified. The library needs
verified documents; the file that you name is not written to.

Measured in November 2026 on two cores shared with other work:
the samples, 2 servers, 400 calls, load about 5: 0 errors, 0 answers from unverified documents, p50 99 ms, p95 330 ms,
longest 2.2 s, while 27 files were imported;
2000 calls in 18 minutes while the corpus was imported (896 files, the library grew to 288 MB): 0 errors, 0 from
unverified documents, p50 287 ms, p95 9.0 s, longest 12.4 s.
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
from prepared import SAMPLES, prepare_library

from development.checking.load_http import QUESTIONS as SEARCHES
from insurance_desktop.services.library.documents import list_documents
from insurance_desktop.services.library.library import backup, open_reader

Question = tuple[str, dict[str, Any]]

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


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path, nargs="?", help="with verified documents; without it the samples")
    parser.add_argument("folder", type=Path, nargs="?", default=SAMPLES, help="PDFs to import; without it the samples")
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--calls", type=int, default=200, help="of each server")
    return parser.parse_args()


def report(calls: Sequence[Call], strangers: int, seconds: float, files: Sequence[dict[str, Any]]) -> str:
    failed = sum(each["conversion_status"] == "FAILED" for each in files)
    took = sorted(call.ended - call.began for call in calls)
    return (
        f"{len(calls)} calls in {seconds:.1f} s, {sum(call.fault is not None for call in calls)} errors, "
        f"{sum(bool(call.documents) for call in calls)} with quotations, {strangers} from unverified documents\n"
        f"p50 {1000 * statistics.median(took):.0f} ms, p95 {1000 * took[int(0.95 * len(took))]:.0f} ms, "
        f"longest {1000 * took[-1]:.0f} ms\n"
        f"meanwhile {len(files)} files imported, {failed} of them failed\n"
    )


def main() -> int:
    chosen = read_arguments()
    with tempfile.TemporaryDirectory() as workplace:
        library = Path(workplace) / "library.db"
        if chosen.library is None:
            prepare_library(library)
        else:
            with open_reader(chosen.library) as original:
                backup(original, library)
        verified = verified_documents(library)
        if not verified:
            sys.exit(f"{chosen.library} has no verified document: no answer could quote anything.")
        began = time.monotonic()
        with Importing(library, chosen.folder) as importing:
            calls = ask_in_parallel(library, servers=chosen.servers, calls=chosen.calls)
            asked = time.monotonic()
    strangers = sum(bool(call.documents - verified) for call in calls)
    sys.stdout.write(report(calls, strangers, asked - began, importing.files))
    return 1 if strangers or any(call.fault for call in calls) else 0


if __name__ == "__main__":
    sys.exit(main())
