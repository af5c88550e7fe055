"""What was measured as JSON, every number beside its bar, null where it could not be measured; and JSON as text."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .clauses import ClauseBenchmark, ClauseBenchmarks
    from .pages import PageBenchmark, Rate
    from .searches import Start
    from .server import ColdStarts, ServerBenchmark
    from .server_memory import Held, MemoryCurve

Json = dict[str, Any]
MILLISECONDS = 1000

_EVIDENCE = "the evidence of both arms alone: without embedding, exact look-ups, ordering, reranking and hits"
_WHOLE = "the whole search, from the question's text to the hits, embedding and reranking included"
_TIMED = {
    "hybrid_unscoped": _EVIDENCE,
    "hybrid_scoped": _EVIDENCE,
    "search_unscoped_with_embedding": _WHOLE,
    "search_scoped_with_embedding": _WHOLE,
}
"""What a timing holds where its name alone does not say it."""


def of_pages(found: PageBenchmark) -> Json:
    """Speeds are pages per CPU second; `ratio` is end to end against that peer."""
    return {
        "files": found.files,
        "pages": found.pages,
        "stages": [_rate(each) for each in found.stages],
        "conversion": _rate(found.conversion),
        "end_to_end": {**_rate(found.end_to_end), "wall_seconds": found.wall_seconds},
        "peers": [
            {**_rate(each), "ratio": found.ratio(each), "conversion_ratio": found.conversion_ratio(each)}
            for each in found.peers
        ],
        "worker_start_seconds": found.worker_start_seconds,
        "worker_peak_memory_bytes": found.worker_peak_memory_bytes,
    }


def _rate(rate: Rate) -> Json:
    return {
        "name": rate.name,
        "pages": rate.pages,
        "cpu_seconds": rate.cpu_seconds,
        "pages_per_cpu_second": rate.pages_per_cpu_second,
    }


def of_clauses(found: ClauseBenchmarks) -> Json:
    from .clauses import EMBEDDING_BAR

    rate = found.embedding
    return {
        "embedding": {
            "windows": rate.windows,
            "tokens": rate.tokens,
            "windows_per_second": round(rate.windows_per_second, 1),
            "share_of_numpy_products": round(rate.share_of_products, 3),
            "bar": EMBEDDING_BAR,
        },
        "libraries": [_library(each) for each in found.libraries],
    }


def _library(found: ClauseBenchmark) -> Json:
    from .clauses import BUILD_BAR

    built = found.built
    return {
        "clauses": built.clauses,
        "windows": built.windows,
        "documents": built.documents,
        "duplicate_share": built.duplicate_share,
        "file_bytes": built.file_bytes,
        "seed": found.seed,
        "vectors": "all made at random around the real ones of the question memory",
        "build": {
            "clauses_per_second": round(built.clauses_per_second, 1),
            "prepare_seconds": round(built.prepare_seconds, 2),
            "write_seconds": round(built.write_seconds, 2),
            "bar": BUILD_BAR,
        },
        "recall_against_full_scan": found.recall,
        "timings": [
            {
                "name": each.name,
                "p50_ms": each.p50_ms,
                "p95_ms": each.p95_ms,
                "bar_ms": None if each.bar_ms is None else round(each.bar_ms, 3),
                "timed": _TIMED.get(each.name),
                "clauses": each.clauses,
                "skipped": each.skipped,
            }
            for each in found.timings
        ],
        "starts": [_start(found.first_start), _start(found.restart)],
    }


def _start(found: Start) -> Json:
    from .clauses import MEMORY_BAR, START_BAR

    return {
        "with_cache": found.with_cache,
        "seconds_to_first_answer": found.seconds,
        "bar_seconds": START_BAR,
        "memory_bytes": found.memory_bytes or None,
        "bar_memory_bytes": MEMORY_BAR,
    }


def of_server(found: ServerBenchmark) -> Json:
    from .server import BAR

    return {
        "server": _starts(found.server),
        "bare": _starts(found.bare),
        "ratio": round(found.ratio, 3),
        "bar": BAR,
    }


def _starts(starts: ColdStarts) -> Json:
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


def of_memory(found: MemoryCurve) -> Json:
    """The verdict, the curve, and what the calls took; `native` is what the C library gave out, `kept_free` what it
    holds back for later."""
    from .server_memory import BAR

    return {
        "memory": {
            "calls": found.looks[-1].calls,
            "warm_mb": _mb(found.warm.resident),
            "end_mb": _mb(found.looks[-1].resident),
            "change": round(found.change, 3),
            "furthest": round(found.furthest, 3),
            "bar": BAR,
            "ok": abs(found.furthest) <= BAR,
        },
        "idle": {"let_go_mb": _mb(found.idle.resident), "asked_again_mb": _mb(found.again.resident)},
        "curve": [_held(each) for each in found.looks],
        "calls": [
            {"tool": name, "calls": len(seconds), "median_ms": round(MILLISECONDS * median(seconds), 1)}
            for name, seconds in found.took.items()
        ],
    }


def _held(held: Held) -> Json:
    inside = held.inside
    return {
        "calls": held.calls,
        "seconds": round(held.seconds),
        "resident_mb": _mb(held.resident),
        "proportional_mb": _mb(held.proportional),
        "anonymous_mb": _mb(held.anonymous),
        "native_mb": _mb(inside["native_bytes"]),
        "kept_free_mb": _mb(inside["kept_free_bytes"]),
        "python_blocks": inside["python_blocks"],
        "python_objects": inside["python_objects"],
        "threads": inside["threads"],
    }


def _mb(size: int | None) -> int | None:
    return None if size is None else round(size / (1 << 20))


# --- as text ------------------------------------------------------------------------------------------------------
def as_text(found: Json, indent: str = "") -> str:
    """One line a value or a group of values; rows as a table, rows with rows of their own one below the other."""
    return "\n".join(line for name, value in found.items() for line in _lines(name, value, indent))


def _lines(name: str, value: Any, indent: str) -> list[str]:
    if isinstance(value, dict):
        return [f"{indent}{name}  {'  '.join(f'{each} {_cell(cell)}' for each, cell in value.items())}"]
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        return [f"{indent}{name}  {_cell(value)}"]
    if any(isinstance(cell, dict | list) for each in value for cell in each.values()):
        return [line for each in value for line in (f"{indent}{name}", as_text(each, indent + "  "))]
    return [f"{indent}{name}", *(f"{indent}  {line}" for line in _table(value))]


def _table(rows: list[Json]) -> list[str]:
    """The rows under their names, cells of a column of equal width."""
    cells = [tuple(rows[0]), *(tuple(map(_cell, each.values())) for each in rows)] if rows else []
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"
    return "-" if value is None else str(value)
