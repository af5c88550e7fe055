"""`endpoints …`: set, listed, tried and removed; a key is nowhere in the profile afterwards."""

import io
import json
import sys

import pytest

import development.fake_endpoint as fake
from development.fake_endpoint import FakeEndpoint

KEY = "sk-geheim_und_lang_0123456789"


@pytest.fixture
def typed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(KEY + "\n"))


def set_up(command_line, server, *more, code=0):
    words = ("--kind", "openai", "--base-url", f"{server.origin}/v1", "--fast", fake.FAST)
    return command_line.answer("endpoints", "set", "stand-in", *words, *more, code=code)


def test_an_endpoint_is_set_listed_changed_and_removed(command_line, keyring):
    with FakeEndpoint() as server:
        set_up(command_line, server)
    (listed,) = command_line.answer("endpoints", "set", "stand-in", "--strong", "big", "--price-strong", 1, 2)[
        "endpoints"
    ]
    assert (listed["fast"], listed["strong"], listed["strong_price"]) == (fake.FAST, "big", {"sent": 1, "written": 2})
    assert (listed["in_use"], listed["has_key"]) == (True, False)
    assert "stand-in" in command_line("endpoints", "list").out
    assert command_line.answer("endpoints", "remove", "stand-in") == {"endpoints": []}


def test_what_is_missing_is_said(command_line, keyring):
    assert "--kind" in command_line.answer("endpoints", "set", "new", "--fast", "m", code=2)["error"]["hint"]
    assert "“new”" in command_line.answer("endpoints", "test", "new", code=1)["error"]["message"]


def test_a_key_is_in_no_file_of_the_profile_and_in_nothing_that_is_said(on_samples, keyring, typed, tmp_path):
    pytest.importorskip("openai", reason="the extra [ai] is not installed")
    said = []
    with FakeEndpoint(fake.echoes_key(401), fake.says("好。")) as server:
        said.append(set_up(on_samples, server, "--key"))
        said.append(on_samples.answer("endpoints", "test", "stand-in", code=1))
        said.append(on_samples.answer("endpoints", "test", "stand-in"))
        said.append(on_samples.answer("doctor", code=0))
        on_samples("backup", tmp_path / "copy.db", "--library", on_samples.library)
        assert all(KEY in str(each.headers) for each in server.asked)
    assert said[0]["endpoints"][0]["has_key"]
    assert KEY not in json.dumps(said)
    files = [each for each in tmp_path.rglob("*") if each.is_file()]
    assert {"endpoints.json", "library.db", "copy.db"} <= {each.name for each in files}
    assert not [each for each in files if KEY.encode() in each.read_bytes()]


def test_the_library_switch_closes_what_is_far(on_samples, keyring):
    on_samples.answer("crawl", "settings", "--offline", "on")
    far = ("--kind", "openai", "--base-url", "https://a.example/v1", "--fast", "m")
    on_samples.answer("endpoints", "set", "far", *far)
    trial = on_samples.answer("endpoints", "test", "far", code=1)
    assert "离线" in trial["models"][0]["fault"]
