"""Who waits for a model can leave at every moment, and nothing of the request is left behind."""

import threading
import time

import pytest

import development.fake_endpoint as fake
from development.fake_endpoint import FakeEndpoint
from insurance_desktop.domain.asking import ChatMessage, Role
from insurance_desktop.domain.endpoints import ModelRole, TokenUse
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.endpoints import calls
from insurance_desktop.endpoints.chat import EndpointChat
from insurance_desktop.endpoints.speech import EndpointVoice

ASKED = (ChatMessage(Role.USER, "等待期几天？"),)
SOON = 2.0
"""Seconds; what is left waits for minutes."""


def nothing_is_left() -> bool:
    left = [each for each in threading.enumerate() if each.name == calls.THREAD]
    for each in left:
        each.join(SOON)
    return not any(each.is_alive() for each in left)


class Stop:
    """Says stop as soon as the server has so many requests."""

    def __init__(self, server: FakeEndpoint, requests: int = 1) -> None:
        self._server, self._requests = server, requests

    def __call__(self) -> bool:
        return len(self._server.asked) >= self._requests


def pieces_until_stopped(server, kind, **more) -> list[str]:
    model = EndpointChat(server.endpoint(kind), ModelRole.FAST, "", **more)
    began = time.monotonic()
    found = list(model.stream(ASKED, most_tokens=100, should_stop=Stop(server)))
    assert time.monotonic() - began < SOON * 2
    assert nothing_is_left()
    return found


def test_while_the_server_is_silent(kind):
    with FakeEndpoint(fake.silent) as server:
        assert pieces_until_stopped(server, kind) == []


def test_while_a_rest_before_the_next_try_goes_on(kind):
    with FakeEndpoint(fake.refuses(429, retry_after="25")) as server:
        assert pieces_until_stopped(server, kind) == []
        assert len(server.asked) == 1


def test_between_two_pieces(kind):
    uses: list[TokenUse] = []
    with FakeEndpoint(fake.falls_silent("等待", "期")) as server:
        stop = threading.Event()
        model = EndpointChat(server.endpoint(kind), ModelRole.FAST, "", tell=uses.append)
        stream = model.stream(ASKED, most_tokens=100, should_stop=stop.is_set)
        assert next(stream) == "等待"
        stop.set()
        assert list(stream) in ([], ["期"])
        assert nothing_is_left()
    assert [each.is_counted for each in uses] == [False]


def test_who_no_longer_reads_has_left(kind):
    with FakeEndpoint(fake.falls_silent("等待", "期")) as server:
        stream = EndpointChat(server.endpoint(kind), ModelRole.FAST, "").stream(ASKED, most_tokens=100)
        assert next(stream) == "等待"
        stream.close()
        assert nothing_is_left()


def test_before_anything_was_asked_nothing_is(kind):
    with FakeEndpoint() as server:
        model = EndpointChat(server.endpoint(kind), ModelRole.FAST, "")
        assert list(model.stream(ASKED, most_tokens=100, should_stop=lambda: True)) == []
        assert nothing_is_left()


def test_a_model_that_never_ends_is_left_when_the_time_is_over():
    late = EndpointError("endpoints.late", endpoint="stand-in", origin="-")
    with pytest.raises(EndpointError):
        list(calls.watched(lambda call: iter(lambda: call.rest(60), False), lambda: False, late, seconds=0.2))
    assert nothing_is_left()


def test_a_voice_can_be_left_too():
    pytest.importorskip("openai")
    with FakeEndpoint(fake.silent) as server:
        voice = EndpointVoice(server.speaking(voice="ash"), "")
        with pytest.raises(Cancelled):
            voice.speak("等待期为90天。", should_stop=Stop(server))
        with pytest.raises(Cancelled):
            voice.transcribe(b"sound", "audio/webm", should_stop=Stop(server, 2))
        assert nothing_is_left()
