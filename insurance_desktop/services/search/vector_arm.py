"""The vector arm: a library's windows kept as a matrix, in step with the file whoever writes it.

A small library lies in memory. A large one takes a file in the user's cache (a nameless temporary one where that folder
cannot be written): bytes for two looks in memory, exact rows read as they are needed. Where neither can be had,
the library itself is read through. So it is for the first question to a large library without such a file: one answer
takes half a second, the file several. Who asks again waits for it once.
"""

import hashlib
import os
import secrets
import tempfile
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import IO

import numpy as np

from insurance_desktop.index.embedding import Vectors
from insurance_desktop.index.inference import give_back_memory
from insurance_desktop.index.matrix import DIRECT, Part, Wanted, WindowMatrix, bar_of, best_clauses
from insurance_desktop.index.matrix_file import KeptDocument, MatrixWriter, read_matrix, spans_of
from insurance_desktop.index.rows import Places, RowsInMemory, dots
from insurance_desktop.store.clauses import index_spaces, search_index, window_vectors
from insurance_desktop.store.clauses.search_index import IndexScope, Mark
from insurance_desktop.store.database import Connection, RuleBroken
from insurance_desktop.unfinished import discard, place_beside, sweep

_ENDING = ".vectors"
_MOST_FILES = 4
"""Caches kept in the folder: those used last."""

_WORN = 0.25
"""The share of rows beside the large part, or dead inside it, that makes a new one worth its seconds."""


class NearestWindows:
    """Answers which clauses lie nearest to a vector. Give it to any thread."""

    def __init__(self, library: Path, folder: Path | None) -> None:
        self._library = hashlib.sha256(str(library.resolve()).encode()).hexdigest()[:24]
        self._folder = folder
        self._lock = threading.Lock()
        self._space = 0
        self._mark: Mark | None = None
        self._stamps: Mapping[int, int] = {}
        self._matrix: WindowMatrix | None = None
        self._was_asked = False
        self._is_making = False

    def close(self) -> None:
        """Lets go of the matrix and of its file."""
        with self._lock:
            self._matrix, self._mark = None, None

    def nearest(
        self, connection: Connection, space_id: int, vector: Vectors, scope: IndexScope, *, limit: int
    ) -> list[tuple[int, float]]:
        """(clause, cosine of its best window) best first, out of the scope's `limit` nearest windows: exact."""
        return self.nearest_to_each(connection, space_id, vector[None, :], scope, limit=limit)[0]

    def nearest_to_each(
        self, connection: Connection, space_id: int, vectors: Vectors, scope: IndexScope, *, limit: int
    ) -> list[list[tuple[int, float]]]:
        """The same for several vectors (n × dimensions), for little more than one costs."""
        return self.view(connection, space_id, scope).nearest_to_each(vectors, limit)

    def view(self, connection: Connection, space_id: int, scope: IndexScope) -> "View":
        """The scope's windows as the connection sees them now."""
        matrix = self.matrix(connection, space_id)
        return View(connection, space_id, scope, matrix, None if matrix is None else _wanted(connection, scope))

    def matrix(self, connection: Connection, space_id: int) -> WindowMatrix | None:
        """All windows of the space as this connection sees them; None where they are not kept, or not yet."""
        mark = search_index.newest(connection)
        if self._is_making:
            return None
        with self._lock:
            if mark != self._mark or space_id != self._space:
                if not self._follow(connection, space_id):
                    return None
                self._mark, self._space = mark, space_id
            return self._matrix

    def _follow(self, connection: Connection, space_id: int) -> bool:
        """Brings the matrix in step with what the connection sees: by the documents that changed, or altogether.

        False where that takes seconds and this is the first question that would wait for it.
        """
        stamps = search_index.stamps(connection, space_id)
        if self._matrix is not None and space_id == self._space:
            changed = {
                each for each in stamps.keys() | self._stamps.keys() if stamps.get(each) != self._stamps.get(each)
            }
            self._matrix = self._matrix.with_documents(changed, _part_of(connection, space_id, changed))
        else:
            self._matrix = self._kept(connection, space_id, stamps)
        if self._matrix is None and self._is_too_early(connection):
            return False
        if self._matrix is None or self._is_worn(self._matrix):
            self._is_making = True
            try:
                self._matrix = self._made(connection, space_id, stamps)
            finally:
                self._is_making = False
        self._stamps = stamps
        return True

    def _is_too_early(self, connection: Connection) -> bool:
        """Whether this is the first question, and a matrix would be large."""
        if self._was_asked or search_index.count_windows(connection) <= 2 * DIRECT:
            return False
        self._was_asked = True
        return True

    def _is_worn(self, matrix: WindowMatrix) -> bool:
        dead = sum(stop - start for start, stop in (matrix.base.spans[each] for each in matrix.gone))
        beside = sum(map(len, matrix.fresh))
        return max(dead, beside) > max(DIRECT, _WORN * len(matrix.base)) or len(matrix.fresh) > 256

    def _kept(self, connection: Connection, space_id: int, stamps: Mapping[int, int]) -> WindowMatrix | None:
        """What an earlier process left in the cache, with the documents that changed since."""
        path, found = next(
            ((path, found) for path in self._files(space_id) if (found := read_matrix(path))), (None, None)
        )
        if path is None or found is None:
            return None
        base, documents = found
        known = {each.document: each.stamp for each in documents}
        changed = {each for each in stamps.keys() | known.keys() if stamps.get(each) != known.get(each)}
        dead = sum(each.stop - each.start for each in documents if each.document in changed)
        if dead > _WORN * len(base) or len(changed) > len(stamps) * _WORN:
            return None
        with suppress(OSError):
            os.utime(path)
        return WindowMatrix(base).with_documents(changed, _part_of(connection, space_id, changed))

    def _made(self, connection: Connection, space_id: int, stamps: Mapping[int, int]) -> WindowMatrix | None:
        """The matrix anew from the library: None where its vectors are kept in a form that is not known."""
        owners = window_vectors.owners(connection, space_id)
        documents = _documents(owners, stamps)
        try:
            if len(owners) <= 2 * DIRECT:
                return WindowMatrix(_in_memory(connection, space_id, owners, documents))
            base = self._in_cache(connection, space_id, owners, documents) or _without_a_name(
                connection, space_id, owners, documents
            )
        except (RuleBroken, OSError):
            return None
        finally:
            give_back_memory()
        return WindowMatrix(base) if base.leading is not None and base.leading.is_exact else None

    def _in_cache(
        self, connection: Connection, space_id: int, owners: Places, documents: list[KeptDocument]
    ) -> Part | None:
        """A file that the next start finds; None where the folder cannot be written."""
        if self._folder is None:
            return None
        whole = self._folder / f"{self._name(space_id)}-{secrets.token_hex(4)}{_ENDING}"
        unfinished = place_beside(whole)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            sweep(self._folder)
            with FileIO(unfinished, "x+", opener=_private) as file:
                _written(file, connection, space_id, owners, documents)
            unfinished.rename(whole)
            found = read_matrix(whole)
            self._let_old_ones_go(space_id, whole)
        except OSError:
            return None
        finally:
            discard(unfinished)
        return None if found is None else found[0]

    def _name(self, space_id: int) -> str:
        return f"{self._library}-{space_id}"

    def _files(self, space_id: int) -> list[Path]:
        """The files of this library's space in the cache, newest first."""
        return _by_age(self._folder.glob(f"{self._name(space_id)}-*{_ENDING}")) if self._folder else []

    def _let_old_ones_go(self, space_id: int, newest: Path) -> None:
        """A process that still reads one keeps it; where that forbids deleting, a later start deletes it."""
        others = _by_age(newest.parent.glob(f"*{_ENDING}"))[_MOST_FILES:]
        for each in {*self._files(space_id), *others} - {newest}:
            with suppress(OSError):
                each.unlink()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


