"""The models of packs: listed, installed by their hash, and done without."""

import hashlib

import pytest

from insurance_desktop import paths
from insurance_desktop.index import embedding
from insurance_desktop.packs.loader import load_pack

MODEL = b"a network"


@pytest.fixture
def english(packs, tmp_path, monkeypatch):
    """The tests' pack in English, whose model is these bytes and is not installed."""
    told = (packs / "english" / "pack.toml").read_text(encoding="utf-8")
    (packs / "english" / "pack.toml").write_text(f'language = "en"\n{told}', encoding="utf-8")
    models = tmp_path / "shipped"
    for each in ("embedding.toml", "reference_vectors.json", "tokenizer.json"):
        content = (paths.model_folder("en") / each).read_bytes()
        (models / "en").mkdir(parents=True, exist_ok=True)
        (models / "en" / each).write_bytes(content)
    settings = models / "en" / "embedding.toml"
    known = embedding.shipped_settings("en").sha256
    text = settings.read_text(encoding="utf-8").replace(known, hashlib.sha256(MODEL).hexdigest())
    settings.write_text(text, encoding="utf-8")
    shipped = paths.model_folder
    monkeypatch.setattr(paths, "model_folder", lambda language="": models / "en" if language else shipped())
    monkeypatch.setattr(paths, "installed_models", (tmp_path / "installed").joinpath)
    load_pack.cache_clear()
    yield tmp_path / "installed" / "en"
    load_pack.cache_clear()


def states(command_line):
    return {each["pack"]: each["state"] for each in command_line.answer("packs", "list")["packs"]}


def test_a_model_is_installed_by_its_hash_alone(command_line, english, tmp_path):
    assert states(command_line) == {
        "insurance": "shipped",
        "english": "missing",
        "maritime": "missing",
        "fund_exam": "shipped",
    }
    file = tmp_path / "downloaded.bin"
    file.write_bytes(MODEL)
    installed = command_line.answer("packs", "install", file)
    assert set(installed["packs"]) == {"english", "maritime"}
    (placed,) = english.iterdir()
    assert placed.read_bytes() == MODEL and installed["path"] == str(placed)
    assert states(command_line)["english"] == "installed"
    placed.write_bytes(MODEL + b"!")
    assert states(command_line)["english"] == "damaged"


@pytest.mark.parametrize("content", [MODEL + b"!", None])
def test_another_file_is_refused_with_what_would_be_taken(command_line, english, tmp_path, content):
    file = tmp_path / "other.onnx"
    if content is not None:
        file.write_bytes(content)
    error = command_line.answer("packs", "install", file, code=2)["error"]
    assert str(file) in error["message"] and error["hint"]
    assert not english.exists()


def test_without_its_model_a_pack_is_searched_by_words_and_says_so(english, both):
    command_line, document_id = both
    question = ("search", "which deposits has the Hirer paid?", "--pack", "english")
    for mode in ("hybrid", "vector"):
        answer = command_line.answer(*question, "--mode", mode)
        assert answer["results"][0]["source_reference"]["document_id"] == document_id
        assert answer["results"][0]["section_id"] == "1.2"
        assert "bge-small-en-v1.5" in answer["message"]
    asked = command_line.answer("ask", "which deposits has the Hirer paid?", "--pack", "english")
    assert "50 pounds" in asked["answer_text"] and "bge-small-en-v1.5" in asked["message"]
    assert "bge-small-en" not in (command_line.answer("search", "退保", "--pack", "insurance")["message"] or "")


def test_what_was_indexed_without_the_model_is_indexed_anew_with_it(english, both):
    command_line, _ = both
    assert command_line.answer("index", "--pack", "english")["removed"] == 0
    english.mkdir(parents=True)
    (english / embedding.shipped_settings("en").model).write_bytes(MODEL)
    assert command_line.answer("search", "deposit", "--pack", "english")["status"] == "index_stale"


def test_a_model_that_is_optional_is_noted_and_is_no_fault(english, both):
    command_line, _ = both
    checks = {each["name"]: each for each in command_line.on_library("doctor", "--json").json["checks"]}
    assert checks["model"]["ok"] and checks["model en"]["ok"]
    assert embedding.shipped_settings("en").sha256 in checks["model en"]["hint"]
    assert "packs install" in checks["model en"]["hint"]
    english.mkdir(parents=True)
    (english / embedding.shipped_settings("en").model).write_bytes(MODEL)
    checks = {each["name"]: each for each in command_line.answer("doctor", code=1)["checks"]}
    assert not checks["model en"]["ok"], "one that is there and cannot be read is a fault"
