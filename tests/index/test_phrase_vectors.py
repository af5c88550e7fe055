"""Vectors of short texts: embedded once for all processes, and the same as if each had embedded them itself."""

import errno
from pathlib import Path

import pytest
from stand_ins import CharacterEmbedder

from insurance_desktop.index import phrase_vectors
from insurance_desktop.index.phrase_vectors import FOLDER, PhraseVectors

TEXTS = ["drink and drive", "no valid licence", "war"]


class Counting(CharacterEmbedder):
    """Tells which texts went through the model."""

    def __init__(self, fingerprint: str = "characters") -> None:
        self.fingerprint = fingerprint
        self.embedded: list[str] = []

    def passages(self, texts):
        self.embedded += texts
        return super().passages(texts)


def asked(cache: Path, texts: list[str] = TEXTS, fingerprint: str = "characters") -> list[str]:
    """What a new process embeds when it is asked for these texts; the vectors must be those of the model."""
    embedder = Counting(fingerprint)
    found = PhraseVectors(embedder, cache).of(texts)
    assert found.tobytes() == CharacterEmbedder().passages(texts).tobytes()
    return embedder.embedded


def kept(cache: Path) -> Path:
    (file,) = (cache / FOLDER).iterdir()
    return file


def test_the_next_process_embeds_only_what_is_new(tmp_path: Path) -> None:
    assert asked(tmp_path, TEXTS[:2]) == TEXTS[:2]
    assert asked(tmp_path) == TEXTS[2:]
    assert asked(tmp_path) == []


def test_a_process_embeds_a_text_once(tmp_path: Path) -> None:
    embedder = Counting()
    vectors = PhraseVectors(embedder)
    assert vectors.of([TEXTS[0], TEXTS[0]]).tobytes() == vectors.of([TEXTS[0]] * 2).tobytes()
    assert embedder.embedded == TEXTS[:1]


def test_what_two_processes_add_stays(tmp_path: Path) -> None:
    first, second = PhraseVectors(Counting(), tmp_path), PhraseVectors(Counting(), tmp_path)
    for vectors, text in ((first, TEXTS[0]), (second, TEXTS[1]), (first, TEXTS[2])):
        vectors.of([text])
    assert TEXTS[2] not in asked(tmp_path)


@pytest.mark.parametrize("place", [60, -1], ids=["text or vector", "check"])
def test_a_damaged_vector_is_made_again(tmp_path: Path, place: int) -> None:
    asked(tmp_path, TEXTS[:1])
    content = bytearray(kept(tmp_path).read_bytes())
    content[place] ^= 1
    kept(tmp_path).write_bytes(content)
    assert asked(tmp_path, TEXTS[:1]) == TEXTS[:1]
    assert asked(tmp_path, TEXTS[:1]) == []


@pytest.mark.parametrize("damaged", [b"", b"something else", None], ids=["empty", "foreign", "cut"])
def test_a_file_that_is_none_is_made_anew(tmp_path: Path, damaged: bytes | None) -> None:
    asked(tmp_path)
    kept(tmp_path).write_bytes(kept(tmp_path).read_bytes()[:-5] if damaged is None else damaged)
    assert TEXTS[2] in asked(tmp_path)
    assert asked(tmp_path) == []


def test_vectors_of_another_model_are_not_taken(tmp_path: Path) -> None:
    asked(tmp_path)
    assert asked(tmp_path, fingerprint="other characters") == TEXTS


def test_a_full_collection_starts_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_vectors, "MOST_PHRASES", 2)
    asked(tmp_path, TEXTS[:2])
    assert asked(tmp_path, TEXTS[1:]) == TEXTS[1:]
    assert asked(tmp_path, TEXTS[1:]) == []


def test_where_nothing_can_be_written_nothing_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    assert asked(tmp_path / "file") == TEXTS

    def full(self: Path, target: Path) -> Path:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(phrase_vectors.Path, "replace", full)
    assert asked(tmp_path / "cache") == TEXTS
    assert not list((tmp_path / "cache" / FOLDER).iterdir())
