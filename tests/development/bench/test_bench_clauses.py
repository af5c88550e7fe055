"""Libraries are made, searched and measured with every number that is promised. How fast is not asked here."""

import pytest
from command_line import keys

from development.bench.clauses import bench_clauses
from development.bench.reports import of_clauses


@pytest.fixture(scope="module")
def searching():
    """One small library, built and asked."""
    return bench_clauses((400,), sample=1, questions=4)


def test_it_sets_every_number_beside_its_bar_or_a_peer(searching):
    (library,) = of_clauses(searching)["libraries"]
    assert library["clauses"] == 400 and library["windows"] >= 1.1 * 400
    assert library["duplicate_share"] <= 0.01
    assert library["build"]["clauses_per_second"] > 0 and library["build"]["bar"] == 8000
    timings = {each["name"]: each for each in library["timings"]}
    assert set(timings) == keys(
        "vector_unscoped vector_scoped lexical_unscoped lexical_common lexical_scoped hybrid_unscoped hybrid_scoped "
        "question_embedding reranking search_unscoped_with_embedding search_scoped_with_embedding "
        "numpy_dot_product peer_rank_bm25 peer_chroma"
    )
    assert "without embedding" in timings["hybrid_unscoped"]["timed"]
    assert "whole search" in timings["search_unscoped_with_embedding"]["timed"]
    bm25 = timings["peer_rank_bm25"]
    assert bm25["skipped"] is not None or bm25["clauses"] == 400
    assert "question memory" in library["vectors"]
    for each in timings.values():
        assert (each["skipped"] is None) == (each["p50_ms"] is not None and each["p95_ms"] >= each["p50_ms"])
    bars = keys("vector_unscoped vector_scoped lexical_common hybrid_unscoped")
    assert {name for name, each in timings.items() if each["bar_ms"] is not None} == bars
    assert [each["with_cache"] for each in library["starts"]] == [False, True]
    assert all(each["seconds_to_first_answer"] > 0 for each in library["starts"])


@pytest.mark.requirement("FR-011")
def test_the_vector_arm_finds_all_that_a_full_scan_finds(searching):
    assert [each.recall for each in searching.libraries] == [1.0]
