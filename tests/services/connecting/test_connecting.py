"""Clients' files on a home folder of the test's own: connected, undone, refused, and never more touched than said."""

import json
import stat
import sys
from pathlib import Path, PureWindowsPath

import pytest

from insurance_desktop import paths
from insurance_desktop.cli.arguments import COMMANDS
from insurance_desktop.domain.answers import Check
from insurance_desktop.domain.errors import NotFound, SourceError, UsageError, WorkbenchError
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.answers.tools import TOOLSETS, WITH_FACTS, tools_of
from insurance_desktop.services.connecting.checking import check_clients
from insurance_desktop.services.connecting.clients import CLIENT_NAMES, CLIENTS, Surroundings, client_named, described
from insurance_desktop.services.connecting.command import server_command
from insurance_desktop.services.connecting.planning import carry_out, plan_connection, plan_undo, state_of
from insurance_desktop.services.connecting.trial import try_command

CURSOR = client_named("cursor")
VSCODE = client_named("vscode")
NAME = "insurance-clauses"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "state_folder", lambda: tmp_path / "state")
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def surroundings(home):
    return Surroundings("linux", {}, home)


@pytest.fixture
def library(tmp_path):
    return tmp_path / "库 1.db"


@pytest.fixture
def file(home):
    """Cursor's file, of an installed Cursor."""
    (home / ".cursor").mkdir()
    return home / ".cursor" / "mcp.json"


OTHERS = '{\n  // mine\n  "mcpServers": {\n    "other": { "command": "x" }, // theirs\n  },\n  "theme": "dark"\n}\n'


# where the files are


@pytest.mark.parametrize(
    ("client", "system", "environment", "file"),
    [
        ("claude-desktop", "darwin", {}, "/h/Library/Application Support/Claude/claude_desktop_config.json"),
        ("claude-desktop", "linux", {}, "/h/.config/Claude/claude_desktop_config.json"),
        ("claude-desktop", "linux", {"XDG_CONFIG_HOME": "/c"}, "/c/Claude/claude_desktop_config.json"),
        ("claude-desktop", "win32", {"APPDATA": "D:\\R"}, "D:\\R\\Claude\\claude_desktop_config.json"),
        ("claude-desktop", "win32", {}, "C:\\h\\AppData\\Roaming\\Claude\\claude_desktop_config.json"),
        ("claude-code", "darwin", {}, "/h/.claude.json"),
        ("claude-code", "win32", {}, "C:\\h\\.claude.json"),
        ("claude-code", "linux", {"CLAUDE_CONFIG_DIR": "/c"}, "/c/.claude.json"),
        ("cursor", "darwin", {}, "/h/.cursor/mcp.json"),
        ("cursor", "win32", {}, "C:\\h\\.cursor\\mcp.json"),
        ("vscode", "darwin", {}, "/h/Library/Application Support/Code/User/mcp.json"),
        ("vscode", "linux", {}, "/h/.config/Code/User/mcp.json"),
        ("vscode", "win32", {"APPDATA": "D:\\R"}, "D:\\R\\Code\\User\\mcp.json"),
    ],
)
def test_a_clients_usual_file_is_known_on_every_system(client, system, environment, file):
    where = described(system, environment, "C:\\h" if system == "win32" else "/h")
    assert str(client_named(client).places(where)[-1].file) == file


def test_the_windows_package_of_claude_desktop_has_a_file_of_its_own_that_comes_first():
    where = described("win32", {"LOCALAPPDATA": "C:\\h\\AppData\\Local"}, "C:\\h")
    package = client_named("claude-desktop").places(where)[0]
    folder = PureWindowsPath("C:\\h\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc")
    assert package.sign == folder
    assert package.file == folder / "LocalCache" / "Roaming" / "Claude" / "claude_desktop_config.json"


def test_where_the_package_is_installed_its_file_is_written_though_an_old_one_lies_elsewhere(home, library):
    where = Surroundings("win32", {}, home)
    old = home / "AppData" / "Roaming" / "Claude" / "claude_desktop_config.json"
    old.parent.mkdir(parents=True)
    old.write_text("{}")
    client = client_named("claude-desktop")
    assert plan_connection(client, library, where).path == old
    package = home / "AppData" / "Local" / "Packages" / "Claude_pzs8sxrjxfjjc"
    package.mkdir(parents=True)
    plan = plan_connection(client, library, where)
    carry_out(plan)
    assert plan.path.is_relative_to(package)
    assert NAME in json.loads(plan.path.read_text(encoding="utf-8"))["mcpServers"]
    assert old.read_text() == "{}"


