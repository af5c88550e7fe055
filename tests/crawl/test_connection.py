"""On a real socket of this machine: what httpx does with it, and that no server can hold a run for ever."""

import socket
import threading
from contextlib import contextmanager

import pytest
from open_journal import OpenJournal, a_file
from stand_in_site import FakeClock, Site, on_loopback

from insurance_desktop.crawl.client import Client
from insurance_desktop.crawl.connection import Watch, agent_line, open_http
from insurance_desktop.crawl.pace import Pace
from insurance_desktop.crawl.traffic import Outcome
from insurance_desktop.crawl.urls import UrlRules
from insurance_desktop.domain.errors import CollectionError
from insurance_desktop.domain.running import Cancelled

BRIEF = 0.5
"""Seconds of a watch that a test waits for."""


def on_line(journal, **more):
    """A client on the machine's own network, with time of its own."""
    clock = FakeClock()
    return Client(open_http(agent_line("1.0", "a@b.cn")), journal, Pace(None, clock), clock, UrlRules(), **more)


@contextmanager
def serving(answer):
    """A server of one thread that hands each connection to `answer`."""
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            while not ended.is_set():
                try:
                    plug, _ = server.accept()
                except OSError:
                    return
                with plug:
                    try:
                        answer(plug, ended)
                    except OSError:
                        continue

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}"
        finally:
            ended.set()
            with socket.create_connection(server.getsockname()):
                pass
            thread.join()


def endless_headers(plug, ended):
    plug.recv(4096)
    plug.sendall(b"HTTP/1.1 200 OK\r\n")
    number = 0
    while not ended.wait(0.02):
        number += 1
        plug.sendall(f"x-{number}: y\r\n".encode())


def endless_body(plug, ended):
    plug.recv(4096)
    plug.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n")
    while not ended.wait(0.02):
        plug.sendall(b"x")


def silence(plug, ended):
    plug.recv(4096)
    ended.wait(30)


def cut_short(plug, ended):
    plug.recv(4096)
    plug.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n%PDF-")


def no_http(plug, ended):
    plug.recv(4096)
    plug.sendall(b"SSH-2.0-OpenSSH\r\n\r\n")


def test_a_file_comes_over_a_real_connection():
    site = Site()
    site.files["/files/a.pdf"] = b"%PDF-1.7 whole"
    journal = OpenJournal()
    with on_loopback(site) as base, on_line(journal) as client:
        assert client.fetch(a_file(origin=base)).content == b"%PDF-1.7 whole"
    assert [each.path for each in site.asked] == ["/robots.txt", "/files/a.pdf"]
    assert {each.headers["user-agent"] for each in site.asked} == {"insurance-desktop/1.0 (+a@b.cn)"}


@pytest.mark.requirement("FR-008")
@pytest.mark.parametrize("answer", [endless_headers, endless_body, silence])
def test_a_server_that_never_ends_its_answer_is_cut_off(answer):
    journal = OpenJournal()
    with serving(answer) as base, on_line(journal, watch=Watch(BRIEF)) as client, pytest.raises(CollectionError):
        client.fetch(a_file(origin=base))
    assert set(journal.outcomes) <= {Outcome.TOO_SLOW, Outcome.REFUSED}
    assert Outcome.TOO_SLOW in journal.outcomes


@pytest.mark.parametrize("answer", [endless_headers, endless_body, silence])
def test_a_run_that_is_stopped_does_not_wait_for_a_silent_server(answer):
    asked = threading.Event()

    def answered(plug, ended):
        asked.set()
        answer(plug, ended)

    journal = OpenJournal()
    with serving(answered) as base, on_line(journal, cancel=asked.is_set) as client, pytest.raises(Cancelled):
        client.fetch(a_file(origin=base))
    assert journal.outcomes == [Outcome.NO_ANSWER]
    assert journal.breakers == {}


@pytest.mark.parametrize(("answer", "outcome"), [(cut_short, Outcome.UNREADABLE), (no_http, Outcome.NO_ANSWER)])
def test_a_broken_answer_is_none(answer, outcome):
    journal = OpenJournal()
    with serving(answer) as base, on_line(journal) as client, pytest.raises(CollectionError):
        client.fetch(a_file(origin=base))
    assert journal.outcomes[0] is outcome


def test_nobody_there_is_said_without_a_traceback():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    journal = OpenJournal()
    with on_line(journal) as client, pytest.raises(CollectionError):
        client.fetch(a_file(origin=f"http://127.0.0.1:{port}"))
    assert journal.outcomes[0] is Outcome.NO_ANSWER


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://192.0.2.1:3128")
    monkeypatch.setenv("ALL_PROXY", "http://192.0.2.1:3128")
    site = Site()
    site.files["/files/a.pdf"] = b"%PDF-"
    with on_loopback(site) as base, on_line(OpenJournal()) as client:
        assert client.fetch(a_file(origin=base)).status == 200


def test_a_server_that_does_not_speak_tls_gets_no_request():
    journal = OpenJournal()
    with serving(no_http) as base, on_line(journal) as client, pytest.raises(CollectionError):
        client.fetch(a_file(origin=base.replace("http:", "https:")))
    assert journal.outcomes[0] is Outcome.NO_ANSWER
