"""The benchmark of the server's start: as JSON and as a table."""

from statistics import median
from typing import Any

from insurance_desktop.cli.console import Report
from insurance_desktop.packs.wording import say

from .server import BAR, ColdStarts, ServerBenchmark

MILLISECONDS = 1000


def report(found: ServerBenchmark) -> Report:
    starts = {"server": _shape(found.server), "bare": _shape(found.bare)}
    ratio = round(found.ratio, 3)
    lines = [
        say("cli.bench_server_head", runs=len(found.server.to_tools)),
        *(say("cli.bench_server_line", name=say(f"cli.bench_start_{name}"), **each) for name, each in starts.items()),
        say("cli.bench_server_ratio", ratio=ratio, bar=BAR),
    ]
    return Report({**starts, "ratio": ratio, "bar": BAR}, "\n".join(lines))


def _shape(starts: ColdStarts) -> dict[str, Any]:
    """Medians, the best start, and all starts to the tools, in milliseconds."""
    return {
        "handshake_ms": _ms(median(starts.to_handshake)),
        "tools_ms": _ms(median(starts.to_tools)),
        "best_tools_ms": _ms(min(starts.to_tools)),
        "end_ms": _ms(median(starts.to_end)),
        "all_tools_ms": [_ms(each) for each in starts.to_tools],
    }


def _ms(seconds: float) -> int:
    return round(MILLISECONDS * seconds)
