"""What a client is told to start of a built program stays true over an upgrade."""

import sys
from pathlib import Path

import pytest

from insurance_desktop.services.connecting.command import program_command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links in these places are Linux's")


@pytest.fixture
def built(tmp_path, monkeypatch):
    """The window of a built program runs; beside it lies the console's."""
    program = tmp_path / "versions" / "1.0" / "insurance-desktop"
    program.parent.mkdir(parents=True)
    program.touch()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program.with_name("insurance-desktop-window")))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / ".local" / "bin").mkdir(parents=True)
    return program


def test_the_name_that_leads_to_the_newest_version_is_told(built, tmp_path):
    name = tmp_path / ".local" / "bin" / "insurance-desktop"
    name.symlink_to(built)
    assert program_command() == (str(name),)


def test_a_name_that_leads_to_another_version_is_not(built, tmp_path):
    other = tmp_path / "other"
    other.touch()
    (tmp_path / ".local" / "bin" / "insurance-desktop").symlink_to(other)
    assert program_command() == (str(built),)


def test_without_a_name_the_programs_own_place_is_told(built):
    assert program_command() == (str(built),)
