"""The page /ask: in the language that its reader speaks, with one script of our own and nothing else that runs."""

import pytest


@pytest.mark.parametrize(
    ("asked", "accepted", "language", "title"),
    [
        ("", "", "zh", "问答"),
        ("", "en-GB,en;q=0.9", "en", "Ask"),
        ("", "fr,zh-CN;q=0.8", "zh", "问答"),
        ("?lang=en", "zh-CN", "en", "Ask"),
        ("?lang=tlh", "zh-CN", "zh", "问答"),
    ],
)
def test_the_page_speaks_the_readers_language(program, asked, accepted, language, title):
    page = program.get(f"/ask{asked}", headers={"Accept-Language": accepted}).text
    assert f'<html lang="{language}">' in page
    assert f"<title>{title}</title>" in page


def test_only_the_page_that_asks_may_run_a_script_and_none_but_ours(program):
    policy = program.get("/ask").headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    others = [program.get(path).headers["content-security-policy"] for path in ("/", "/docs", "/ask.js")]
    assert not [each for each in others if "script-src" in each]


def test_the_script_makes_no_markup_of_text(program):
    script = program.get("/ask.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert not [each for each in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(") if each in script.text]


def test_who_has_no_token_sees_neither_page_nor_conversation(stranger):
    paths = ("/ask", "/ask.js", "/api/v1/admin/session/conversation-1")
    assert [stranger.get(each).status_code for each in paths] == [401, 401, 401]


def test_a_conversation_can_be_read_again(program):
    asked = {"text": "犹豫期有多少天", "session_id": "conversation-1"}
    answer = program.post("/api/v1/voice/text-query", json=asked).json()
    turns = program.get("/api/v1/admin/session/conversation-1").json()["turns"]
    assert [each["content"] for each in turns[-2:]] == [asked["text"], answer["answer_text"]]
    assert turns[-1]["cited"][0]["chunk_id"] == answer["citations"][0]["clause_id"]


def test_a_conversation_that_never_was_is_not_found(program):
    assert program.get("/api/v1/admin/session/conversation-never").status_code == 404
