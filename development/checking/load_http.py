"""Many clients at once at the web face: errors, times and memory.

    python -m development.checking.load_http [LIBRARY] [--clients 64] [--requests 100]

Each client keeps its connection and asks one thing after the other: searches, clauses, tools, health. The server runs
as a process of its own on a copy of the library, or on the samples. Development only.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

from development.web_server import WebServer, say_and_leave

PATIENCE = 120.0
QUESTIONS = (
    "犹豫期有多少天",
    "等待期内得病赔不赔",
    "2.3",
    "第六条",
    "保险期间",
    "红烧肉怎么做",
    "退保能退多少",
    "怎么申请理赔",
)

Asked = tuple[str, float]
"""What came of a request ("" = 200), and its seconds."""


def paths_of(server: WebServer) -> tuple[str, ...]:
    """What is asked, each as often as the others; the clauses are those that the questions find."""
    searches = [f"/api/v1/search?{urlencode({'query': question})}" for question in QUESTIONS]
    connection = HTTPConnection(server.host, server.port, timeout=PATIENCE)
    found = []
    for path in searches:
        connection.request("GET", path, headers=_headers(server))
        found += [each["chunk_id"] for each in json.loads(connection.getresponse().read())["results"]]
    connection.close()
    clauses = [f"/api/v1/clause/{each}" for each in dict.fromkeys(found)][: len(searches)]
    return (*searches, *clauses, "/health", "/api/tools/list_documents", "/api/tools/library_status")


def one_client(server: WebServer, paths: tuple[str, ...], requests: int, seed: int) -> list[Asked]:
    dice = random.Random(seed)
    connection = HTTPConnection(server.host, server.port, timeout=PATIENCE)
    done = []
    for _ in range(requests):
        began, fault = time.monotonic(), ""
        try:
            connection.request("GET", dice.choice(paths), headers=_headers(server))
            answer = connection.getresponse()
            answer.read()
            fault = "" if answer.status == 200 else str(answer.status)
        except (OSError, HTTPException) as error:
            fault = type(error).__name__
            connection.close()
        done.append((fault, time.monotonic() - began))
    connection.close()
    return done


def _headers(server: WebServer) -> dict[str, str]:
    return {"Authorization": f"Bearer {server.token}"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path, nargs="?")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--requests", type=int, default=100, help="of each client")
    chosen = parser.parse_args()
    with WebServer(chosen.library) as server:
        paths = paths_of(server)
        before, used, began = server.megabytes(), server.processor_seconds() or 0.0, time.monotonic()
        with ThreadPoolExecutor(chosen.clients) as pool:
            asked = [
                each
                for done in pool.map(
                    lambda seed: one_client(server, paths, chosen.requests, seed), range(chosen.clients)
                )
                for each in done
            ]
        took, after = time.monotonic() - began, server.megabytes()
        used = (server.processor_seconds() or 0.0) - used
        code = server.stop()
        unchanged = server.digest() == server.before
    errors = Counter(fault for fault, _ in asked if fault)
    seconds = sorted(each for _, each in asked)
    sys.stdout.write(
        f"{len(asked)} requests of {chosen.clients} clients in {took:.0f} s ({len(asked) / took:.0f}/s), "
        f"{sum(errors.values())} errors {dict(errors)}, {1000 * used / len(asked):.0f} ms of a core for each\n"
        f"p50 {statistics.median(seconds):.2f} s, p95 {seconds[int(0.95 * len(seconds))]:.2f} s, "
        f"longest {seconds[-1]:.1f} s; memory {before or 0:.0f} → {after or 0:.0f} MB\n"
    )
    faults = [f"{count} times {fault}" for fault, count in errors.items()]
    faults += [f"stopping it ended with {code}"] if code else []
    return say_and_leave(faults + ([] if unchanged else ["the library's bytes have changed"]))


if __name__ == "__main__":
    sys.exit(main())
