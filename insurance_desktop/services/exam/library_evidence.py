"""The verified passages of a library as evidence for exam questions, in step with the file whoever writes it."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.exam import ExamEvidence
from insurance_desktop.services.search.engine import FileIndex, SearchEngine
from insurance_desktop.store.clauses import clauses, index_spaces, search_index, window_vectors
from insurance_desktop.store.clauses.search_index import Mark
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

from .printed_forms import reading_pack
from .reader import Evidence
from .shelf import Shelf

MOST_PASSAGES = 20_000
"""Books and laws have some thousands; 1,200 articles take a second and a half to be laid out in memory."""

_made: WeakKeyDictionary[FileIndex, tuple[Mark, Evidence]] = WeakKeyDictionary()
_making = threading.Lock()


def evidence_of(engine: SearchEngine) -> Evidence:
    """The passages of the engine's pack. UsageError where they are too many to be held in memory."""
    with _making, engine.library.database.read() as connection:
        mark = search_index.newest(connection)
        known = _made.get(engine.index)
        if known is None or known[0] != mark:
            known = _made[engine.index] = (mark, _gathered(connection, engine))
        return known[1]


def verified(connection: Connection, told: Sequence[ExamEvidence]) -> tuple[ExamEvidence, ...]:
    """What stands in the file now as it was verified: the rest is left out."""
    rows = [(each, clauses.by_clause_id(connection, each.clause_id or "")) for each in told]
    return tuple(
        replace(each, quote=row.text, sentence=each.sentence if each.sentence in row.text else "")
        for each, row in rows
        if row is not None
    )


def _gathered(connection: Connection, engine: SearchEngine) -> Evidence:
    name, pack = engine.library.pack.name, reading_pack(engine.library.pack)
    space = index_spaces.space_of(connection, name)
    if space is None:
        return Evidence((), np.zeros((0, engine.embedder.dimensions), dtype=np.float32), (), pack)
    count = clauses.count_in(connection, space.space_id)
    if count > MOST_PASSAGES:
        raise UsageError("services.exam_too_large", count=count, most=MOST_PASSAGES)
    held = documents.verified(connection, name)
    shelf = Shelf(connection, engine.library.pack, held, pack.choices)
    rows = [row for row in shelf.rows if row.text.strip()]
    places = {row.row: place for place, row in enumerate(rows)}
    windows = [
        (places[clause], vector)
        for _, clause, _, vector in window_vectors.of_documents(connection, space.space_id, tuple(held))
        if clause in places
    ]
    vectors = np.array([np.frombuffer(vector, dtype=np.float32) for _, vector in windows], dtype=np.float32)
    return Evidence(
        [shelf.passage(row) for row in rows],
        vectors.reshape(len(windows), engine.embedder.dimensions),
        [place for place, _ in windows],
        pack,
    )
