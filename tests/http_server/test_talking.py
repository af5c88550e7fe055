"""Talks over a WebSocket: who may begin one, what is heard while an answer is made, and how it is stopped."""

import json
import socket

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from insurance_desktop.http_server.talking import LARGEST_MESSAGE

QUESTION = "犹豫期有多少天"


def talk(face, session="conversation-ws", *, token=None, origin=None, host=None):
    known = {"Authorization": f"Bearer {token or face.token}"}
    url = f"ws://{host or face.host}:{face.port}/api/v1/voice/ws/{session}"
    reached = socket.create_connection((face.host, face.port), timeout=60)
    return connect(url, additional_headers=known, origin=origin, sock=reached, proxy=None)


def heard(line, **message):
    """What is said to a message, to its end."""
    line.send(json.dumps(message))
    told = []
    while not told or told[-1]["type"] in ("stage", "sentence", "transcription"):
        told.append(json.loads(line.recv(timeout=60)))
    return told


def test_a_question_is_answered_as_its_sentences_are_ready(face, program):
    with talk(face) as line:
        *before, answer = heard(line, type="text", text=QUESTION)
    assert [each["stage"] for each in before if each["type"] == "stage"] == ["memory", "retrieval", "extraction"]
    spoken = [each["text"] for each in before if each["type"] == "sentence"]
    assert spoken == [each["text"] for each in answer["sentences"]]
    assert (answer["type"], answer["session_id"], answer["transcription"]) == ("response", "conversation-ws", QUESTION)
    posted = program.post("/api/v1/voice/text-query", json={"text": QUESTION}).json()
    assert answer["answer_text"] == posted["answer_text"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"token": "x"}, 401),
        ({"host": "evil.example"}, 403),
        *(({"origin": each}, 403) for each in ("http://evil.example", "null", "http://127.0.0.1:1", "file://")),
    ],
)
def test_nobody_begins_a_talk_who_may_not_ask(face, headers, status):
    with pytest.raises(InvalidStatus) as refused, talk(face, **headers):
        pass
    assert refused.value.response.status_code == status


@pytest.mark.parametrize(
    "message",
    [
        *("{", "[]", '{"type": "dance"}', '{"type": "text"}', '{"type": "text", "x": "1"}'),
        *("[" * 200_000, '{"a":' * 100_000, f'{{"type": "text", "text": "{QUESTION}\\ud800"}}'),
        json.dumps({"type": "text", "text": "a" * 10_000_000}),
    ],
    ids=lambda message: message[:40],
)
def test_what_is_no_question_is_an_error_in_words_and_the_talk_goes_on(face, message):
    with talk(face) as line:
        line.send(message)
        told = json.loads(line.recv(timeout=60))
        assert (told["type"], told["code"], bool(told["message"] and told["hint"])) == ("error", "usage", True)
        assert heard(line, type="text", text=QUESTION)[-1]["type"] == "response"


def test_a_message_beyond_all_measure_ends_the_talk(face):
    with talk(face) as line, pytest.raises(ConnectionClosed) as closed:
        line.send("a" * (LARGEST_MESSAGE + 1))
        line.recv(timeout=60)
    assert closed.value.rcvd.code == 1009


def test_neither_token_nor_question_nor_conversation_is_in_the_log(face, program):
    with talk(face, f"conversation-not-logged?token={face.token}") as line:
        assert heard(line, type="text", text=QUESTION)[-1]["type"] == "response"
    program.get("/api/v1/admin/session/conversation-not-logged", params={"token": face.token})
    said = face.said.read_text(encoding="utf-8")
    assert "/api/v1/voice/ws/{session_id}" in said
    assert not [each for each in (face.token, QUESTION, "conversation-not-logged") if each in said]


def test_bytes_end_the_talk(face):
    with talk(face) as line, pytest.raises(ConnectionClosed) as closed:
        line.send(b"sound")
        line.recv(timeout=60)
    assert closed.value.rcvd.code == 1003


def test_the_conversation_is_that_of_the_address(face, program):
    with talk(face, "conversation-one-2") as line:
        heard(line, type="text", text=QUESTION, session_id="conversation-another")
    assert program.get("/api/v1/admin/session/conversation-one-2").status_code == 200
    assert program.get("/api/v1/admin/session/conversation-another").status_code == 404
