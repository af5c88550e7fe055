"""The checks of the web face from outside find nothing, in small; and what they send follows from seed and number."""

from pathlib import Path

import pytest

from development.checking import fuzz_http, load_http
from development.web_server import WebServer


@pytest.fixture(scope="module")
def server(prepared_library: Path):
    with WebServer(prepared_library) as running:
        yield running


def test_strange_requests_find_no_way_in_and_break_nothing(server):
    found = fuzz_http.fuzz(server, 200, 11)
    assert found.faults == []
    assert sum(found.answers.values()) == 200
    assert {kind for kind, _ in found.answers} == set(fuzz_http.Fuzzer(server, 11).kinds)
    assert (server.digest() == server.before, server.tracebacks()) == (True, 0)


def test_the_same_seed_sends_the_same(server):
    first, second = (fuzz_http.Fuzzer(server, 5) for _ in range(2))
    assert [first.request(number) for number in range(40)] == [second.request(number) for number in range(40)]


def test_a_client_of_many_is_answered(server):
    paths = load_http.paths_of(server)
    assert len(paths) > len(load_http.QUESTIONS)
    assert [fault for fault, _ in load_http.one_client(server, paths, 20, seed=1)] == [""] * 20
