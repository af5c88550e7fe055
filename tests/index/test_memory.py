"""The question memory speaks for its own model only."""

from pathlib import Path

import numpy as np

from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.memory import QuestionMemory, memory_path, narrowed, widened


def test_a_known_matter_leads_to_its_clause(embedder: Embedder) -> None:
    memory = QuestionMemory(memory_path("insurance"), embedder.fingerprint)
    recalled = memory.recall(embedder.question("喝了两瓶啤酒开车撞树，赔不赔？"))
    assert recalled is not None
    near, far = embedder.passages(["酒后驾驶、醉酒驾驶", "合同争议的处理"])
    assert recalled.direction @ near > recalled.direction @ far
    assert np.isclose(np.linalg.norm(recalled.direction), 1.0, atol=1e-4)


def test_the_memory_of_another_model_stays_silent(embedder: Embedder, tmp_path: Path) -> None:
    question = embedder.question("退保")
    assert QuestionMemory(memory_path("insurance"), "another model").recall(question) is None
    assert QuestionMemory(tmp_path / "none.npz", embedder.fingerprint).recall(question) is None


def test_what_is_left_out_does_not_speak(embedder: Embedder) -> None:
    memory = QuestionMemory(memory_path("insurance"), embedder.fingerprint)
    question = embedder.question("喝了两瓶啤酒开车撞树，赔不赔？")
    whole, left = memory.recall(question), memory.recall(question, but_itself=True)
    assert whole is not None and left is not None
    assert left.nearest < whole.nearest


def test_vectors_as_bytes_keep_their_direction(embedder: Embedder) -> None:
    vectors = embedder.passages(["退保", "犹豫期内解除合同，退还全部保险费。"])
    assert np.allclose(np.sum(widened(*narrowed(vectors)) * vectors, axis=1), 1.0, atol=1e-3)


def test_where_no_file_can_be_written_the_memory_says_the_same(embedder: Embedder, monkeypatch) -> None:
    question = embedder.question("喝了两瓶啤酒开车撞树，赔不赔？")
    memory = QuestionMemory(memory_path("insurance"), embedder.fingerprint)
    expected = memory.recall(question)

    def refuse(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("insurance_desktop.index.memory.BytesAside.__init__", refuse)
    found = QuestionMemory(memory_path("insurance"), embedder.fingerprint).recall(question)
    assert expected is not None and found is not None
    assert np.array_equal(found.direction, expected.direction) and found.nearest == expected.nearest
