"""Which program an AI client is told to start on Windows: the one with streams, wherever the installer laid it."""

import sys

import pytest

from insurance_desktop.services.connecting import command


@pytest.fixture
def on_windows(monkeypatch, tmp_path):
    """A folder as the installer lays it, with the Python that runs."""
    python = tmp_path / "C" / "程序" / "python"
    python.mkdir(parents=True)

    def running(name):
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setattr(sys, "executable", str(python / name))
        monkeypatch.setattr(command, "_finds_this_package", lambda _interpreter: True)
        return python

    return running


@pytest.mark.parametrize("name", ["python.exe", "pythonw.exe"])
def test_the_console_program_above_python_is_named(on_windows, name):
    program = on_windows(name).with_name("insurance-desktop.exe")
    program.touch()
    assert command.program_command() == (str(program),)


def test_one_beside_python_comes_first(on_windows):
    """As pip lays it into an environment."""
    beside = on_windows("python.exe") / "insurance-desktop.exe"
    beside.touch()
    beside.parent.with_name("insurance-desktop.exe").touch()
    assert command.program_command() == (str(beside),)


def test_without_one_it_is_the_python_with_streams(on_windows):
    python = on_windows("pythonw.exe")
    assert command.program_command() == (str(python / "python.exe"), "-P", "-m", "insurance_desktop")


def test_the_server_s_command_names_the_library_as_a_whole(on_windows, tmp_path):
    program = on_windows("python.exe").with_name("insurance-desktop.exe")
    program.touch()
    library = tmp_path / "资料 库.db"
    assert command.server_command(library) == (str(program), "mcp", "--library", str(library))
