"""The benchmark of searching as JSON: every number beside its bar; null where it could not be measured."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .clauses import ClauseBenchmark, ClauseBenchmarks
    from .searches import Start

Json = dict[str, Any]

_EVIDENCE = "the evidence of both arms alone: without embedding, exact look-ups, ordering, reranking and hits"
_WHOLE = "the whole search, from the question's text to the hits, embedding and reranking included"
_TIMED = {
    "hybrid_unscoped": _EVIDENCE,
    "hybrid_scoped": _EVIDENCE,
    "search_unscoped_with_embedding": _WHOLE,
    "search_scoped_with_embedding": _WHOLE,
}
"""What a timing holds where its name alone does not say it."""


def clause_benchmarks(found: "ClauseBenchmarks") -> Json:
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


def _library(found: "ClauseBenchmark") -> Json:
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


def _start(found: "Start") -> Json:
    from .clauses import MEMORY_BAR, START_BAR

    return {
        "with_cache": found.with_cache,
        "seconds_to_first_answer": found.seconds,
        "bar_seconds": START_BAR,
        "memory_bytes": found.memory_bytes or None,
        "bar_memory_bytes": MEMORY_BAR,
    }
