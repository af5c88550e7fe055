"""The question memory speaks for its own model only, and coded it says what the exact vectors would."""

from pathlib import Path

import numpy as np
import pytest

from development.fitting.memory import write_memory
from insurance_desktop import paths
from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.memory import Known, QuestionMemory, Recalled, known_clauses, memory_path

DRUNK = "喝了两瓶啤酒开车撞树，赔不赔？"


def shipped(embedder: Embedder) -> QuestionMemory:
    return QuestionMemory(memory_path("insurance"), embedder.fingerprint)


def test_a_known_matter_leads_to_its_clause(embedder: Embedder) -> None:
    recalled = shipped(embedder).recall(embedder.question(DRUNK))
    assert recalled is not None
    near, far = embedder.passages(["酒后驾驶、醉酒驾驶", "合同争议的处理"])
    assert recalled.direction @ near > recalled.direction @ far
    assert np.isclose(np.linalg.norm(recalled.direction), 1.0, atol=1e-4)


def test_the_memory_of_another_model_stays_silent(embedder: Embedder, tmp_path: Path) -> None:
    question = embedder.question("退保")
    assert QuestionMemory(memory_path("insurance"), "another model").recall(question) is None
    assert QuestionMemory(tmp_path / "none.npz", embedder.fingerprint).recall(question) is None
    assert known_clauses(memory_path("insurance"), "another model") is None


def test_what_is_left_out_does_not_speak(embedder: Embedder) -> None:
    memory = shipped(embedder)
    question = embedder.question(DRUNK)
    whole, left = memory.recall(question), memory.recall(question, but_itself=True)
    assert whole is not None and left is not None
    assert left.nearest < whole.nearest


def test_without_a_cache_the_memory_says_the_same(
    embedder: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = shipped(embedder).recall(embedder.question(DRUNK))
    (tmp_path / "file").touch()
    monkeypatch.setattr(paths, "cache_folder", lambda: tmp_path / "file" / "cache")
    found = shipped(embedder).recall(embedder.question(DRUNK))
    assert expected is not None and found is not None
    assert np.array_equal(found.direction, expected.direction) and found.nearest == expected.nearest


# a memory whose exact vectors are known

ASKED = [1 + target % 3 for target in range(300)]
DIMENSIONS = 512


@pytest.fixture(scope="module")
def vectors() -> np.ndarray:
    """Questions around their targets, spread as sentences are: the first axes say fifty times what the last do."""
    chance = np.random.default_rng(3)
    spread = np.exp(-np.linspace(0, 4, DIMENSIONS))
    targets = chance.standard_normal((len(ASKED), DIMENSIONS)) * spread
    questions = np.repeat(targets, ASKED, axis=0) + chance.standard_normal((sum(ASKED), DIMENSIONS)) * spread * 0.7
    whole = np.concatenate([questions, targets])
    return (whole / np.linalg.norm(whole, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="module")
def memory(vectors: np.ndarray, tmp_path_factory: pytest.TempPathFactory) -> QuestionMemory:
    path = tmp_path_factory.mktemp("memory") / "memory-made.npz"
    write_memory(path, vectors, ASKED, "mine")
    return QuestionMemory(path, "mine")


def asked_near(vectors: np.ndarray, place: int) -> np.ndarray:
    chance = np.random.default_rng(place)
    near = vectors[place] + 0.03 * chance.standard_normal(DIMENSIONS)
    return (near / np.linalg.norm(near)).astype(np.float32)


def exactly(vectors: np.ndarray, question: np.ndarray) -> Recalled:
    """What the 30 nearest say by the vectors as they were."""
    questions, targets = vectors[: sum(ASKED)], np.repeat(vectors[sum(ASKED) :], ASKED, axis=0)
    alike = questions @ question
    near = np.argsort(-alike)[:30]
    votes = np.exp((alike[near] - alike[near].max()) / 0.04)
    pulled = votes @ targets[near]
    return Recalled(pulled / np.linalg.norm(pulled), float(alike.max()))


@pytest.mark.parametrize("place", [0, 17, 250, 599])
def test_coded_neighbours_vote_as_the_exact_ones(memory: QuestionMemory, vectors: np.ndarray, place: int) -> None:
    question = asked_near(vectors, place)
    found, expected = memory.recall(question), exactly(vectors, question)
    assert found is not None
    assert found.direction @ expected.direction > 0.95
    assert found.nearest == pytest.approx(expected.nearest, abs=0.05)


def test_the_same_question_is_known_although_it_is_coded(memory: QuestionMemory, vectors: np.ndarray) -> None:
    for place in range(0, sum(ASKED), 50):
        left = memory.recall(vectors[place], but_itself=True)
        assert left is not None and left.nearest < 0.96


def test_a_question_of_the_library_votes_beside_the_known_ones(memory: QuestionMemory, vectors: np.ndarray) -> None:
    question = asked_near(vectors, 40)
    target = np.roll(vectors[-1], 1)
    found = memory.recall(question, Known(question[None, :], target[None, :]))
    assert found is not None
    assert found.nearest == pytest.approx(1.0, abs=1e-4)
    assert found.direction @ target > 0.9
