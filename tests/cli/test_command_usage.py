"""Wrong usage, failures and streams: what a script and a person can rely on whatever goes wrong."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import environment, run_process

from insurance_desktop import __version__
from insurance_desktop.domain.errors import LibraryBusy

WRONG_USAGE = [
    ["no-such-command"],
    ["search"],
    ["search", "犹豫期", "--top-k", "many"],
    ["search", "犹豫期", "--mode", "magic"],
    ["search", "犹豫期", "--compny", "x"],
    ["crawl", "discover"],
    ["review"],
    ["review", "reject", "1", "--reviewer", "某人"],
    ["review", "approve", "1", "--reviewer", "某人", "--accept-findings"],
    ["surrender", "K1", "--operation", "refund"],
    ["documents", "--status", "LOST"],
]


@pytest.mark.parametrize("words", WRONG_USAGE, ids=" ".join)
def test_wrong_usage_exits_2_with_one_sentence_on_stderr(command_line, words):
    said = command_line(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("失败：")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("words", WRONG_USAGE, ids=" ".join)
def test_wrong_usage_with_json_is_one_json_document(command_line, words):
    said = command_line(*words, "--json")
    assert said.code == 2
    assert set(said.json["error"]) == {"code", "message", "hint"}
    assert said.json["error"]["code"] == "usage"
    assert said.err == ""


def test_a_wrong_command_is_answered_without_the_programs_description(command_line):
    said = command_line("frobnicate")
    assert "没有命令 frobnicate" in said.err
    assert "search" in said.err
    assert "保险条款工作台" not in said.err
    assert said.err.rstrip().endswith("用 insurance-desktop --help 查看用法。")


def test_a_slip_in_a_command_is_answered_with_the_nearest_one(command_line):
    said = command_line("serch", "犹豫期").err
    assert "没有命令 serch，最像的是 search。" in said
    assert "demo" not in said
    assert "最像的是 approve" in command_line("review", "aprove", "1").err


def test_a_wrong_choice_is_told_in_plain_words(command_line):
    said = command_line("documents", "--status", "VERIFYED").err
    assert "最像的是 VERIFIED，可用的是 PENDING、VERIFIED" in said
    assert "<" not in said and "'" not in said


def test_a_wrong_choice_names_the_right_ones(command_line):
    assert "hybrid" in command_line("search", "x", "--mode", "magic").err


@pytest.mark.parametrize("words", [["--version"], ["search", "--version"], ["--version", "review"]], ids=" ".join)
def test_version_answers_before_and_after_a_command(command_line, words):
    assert command_line(*words).out == f"{__version__}\n"
    assert command_line(*words, "--json").json == {"version": __version__}


def test_global_options_stand_before_or_after_the_command(command_line, tmp_path):
    before = command_line("--library", tmp_path / "a.db", "mcp")
    after = command_line("mcp", "--library", tmp_path / "b.db")
    assert (before.code, after.code) == (0, 0)
    assert command_line.others.opened == [("server", tmp_path / "a.db"), ("server", tmp_path / "b.db")]


def test_the_environment_names_the_library_where_the_command_line_does_not(command_line, tmp_path, monkeypatch):
    monkeypatch.setenv("INSURANCE_DESKTOP_LIBRARY", str(tmp_path / "named.db"))
    command_line("mcp")
    assert command_line.others.opened == [("server", tmp_path / "named.db")]


def test_no_command_opens_the_window(command_line, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert command_line.on_library().code == 0
    assert command_line.others.opened == [("window", command_line.library)]


def test_the_window_is_opened_to_read_and_no_command_is(command_line):
    assert command_line.on_library("--read-only").code == 0
    assert command_line.others.opened == [("window to read", command_line.library)]
    assert command_line("--read-only", "documents", "--json").json["error"]["code"] == "usage"


def test_no_command_without_a_display_is_an_answer_instead_of_a_dead_process(tmp_path):
    said = run_process("--library", tmp_path / "library.db", QT_QPA_PLATFORM="")
    assert said.code in (1, 2)
    assert said.err.startswith("失败：")
    assert said.err.count("\n") == 1


def test_no_command_with_json_is_wrong_usage(command_line):
    assert command_line("--json").json["error"]["code"] == "usage"


def test_an_expected_failure_exits_1_in_the_words_of_its_error(command_line, monkeypatch):
    def busy(library, options):
        raise LibraryBusy("store.no_library", path="/a/library.db")

    monkeypatch.setattr(command_line.others, "_server", busy)
    said = command_line.answer("mcp", code=1)
    assert said["error"]["code"] == "library_busy"
    assert "/a/library.db" in said["error"]["message"]


def test_an_unexpected_failure_leaves_its_traceback_in_the_log_and_no_other_place(command_line, monkeypatch):
    monkeypatch.setattr(command_line.others, "_server", lambda library, options: 1 / 0)
    said = command_line.on_library("mcp")
    assert said.code == 1
    assert "Traceback" not in said.err
    log = Path(os.environ["XDG_STATE_HOME"]) / "insurance_desktop" / "errors.log"
    assert str(log) in said.err
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")


def test_an_unexpected_failure_is_said_even_where_the_log_cannot_be_written(command_line, monkeypatch, tmp_path):
    monkeypatch.setattr(command_line.others, "_server", lambda library, options: 1 / 0)
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    said = command_line("mcp", "--json")
    assert said.json["error"]["code"] == "unexpected"


def test_ctrl_c_ends_in_one_sentence(command_line, monkeypatch):
    def interrupted(library, options):
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line.others, "_server", interrupted)
    said = command_line.on_library("mcp")
    assert said.code == 1
    assert "已停止" in said.err


def test_the_first_ctrl_c_asks_the_work_to_stop_and_the_second_stops_it():
    from insurance_desktop.cli.console import stoppable

    with stoppable() as asked:
        assert not asked()
        signal.raise_signal(signal.SIGINT)
        assert asked()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_help_is_chinese_on_a_console_of_another_encoding():
    said = run_process("review", "--help", PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0")
    assert said.code == 0
    assert "核验" in said.out


def test_a_reader_that_leaves_early_meets_silence():
    writer = subprocess.Popen(
        [sys.executable, "-m", "insurance_desktop", "--version"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    writer.stdout.close()
    assert writer.stderr.read() == b""
    assert writer.wait(timeout=60) == 1


def test_a_process_without_streams_does_not_crash(monkeypatch):
    from insurance_desktop.__main__ import main

    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["--version"]) == 0
