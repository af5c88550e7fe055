"""A folder of damaged files is converted as an import does, and each is told of with what it took."""

import json
import shutil
import sys

import pytest

from development.checking.hostile_files import main, wordless
from insurance_desktop import paths
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.states import ConversionStatus


@pytest.fixture
def folder(tmp_path):
    kept = tmp_path / "files"
    kept.mkdir()
    shutil.copy(paths.resource_root() / "samples" / "clause-1.pdf", kept / "sound.pdf")
    (kept / "broken.pdf").write_bytes(b"%PDF-1.7\n%broken")
    return kept


def test_every_file_has_its_line_with_what_its_slowest_page_and_its_worker_took(folder, tmp_path, capsys):
    log = tmp_path / "seen.jsonl"
    assert main([str(folder), "--log", str(log), "--workers", "1"]) == 0
    broken, sound = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    assert (broken["file"], broken["state"], broken["wordless"]) == ("broken.pdf", "FAILED", [])
    assert (sound["file"], sound["pages"]) == ("sound.pdf", 7)
    taken = sound["taken"]
    assert 1 <= taken["page"] <= 7 and 0 < taken["page_cpu"] <= taken["cpu"]
    if sys.platform == "linux":
        assert 20 < taken["peak"] < 1000
    assert "2 files, 7 pages" in capsys.readouterr().out


def test_a_run_goes_on_where_it_was_stopped(folder, tmp_path, capsys):
    log = tmp_path / "seen.jsonl"
    for sample in ("1", "2"):
        main([str(folder), "--log", str(log), "--workers", "1", "--sample", sample])
    assert len(log.read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.parametrize(
    ("reason", "is_told"),
    [
        ("转换超过 180 秒仍未结束，已中止。", True),
        ("这一页读不出来，多半是文件已损坏（IndexError: page 1 not in document）", True),
        ("IndexError: page 1 not in document", False),
        ("", False),
    ],
)
def test_a_reason_without_a_sentence_is_found(reason, is_told):
    assert bool(wordless(Conversion("sha", 0, ConversionStatus.FAILED, reason))) is not is_told
