"""The benchmark runs on the shipped samples and gives every number that it promises. How fast is not asked here."""

import pytest
from command_line import keys

from insurance_desktop import paths

SAMPLES = paths.resource_root() / "samples"
RATE = keys("name pages cpu_seconds pages_per_cpu_second")


def is_positive(rate) -> bool:
    return rate["pages"] > 0 and rate["cpu_seconds"] > 0 and rate["pages_per_cpu_second"] > 0


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory):
    """One run on the shipped samples, other converters on two pages."""
    from insurance_desktop.services.benchmarking import bench_pages

    return bench_pages((), sample=2)


def test_bench_names_the_cost_of_each_stage_and_of_the_whole(benchmark):
    from insurance_desktop.cli.shapes import page_benchmark

    found = page_benchmark(benchmark)
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


def test_bench_sets_other_converters_beside_the_product(benchmark):
    from insurance_desktop.cli.shapes import page_benchmark

    peers = page_benchmark(benchmark)["peers"]
    assert [each["name"] for each in peers] == ["pymupdf4llm_layout", "pymupdf4llm_legacy", "get_text"]
    assert all(set(each) == RATE | {"ratio", "conversion_ratio"} for each in peers)
    assert all(each["pages"] == 2 and is_positive(each) and each["ratio"] > 0 for each in peers)


def test_bench_prints_a_table_and_keeps_its_progress_out_of_stdout(command_line):
    said = command_line("bench", "--pages", SAMPLES / "rates.pdf", "--sample", "0")
    assert said.code == 0
    assert "1 个文件" in said.out
    assert "全程（含启动）" in said.out
    assert "[0/" in said.err
    assert "[0/" not in said.out


def test_bench_of_a_folder_without_pdfs_is_one_sentence(command_line, tmp_path):
    said = command_line("bench", "--pages", tmp_path, "--json")
    assert said.code == 1
    assert set(said.json["error"]) == keys("code message hint")


def test_bench_of_files_that_cannot_be_converted_is_one_sentence(command_line, tmp_path):
    (tmp_path / "坏.pdf").write_bytes(b"no pdf")
    assert command_line("bench", "--pages", tmp_path, "--json").json["error"]["code"] == "source"
