"""The tests' English pack beside the shipped one: a library of two packs, for the tests of every face."""

import shutil
import sys
from pathlib import Path

import pytest

from insurance_desktop import paths

PACKS = Path(__file__).resolve().parents[1] / "packs"


@pytest.fixture
def packs(tmp_path, monkeypatch):
    """The folder of the tests' pack, with numbers to rank by: the shipped ones, but sure of every answer."""
    folder = tmp_path / "packs"
    shutil.copytree(PACKS / "english", folder / "english")
    shutil.copy(PACKS / "packs.toml", folder)
    shipped = (paths.resource_root() / "models" / "ranking-insurance.toml").read_text(encoding="utf-8")
    start, _, rest = shipped.partition("[reranked")[0].partition("[answer_bias]")
    sure = "".join(f"{mode} = 20.0\n" for mode in ("hybrid", "keyword", "vector"))
    (folder / "english" / "models").mkdir()
    (folder / "english" / "models" / "ranking-english.toml").write_text(
        f"{start}[answer_bias]\n{sure}\n[{rest.partition('[')[2]}", encoding="utf-8"
    )
    monkeypatch.setenv("INSURANCE_DESKTOP_PACKS", str(folder))
    return folder


@pytest.fixture
def agreement(packs, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(PACKS / "english"))
    path = tmp_path / "agreement.pdf"
    path.write_bytes(__import__("agreement").agreement())
    sys.modules.pop("agreement")
    return path


@pytest.fixture
def both(on_samples, agreement):
    """A command line on the samples' library, with the agreement imported and approved; and the agreement's id."""
    (line,) = on_samples.answer("import", agreement, "--pack", "english", "--product", "Cordless Drill")["documents"]
    assert line["action"] == "imported" and line["conversion_status"] == "CONVERTED", line
    document_id = line["document_id"]
    approval = on_samples.answer(
        "review", "approve", document_id, "--reviewer", "Ann", "--accept-findings", "--reason", "read"
    )
    assert approval["review_status"] == "VERIFIED"
    return on_samples, document_id
