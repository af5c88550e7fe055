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
    from development.bench.pages import bench_pages

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


@pytest.fixture(scope="module")
def searching():
    """One small library, built and asked."""
    from development.bench.clauses import bench_clauses

    return bench_clauses((400,), sample=3)


def test_bench_of_clauses_sets_every_number_beside_its_bar_or_a_peer(searching):
    from development.bench.shapes import clause_benchmarks

    (library,) = clause_benchmarks(searching)["libraries"]
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


def test_bench_of_clauses_can_be_read_by_a_person(searching):
    from development.bench import shapes, text

    said = text.clauses(shapes.clause_benchmarks(searching))
    assert "400 条条款" in said and "关键词，全库，常用词" in said


@pytest.mark.parametrize("wrong", [(), ("--clauses", "5"), ("--pages", "--clauses", "500"), ("--clauses", "many")])
def test_bench_says_what_it_can_measure(command_line, wrong):
    said = command_line("bench", *wrong, "--json")
    assert said.code == 2
    assert set(said.json["error"]) == keys("code message hint")


WINDOW = {
    "platform": "offscreen",
    "start": {"runs": 5, "bare_seconds": 0.2, "window_seconds": 0.6, "ratio": 3.0, "bar": 4.0, "ok": True},
    "next_page": {"dpi": 110, "turns": 40, "p50_ms": 5.0, "p95_ms": 20.0, "bar_ms": 50.0, "ok": True},
    "stall": {
        "documents": 50,
        "rows": 2000,
        "import_ms": 20.0,
        "table_ms": 30.0,
        "hostile_ms": 10.0,
        "longest_ms": 30.0,
        "bar_ms": 50.0,
        "ok": True,
    },
    "list": {"rows": 10000, "frames": 60, "longest_ms": 12.0, "bar_ms": 50.0, "ok": True},
    "memory": {"pages": 350, "bytes": 300 << 20, "bar_bytes": 400 << 20, "ok": True},
}


def test_bench_of_the_window_is_asked_of_the_window_and_printed(command_line):
    command_line.others.measured = WINDOW
    assert command_line("bench", "--window", "--json").json == WINDOW
    said = command_line("bench", "--window")
    assert "3.0 倍" in said.out
    assert "300 MB" in said.out
    assert "[0/1] start" in said.err


@pytest.mark.parametrize("words", [(), ("--window", "--pages"), ("--window", "--clauses", "10")])
def test_bench_measures_one_thing_at_a_time(command_line, words):
    assert command_line("bench", *words).code == 2


def test_bench_of_the_server_sets_its_start_beside_a_bare_server_of_the_same_run(command_line):
    found = command_line("bench", "--mcp", "1", "--json").json
    assert set(found) == keys("server bare ratio bar")
    for name in ("server", "bare"):
        assert set(found[name]) == keys("handshake_ms tools_ms best_tools_ms end_ms all_tools_ms")
        assert 0 < found[name]["handshake_ms"] <= found[name]["tools_ms"]
    assert found["bar"] == 1.15
    assert found["ratio"] == pytest.approx(found["server"]["tools_ms"] / found["bare"]["tools_ms"], rel=0.01)


def test_bench_of_no_starts_is_wrong_usage(command_line):
    assert command_line("bench", "--mcp", "0").code == 2