def test_the_command_line_names_the_clients_that_there_are():
    (connect,) = [each for each in COMMANDS if each.name == "connect"]
    assert tuple(connect.arguments[0].settings["choices"]) == CLIENT_NAMES


# connecting


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_client_gets_an_absolute_command_under_an_ascii_name(client, surroundings, library):
    plan = plan_connection(client, library, surroundings)
    (container,) = json.loads(plan.after)
    ((name, entry),) = json.loads(plan.after)[container].items()
    assert container == ("servers" if client is VSCODE else "mcpServers")
    assert name.isascii()
    assert Path(entry["command"]).is_absolute()
    assert entry["args"][-3:] == ["mcp", "--library", str(library)]
    assert "env" not in entry
    assert plan.before is None and not plan.is_installed


def test_connecting_adds_one_entry_and_keeps_the_old_file_beside(file, surroundings, library):
    file.write_text(OTHERS, encoding="utf-8")
    plan = plan_connection(CURSOR, library, surroundings)
    assert file.read_text(encoding="utf-8") == OTHERS
    added = [line for line in plan.difference.splitlines()[2:] if line.startswith(("+", "-"))]
    assert all(line.startswith("+") for line in added)
    backup = carry_out(plan)
    assert backup.read_text(encoding="utf-8") == OTHERS
    after = file.read_text(encoding="utf-8")
    assert [line for line in OTHERS.splitlines() if line not in after.splitlines()] == []
    assert state_of(CURSOR, library, surroundings).is_ours
    assert sorted(each.name for each in file.parent.iterdir()) == [file.name, backup.name]


def test_connecting_again_changes_nothing_and_keeps_no_second_copy(file, surroundings, library):
    file.write_text(OTHERS, encoding="utf-8")
    carry_out(plan_connection(CURSOR, library, surroundings))
    again = plan_connection(CURSOR, library, surroundings)
    assert not again.changes
    assert again.difference == ""
    assert carry_out(again) is None
    carry_out(plan_undo(CURSOR, surroundings))
    assert file.read_text(encoding="utf-8") == OTHERS


def test_a_client_that_is_not_there_is_not_written_to(home, surroundings, library):
    with pytest.raises(NotFound):
        carry_out(plan_connection(CURSOR, library, surroundings))
    assert list(home.iterdir()) == []


def test_a_file_that_changes_between_plan_and_writing_is_left_alone(file, surroundings, library):
    file.write_text(OTHERS, encoding="utf-8")
    plan = plan_connection(CURSOR, library, surroundings)
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(SourceError):
        carry_out(plan)
    assert file.read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{\n  "mcpServers": {\n    "a": 1\n    "b": 2\n  }\n}', "第 4 行"),
        (b'{"a": 1}\n\xff\xfe', "第 2 行"),
        (b'{"mcpServers": []}', "第 1 行第 16 列"),
        (b"[1]", "对象"),
    ],
)
def test_a_broken_file_is_refused_with_its_line_and_left_as_it_is(file, surroundings, library, content, said):
    file.write_bytes(content)
    with pytest.raises(SourceError) as fault:
        plan_connection(CURSOR, library, surroundings)
    assert said in sentence(fault.value).message
    assert file.read_bytes() == content


def test_remarks_are_a_fault_where_the_client_does_not_read_them(home, surroundings, library):
    (home / ".claude.json").write_text("{\n  // no\n}", encoding="utf-8")
    with pytest.raises(SourceError) as fault:
        plan_connection(client_named("claude-code"), library, surroundings)
    assert "第 2 行" in sentence(fault.value).message


