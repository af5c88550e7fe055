from pathlib import Path

import pytest
from command_line import CommandLine, OtherFaces


@pytest.fixture
def command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return CommandLine(capsys, OtherFaces(), tmp_path / "library.db")
