"""How serving begins and ends: one line of JSON, a port, a token that its user alone can read, and a clean stop."""

import json
import signal
import socket
import subprocess
import sys
import threading
from contextlib import closing

import pytest
from command_line import environment, run_process
from marks import posix_only
from starlette.responses import PlainTextResponse
from uvicorn import Config, Server

from insurance_desktop import paths
from insurance_desktop.http_server.connections import PatientConnection
from insurance_desktop.http_server.token_file import own_file, token_of

POSIX = posix_only("signals and file rights are those of POSIX")


def started(library, *words: object, **more: str) -> tuple[subprocess.Popen, dict]:
    process = subprocess.Popen(
        [sys.executable, "-m", "insurance_desktop", "serve", "--library", str(library), *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(**more),
    )
    return process, json.loads(process.stdout.readline())


@POSIX
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT], ids=lambda each: each.name)
def test_it_says_where_it_listens_in_one_line_and_ends_when_it_is_told(sample_library, tmp_path, told):
    process, where = started(sample_library, "--token-file", tmp_path / "token")
    assert where["link"] == f"{where['url']}/?token={where['token']}"
    process.send_signal(told)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in err


def test_it_ends_with_the_input_of_who_started_it(sample_library, tmp_path):
    process, _ = started(sample_library, "--while-asked", "--token-file", tmp_path / "token")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err


def test_an_answer_that_is_under_way_is_given_before_it_ends(sample_library, tmp_path):
    process, where = started(sample_library, "--while-asked", "--token-file", tmp_path / "token")
    host, _, port = where["url"].removeprefix("http://").rpartition(":")
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'
    head = (
        *("POST /mcp HTTP/1.1", f"Host: {host}:{port}", f"Authorization: Bearer {where['token']}"),
        *("Content-Type: application/json", "Accept: application/json, text/event-stream"),
        *(f"Content-Length: {len(body)}", "Expect: 100-continue"),
    )
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall("\r\n".join(head).encode() + b"\r\n\r\n")
        with closing(connection.makefile("rb")) as answer:
            assert answer.readline().startswith(b"HTTP/1.1 100")
            process.stdin.close()
            connection.sendall(body)
            assert b'"result"' in answer.read()
    assert process.wait(60) == 0
    process.stdout.close()
    process.stderr.close()


def test_another_port_is_named_where_one_is_taken(sample_library, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = run_process("serve", "--library", sample_library, "--port", taken.getsockname()[1], "--json")
    assert said.code == 1
    assert "--port 0" in said.json["error"]["hint"]


@pytest.mark.parametrize("words", [["--port", "70000"], ["--host", "0.0.0.0"], ["--host", "::"]], ids=" ".join)
def test_what_others_could_reach_is_not_served_by_a_slip(sample_library, words):
    said = run_process("serve", "--library", sample_library, *words, "--json")
    assert (said.code, said.json["error"]["code"]) == (2, "usage")


def test_who_asks_for_it_by_name_is_warned(sample_library, tmp_path):
    process, where = started(
        sample_library,
        "--host",
        "0.0.0.0",
        "--beyond-this-machine",
        "--while-asked",
        "--token-file",
        tmp_path / "token",
    )
    _, err = process.communicate(timeout=60)
    assert where["url"].startswith("http://0.0.0.0:")
    assert err.startswith("注意：0.0.0.0")


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "token_folder", lambda: tmp_path / "tokens")
    return tmp_path / "tokens"


def test_each_library_has_a_token_that_stays(own_folder, tmp_path):
    first = token_of(tmp_path / "a.db")
    assert token_of(tmp_path / "a.db") == first
    assert token_of(tmp_path / "b.db") != first
    assert len(first) > 40


@POSIX
def test_its_user_alone_can_read_the_token(own_folder, tmp_path):
    token_of(tmp_path / "a.db")
    assert own_file(tmp_path / "a.db").stat().st_mode & 0o777 == 0o600


def test_a_token_that_was_lost_is_made_anew_but_not_in_a_file_that_somebody_named(sample_library, own_folder, tmp_path):
    own_file(sample_library).parent.mkdir()
    own_file(sample_library).write_text("", encoding="ascii")
    assert len(token_of(sample_library)) > 40
    empty = tmp_path / "empty"
    empty.write_text("short\n", encoding="ascii")
    said = run_process("serve", "--library", sample_library, "--token-file", empty, "--json")
    assert said.code == 2
    assert "20–512" in said.json["error"]["hint"]
    assert empty.read_text(encoding="ascii") == "short\n"


def test_a_named_token_is_used(sample_library, tmp_path):
    kept = tmp_path / "token"
    kept.write_text("abcdefghijklmnopqrstuvwxyz\n", encoding="ascii")
    process, where = started(sample_library, "--while-asked", "--token-file", kept)
    process.communicate(timeout=60)
    assert where["token"] == "abcdefghijklmnopqrstuvwxyz"


class Hasty(PatientConnection):
    head_seconds = 0.2
    answer_seconds = 0.4


@pytest.fixture
def hasty():
    """A server on whose connections little time is spent; where it listens."""

    async def inside(scope, receive, send):
        if scope["path"] == "/never":
            await receive()
            await receive()
        else:
            await PlainTextResponse("ok")(scope, receive, send)

    listening = socket.create_server(("127.0.0.1", 0))
    server = Server(Config(inside, http=Hasty, lifespan="off", log_config=None))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    yield listening.getsockname()
    server.should_exit = True
    thread.join()


@pytest.mark.parametrize(
    "beginning",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT", b"GET /never HTTP/1.1\r\nHost: x\r\n\r\n"],
)
def test_a_connection_that_keeps_everybody_waiting_is_closed(hasty, beginning):
    with socket.create_connection(hasty, timeout=60) as connection:
        connection.sendall(beginning)
        said = b""
        try:
            while more := connection.recv(4_096):
                said += more
        except ConnectionResetError:
            pass
    assert said.count(b"200 OK") == beginning.count(b"GET / HTTP/1.1\r\n")


def test_what_is_no_http_is_answered_in_words(hasty):
    with socket.create_connection(hasty, timeout=60) as connection:
        connection.sendall("你好\r\n\r\n".encode())
        said = b""
        while more := connection.recv(4_096):
            said += more
    assert said.startswith(b"HTTP/1.1 400")
    assert json.loads(said.partition(b"\r\n\r\n")[2])["error"]["code"] == "usage"
