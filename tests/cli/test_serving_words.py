"""The words that start the server are read twice, by a quick reader and by the parser: they may not disagree."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insurance_desktop.cli.parser import read_arguments
from insurance_desktop.cli.serving import read_server_call
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.serving import WebOptions

WORDS = ["mcp", "--library", "--library=a.db", "a.db", "--json", "--toolset", "clauses", "--http-test", "8123"]
MORE = ["--http-test=8123", "--library=", "", "search", "-1", "--help", "--version", "--bogus", "--toolset=clauses"]


def served_by_the_parser(words):
    """What the parser makes of the words: library, toolsets, port; None where they are no call of the server."""
    try:
        call = read_arguments(words)
    except (UsageError, SystemExit):
        return None
    if call.run.__name__ != "mcp":
        return None
    return call.library or None, tuple(call.toolset or ()), call.http_test


@given(st.lists(st.sampled_from(WORDS + MORE), max_size=6))
def test_the_quick_reader_takes_nothing_that_the_parser_reads_otherwise(words):
    found = read_server_call(words)
    if found is not None:
        assert (found.library or None, found.options.toolsets, found.options.http_port) == served_by_the_parser(words)


@pytest.mark.parametrize(
    "words",
    [
        ["mcp"],
        ["--library", "a.db", "mcp"],
        ["mcp", "--library", "a.db"],
        ["mcp", "--library=a.db", "--json"],
        ["mcp", "--toolset", "clauses", "--library", "a.db"],
        ["mcp", "--http-test", "8123"],
    ],
    ids=" ".join,
)
def test_what_clients_write_is_read_quickly(words):
    found = read_server_call(words)
    assert found is not None
    assert (found.library, found.options.toolsets, found.options.http_port) == served_by_the_parser(words)


@pytest.mark.parametrize("words", [[], ["search", "mcp", "--bogus"], ["search", "mcp"], ["mcp", "-h"]], ids=" ".join)
def test_other_commands_keep_their_stdout(words):
    assert read_server_call(words) is None


def test_options_of_the_server_reach_it(command_line):
    command_line.on_library("mcp", "--toolset", "clauses")
    command_line.on_library("mcp", "--toolset=clauses", "--http-test=8123")
    assert [each.toolsets for each in command_line.others.asked_to_serve] == [("clauses",), ("clauses",)]
    assert [each.http_port for each in command_line.others.asked_to_serve] == [None, 8123]


def test_options_of_the_web_face_reach_it(command_line):
    command_line.on_library("serve")
    command_line.on_library(
        "serve", "--host", "::1", "--port", "8123", "--token-file", "token", "--beyond-this-machine"
    )
    assert command_line.others.asked_for_the_web == [
        WebOptions(),
        WebOptions(host="::1", port=8123, token_file=Path("token"), beyond_this_machine=True),
    ]
