"""What the reranker is given to read of a clause."""

import numpy as np
import pytest
from two_products import EMBEDDER, clause

from development.bare_library import BareDocument, add_verified
from insurance_desktop.services.search.passages import nearest_texts

PARTS = ("犹豫期内退还全部保险费。", "逾期未付保险费的，合同效力中止。", "年龄错误的，按实际年龄调整。")


@pytest.mark.requirement("C2")
def test_of_a_long_clause_the_window_nearest_to_the_question_is_read(empty) -> None:
    long = clause("2.1", "约定", "\n".join(part * 30 for part in PARTS))
    with empty.library.database.write() as connection:
        add_verified(connection, BareDocument("长约保险", (long,)), empty.library.pack, EMBEDDER)
    with empty.library.database.read() as connection:
        windows = connection.rows(
            "SELECT w.clause, w.text, v.embedding FROM windows AS w JOIN window_vectors_1 AS v ON v.window_id = w.id"
        )
        assert len(windows) > 2
        for row, text, vector in windows:
            assert nearest_texts(connection, 1, np.frombuffer(vector, np.float32), [row]) == {row: text}
