"""The passages that the second stage reads: of each clause the window that lies nearest to the question."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter

import numpy as np

from insurance_desktop.index.embedding import Embedder, Vectors
from insurance_desktop.index.questions import Question
from insurance_desktop.index.ranking import Matrix, Read
from insurance_desktop.index.reranker import Reranker
from insurance_desktop.store.clauses import window_vectors
from insurance_desktop.store.database import Connection


def reading_with(
    connection: Connection, space_id: int, reranker: Reranker | None, embedder: Embedder, question: Question
) -> Read | None:
    """What the ranking asks for logits; None without a reranker."""
    if reranker is None:
        return None
    model = reranker

    def read(clauses: Sequence[int]) -> Matrix:
        passages = nearest_texts(connection, space_id, embedder.question(embedder.fitting(question.text)), clauses)
        return model.logits(question.text, [passages[clause] for clause in clauses])

    return read


def nearest_texts(
    connection: Connection, space_id: int, question: Vectors, clauses: Sequence[int]
) -> Mapping[int, str]:
    """Of each clause the text of the window whose vector lies nearest to the question's."""
    windows = {
        clause: [(window, text) for _, window, text in rows]
        for clause, rows in groupby(window_vectors.texts_of_clauses(connection, clauses), key=itemgetter(0))
    }
    asked = [window for each in windows.values() if len(each) > 1 for window, _ in each]
    cosines = {
        window: float(np.frombuffer(vector, dtype=np.float32) @ question)
        for window, vector in window_vectors.of_windows(connection, space_id, asked)
    }
    return {clause: max(each, key=lambda window: cosines.get(window[0], 0.0))[1] for clause, each in windows.items()}
