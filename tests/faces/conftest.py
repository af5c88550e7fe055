import shutil
import tempfile
from pathlib import Path

import pytest
from command_line import CommandLine, OtherFaces

from insurance_desktop import paths
from insurance_desktop.services import reviewing
from insurance_desktop.services.ingesting import import_paths
from insurance_desktop.services.library import open_library


@pytest.fixture
def command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # where the demo makes its library
    return CommandLine(capsys, OtherFaces(), tmp_path / "library.db")


@pytest.fixture(scope="session")
def prepared_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped samples, converted by the real workers; the two clauses are approved, the rate table is not."""
    path = tmp_path_factory.mktemp("prepared") / "library.db"
    samples = paths.resource_root() / "samples"
    with open_library(path) as library:
        files = import_paths(library, [samples], manifest=samples / "manifest.csv")
        for file in files:
            if file.document and file.document.document_type == "产品条款":
                reviewing.approve(
                    library, file.document.document_id, reviewer="甲", accept_findings_reason="样例，已对照原页"
                )
    return path


@pytest.fixture
def sample_library(prepared_library: Path, tmp_path: Path) -> Path:
    """A copy of the prepared library for one test."""
    return Path(shutil.copy(prepared_library, tmp_path / "library.db"))


@pytest.fixture
def on_samples(command_line: CommandLine, sample_library: Path) -> CommandLine:
    """The command line on that copy."""
    assert command_line.library == sample_library
    return command_line
