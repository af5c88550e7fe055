"""The verified passages of a library as evidence for exam questions, in step with the file whoever writes it."""

import re
import threading
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from insurance_desktop.domain.choice_questions import ChoiceRules
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.exam import ExamEvidence, ExamPassage
from insurance_desktop.services.search.engine import FileIndex, SearchEngine
from insurance_desktop.store.clauses import clauses, index_spaces, search_index, window_vectors
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.clauses.search_index import Mark
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

from .printed_forms import reading_pack
from .reader import Evidence

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
    held = tuple(documents.verified(connection, name))
    rows = [row for row in clauses.of_documents(connection, held) if row.text.strip()]
    places = {row.row: place for place, row in enumerate(rows)}
    windows = [
        (places[clause], vector)
        for _, clause, _, vector in window_vectors.of_documents(connection, space.space_id, held)
        if clause in places
    ]
    vectors = np.array([np.frombuffer(vector, dtype=np.float32) for _, vector in windows], dtype=np.float32)
    books = {number: documents.get(connection, number) for number in held}
    names = {number: (book.product_name if book else None) or "" for number, book in books.items()}
    return Evidence(
        [_passage(row, names[row.document_id], pack.choices) for row in rows],
        vectors.reshape(len(windows), engine.embedder.dimensions),
        [place for place, _ in windows],
        pack,
    )


def _passage(row: ClauseRow, book: str, rules: ChoiceRules) -> ExamPassage:
    *above, own = row.breadcrumb or (row.section_title,)
    figure = ""
    if above and re.match(rules.figure_title_form or "(?!)", own):
        figure, own = own, above.pop()
    return ExamPassage(book, above[0] if above else "", own, figure, row.text, row.clause_id)
