"""`ask` and `sessions …`: a question is answered with its sources, and what was said is listed, shown and forgotten."""

import io
import sys
from datetime import datetime

import pytest

QUESTION = "犹豫期有多少天"
SESSION = "session-one"


@pytest.fixture(autouse=True)
def own_memory(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_a_question_is_answered_with_its_sources_and_how_sure_that_is(on_samples):
    said = on_samples.on_library("ask", QUESTION)
    answer = on_samples.answer("ask", QUESTION)
    assert answer["status"] == "ok"
    assert said.code == 0
    shown = said.out.splitlines()
    plain = answer["answer_text"].replace("**", "").splitlines()
    assert shown[: len(plain)] == plain
    assert [each["citation"] for each in answer["citations"]] == [
        each.strip() for each in shown[shown.index("出处：") + 1 : -1]
    ]
    assert shown[-1].startswith("（把握")
    assert "None" not in said.out


def test_why_no_model_wrote_is_said(on_samples, tmp_path, monkeypatch):
    monkeypatch.setattr("insurance_desktop.paths.state_folder", lambda: tmp_path)
    (tmp_path / "endpoints.json").write_text("{", encoding="utf-8")
    said = on_samples.on_library("ask", QUESTION)
    assert said.code == 0
    assert "语言模型没有用上" in said.out
    assert "出处：" in said.out


def test_a_talk_goes_on_until_its_person_leaves(on_samples, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{QUESTION}\n\n？？\n这一条从哪天算起\nexit\nnever asked\n"))
    said = on_samples.on_library("ask", "--session", SESSION)
    assert said.code == 0
    assert said.out.count("出处：") == 2
    assert "失败：" in said.err
    turns = on_samples.answer("sessions", "show", SESSION)["turns"]
    assert [each["content"] for each in turns if each["role"] == "user"] == [QUESTION, "这一条从哪天算起"]


def test_json_is_for_one_question(on_samples):
    assert on_samples.answer("ask", code=2)["error"]["code"] == "usage"


def test_what_was_said_is_listed_shown_and_forgotten(on_samples):
    assert on_samples("sessions", "list").out == "没有记着任何会话。\n"
    answer = on_samples.answer("ask", QUESTION, "--session", SESSION)
    (listed,) = on_samples.answer("sessions", "list")["sessions"]
    assert (listed["session_id"], listed["turns"]) == (SESSION, 2)
    assert listed["topics"]
    at = datetime.fromisoformat(listed["last_at"]).astimezone().isoformat(sep=" ", timespec="minutes")
    line = f"{SESSION}  {at}  2 句  {', '.join(listed['topics'])}\n"
    assert on_samples("sessions", "list").out == line
    shown = on_samples("sessions", "show", SESSION).out
    assert shown.startswith(f"问：{QUESTION}\n答：{answer['answer_text']}\n")
    about, topics, clauses = shown.splitlines()[-3:]
    assert about.removeprefix("谈到：") in answer["citations"][0]["citation"]
    assert topics == f"话题：{', '.join(listed['topics'])}"
    assert clauses.startswith("条款：")
    assert "犹豫期" in clauses
    assert on_samples.answer("sessions", "forget", SESSION) == {"forgotten": 1}
    assert on_samples.answer("sessions", "show", SESSION, code=1)["error"]["code"] == "not_found"
    assert on_samples.answer("sessions", "forget", code=2)["error"]["code"] == "usage"


def test_what_is_asked_often_is_counted_where_that_was_chosen_and_nothing_is_kept_where_memory_is_off(on_samples):
    assert on_samples("sessions", "often").out == "没有统计到常问什么。\n"
    settings = on_samples.answer("sessions", "settings", "--count-often", "on")
    assert settings == {"remembers": True, "counts_often": True}
    on_samples.answer("ask", QUESTION, "--session", SESSION)
    (first, *_) = on_samples.answer("sessions", "often")["often"]
    assert f"1 次  {first['name']}\n" in on_samples("sessions", "often").out
    assert on_samples("sessions", "settings", "--remember", "off").out == "记住对话：关；统计常问什么：开。\n"
    assert on_samples.answer("sessions", "list") == {"sessions": []}
    assert "关闭" in on_samples("sessions", "list").err
