"""The benchmark as a person reads it on a console: one table, columns in line."""

from typing import Any
from unicodedata import east_asian_width

from insurance_desktop.cli.text import known, lines
from insurance_desktop.packs.wording import say

from .pages import PageBenchmark, Rate

MEGABYTE = 1024 * 1024
Cells = tuple[str, ...]


def pages(found: PageBenchmark) -> str:
    rows = [
        (say("cli.bench_name"), say("cli.bench_pages"), say("cli.bench_seconds"), say("cli.bench_rate"), ""),
        *map(_row, (*found.stages, found.conversion, found.end_to_end)),
        *((*_row(peer)[:4], _ratios(found, peer)) for peer in found.peers),
    ]
    memory = found.worker_peak_memory_bytes
    return lines(
        say("cli.bench_of", found=found),
        *_in_columns(rows),
        say(
            "cli.bench_workers",
            start=f"{found.worker_start_seconds:.2f}",
            memory=known(memory and memory // MEGABYTE),
            wall=f"{found.wall_seconds:.2f}",
        ),
        say("cli.bench_counted"),
    )


def clauses(found: dict[str, Any]) -> str:
    """The benchmark of searching, from its JSON."""
    rate = found["embedding"]
    said = [say("cli.bench_embedded", rate=rate["windows_per_second"], share=rate["share_of_numpy_products"], **rate)]
    for library in found["libraries"]:
        build = library["build"]
        rows = [
            (say("cli.bench_search"), "p50 ms", "p95 ms", say("cli.bench_bar"), ""),
            *map(_timing, library["timings"]),
        ]
        said += [
            say("cli.bench_library", rate=build["clauses_per_second"], least=build["bar"], **library),
            *_in_columns(rows),
            *(
                say("cli.bench_started", megabytes=(each["memory_bytes"] or 0) // MEGABYTE, **each)
                for each in library["starts"]
            ),
        ]
    return lines(*said, say("cli.bench_made"))


def _started(start: dict[str, Any]) -> str:
    return say("cli.bench_started", megabytes=(start["memory_bytes"] or 0) // MEGABYTE, **start)


def _timing(timing: dict[str, Any]) -> Cells:
    return (
        say(f"cli.bench_{timing['name']}"),
        *(known(timing[name]) for name in ("p50_ms", "p95_ms", "bar_ms")),
        "" if timing["skipped"] is None else say("cli.bench_skipped"),
    )


def _row(rate: Rate) -> Cells:
    speed = rate.pages_per_cpu_second
    return (
        say(f"cli.bench_{rate.name}"),
        str(rate.pages),
        known(None if rate.cpu_seconds is None else f"{rate.cpu_seconds:.3f}"),
        known(None if speed is None else f"{speed:.1f}"),
        "",
    )


def window(shape: dict[str, Any]) -> str:
    """The benchmark of the window, from its JSON."""
    memory = shape["memory"]
    return lines(
        say("cli.bench_window_start", **shape["start"]),
        say("cli.bench_window_next_page", **shape["next_page"]),
        say("cli.bench_window_stall", **shape["stall"]),
        say("cli.bench_window_list", **shape["list"]),
        say(
            "cli.bench_window_memory",
            pages=memory["pages"],
            megabytes=memory["bytes"] // MEGABYTE,
            bar_megabytes=memory["bar_bytes"] // MEGABYTE,
        ),
    )


def _ratios(found: PageBenchmark, peer: Rate) -> str:
    whole, conversion = found.ratio(peer), found.conversion_ratio(peer)
    if whole is None or conversion is None:
        return ""
    return say("cli.bench_ratio", whole=f"{whole:.2f}", conversion=f"{conversion:.2f}")


def _in_columns(rows: list[Cells]) -> list[str]:
    """The rows with cells of equal width, numbers to the right; a Chinese sign is two wide."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            _filled(cell, width, index) for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _filled(cell: str, width: int, column: int) -> str:
    room = " " * (width - _width(cell))
    return cell + room if column in {0, 4} else room + cell


def _width(text: str) -> int:
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)
