"""When the server ends and what it lets go of: by fakes of the clock, of the parent and of the end itself."""

import io
import json
import os
import subprocess
import sys
import threading
from functools import partial

import pytest
from command_line import environment

from insurance_desktop.mcp_server import life
from insurance_desktop.mcp_server.pending import Output, Pending
from insurance_desktop.mcp_server.reader_on_demand import ReaderOnDemand
from insurance_desktop.mcp_server.stdio import Input, well_formed


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class CountingReader:
    """Remembers how often it was let go of."""

    def __init__(self, path, pack, cores, verified_names_only) -> None:
        self.path = path
        self.pack = pack
        self.cores = cores
        self.verified_names_only = verified_names_only
        self.let_go = 0

    def close(self) -> None:
        self.let_go += 1


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def reader_of(monkeypatch, tmp_path, clock):
    from insurance_desktop.services.answers import library_reader

    monkeypatch.setattr(library_reader, "LibraryReader", CountingReader)
    reader = ReaderOnDemand(tmp_path / "library.db", idle_after=600, clock=clock)
    yield reader
    reader.close()


def test_the_model_and_the_file_are_let_go_of_when_nobody_has_asked_for_long(reader_of, clock):
    reader = reader_of()
    clock.now += 599
    reader_of.let_go_when_idle()
    assert reader.let_go == 0
    clock.now += 1
    reader_of.let_go_when_idle()
    assert reader.let_go == 1


def test_a_question_keeps_the_model_for_another_while(reader_of, clock):
    reader = reader_of()
    clock.now += 599
    assert reader_of() is reader
    clock.now += 599
    reader_of.let_go_when_idle()
    assert reader.let_go == 0


def test_a_question_after_the_idle_time_is_answered_by_the_same_reader(reader_of, clock):
    reader = reader_of()
    clock.now += 600
    reader_of.let_go_when_idle()
    assert reader_of() is reader


def test_the_server_answers_with_one_core(reader_of):
    assert reader_of().cores == 1


def test_the_server_names_no_product_of_which_nothing_is_verified(reader_of):
    assert reader_of().verified_names_only


def test_the_end_of_the_input_is_told_once_all_lines_are_read():
    told = []
    began, ended = partial(told.append, "began"), partial(told.append, "ended")
    lines = Input(io.BytesIO("一\n二\n".encode()), began, ended, Pending())
    assert told == []
    assert (lines.readline(), lines.readline(), told) == ("一\n", "二\n", ["began"])
    assert lines.readline() == ""
    assert told == ["began", "ended"]


def asking(number, **more):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", **more}) + "\n"


def answering(number):
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": {}}) + "\n"


CANCELLED = json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "b"}}) + "\n"


def test_the_end_of_the_input_is_heard_of_when_what_was_asked_is_answered():
    pending, ended, heard = Pending(), threading.Event(), threading.Event()
    lines = Input(io.BytesIO((asking(1) + asking("b") + CANCELLED).encode()), lambda: None, ended.set, pending)
    wire = Output(io.BytesIO(), pending)

    def read():
        while lines.readline():
            pass
        heard.set()

    reader = threading.Thread(target=read)
    reader.start()
    assert ended.wait(60)
    assert not heard.is_set()
    wire.write(answering(1))
    assert not heard.is_set(), "not before the client can read it"
    wire.flush()
    reader.join(60)
    assert heard.is_set()


@pytest.mark.parametrize("line", ["[]", "{", '{"id": [1], "method": "x"}', '{"id": 7}', '{"method": "x"}', "\x00"])
def test_what_is_no_request_holds_nothing_up(line):
    pending = Pending()
    pending.came(line)
    pending.wait()


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (r'{"a": "\ud83d\ude00"}', "😀"),
        (r'{"a": "\ud800"}', "\ufffd"),
        (r'{"a": "\uDC00\uD800x"}', "\ufffd\ufffdx"),
        (r'{"a": "\\ud800"}', r"\ud800"),
        (r'{"a": "退保"}', "退保"),
    ],
)
def test_half_characters_do_not_cost_a_request_its_answer(sent, read):
    assert json.loads(well_formed(sent))["a"] == read


def test_after_the_end_of_the_input_the_process_leaves_whatever_it_is_doing(monkeypatch):
    monkeypatch.setattr(life, "GRACE", 0.0)
    left = threading.Event()
    timer = life.leave_soon(lambda code: left.set())
    assert left.wait(60)
    assert timer.daemon


def test_the_grace_leaves_time_within_the_two_seconds_of_the_protocol():
    assert life.GRACE < 2
    assert life.LOOK_AFTER < 2


def test_the_process_leaves_when_its_parent_has_died(monkeypatch):
    looks = iter([False, False, True])
    monkeypatch.setattr(life, "parent_watch", lambda: lambda: next(looks))
    left = threading.Event()
    life.leave_with_parent(lambda code: left.set())
    assert left.wait(60)
    assert next(looks, None) is None


CLIENT = """
import os, subprocess, sys
subprocess.Popen(
    [sys.executable, "-m", "insurance_desktop", "mcp", "--library", sys.argv[1]],
    stdin=int(sys.argv[2]), pass_fds=[int(sys.argv[2])], stdout=int(sys.argv[3]), stderr=subprocess.DEVNULL)
sys.stdin.read()
os._exit(9)
"""
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.mark.skipif(sys.platform == "win32", reason="descriptors are handed on by number")
def test_a_server_ends_with_its_parent_though_the_pipe_stays_open(tmp_path):
    """Another child of a killed client may hold the other end: the input never ends."""
    reads, writes = os.pipe()
    answers, replies = os.pipe()
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, str(tmp_path / "none.db"), str(reads), str(replies)],
        pass_fds=[reads, replies],
        stdin=subprocess.PIPE,
        env=environment(),
    )
    os.close(reads)
    os.close(replies)
    patience = threading.Timer(60, os.close, (writes,))  # a server that stays is ended by the end of its input
    with os.fdopen(answers, "rb") as stream:
        os.write(writes, json.dumps(HELLO).encode() + b"\n")
        assert b"insurance-clauses" in stream.readline()
        patience.start()
        client.communicate()
        assert client.returncode == 9
        assert stream.read() == b""  # comes back when the last holder of the pipe has gone
        assert patience.is_alive()
    patience.cancel()
    os.close(writes)