@dataclass(frozen=True, slots=True)
class View:
    """What one question looks at, while its connection sees the same."""

    connection: Connection
    space_id: int
    scope: IndexScope
    matrix: WindowMatrix | None
    wanted: Wanted | None

    @property
    def runs_in_background(self) -> bool:
        """Whether looking takes another core some time, and no connection: any thread may do it."""
        return self.matrix is not None and self.wanted is not None and self.matrix.runs_in_background(self.wanted)

    def nearest_to_each(self, vectors: Vectors, limit: int) -> list[list[tuple[int, float]]]:
        """(clause, cosine of its best window) for each vector, best first."""
        if self.matrix is None:
            return _from_the_file(self.connection, self.space_id, vectors, self.scope, limit)
        return self.matrix.nearest_to_each(vectors, limit, self.wanted)


def _by_age(files: Iterable[Path]) -> list[Path]:
    ages: list[tuple[float, Path]] = []
    for each in files:
        with suppress(OSError):
            ages.append((-each.stat().st_mtime, each))
    return [each for _, each in sorted(ages)]


def _in_memory(connection: Connection, space_id: int, owners: Places, documents: list[KeptDocument]) -> Part:
    vectors = np.zeros((len(owners), index_spaces.dimensions_of(connection, space_id)), dtype=np.float32)
    for places, rows in stored(connection, space_id, owners):
        vectors[places] = rows
    return Part(RowsInMemory(vectors), owners[:, 1], spans_of(documents))


