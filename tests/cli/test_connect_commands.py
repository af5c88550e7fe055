"""`connect` and what `doctor` says of it, on a home folder of the test's own, with the real server on trial."""

import json

import pytest


@pytest.fixture
def cursor_file(user_home):
    (user_home / ".cursor").mkdir()
    return user_home / ".cursor" / "mcp.json"


def test_a_dry_run_prints_the_whole_file_though_the_client_is_not_there(command_line, user_home):
    said = command_line.on_library("connect", "vscode", "--dry-run")
    assert said.code == 0
    (entry,) = json.loads(said.out)["servers"].values()
    assert entry["args"][-3:] == ["mcp", "--library", str(command_line.library)]
    assert "没有找到这个客户端" in said.err
    assert list(user_home.iterdir()) == []


def test_a_client_may_be_connected_to_one_pack(command_line, user_home, packs):
    said = command_line.on_library("connect", "vscode", "--dry-run", "--pack", "english")
    (entry,) = json.loads(said.out)["servers"].values()
    assert entry["args"][-4:] == ["--library", str(command_line.library), "--pack", "english"]
    error = command_line.answer("connect", "vscode", "--dry-run", "--pack", "recipes", code=2)["error"]
    assert "insurance, maritime, fund_exam, english" in error["message"]


def test_a_dry_run_of_an_undo_writes_nothing_either(command_line, cursor_file):
    cursor_file.write_text('{"mcpServers": {"insurance-clauses": {}}, "a": 1}', encoding="utf-8")
    before = cursor_file.read_bytes()
    said = command_line.answer("connect", "cursor", "--undo", "--dry-run")
    assert json.loads(said["content"]) == {"mcpServers": {}, "a": 1}
    assert said["changed"]
    assert cursor_file.read_bytes() == before


def test_connect_writes_tries_the_command_and_undo_takes_it_out(command_line, cursor_file):
    cursor_file.write_text('{"a": 1}', encoding="utf-8")
    said = command_line.answer("connect", "cursor")
    assert [each["ok"] for each in said["checks"]] == [True, True], said
    assert said["path"] == str(cursor_file)
    assert json.loads(cursor_file.read_text(encoding="utf-8"))["a"] == 1
    shown = command_line.on_library("connect", "cursor").out
    assert shown.count("✔") == 2
    assert command_line.answer("connect", "cursor", "--undo")["changed"]
    assert cursor_file.read_text(encoding="utf-8") == '{"a": 1}'


def test_a_broken_file_is_one_sentence_with_its_line(command_line, cursor_file):
    cursor_file.write_text('{\n  "a": 1\n  "b": 2\n}', encoding="utf-8")
    error = command_line.answer("connect", "cursor", code=1)["error"]
    assert "第 3 行" in error["message"]
    assert error["hint"]


def test_a_client_that_is_not_installed_is_said(command_line, user_home):
    error = command_line.answer("connect", "claude-desktop", code=1)["error"]
    assert error["code"] == "not_found"
    assert "--dry-run" in error["hint"]


def test_doctor_tries_the_server_in_both_eras_and_names_each_client(command_line, cursor_file):
    cursor_file.write_text("{broken", encoding="utf-8")
    checks = {each["name"]: each for each in command_line.answer("doctor", code=1)["checks"]}
    assert checks["mcp_handshake"]["ok"] and checks["mcp_envelope"]["ok"]
    assert not checks["client cursor"]["ok"]
    assert "第 1 行" in checks["client cursor"]["detail"]
    assert checks["client vscode"]["ok"]
