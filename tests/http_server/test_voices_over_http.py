"""Spoken questions and answers read aloud over HTTP and WebSocket, with a stand-in for the voice."""

import base64

import httpx
import pytest
from fake_endpoint import SOUND, FakeEndpoint, hears, speaks
from test_talking import heard, talk

from development.web_server import WebServer
from insurance_desktop.services.asking.model_settings import keep_endpoint

RECORDED = b"\x1aE\xdf\xa3 a recording"
QUESTION = "犹豫期有多少天"


def voice(exchange):
    answers = hears(QUESTION) if exchange.asked.path.endswith("transcriptions") else speaks()
    answers(exchange)


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory):
    with FakeEndpoint(voice) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        keep_endpoint(server.speaking(fast="", strong="", voice="ash", speech_instructions="慢一点"))
        yield server


@pytest.fixture(scope="module")
def speaking(endpoint, prepared_library):
    with WebServer(prepared_library) as server:
        yield server


@pytest.fixture
def caller(speaking):
    headers = {"Authorization": f"Bearer {speaking.token}"}
    with httpx.Client(base_url=f"http://{speaking.address}", headers=headers, trust_env=False, timeout=60) as client:
        yield client


def test_a_recording_is_a_question(caller, endpoint):
    given = {
        "files": {"audio": ("a.webm", RECORDED, "audio/webm;codecs=opus")},
        "data": {"session_id": "spoken-session"},
    }
    answer = caller.post("/api/v1/voice/query", **given).json()
    assert (answer["transcription"], answer["input_mode"], answer["status"]) == (QUESTION, "voice", "ok")
    assert answer["answer_audio_base64"] is None
    assert RECORDED in endpoint.asked[-1].body


def test_an_answer_is_read_aloud_where_that_is_asked_for(caller, endpoint):
    answer = caller.post("/api/v1/voice/text-query", json={"text": QUESTION, "generate_audio": True}).json()
    assert base64.b64decode(answer["answer_audio_base64"]) == SOUND
    assert answer["timing"]["tts_ms"] > 0


def test_a_text_is_read_with_the_voice_that_is_set(caller, endpoint):
    told = caller.post("/api/v1/voice/tts", data={"text": "**二十日**[1]。"}).json()
    assert (base64.b64decode(told["answer_audio_base64"]), told["audio_format"]) == (SOUND, "mp3")
    asked = endpoint.asked[-1].body
    assert (asked["input"], asked["voice"], asked["instructions"]) == ("二十日。", "ash", "慢一点")


def test_a_recording_over_a_websocket_is_written_down_and_answered(speaking):
    with talk(speaking) as line:
        told = heard(line, type="audio", audio=base64.b64encode(RECORDED).decode(), media_type="audio/webm")
    assert told[0] == {"type": "transcription", "text": QUESTION}
    assert (told[-1]["type"], told[-1]["input_mode"]) == ("response", "voice")


@pytest.mark.parametrize("given", [{}, {"audio": "&"}, {"audio": "AAAA", "media_type": "text/html"}, {"audio": [1]}])
def test_what_is_no_sound_is_refused_in_words(caller, speaking, given):
    answer = caller.post("/api/v1/voice/query", json=given)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "usage")


def test_a_recording_may_be_larger_than_a_question_but_not_without_end(caller):
    large = {"files": {"audio": ("a.webm", b"\0" * 2_000_000, "audio/webm")}}
    assert caller.post("/api/v1/voice/query", **large).status_code == 200
    larger = {"files": {"audio": ("a.webm", b"\0" * 15_000_000, "audio/webm")}}
    assert caller.post("/api/v1/voice/query", **larger).status_code == 413
    assert caller.post("/api/v1/voice/tts", json={"text": "字" * 600_000}).status_code == 413