@pytest.mark.skipif(sys.platform == "win32", reason="rights and links as POSIX has them")
def test_the_files_rights_stay_and_a_link_stays_a_link(file, home, surroundings, library):
    real = home / "dotfiles.json"
    real.write_text(OTHERS, encoding="utf-8")
    real.chmod(0o640)
    file.symlink_to(real)
    carry_out(plan_connection(CURSOR, library, surroundings))
    assert file.is_symlink()
    assert NAME in real.read_text(encoding="utf-8")
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_what_cannot_be_undone_later_is_not_done(file, surroundings, library, tmp_path):
    file.write_text(OTHERS, encoding="utf-8")
    (tmp_path / "state").write_text("a file where the receipts' folder should be", encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        carry_out(plan_connection(CURSOR, library, surroundings))
    assert "原文件没有改动" in str(sentence(caught.value))
    assert file.read_text(encoding="utf-8") == OTHERS


def test_a_receipt_is_whole_under_its_name_and_nothing_lies_beside_it(file, surroundings, library, tmp_path):
    carry_out(plan_connection(CURSOR, library, surroundings))
    carry_out(plan_connection(CURSOR, tmp_path / "another.db", surroundings))
    (receipt,) = (tmp_path / "state" / "connections").iterdir()
    assert json.loads(receipt.read_text(encoding="utf-8"))["file"] == str(file)


# undoing


def test_undoing_brings_the_old_bytes_back(file, surroundings, library):
    file.write_bytes(OTHERS.encode())
    carry_out(plan_connection(CURSOR, library, surroundings))
    carry_out(plan_undo(CURSOR, surroundings))
    assert file.read_bytes() == OTHERS.encode()


def test_undoing_takes_a_file_away_that_connecting_made(file, surroundings, library):
    carry_out(plan_connection(CURSOR, library, surroundings))
    carry_out(plan_undo(CURSOR, surroundings))
    assert not file.exists()


def test_undoing_keeps_what_others_have_written_since(file, surroundings, library):
    file.write_text('{"theme": "dark"}', encoding="utf-8")
    carry_out(plan_connection(CURSOR, library, surroundings))
    since = file.read_text(encoding="utf-8").replace('"dark"', '"light", "new": [1]')
    file.write_text(since, encoding="utf-8")
    carry_out(plan_undo(CURSOR, surroundings))
    assert json.loads(file.read_text(encoding="utf-8")) == {"theme": "light", "new": [1]}


def test_undoing_a_file_that_connecting_made_and_others_use_since_keeps_it(file, surroundings, library):
    carry_out(plan_connection(CURSOR, library, surroundings))
    content = json.loads(file.read_text(encoding="utf-8"))
    content["mcpServers"]["other"] = {"command": "x"}
    file.write_text(json.dumps(content), encoding="utf-8")
    carry_out(plan_undo(CURSOR, surroundings))
    assert json.loads(file.read_text(encoding="utf-8")) == {"mcpServers": {"other": {"command": "x"}}}


def test_undoing_brings_back_an_entry_that_stood_under_our_name(file, surroundings, library):
    file.write_text(json.dumps({"mcpServers": {NAME: {"command": "by hand"}}}), encoding="utf-8")
    carry_out(plan_connection(CURSOR, library, surroundings))
    content = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**content, "new": 1}), encoding="utf-8")
    carry_out(plan_undo(CURSOR, surroundings))
    assert json.loads(file.read_text(encoding="utf-8")) == {"mcpServers": {NAME: {"command": "by hand"}}, "new": 1}


