"""Shipped files of arrays: what was written comes back, and what was damaged is said in words."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from development.fitting.array_files import write_arrays
from insurance_desktop.domain.errors import ModelError
from insurance_desktop.index.array_files import opened_arrays
from insurance_desktop.index.exclusion_grounds import load_grounds
from insurance_desktop.index.memory import known_clauses

NOISE = np.random.default_rng(1).integers(0, 256, 4000).astype(np.uint8)
LIKE = np.arange(40_000) % 7


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_arrays(tmp_path / "made.npz", {"noise": NOISE, "like": LIKE, "name": np.array("mine")})
    return tmp_path / "made.npz"


def test_what_was_written_is_read_and_takes_no_more_than_it_must(file: Path) -> None:
    with opened_arrays(file) as arrays:
        assert np.array_equal(arrays["noise"], NOISE) and np.array_equal(arrays["like"], LIKE)
        assert str(arrays["name"]) == "mine"
    assert file.stat().st_size < len(NOISE) + LIKE.nbytes / 100


def test_the_same_arrays_make_the_same_file(file: Path, tmp_path: Path) -> None:
    write_arrays(tmp_path / "again.npz", {"noise": NOISE, "like": LIKE, "name": np.array("mine")})
    assert (tmp_path / "again.npz").read_bytes() == file.read_bytes()


def a_byte_in_the_middle_changed(content: bytes) -> bytes:
    middle = content.index(b"like.npy") + 200
    return content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :]


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-100],
        lambda content: b"PK no archive",
        a_byte_in_the_middle_changed,
    ],
    ids=["empty", "cut", "another", "changed"],
)
def test_a_damaged_file_is_said_in_words(file: Path, damage: Callable[[bytes], bytes]) -> None:
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(ModelError) as refusal, opened_arrays(file) as arrays:
        _ = arrays["like"]
    assert refusal.value.key == "index.model_unreadable"
    assert refusal.value.values["path"] == str(file)


@pytest.mark.parametrize("read", [known_clauses, load_grounds], ids=["memory", "grounds"])
def test_memory_and_grounds_of_another_making_are_said_in_words(read: Callable[..., object], file: Path) -> None:
    with pytest.raises(ModelError) as refusal:
        read(file, "mine")
    assert refusal.value.key == "index.model_unreadable"
