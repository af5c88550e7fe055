"""`bench` hands its words to what measures, where that stands beside the package; else it says so in one sentence."""

import sys

import pytest

from development.bench import __main__ as bench
from insurance_desktop.packs.wording import say


@pytest.fixture
def handed(monkeypatch):
    """The words that reach what measures."""
    words = []
    monkeypatch.setattr(bench, "main", lambda argv: words.append(argv) or 3)
    return words


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--pages",), ["--pages"]),
        (("--pages", "a.pdf", "folder", "--sample", "0"), ["--pages", "a.pdf", "folder", "--sample", "0"]),
        (("--clauses", "500", "--json", "1000"), ["--clauses", "500", "1000", "--json"]),
        (("--mcp",), ["--mcp"]),
        ((), []),
    ],
)
def test_all_words_are_handed_on_and_the_exit_code_comes_back(command_line, handed, words, expected):
    assert command_line.on_library("bench", *words).code == 3
    assert handed == [expected]


def test_an_installed_program_says_where_it_is(command_line, monkeypatch):
    for name in [each for each in sys.modules if each.partition(".")[0] == "development"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "development", None)
    said = command_line("bench", "--pages")
    assert said.code == 2
    assert say("cli.bench_elsewhere") in said.err
    assert "Traceback" not in said.err


def test_words_that_nobody_knows_are_still_wrong_elsewhere(command_line):
    said = command_line("doctor", "--pages", "x", "--json")
    assert said.code == 2
    assert said.json["error"]["message"] == say(
        "cli.usage", reason=say("cli.usage_unknown", names="--pages x"), command="insurance-desktop"
    )
