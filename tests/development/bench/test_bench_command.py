"""What is asked of `python -m development.bench` is measured and printed; what cannot be is one sentence."""

import json
import subprocess
import sys

import pytest
from command_line import ROOT, environment, keys

from development.bench import __main__ as bench
from development.bench import clauses, reports, window
from insurance_desktop import paths
from insurance_desktop.domain.running import Progress

SAMPLES = paths.resource_root() / "samples"

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


@pytest.fixture
def asked(capsys):
    """Runs the command; returns exit code, stdout and stderr."""

    def run(*words: object) -> tuple[int, str, str]:
        code = bench.main([str(word) for word in words])
        return code, *capsys.readouterr()

    return run


def fault(asked, *words: object) -> tuple[int, str]:
    code, out, _ = asked(*words, "--json")
    error = json.loads(out)["error"]
    assert set(error) == keys("code message hint")
    return code, error["code"]


def test_a_table_is_printed_and_progress_stays_out_of_it(asked):
    code, out, err = asked("--pages", SAMPLES / "rates.pdf", "--sample", "0")
    assert code == 0
    assert out.startswith("files  1\n")
    assert "pages_per_cpu_second\n  reading" in out
    assert "[0/" in err
    assert "[0/" not in out


def test_a_folder_without_pdfs_is_one_sentence(asked, tmp_path):
    assert fault(asked, "--pages", tmp_path) == (1, "source")
    assert asked("--pages", tmp_path)[1:] == ("", f"bench: there is no PDF in {tmp_path}\n")


def test_a_file_that_is_not_there_and_one_that_cannot_be_converted_are_sentences(asked, tmp_path):
    assert fault(asked, "--pages", tmp_path / "none.pdf") == (1, "source")
    (tmp_path / "坏.pdf").write_bytes(b"no pdf")
    assert fault(asked, "--pages", tmp_path) == (1, "source")


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--clauses", "5"),
        ("--clauses", "many"),
        ("--pages", "--clauses", "500"),
        ("--window", "--pages"),
        ("--window", "--clauses", "10"),
        ("--mcp", "0"),
        ("--page",),
    ],
)
def test_a_call_that_names_nothing_to_measure_or_two_things_is_wrong_usage(asked, words):
    assert fault(asked, *words) == (2, "usage")


def test_the_window_is_measured_where_it_is_asked_for(asked, monkeypatch):
    def bench_window(progress):
        progress(Progress(0, 1, "start"))
        return WINDOW

    monkeypatch.setattr(window, "bench_window", bench_window)
    assert json.loads(asked("--window", "--json")[1]) == WINDOW
    _, out, err = asked("--window")
    assert "start  runs 5  bare_seconds 0.2" in out
    assert "[0/1] start" in err


def test_the_sizes_are_those_that_are_asked_for(asked, monkeypatch):
    asked_for = []
    monkeypatch.setattr(clauses, "bench_clauses", lambda sizes, **_: asked_for.extend(sizes))
    monkeypatch.setattr(reports, "of_clauses", lambda _: {})
    assert asked("--clauses", "500", "1000", "--json")[0] == 0
    assert asked_for == [500, 1000]


def test_the_server_s_start_is_set_beside_a_bare_server_of_the_same_run(asked):
    found = json.loads(asked("--mcp", "1", "--json")[1])
    assert set(found) == keys("server bare ratio bar")
    for name in ("server", "bare"):
        assert set(found[name]) == keys("handshake_ms tools_ms best_tools_ms end_ms all_tools_ms")
        assert 0 < found[name]["handshake_ms"] <= found[name]["tools_ms"]
    assert found["bar"] == 1.15
    assert found["ratio"] == pytest.approx(found["server"]["tools_ms"] / found["bare"]["tools_ms"], rel=0.01)


def test_rows_are_printed_in_columns_and_what_is_nested_further_in():
    rows = [{"name": "first", "ms": 1.25, "skipped": None}, {"name": "b", "ms": 1234.5, "skipped": "absent"}]
    found = {"libraries": [{"clauses": 400, "build": {"seconds": 2.5, "bar": 8}, "timings": rows}], "all": [3, 4]}
    assert reports.as_text(found).splitlines() == [
        "libraries",
        "  clauses  400",
        "  build  seconds 2.5  bar 8",
        "  timings",
        "    name   ms    skipped",
        "    first  1.25  -",
        "    b      1234  absent",
        "all  [3, 4]",
    ]


@pytest.mark.parametrize("start", [("development.bench",), ("insurance_desktop", "bench")])
def test_a_checkout_offers_it_under_both_names(start):
    done = subprocess.run(
        [sys.executable, "-m", *start, "--mcp", "0", "--json"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "at least one start" in json.loads(done.stdout)["error"]["message"]
