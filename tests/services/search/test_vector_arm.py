"""The vector arm follows the file: whoever writes it, with and without a cache, read-only too."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from two_products import EMBEDDER, documents

from development.bare_library import add_verified
from insurance_desktop.index import matrix as matrix_module
from insurance_desktop.services.library.library import Library, open_library, open_reader
from insurance_desktop.services.search import vector_arm as nearest_module
from insurance_desktop.services.search.vector_arm import NearestWindows
from insurance_desktop.store.clauses import index_spaces, search_index
from insurance_desktop.store.clauses.search_index import IndexScope

LIMIT = 5


def asked(library, windows, text, scope=None, limit=LIMIT):
    """What the arm says, and what a scan of the whole file by sqlite-vec says."""
    with library.database.read() as connection:
        space = index_spaces.space_of(connection, library.pack.name)
        every = tuple(row[0] for row in connection.rows("SELECT id FROM documents WHERE review_status = 'VERIFIED'"))
        scope = scope or IndexScope(every, whole_space=True)
        vector = EMBEDDER.question(text)
        first, found = (windows.nearest(connection, space.space_id, vector, scope, limit=limit) for _ in range(2))
        assert first == [(clause, pytest.approx(cosine, abs=1e-5)) for clause, cosine in found]
        scan = search_index.nearest_clauses(connection, space.space_id, vector.tobytes(), scope, limit=limit)
    return found, scan


def agree(library, windows, text="免赔额是多少", scope=None):
    found, scan = asked(library, windows, text, scope)
    assert [clause for clause, _ in found] == [clause for clause, _ in scan]
    assert [cosine for _, cosine in found] == pytest.approx([cosine for _, cosine in scan], abs=1e-5)
    return found


@pytest.fixture
def large(monkeypatch):
    """What few rows are is put so low that the test's own are many."""
    monkeypatch.setattr(matrix_module, "DIRECT", 4)
    monkeypatch.setattr(nearest_module, "DIRECT", 1)


@pytest.fixture
def library(tmp_path):
    with open_library(tmp_path / "library.db") as library:
        add(library, 0)
        yield library


def add(library: Library, number: int) -> int:
    with library.database.write() as connection:
        return add_verified(connection, documents()[number], library.pack, EMBEDDER)


def test_the_first_question_does_not_wait_for_what_the_second_makes(library, tmp_path, large):
    folder = tmp_path / "cache"
    windows = NearestWindows(library.path, folder)
    with library.database.read() as connection:
        space = index_spaces.space_of(connection, library.pack.name).space_id
        scope = IndexScope((1,), whole_space=True)
        ask = partial(windows.nearest, connection, space, EMBEDDER.question("免赔额是多少"), scope, limit=LIMIT)
        assert ask() and not folder.exists()
        assert ask() and [each.suffix for each in folder.iterdir()] == [".vectors"]


def test_who_asks_while_the_matrix_is_made_is_answered_meanwhile(library, tmp_path, large, monkeypatch):
    windows = NearestWindows(library.path, tmp_path / "cache")
    made, meanwhile = NearestWindows._made, []

    def ask():
        with library.database.read() as connection:
            space = index_spaces.space_of(connection, library.pack.name).space_id
            vector = EMBEDDER.question("免赔额是多少")
            return windows.nearest(connection, space, vector, IndexScope((1,), whole_space=True), limit=LIMIT)

    def make_while_another_asks(*given):
        with ThreadPoolExecutor(1) as another:
            meanwhile.append(another.submit(ask).result(timeout=60))
        return made(*given)

    monkeypatch.setattr(NearestWindows, "_made", make_while_another_asks)
    first, second = ask(), ask()
    assert [[clause for clause, _ in each] for each in (first, *meanwhile)] == [[clause for clause, _ in second]] * 2


@pytest.mark.requirement("FR-011")
@pytest.mark.parametrize("cached", [False, True])
def test_the_arm_is_exact_and_sees_a_change_of_another_process_at_once(library, tmp_path, large, cached):
    folder = tmp_path / "cache" if cached else None
    with open_reader(library.path) as reader:
        windows = NearestWindows(reader.path, folder)
        before = agree(reader, windows)
        document = add(library, 1)
        after = agree(reader, windows)
        assert after != before
        agree(reader, windows, scope=IndexScope((document,)))
        agree(reader, windows, scope=IndexScope((document,), "Exclusion"))
        with library.database.write() as connection:
            connection.run("DELETE FROM clauses WHERE document_id = ?", (document,))
        assert agree(reader, windows) == before


def test_a_matrix_of_before_a_rollback_is_not_kept(library, large):
    windows = NearestWindows(library.path, None)
    with pytest.raises(RuntimeError, match="undone"), library.database.write() as connection:
        add_verified(connection, documents()[1], library.pack, EMBEDDER)
        agree(library, windows)
        raise RuntimeError("undone")
    agree(library, windows)
    add(library, 1)
    agree(library, windows)


def test_a_second_start_reads_the_cache_and_what_changed_since(library, tmp_path, large, monkeypatch):
    folder = tmp_path / "cache"
    agree(library, NearestWindows(library.path, folder))
    assert [each.suffix for each in folder.iterdir()] == [".vectors"]
    monkeypatch.setattr(NearestWindows, "_is_worn", lambda *_: False)
    monkeypatch.setattr(nearest_module, "_WORN", 2.0)
    monkeypatch.setattr(nearest_module.window_vectors, "owners", lambda *_: pytest.fail("read the whole library again"))
    agree(library, NearestWindows(library.path, folder))
    add(library, 1)
    agree(library, NearestWindows(library.path, folder))


def test_a_cache_that_was_deleted_or_damaged_costs_nothing_but_time(library, tmp_path, large):
    folder = tmp_path / "cache"
    windows = NearestWindows(library.path, folder)
    agree(library, windows)
    (kept,) = folder.iterdir()
    kept.unlink()
    agree(library, windows)
    kept.write_bytes(b"IDVEC001" + np.array([7, 512], dtype=np.int64).tobytes())
    agree(library, NearestWindows(library.path, folder))


def test_a_copy_that_went_its_own_way_is_not_taken_for_the_library(library, tmp_path, large):
    folder = tmp_path / "cache"
    library.database.copy_to(tmp_path / "copy.db")
    add(library, 1)
    agree(library, NearestWindows(library.path, folder))
    with open_library(tmp_path / "copy.db") as copy:
        other = NearestWindows(library.path, folder)  # the same name in the cache, as after a restored backup
        add(copy, 1)
        with copy.database.write() as connection:
            connection.run("DELETE FROM clauses WHERE id = (SELECT max(id) FROM clauses)")
        agree(copy, other)


def test_where_nothing_can_be_written_there_is_still_an_answer(library, tmp_path, large, monkeypatch):
    (tmp_path / "a file").write_bytes(b"")
    agree(library, NearestWindows(library.path, tmp_path / "a file" / "cache"))

    def refuse(*_):
        raise OSError("no room")

    monkeypatch.setattr(nearest_module, "_nameless", refuse)
    windows = NearestWindows(library.path, None)
    agree(library, windows)
    add(library, 1)
    agree(library, windows)


def test_an_empty_index_has_no_neighbours(library):
    windows = NearestWindows(library.path, None)
    with library.database.write() as connection:
        connection.run("DELETE FROM clauses")
    found, scan = asked(library, windows, "退保")
    assert found == scan == []
