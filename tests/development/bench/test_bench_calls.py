"""The server's memory is watched over calls of every tool. How much it is is not asked here."""

from collections import Counter
from itertools import islice

import pytest
from command_line import keys

from development.bench import server_memory
from development.bench.calls import Mix, shelf_of
from development.bench.faults import NothingToMeasure, WrongCall
from development.bench.reports import as_text, of_memory
from development.bench.server_memory import Held, MemoryCurve, bench_memory
from insurance_desktop.services.answers.tools import TOOLS, USUAL
from insurance_desktop.services.library.library import open_library


def held(calls, megabytes):
    inside = {"native_bytes": None, "kept_free_bytes": None, "python_blocks": 1, "python_objects": 1, "threads": 3}
    return Held(calls, 1.0, megabytes << 20, None, None, inside)


def test_the_mix_is_the_same_for_a_seed_and_holds_every_tool_and_new_questions(sample_library):
    shelf = shelf_of(sample_library)
    calls = list(islice(Mix(shelf, 1), 2000))
    assert calls == list(islice(Mix(shelf, 1), 2000))
    assert calls != list(islice(Mix(shelf, 2), 2000))
    asked = Counter(name for name, _ in calls)
    assert {tool.name for tool in TOOLS if tool.toolset in USUAL} < set(asked), "and some that do not exist"
    assert asked["search_policy_clause"] >= 200
    questions = [given["query"] for name, given in calls if name == "search_policy_clause" and given["query"]]
    assert len(set(questions)) > 0.98 * len(questions)


def test_a_server_is_watched_while_it_is_asked_alone_and_at_once(sample_library, monkeypatch):
    monkeypatch.setattr(server_memory, "IDLE_AFTER", 0)
    monkeypatch.setattr(server_memory, "EVERY", 10)
    monkeypatch.setattr(server_memory, "ROUND", 10)
    monkeypatch.setattr(server_memory, "AT_ONCE", 4)
    curve = bench_memory(24, sample_library)
    assert [each.calls for each in curve.looks] == [10, 20, 24]
    assert all(each.resident > 0 and each.inside["threads"] > 2 for each in (*curve.looks, curve.idle, curve.again))
    assert 0 < sum(map(len, curve.took.values())) <= 24 - 2 * 4
    report = of_memory(curve)
    assert set(report) == keys("memory idle curve calls")
    assert "resident_mb" in as_text(report)


def test_the_verdict_is_the_furthest_that_a_warm_server_ever_was():
    looks = (held(500, 200), held(5000, 300), held(25_000, 360), held(50_000, 330))
    curve = MemoryCurve(looks, held(50_000, 100), held(50_001, 150), {})
    verdict = of_memory(curve)["memory"]
    assert verdict == {
        "calls": 50_000,
        "warm_mb": 300,
        "end_mb": 330,
        "change": 0.1,
        "furthest": 0.2,
        "bar": 0.1,
        "ok": False,
    }


def test_what_cannot_be_asked_is_a_sentence(tmp_path):
    with pytest.raises(WrongCall, match="at least one call"):
        bench_memory(0)
    with pytest.raises(NothingToMeasure, match="no library"):
        bench_memory(1, tmp_path / "none.db")
    with open_library(tmp_path / "empty.db"):
        pass
    with pytest.raises(NothingToMeasure, match="nothing is verified"):
        bench_memory(1, tmp_path / "empty.db")