def _without_a_name(connection: Connection, space_id: int, owners: Places, documents: list[KeptDocument]) -> Part:
    """A file that ends with the process."""
    with _nameless() as file:
        return _written(FileIO(os.dup(file.fileno()), "r+"), connection, space_id, owners, documents)


def _nameless() -> IO[bytes]:
    return tempfile.TemporaryFile(buffering=0)


def _written(
    file: FileIO, connection: Connection, space_id: int, owners: Places, documents: list[KeptDocument]
) -> Part:
    writer = MatrixWriter(file, owners[:, 1], index_spaces.dimensions_of(connection, space_id))
    for places, rows in stored(connection, space_id, owners):
        writer.put(places, rows)
    return writer.finish(documents)


def _wanted(connection: Connection, scope: IndexScope) -> Wanted:
    documents = None if scope.whole_space else scope.documents
    if scope.category is None:
        return Wanted(documents)
    clauses = search_index.clauses_of_category(connection, scope)
    return Wanted(documents, np.array(clauses, dtype=np.int64))


def _part_of(connection: Connection, space_id: int, documents: Collection[int]) -> Part | None:
    """The rows that these documents have now; None where they have none."""
    rows = window_vectors.of_documents(connection, space_id, sorted(documents)) if documents else []
    if not rows:
        return None
    owners = np.array([row[:3] for row in rows], dtype=np.int64)
    vectors = np.frombuffer(b"".join(row[3] for row in rows), dtype=np.float32).reshape(len(rows), -1)
    return Part(RowsInMemory(vectors), owners[:, 1], spans_of(_documents(owners, {})))


def _documents(owners: Places, stamps: Mapping[int, int]) -> list[KeptDocument]:
    """Where each document's rows begin and end; the owners stand in order of documents."""
    found, starts = np.unique(owners[:, 2], return_index=True)
    stops = np.append(starts[1:], len(owners))[: len(found)].tolist()
    return [
        KeptDocument(document, stamps.get(document, 0), start, stop)
        for document, start, stop in zip(found.tolist(), starts.tolist(), stops, strict=True)
    ]


def stored(connection: Connection, space_id: int, owners: Places) -> Iterator[tuple[Places, Vectors]]:
    """Places and vectors of all windows, as sqlite-vec's chunks bring them."""
    order = np.argsort(owners[:, 0])
    windows = owners[order, 0]
    for ids, rows in _counted(connection, space_id):
        found = np.searchsorted(windows, ids).clip(max=max(len(windows) - 1, 0))
        ours = windows[found] == ids if len(windows) else np.zeros(len(ids), dtype=bool)
        if ours.any():
            yield order[found[ours]], rows[ours]


def _counted(connection: Connection, space_id: int) -> Iterator[tuple[Places, Vectors]]:
    """Windows with their vectors, chunk by chunk, without the rows that sqlite-vec has given up."""
    for chunk in window_vectors.chunks(connection, space_id):
        ids = np.frombuffer(chunk.ids, dtype=np.int64)
        counted = np.unpackbits(np.frombuffer(chunk.counted, dtype=np.uint8), bitorder="little")[: len(ids)] > 0
        rows = np.frombuffer(chunk.vectors, dtype=np.float32).reshape(len(ids), -1)
        yield (ids, rows) if counted.all() else (ids[counted], rows[counted])


def _from_the_file(
    connection: Connection, space_id: int, vectors: Vectors, scope: IndexScope, limit: int
) -> list[list[tuple[int, float]]]:
    """The nearest without a matrix: one way through the file for all vectors, or sqlite-vec's way for each."""
    if scope.is_open:
        with suppress(RuleBroken):
            return _scanned(connection, space_id, vectors, limit)
    asked = [vector.tobytes() for vector in vectors]
    return [search_index.nearest_clauses(connection, space_id, each, scope, limit=limit) for each in asked]


def _scanned(connection: Connection, space_id: int, vectors: Vectors, limit: int) -> list[list[tuple[int, float]]]:
    ids, cosines = [np.zeros(0, dtype=np.int64)], [np.zeros((0, len(vectors)), dtype=np.float32)]
    for windows, rows in _counted(connection, space_id):
        ids.append(windows)
        cosines.append(np.stack([dots(rows, each) for each in vectors], axis=1))
    every = np.concatenate(ids)
    return [_nearest_clauses(connection, every, each, limit) for each in np.concatenate(cosines).T]


def _nearest_clauses(connection: Connection, windows: Places, cosines: Vectors, limit: int) -> list[tuple[int, float]]:
    near = np.flatnonzero(cosines >= bar_of(cosines, limit))
    clause_of = search_index.clauses_of_windows(connection, windows[near].tolist())
    clauses = np.array([clause_of.get(each, 0) for each in windows[near].tolist()], dtype=np.int64)
    return best_clauses(clauses[clauses > 0], cosines[near][clauses > 0], limit)
