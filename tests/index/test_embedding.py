"""The embedding model through our own port: the fitted one, and the one that was published."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from insurance_desktop import paths
from insurance_desktop.domain.errors import ModelError
from insurance_desktop.index.embedding import Embedder, shipped_embedder

REFERENCE = json.loads((paths.model_folder() / "reference_vectors.json").read_text(encoding="utf-8"))


@pytest.mark.requirement("FR-011", "C1")
@pytest.mark.parametrize("reference", REFERENCE, ids=lambda each: each["text"][:8])
def test_the_port_gives_the_vectors_of_the_network(embedder: Embedder, reference: dict[str, object]) -> None:
    vector = embedder.passages([str(reference["text"])])[0]
    assert np.allclose(vector[:8], reference["first8"], atol=2e-3)


def test_vectors_have_unit_length_whatever_the_batch(embedder: Embedder) -> None:
    texts = ["退保", "犹豫期" * 40, "保险期间为一年。", "等待期"] * 4
    vectors = embedder.passages(texts)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-4)
    assert np.allclose(vectors[2], embedder.passages([texts[2]])[0], atol=2e-3)


@pytest.mark.requirement("C1")
def test_the_instruction_stands_before_questions_only(embedder: Embedder) -> None:
    text = "这个保险保多久？"
    said = embedder.settings.instruction + text
    assert np.allclose(embedder.question(text), embedder.passages([said])[0], atol=1e-4)
    assert not np.allclose(embedder.question(text), embedder.passages([text])[0], atol=1e-2)


@pytest.mark.requirement("C2")
def test_a_text_that_is_too_long_is_an_error_and_never_cut(embedder: Embedder) -> None:
    with pytest.raises(ModelError) as refusal:
        embedder.passages(["保险" * 400])
    assert refusal.value.key == "index.text_too_long"
    assert embedder.count_tokens(embedder.settings.instruction + embedder.fitting("保险" * 400)) <= 512


@pytest.mark.requirement("FR-009", "C2")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "保险期间为一年。犹豫期15日，免赔额10,000元（3.2.1）",
        " 第\t二\n\u3000行 　",
        "ＡＢＣ１２３＋￥～，：“引号”——……·①Ⅳ㎡↑≥〇二一年々〒",
        "iPhone13 e-mail@x.com $5^2 <b>",
        "é à İ ﬁ 한국어 かな 😀",
        "[SEP]文[MASK]本[UNK]",
        "y" * 150 + "中",
    ],
)
def test_tokens_end_where_the_tokenizer_ends_them(embedder: Embedder, text: str) -> None:
    from tokenizers import Tokenizer

    encoding = Tokenizer.from_file(str(embedder.tokenizer_path)).encode(text, add_special_tokens=False)
    assert embedder.token_ends(text) == [end for _, end in encoding.offsets]
    assert embedder.count_tokens(text) == len(encoding.ids) + 2


def test_a_missing_model_is_said_in_words(tmp_path: Path) -> None:
    for name in ("embedding.toml", "tokenizer.json"):
        (tmp_path / name).write_bytes((paths.model_folder() / name).read_bytes())
    missing = Embedder(tmp_path / "none.onnx", tmp_path / "tokenizer.json")
    with pytest.raises(ModelError) as refusal:
        missing.passages(["退保"])
    assert refusal.value.key == "index.model_missing"


def test_a_damaged_model_is_said_in_words(tmp_path: Path) -> None:
    for name in ("embedding.toml", "tokenizer.json"):
        (tmp_path / name).write_bytes((paths.model_folder() / name).read_bytes())
    (tmp_path / "broken.onnx").write_bytes(b"not a model")
    with pytest.raises(ModelError) as refusal:
        Embedder(tmp_path / "broken.onnx", tmp_path / "tokenizer.json").passages(["退保"])
    assert refusal.value.key == "index.model_unreadable"


def test_nothing_is_loaded_before_the_first_text() -> None:
    code = (
        "import sys; from insurance_desktop.index.embedding import shipped_embedder as s; s();"
        "sys.exit(any(name in sys.modules for name in ('onnxruntime', 'tokenizers')))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


def test_the_fingerprint_follows_the_bytes(tmp_path: Path) -> None:
    for name in ("embedding.toml", "tokenizer.json"):
        (tmp_path / name).write_bytes((paths.model_folder() / name).read_bytes())
    (tmp_path / "model.onnx").write_bytes(b"one")
    one = Embedder(tmp_path / "model.onnx", tmp_path / "tokenizer.json").fingerprint
    (tmp_path / "model.onnx").write_bytes(b"two")
    assert Embedder(tmp_path / "model.onnx", tmp_path / "tokenizer.json").fingerprint != one
    assert shipped_embedder().fingerprint == shipped_embedder().fingerprint


def test_the_network_that_a_fit_is_told_from_is_the_published_one(embedder: Embedder) -> None:
    folder = paths.model_folder() / "published"
    published = Embedder(next(folder.glob("*.onnx")), embedder.tokenizer_path)
    assert published.settings.name == "bge-small-zh-v1.5" != embedder.settings.name
    known = json.loads((folder / "reference_vectors.json").read_text(encoding="utf-8"))[0]
    vector = published.passages([known["text"]])[0]
    assert np.allclose(vector[:8], known["first8"], atol=2e-3)
    assert not np.allclose(vector, embedder.passages([known["text"]])[0], atol=2e-2)
