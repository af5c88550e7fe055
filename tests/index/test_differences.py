"""A network that ships as a difference comes back as it was recorded, on every way that a machine may offer."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from development.fitting.packing import write_difference
from insurance_desktop import paths
from insurance_desktop.domain.errors import ModelError
from insurance_desktop.index.differences import (
    HALVES,
    SIGNED,
    UNSIGNED,
    Difference,
    Place,
    merged_file,
    network_file,
    read_difference,
)
from insurance_desktop.index.embedding import Embedder, shipped_embedder
from insurance_desktop.index.kept_files import FOLDER

MODELS = paths.resource_root() / "models"
SHIPPED = [MODELS / "bge-small-zh-clause.npz", MODELS / "reranker-insurance.npz"]
BASE = np.array([[0.5, -0.25], [1.0, 0.125]], dtype=np.float16)


def difference(place: Place, steps: list[int], rest: bytes) -> Difference:
    given = np.frombuffer(rest, dtype=np.uint8)
    return Difference("base.onnx", "", given, (place,), (np.array(steps, dtype=np.int8),))


def test_halves_move_by_steps_and_all_else_is_as_it_was_told() -> None:
    made = difference(Place(3, 2, 2, 2, HALVES, 3, 0, 0), [0, 1, -2, 0], b"headtail")
    whole = made.merged(np.frombuffer(b"???" + BASE.tobytes() + b"?", dtype=np.uint8)).tobytes()
    assert whole[:2] == b"he" and whole[10:] == b"adtail"
    assert np.frombuffer(whole[2:10], dtype=np.float16).tolist() == [0.5, -0.125, 0.75, 0.125]


def test_signed_bytes_have_a_scale_for_each_column() -> None:
    scales = np.array([0.25, 0.125], dtype=np.float32).tobytes()
    made = difference(Place(0, 8, 2, 2, SIGNED, 0, 0, 0), [0, 0, 1, -1], scales + b".")
    whole = made.merged(BASE.reshape(-1).view(np.uint8))
    assert whole[8:12].view(np.int8).tolist() == [2, -2, 5, 0]


def test_unsigned_bytes_share_a_scale_and_end_where_a_byte_ends() -> None:
    scale = np.array([0.005], dtype=np.float32).tobytes()
    made = difference(Place(0, 0, 2, 2, UNSIGNED, 0, 4, 128), [0, 0, -5, 1], scale)
    assert made.merged(BASE.reshape(-1).view(np.uint8))[:4].tolist() == [228, 78, 250, 154]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_difference_makes_the_recorded_network(path: Path) -> None:
    assert hashlib.sha256(merged_file(path)).hexdigest() == read_difference(path).sha256


def test_a_file_that_is_no_difference_is_opened_as_it_is(tmp_path: Path) -> None:
    assert network_file(tmp_path / "whole.onnx") == tmp_path / "whole.onnx"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A difference with a base of its own beside it, never merged before."""
    monkeypatch.setattr(paths, "cache_folder", lambda: tmp_path / "cache")
    (tmp_path / "base.onnx").write_bytes(BASE.tobytes())
    made = difference(Place(0, 0, 2, 2, HALVES, 3, 0, 0), [1, 0, 0, 1], b"rest")
    merged = made.merged(BASE.reshape(-1).view(np.uint8)).tobytes()
    recorded = Difference(made.base, hashlib.sha256(merged).hexdigest(), made.rest, made.places, made.steps)
    write_difference(recorded, tmp_path / "fit.npz")
    return tmp_path / "fit.npz"


def test_what_is_written_is_read_again(installed: Path) -> None:
    found = network_file(installed)
    assert isinstance(found, Path)
    assert hashlib.sha256(found.read_bytes()).hexdigest() == read_difference(installed).sha256


def test_without_its_base_a_difference_says_which_file_is_missing(installed: Path) -> None:
    (installed.parent / "base.onnx").unlink()
    with pytest.raises(ModelError) as refusal:
        merged_file(installed)
    assert refusal.value.key == "index.model_missing"
    assert refusal.value.values["path"] == str(installed.parent / "base.onnx")


@pytest.mark.parametrize("damage", [lambda base: base[:-2], lambda base: b"\1" + base[1:]], ids=["short", "wrong"])
def test_another_base_is_told_from_the_right_one(installed: Path, damage) -> None:
    base = installed.parent / "base.onnx"
    base.write_bytes(damage(base.read_bytes()))
    with pytest.raises(ModelError) as refusal:
        network_file(installed)
    assert refusal.value.key == "index.model_unreadable"


@pytest.mark.parametrize("content", [b"", b"no archive at all"])
def test_a_damaged_difference_is_said_in_words(installed: Path, content: bytes) -> None:
    installed.write_bytes(content)
    with pytest.raises(ModelError) as refusal:
        network_file(installed)
    assert refusal.value.key == "index.model_unreadable"


def test_steps_that_do_not_unpack_are_said_in_words(installed: Path) -> None:
    with np.load(installed) as file:
        told = dict(file)
    told["steps0"] = np.frombuffer(zlib.compress(b"\1" * 64)[:-6], dtype=np.uint8)
    np.savez(installed, **told)
    with pytest.raises(ModelError) as refusal:
        network_file(installed)
    assert refusal.value.key == "index.model_unreadable"


# what the program does with the shipped one

ASK = """
import json, sys
from insurance_desktop.index.embedding import shipped_embedder
json.dump(shipped_embedder().question("退保能拿回多少钱？").tolist(), sys.stdout)
"""


def asking(cache: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "XDG_CACHE_HOME": str(cache)}
    return subprocess.Popen([sys.executable, "-c", ASK], env=environment, stdout=subprocess.PIPE, text=True)


def test_two_processes_may_make_the_network_at_once(embedder: Embedder, tmp_path: Path) -> None:
    expected = embedder.question("退保能拿回多少钱？").tolist()
    both = [asking(tmp_path), asking(tmp_path)]
    assert [json.loads(each.communicate()[0]) for each in both] == [expected, expected]
    (folder,) = tmp_path.rglob(FOLDER)
    assert [each.suffix for each in folder.iterdir()] == [".onnx"]


@pytest.mark.usefixtures("networks_of_its_own")
def test_without_a_cache_the_vectors_are_the_same(
    embedder: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(paths, "cache_folder", lambda: tmp_path / "file" / "cache")
    question = "退保能拿回多少钱？"
    assert np.array_equal(shipped_embedder().question(question), embedder.question(question))


@pytest.mark.usefixtures("networks_of_its_own")
def test_a_damaged_network_in_the_cache_is_made_anew(
    embedder: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "cache_folder", lambda: tmp_path)
    question = "退保能拿回多少钱？"
    shipped_embedder().load()
    (copy,) = (tmp_path / FOLDER).iterdir()
    content = copy.read_bytes()
    middle = len(content) // 2
    copy.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    assert np.array_equal(shipped_embedder().question(question), embedder.question(question))
    assert copy.read_bytes() == content


def test_the_fingerprint_tells_fits_apart_without_merging_them(tmp_path: Path) -> None:
    for name in ("embedding.toml", "tokenizer.json"):
        shutil.copy(MODELS / name, tmp_path)
    (tmp_path / "fit.npz").write_bytes(b"one")
    one = Embedder(tmp_path / "fit.npz", tmp_path / "tokenizer.json").fingerprint
    (tmp_path / "fit.npz").write_bytes(b"two")
    assert Embedder(tmp_path / "fit.npz", tmp_path / "tokenizer.json").fingerprint != one
