"""Many talks at once with a model that writes: none lost or crossed, none forgotten by a kill, no key in any file."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from test_talking import heard, talk
from websockets.sync.client import ClientConnection

from development.fake_endpoint import Exchange, FakeEndpoint, falls_silent, says
from development.web_server import WebServer
from insurance_desktop import paths
from insurance_desktop.services.asking.memory import Memory
from insurance_desktop.services.asking.model_settings import keep_endpoint

pytest.importorskip("openai", reason="the extra [ai] is not installed")

KEY = "a-key-that-is-written-nowhere"
SESSIONS = 50
ANSWER = "从您签收保险单的第二天算起，您有二十日的犹豫期。[1]"
QUESTIONS = ("犹豫期有多少天", "保险期间是多久", "等待期有多少天", "受益人怎么指定", "怎么申请理赔")


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folders of a user of its own, who has set a key."""
    for name in ("STATE", "CACHE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("INSURANCE_DESKTOP_KEY_STAND_IN", KEY)
    return tmp_path


class Dying:
    """Begins an answer, says that it has, and falls silent."""

    def __init__(self) -> None:
        self.began = threading.Event()

    def __call__(self, exchange: Exchange) -> None:
        self.began.set()
        falls_silent("从您签收")(exchange)


def until(line: ClientConnection, kind: str) -> dict:
    """The next message of this kind."""
    while (told := json.loads(line.recv(timeout=60)))["type"] != kind:
        pass
    return told


def spoken_in(server: WebServer, number: int) -> list[tuple[str, dict]]:
    """Two questions of one session, each with what came of it."""
    asked = [f"{QUESTIONS[(number + turn) % len(QUESTIONS)]}（{number}-{turn}）" for turn in range(2)]
    with talk(server, f"session-{number:04}") as line:
        return [(question, heard(line, type="text", text=question)[-1]) for question in asked]


def test_fifty_talks_at_once_lose_and_cross_nothing(prepared_library, profile):
    with FakeEndpoint(says(ANSWER)) as endpoint:
        keep_endpoint(endpoint.endpoint())
        with WebServer(prepared_library) as server, ThreadPoolExecutor(SESSIONS) as clients:
            told = list(clients.map(lambda number: spoken_in(server, number), range(SESSIONS)))
            assert server.tracebacks() == 0
    with Memory() as memory:
        for number, turns in enumerate(told):
            session = f"session-{number:04}"
            named = [(answer["type"], answer["session_id"], answer["transcription"]) for _, answer in turns]
            assert named == [("response", session, question) for question, _ in turns]
            kept = [each.content for each in memory.of(session).turns]
            assert kept == [text for question, answer in turns for text in (question, answer["answer_text"])]
    assert {answer["model_used"] for turns in told for _, answer in turns} > {"extractive"}


def test_a_kill_while_an_answer_streams_loses_no_finished_turn_and_no_file_holds_the_key(prepared_library, profile):
    with FakeEndpoint(says(ANSWER), dying := Dying()) as endpoint:
        keep_endpoint(endpoint.endpoint())
        with WebServer(prepared_library) as server, talk(server, "session-killed") as line:
            finished = heard(line, type="text", text=QUESTIONS[0])[-1]
            line.send(json.dumps({"type": "text", "text": QUESTIONS[0]}))
            assert dying.began.wait(60)
            server.kill()
            said = server.said.read_bytes()
    assert finished["model_used"] != "extractive"
    assert endpoint.asked[0].headers["authorization"] == f"Bearer {KEY}"
    with Memory() as memory:
        assert memory.note == ""
        assert [each.content for each in memory.of("session-killed").turns] == [QUESTIONS[0], finished["answer_text"]]
    assert paths.conversation_file().is_relative_to(profile)
    files = [each for each in profile.rglob("*") if each.is_file()]
    assert files
    assert not [each for each in files if KEY.encode() in each.read_bytes()]
    assert KEY.encode() not in said


def test_a_talk_is_stopped_while_the_model_is_silent(prepared_library, profile):
    with FakeEndpoint(dying := Dying(), says(ANSWER)) as endpoint:
        keep_endpoint(endpoint.endpoint())
        with WebServer(prepared_library) as server, talk(server, "session-stopped") as line:
            line.send(json.dumps({"type": "text", "text": QUESTIONS[0]}))
            assert dying.began.wait(60)
            line.send(json.dumps({"type": "text", "text": QUESTIONS[1]}))
            assert until(line, "error")["code"] == "usage"
            line.send(json.dumps({"type": "stop"}))
            assert until(line, "stopped")
            assert heard(line, type="text", text=QUESTIONS[0])[-1]["type"] == "response"
    with Memory() as memory:
        assert len(memory.of("session-stopped").turns) == 2
