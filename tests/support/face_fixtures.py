"""The command line on libraries of a test's own, for the tests of every face."""

import shutil
import tempfile
from pathlib import Path

import pytest
from command_line import CommandLine, OtherFaces
from prepared import prepare_library


@pytest.fixture
def user_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without any AI client; what the user of this machine has connected is nobody's business here."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name in ("APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def command_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, user_home: Path, monkeypatch: pytest.MonkeyPatch
) -> CommandLine:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # where the demo makes its library
    return CommandLine(capsys, OtherFaces(), tmp_path / "library.db")


@pytest.fixture(scope="session")
def prepared_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped samples, converted by the real workers; the two clauses are approved, the rate table is not."""
    return prepare_library(tmp_path_factory.mktemp("prepared") / "library.db")


@pytest.fixture
def sample_library(prepared_library: Path, tmp_path: Path) -> Path:
    """A copy of the prepared library for one test."""
    return Path(shutil.copy(prepared_library, tmp_path / "library.db"))


@pytest.fixture
def on_samples(command_line: CommandLine, sample_library: Path) -> CommandLine:
    """The command line on that copy."""
    assert command_line.library == sample_library
    return command_line