def test_an_entry_that_somebody_changed_since_is_not_undone(file, surroundings, library):
    carry_out(plan_connection(CURSOR, library, surroundings))
    file.write_text(file.read_text(encoding="utf-8").replace("stdio", "http"), encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(SourceError):
        plan_undo(CURSOR, surroundings)
    assert file.read_bytes() == before


def test_undoing_goes_back_to_before_the_first_of_several_connections(file, surroundings, library, tmp_path):
    file.write_text(OTHERS, encoding="utf-8")
    carry_out(plan_connection(CURSOR, library, surroundings))
    carry_out(plan_connection(CURSOR, tmp_path / "another.db", surroundings))
    carry_out(plan_undo(CURSOR, surroundings))
    assert file.read_text(encoding="utf-8") == OTHERS


def test_there_is_nothing_to_undo_where_nothing_is_connected(file, surroundings):
    with pytest.raises(NotFound):
        plan_undo(CURSOR, surroundings)


# what doctor says


def works(command):
    return (Check("mcp_handshake", True, "good"),)


def fails(command):
    return (Check("mcp_handshake", False, "it does not start"),)


def client_checks(library, surroundings, trial=works):
    return {each.name: each for each in check_clients(library, surroundings, trial) if each.name.startswith("client")}


def test_clients_that_are_absent_or_not_connected_are_no_fault(file, surroundings, library):
    checks = client_checks(library, surroundings)
    assert set(checks) == {f"client {name}" for name in CLIENT_NAMES}
    assert all(each.ok for each in checks.values())
    assert "connect cursor" in checks["client cursor"].hint
    assert "没有安装" in checks["client vscode"].detail


def test_a_connected_client_is_tried_with_the_command_of_its_file(file, surroundings, library):
    carry_out(plan_connection(CURSOR, library, surroundings))
    tried = []
    client_checks(library, surroundings, lambda command: tried.append(command) or works(command))
    assert tried == [server_command(library)]
    file.write_text(json.dumps({"mcpServers": {NAME: {"command": "/gone", "args": ["mcp"]}}}), encoding="utf-8")
    checks = client_checks(library, surroundings, lambda each: works(each) if each[0] != "/gone" else fails(each))
    assert not checks["client cursor"].ok
    assert "it does not start" in checks["client cursor"].detail
    assert "connect cursor" in checks["client cursor"].hint


def test_a_client_of_one_pack_of_this_library_is_connected_and_tried_so(file, surroundings, library):
    carry_out(plan_connection(CURSOR, library, surroundings, "insurance"))
    assert state_of(CURSOR, library, surroundings).is_ours
    tried = []
    client_checks(library, surroundings, lambda command: tried.append(command) or works(command))
    assert tried == [server_command(library), server_command(library, "insurance")]


def test_a_client_is_given_the_toolsets_that_were_chosen(file, surroundings, library):
    carry_out(plan_connection(CURSOR, library, surroundings, toolsets=WITH_FACTS))
    found = state_of(CURSOR, library, surroundings)
    assert found.is_ours
    assert found.toolsets == WITH_FACTS
    assert {tool.name for tool in tools_of(found.toolsets)} > {"filter_products", "verify_quote", "get_clause"}


@pytest.mark.parametrize(("toolsets", "said"), [(("nonsense",), "nonsense"), (TOOLSETS, "12")])
def test_toolsets_that_no_server_would_offer_are_not_written(file, surroundings, library, toolsets, said):
    with pytest.raises(UsageError) as refused:
        plan_connection(CURSOR, library, surroundings, toolsets=toolsets)
    assert said in sentence(refused.value).message
    assert not file.exists()


def test_a_client_with_a_broken_file_is_a_fault_with_its_line(file, surroundings, library):
    file.write_text("{\n\n,}", encoding="utf-8")
    check = client_checks(library, surroundings)["client cursor"]
    assert not check.ok
    assert "第 3 行" in check.detail


def test_a_client_of_another_library_is_said(file, surroundings, library, tmp_path):
    carry_out(plan_connection(CURSOR, tmp_path / "another.db", surroundings))
    assert "another.db" in client_checks(library, surroundings)["client cursor"].detail


# trying a command

ANSWERING = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        result = {"tools": [] if "none" in sys.argv else [{"name": "a"}]} if asked["method"] == "tools/list" else {}
        answer = {"error": {"code": -1, "message": "no"}} if "refuse" in sys.argv else {"result": result}
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **answer}) + "\\n"); sys.stdout.flush()
"""


def tried(*words, patience=60.0):
    return try_command((sys.executable, "-c", *words), patience=patience)


def test_a_command_that_answers_is_good_in_both_eras():
    checks = tried(ANSWERING)
    assert [each.name for each in checks] == ["mcp_handshake", "mcp_envelope"]
    assert all(each.ok for each in checks), checks
    assert all("1 个工具" in each.detail for each in checks)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((ANSWERING, "none"), "没有列出任何工具"),
        ((ANSWERING, "refuse"), "拒绝"),
        (("print('welcome', flush=True); import sys; sys.stdin.read()",), "welcome"),
        (("import sys; sys.exit('no library here')",), "no library here"),
        (("import os; os.close(1); import sys; sys.stdin.read()",), "关闭了输出"),
    ],
)
def test_a_command_that_does_not_serve_is_a_fault_in_words(words, said):
    for check in tried(*words):
        assert not check.ok
        assert said in check.detail
        assert check.hint


def test_a_command_that_says_nothing_is_not_waited_for_longer_than_the_patience():
    assert all("没有回答" in each.detail for each in tried("import sys; sys.stdin.read()", patience=0.01))


def test_a_command_that_is_not_there_is_a_fault_in_words(tmp_path):
    assert all("启动不了" in each.detail for each in try_command((str(tmp_path / "gone"),)))


def test_the_error_of_every_refusal_says_what_to_do():
    faults: list[WorkbenchError] = [
        NotFound("connecting.not_installed", client="x", path="y"),
        SourceError("connecting.broken", path="x", line=1, column=1, reason="y"),
        SourceError("connecting.changed_by_others", client="x", path="y", name="z"),
    ]
    assert all(sentence(each).hint for each in faults)
