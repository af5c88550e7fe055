"""What is worked out of shipped files is kept, checked by its hash, and never missed."""

import errno
import hashlib
from pathlib import Path

import pytest

from insurance_desktop import paths
from insurance_desktop.domain.errors import ModelError
from insurance_desktop.index import kept_files
from insurance_desktop.index.kept_files import FOLDER, kept_file

SOURCE = Path("fit.npz")
CONTENT = b"merged" * 100
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache" / FOLDER


def make() -> bytes:
    return CONTENT


def never() -> bytes:
    pytest.fail("it was made again")


def test_a_file_is_made_once(cache: Path) -> None:
    first = kept_file(SOURCE, ".onnx", SHA256, make)
    assert isinstance(first, Path) and first.read_bytes() == CONTENT
    assert kept_file(SOURCE, ".onnx", SHA256, never) == first


@pytest.mark.parametrize("damage", [b"", CONTENT[:-1], b"x" * len(CONTENT)])
def test_a_damaged_copy_is_made_anew(cache: Path, damage: bytes) -> None:
    copy = kept_file(SOURCE, ".onnx", SHA256, make)
    assert isinstance(copy, Path)
    copy.write_bytes(damage)
    assert kept_file(SOURCE, ".onnx", SHA256, make) == copy
    assert copy.read_bytes() == CONTENT


def test_copies_of_other_versions_go_and_other_files_stay(cache: Path) -> None:
    kept_file(SOURCE, ".onnx", SHA256, make)
    kept_file(Path("fit-of-another.npz"), ".onnx", SHA256, make)
    newer = hashlib.sha256(b"newer").hexdigest()
    kept_file(SOURCE, ".onnx", newer, lambda: b"newer")
    assert sorted(each.read_bytes() for each in cache.iterdir()) == sorted([CONTENT, b"newer"])


def test_where_there_can_be_no_folder_the_content_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(paths, "cache_folder", lambda: tmp_path / "file" / "cache")
    assert kept_file(SOURCE, ".onnx", SHA256, make) == CONTENT


def test_a_full_disk_leaves_nothing_half_written(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(kept_files.Path, "replace", full)
    assert kept_file(SOURCE, ".onnx", SHA256, make) == CONTENT
    assert not list(cache.iterdir())


def test_what_comes_out_wrong_is_said_and_not_kept(cache: Path) -> None:
    with pytest.raises(ModelError) as refusal:
        kept_file(SOURCE, ".onnx", SHA256, lambda: b"another")
    assert refusal.value.key == "index.model_unreadable"
    assert not cache.exists()
