"""What is written into sqlite-vec's chunks at once is what it would have stored itself."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from insurance_desktop.domain.indexed import IndexSpace, TokenColumns
from insurance_desktop.store.clauses import index_spaces, search_index, window_vectors
from insurance_desktop.store.database import Connection
from insurance_desktop.store.opening import open_database

PACKS = ("insurance", "other")
SPACE = 1


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    database = open_database(tmp_path / "library.db")
    with database.write() as connection:
        make_spaces(connection)
        yield connection
    database.close()


def make_spaces(connection: Connection, dimensions: int = 512) -> None:
    for pack in PACKS:
        index_spaces.put_space(
            connection, IndexSpace(pack, "model", dimensions, "settings"), "2026-11-21T00:00:00+00:00"
        )


def vectors(count: int, seed: int) -> list[bytes]:
    found = np.random.default_rng(seed).standard_normal((count, 512)).astype(np.float32)
    return [each.tobytes() for each in found / np.linalg.norm(found, axis=1, keepdims=True)]


def nearest(connection: Connection, vector: bytes, document: int, space: int = SPACE) -> tuple[int, float] | None:
    """The window that sqlite-vec itself finds nearest in a document, and how far it is."""
    found: tuple[int, float] | None = connection.row(
        f"SELECT window_id, distance FROM window_vectors_{space} WHERE embedding MATCH ? AND k = 1 AND document_id = ?",
        (vector, document),
    )
    return found


def holds(connection: Connection, document: int, first: int, stored: Sequence[bytes]) -> bool:
    """Whether sqlite-vec finds each of these windows, in this document alone, and gives back its vector."""
    for number, vector in enumerate(stored, start=first):
        found = nearest(connection, vector, document)
        if found is None or found[0] != number or found[1] > 1e-5:
            return False
        if connection.value("SELECT embedding FROM window_vectors_1 WHERE window_id = ?", (number,)) != vector:
            return False
    return True


@pytest.mark.requirement("FR-011")
def test_documents_lie_over_several_chunks_as_if_written_row_by_row(connection: Connection) -> None:
    first, stored = 1, {}
    for document, size in enumerate((3, 700, 900, 1500, 1), start=1):
        stored[document] = (first, vectors(size, document))
        window_vectors.add(connection, SPACE, [document] * size, *stored[document])
        first += size
    assert connection.value("SELECT count(*) FROM window_vectors_1") == first - 1
    for document, (start, every) in stored.items():
        places = range(0, len(every), max(len(every) // 8, 1))
        assert all(holds(connection, document, start + place, [every[place]]) for place in places)
    assert nearest(connection, stored[2][1][0], 2, space=SPACE + 1) is None
    chunks = [np.frombuffer(chunk.ids, dtype=np.int64) for chunk in window_vectors.chunks(connection, SPACE)]
    assert sorted(int(each) for ids in chunks for each in ids if each) == list(range(1, first))


@pytest.mark.requirement("FR-011")
def test_a_reader_is_given_every_vector_as_it_was_stored(tmp_path: Path) -> None:
    stored = vectors(2600, 5)
    writer = open_database(tmp_path / "library.db")
    with writer.write() as connection:
        make_spaces(connection)
        window_vectors.add(connection, SPACE, [1] * 2600, 1, stored)
        connection.run("DELETE FROM window_vectors_1 WHERE window_id = 1500")
    writer.close()
    reader = open_database(tmp_path / "library.db", read_only=True)
    found: dict[int, bytes] = {}
    with reader.read() as connection:
        for chunk in window_vectors.chunks(connection, SPACE):
            ids = np.frombuffer(chunk.ids, dtype=np.int64)
            counted = np.unpackbits(np.frombuffer(chunk.counted, dtype=np.uint8), bitorder="little")
            rows = np.frombuffer(chunk.vectors, dtype=np.float32).reshape(-1, 512)
            found |= {int(each): rows[place].tobytes() for place, each in enumerate(ids) if counted[place]}
    reader.close()
    assert found == {number: vector for number, vector in enumerate(stored, start=1) if number != 1500}


@pytest.mark.requirement("FR-011")
def test_vectors_of_several_documents_come_at_once_and_each_keeps_its_own(connection: Connection) -> None:
    every = vectors(1300, 1)
    owners = [1] * 500 + [2] * 600 + [3] * 200
    window_vectors.add(connection, SPACE, owners, 1, every)
    for document, start, stop in ((1, 0, 500), (2, 500, 1100), (3, 1100, 1300)):
        places = range(start, stop, 97)
        assert all(holds(connection, document, place + 1, [every[place]]) for place in places)


def test_what_was_deleted_leaves_room_and_nothing_of_its_own(connection: Connection) -> None:
    old, newer = vectors(40, 1), vectors(60, 2)
    window_vectors.add(connection, SPACE, [1] * 40, 1, old)
    connection.run("DELETE FROM window_vectors_1 WHERE window_id BETWEEN 5 AND 30")
    window_vectors.add(connection, SPACE, [2] * 60, 41, newer)
    assert connection.value("SELECT count(*) FROM window_vectors_1") == 14 + 60
    assert holds(connection, 1, 1, old[:4]) and holds(connection, 1, 31, old[30:]) and holds(connection, 2, 41, newer)
    connection.run("DELETE FROM window_vectors_1 WHERE document_id = 2")
    assert nearest(connection, newer[0], 2) is None and holds(connection, 1, 31, old[30:])


def test_chunks_of_another_form_are_left_to_sqlite_vec(connection: Connection) -> None:
    connection.run("CREATE TABLE window_vectors_1_something_new (id INTEGER PRIMARY KEY)")
    stored = vectors(20, 1)
    window_vectors.add(connection, SPACE, [1] * 20, 1, stored)
    assert holds(connection, 1, 1, stored)


@pytest.mark.parametrize("dimensions", [512, 384])
def test_a_space_holds_vectors_as_long_as_its_own_model_makes_them(tmp_path: Path, dimensions: int) -> None:
    stored = [np.full(dimensions, sign / np.sqrt(dimensions), dtype=np.float32).tobytes() for sign in (1, -1)] * 10
    database = open_database(tmp_path / "library.db")
    with database.write() as connection:
        make_spaces(connection, dimensions)
        assert index_spaces.dimensions_of(connection, SPACE) == dimensions
        window_vectors.add(connection, SPACE, [1] * len(stored), 1, stored)
        assert dict(window_vectors.of_windows(connection, SPACE, range(1, 21))) == dict(enumerate(stored, start=1))
    database.close()


def test_a_model_of_another_length_makes_room_for_its_vectors(connection: Connection) -> None:
    window_vectors.add(connection, SPACE, [1] * 20, 1, vectors(20, 1))
    index_spaces.put_space(connection, IndexSpace("insurance", "model", 384, "settings"), "2026-11-22T00:00:00+00:00")
    assert connection.value("SELECT count(*) FROM window_vectors_1") == 0
    assert index_spaces.dimensions_of(connection, SPACE) == 384
    shorter = np.full(384, 1 / np.sqrt(384), dtype=np.float32).tobytes()
    window_vectors.add(connection, SPACE, [1], 1, [shorter])
    assert index_spaces.dimensions_of(connection, SPACE + 1) == 512


def test_words_of_a_language_with_endings_are_found_by_their_stem(connection: Connection) -> None:
    for stems, asked in ((False, 0), (True, 1)):
        space = IndexSpace("insurance", "model", 512, "settings", stems)
        index_spaces.put_space(connection, space, "2026-11-22T00:00:00+00:00")
        stored = index_spaces.space_of(connection, "insurance")
        assert stored is not None and stored.space == space
        search_index.insert_words(connection, SPACE, [(1, TokenColumns("", "ventilating fans", "", ""))])
        assert search_index.frequency(connection, SPACE, '{words} : ("ventilation")') == asked
