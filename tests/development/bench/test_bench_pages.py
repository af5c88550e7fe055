"""Pages are measured on the shipped samples with every number that is promised. How fast is not asked here."""

import pytest
from command_line import keys

from development.bench.pages import bench_pages
from development.bench.reports import of_pages

RATE = keys("name pages cpu_seconds pages_per_cpu_second")


def is_positive(rate) -> bool:
    return rate["pages"] > 0 and rate["cpu_seconds"] > 0 and rate["pages_per_cpu_second"] > 0


@pytest.fixture(scope="module")
def found():
    """One run on the shipped samples, other converters on two pages."""
    return of_pages(bench_pages((), sample=2))


def test_it_names_the_cost_of_each_stage_and_of_the_whole(found):
    assert {each["name"] for each in found["stages"]} == keys(
        "reading runs tables second_reading layout markdown clauses ledger verification findings transfer worker_start"
    )
    assert all(set(each) == RATE and is_positive(each) for each in found["stages"])
    assert is_positive(found["conversion"])
    assert is_positive(found["end_to_end"])
    assert found["end_to_end"]["cpu_seconds"] > found["conversion"]["cpu_seconds"] / 2
    assert found["end_to_end"]["wall_seconds"] > 0
    assert found["worker_start_seconds"] > 0
    assert found["worker_peak_memory_bytes"] > 1024 * 1024


def test_it_sets_other_converters_beside_the_product(found):
    peers = found["peers"]
    assert [each["name"] for each in peers] == ["pymupdf4llm_layout", "pymupdf4llm_legacy", "get_text"]
    assert all(set(each) == RATE | {"ratio", "conversion_ratio"} for each in peers)
    assert all(each["pages"] == 2 and is_positive(each) and each["ratio"] > 0 for each in peers)
