"""Questions over HTTP: the seed's fields, in a form or as JSON, and what only the library's own machine may do."""

import pytest

SEEDS_FIELDS = {"session_id", "enhanced_query", "answer_text", "answer_audio_base64", "citations", "confidence"} | {
    "model_used",
    "sources",
    "timing",
    "input_mode",
    "transcription",
}
QUESTION = "犹豫期有多少天"
ASK = "/api/v1/voice/text-query"


@pytest.mark.parametrize("how", ["files", "data", "json"])
def test_a_question_in_a_body_is_answered_with_the_seeds_fields(program, how):
    asked = {"text": QUESTION, "session_id": "session-one", "generate_audio": "false", "input_mode": "voice"}
    given = {name: (None, value) for name, value in asked.items()} if how == "files" else asked
    answer = program.post(ASK, **{how: given}).json()
    assert answer.keys() >= SEEDS_FIELDS
    assert (answer["status"], answer["session_id"], answer["transcription"]) == ("ok", "session-one", QUESTION)
    assert (answer["input_mode"], answer["answer_audio_base64"], answer["timing"]["tts_ms"]) == ("voice", None, 0.0)
    assert answer["citations"][0]["verified"] is True
    assert "犹豫期" in answer["citations"][0]["quote"]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"json": {}}, "usage"),
        ({"json": ["text"]}, "usage"),
        ({"json": {"text": {"of": "another"}}}, "usage"),
        ({"content": b"{", "headers": {"content-type": "application/json"}}, "usage"),
        ({"content": b"--x", "headers": {"content-type": "multipart/form-data"}}, "usage"),
        ({"json": {"text": QUESTION, "input_mode": "thought"}}, "usage"),
        ({"content": b"[" * 200_000}, "usage"),
        ({"content": b'{"a":' * 100_000}, "usage"),
        ({"content": f'{{"text": "{QUESTION}\\ud800"}}'.encode()}, "usage"),
        ({"content": f'{{"text": "{QUESTION}", "\\ud800": "x"}}'.encode()}, "usage"),
    ],
)
def test_a_body_that_says_nothing_is_refused_in_words(program, given, code):
    answer = program.post(ASK, **given)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_who_has_no_token_asks_nothing(stranger):
    assert stranger.post(ASK, json={"text": QUESTION}).status_code == 401


def test_a_search_may_be_posted(program):
    got = program.get("/api/v1/search", params={"query": QUESTION, "top_k": 3}).json()
    assert program.post("/api/v1/search", json={"query": QUESTION, "top_k": 3}).json() == got


def test_a_regulation_is_a_clause_and_the_figures_are_those_of_the_library(program):
    found = program.get("/api/v1/search", params={"query": QUESTION}).json()["results"][0]
    clause = program.get(f"/api/v1/regulation/{found['chunk_id']}").json()
    assert clause["content"] == found["content"]
    assert program.get("/api/v1/admin/stats").json()["documents"]["verified"] == 2


def test_the_index_is_made_where_the_library_is(program):
    answer = program.post("/api/v1/admin/reindex").json()
    assert (answer["status"], answer["command"]) == ("local", "insurance-desktop index --rebuild")


def test_what_is_posted_is_described(program):
    told = program.get("/openapi.json").json()["paths"][ASK]["post"]
    schema = told["requestBody"]["content"]["multipart/form-data"]["schema"]
    assert "question" in schema["required"]
    assert f"POST {ASK}" in program.get("/docs").text
