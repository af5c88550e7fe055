"""Clauses to index rows: the index text layer (C3), tokens, windows and vectors. Slow, and outside any transaction.

The verified text of a row stays verbatim; what is respelled, prefixed with headings or joined with a definition exists
in `index_text`, the token columns and the windows alone.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from insurance_desktop.domain.conversion import Clause, Reference, Table
from insurance_desktop.domain.identity import clause_id, normalised
from insurance_desktop.domain.indexed import IndexedClause, IndexedWindow, IndexSpace, TokenColumns

from . import tokens
from .characters import characters_file, respelled
from .embedding import Embedder
from .windows import DEFAULT_SETTINGS, Window, WindowSettings, cut_parts, cut_windows, heading_path

LAYOUT = 1
"""Raised when the same clauses would make other rows."""

_GLOSS = 80
"""Characters of a definition that are said beside the word it defines."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A row to be: the verbatim clause, and the words that the index reads for it."""

    clause: Clause
    spoken: str
    chunk_type: str
    tables: tuple[Table, ...] = ()


def space_for(pack_name: str, embedder: Embedder, settings: WindowSettings = DEFAULT_SETTINGS) -> IndexSpace:
    """The index space of a pack; its fingerprint covers all that decides what the rows hold.

    The dictionary of words shows in how it cuts a sentence. Fusion and calibration are left out: they are worked out
    anew for each question and store nothing.
    """
    fingerprint = _rows_fingerprint(embedder.fingerprint, embedder.settings.instruction, settings)
    return IndexSpace(pack_name, embedder.settings.name, embedder.dimensions, fingerprint)


@cache
def _rows_fingerprint(model: str, sentence: str, settings: WindowSettings) -> str:
    characters = hashlib.sha256(characters_file().read_bytes()).hexdigest()
    parts = (str(LAYOUT), model, repr(settings), characters, "/".join(tokens.words(sentence)))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def index_clauses(
    clauses: Sequence[Clause],
    tables: Sequence[Table],
    references: Iterable[Reference],
    original_sha256: str,
    *,
    embedder: Embedder,
    settings: WindowSettings = DEFAULT_SETTINGS,
) -> tuple[IndexedClause, ...]:
    """The rows of one document, in reading order, with chunk indexes of their own."""
    glosses = _glosses(clauses, references)
    units = [
        unit
        for clause, own in zip(clauses, tables_by_clause(clauses, tables), strict=True)
        for unit in _units(clause, own, embedder, settings)
    ]
    windows = [_windows(unit, embedder, settings) for unit in units]
    vectors = iter(embedder.passages([window.text for cut in windows for window in cut]))
    seen: Counter[tuple[str, str]] = Counter()
    rows: list[IndexedClause] = []
    for place, (unit, cut) in enumerate(zip(units, windows, strict=True)):
        clause = replace(unit.clause, chunk_index=place)
        key = (normalised(clause.section_id), clause.text)
        spoken = unit.spoken + "".join(glosses.get(key[0], ()))
        rows.append(
            IndexedClause(
                clause=clause,
                clause_id=clause_id(original_sha256, clause.section_id, clause.text, seen[key]),
                index_text=_index_text(clause, spoken),
                tokens=token_columns(clause.section_title, _index_text(clause, spoken)),
                windows=tuple(IndexedWindow(w.text, w.token_count, next(vectors).tobytes()) for w in cut),
                tables=unit.tables,
                chunk_type=unit.chunk_type,
            )
        )
        seen[key] += 1
    return tuple(rows)


def token_columns(title: str, text: str) -> TokenColumns:
    """The four FTS5 columns of a title and a text."""
    return TokenColumns(
        title_words=" ".join(tokens.words(title)),
        words=" ".join(tokens.words(text)),
        title_bigrams=" ".join(tokens.bigrams(title)),
        bigrams=" ".join(tokens.bigrams(text)),
    )


def _units(clause: Clause, tables: Sequence[Table], embedder: Embedder, settings: WindowSettings) -> Iterator[_Unit]:
    """The clause or its parts, whole and verbatim; then each table as a unit of its own (FR-009a)."""
    prose = _without_rows(clause.text, tables)
    if not tables or prose.strip():
        bare = replace(clause, is_table=False, table_data=None)
        for part in cut_parts(bare, embedder.count_tokens, settings):
            yield _Unit(part, _without_rows(part.text, tables), "text")
    for table in tables:
        text = rows_as_text(table)
        boxes = table.boxes or clause.boxes
        alone = replace(
            clause,
            text=text,
            is_table=True,
            table_data=table,
            items=(),
            boxes=boxes,
            page_number=min((box.page for box in boxes), default=table.page),
            page_to=max((box.page for box in boxes), default=table.page),
        )
        yield _Unit(alone, f"{table.table_type}\n{table.unit or ''}\n{text}", "table", (table,))


def tables_by_clause(clauses: Sequence[Clause], tables: Sequence[Table]) -> list[tuple[Table, ...]]:
    """The tables of each clause. They stand in reading order, and a clause that has any knows its first."""
    found: list[tuple[Table, ...]] = []
    waiting = list(tables)
    for clause in clauses:
        mine: list[Table] = []
        if clause.table_data is not None:
            mine.append(clause.table_data)
            if clause.table_data in waiting:
                del waiting[: waiting.index(clause.table_data) + 1]
            while waiting and _has_row(clause.text, waiting[0]):
                mine.append(waiting.pop(0))
        found.append(tuple(mine))
    return found


def _has_row(text: str, table: Table) -> bool:
    lines = {normalised(line) for line in text.split("\n")}
    return any(normalised(line) in lines for line in rows_as_text(table).split("\n") if line.strip())


def rows_as_text(table: Table) -> str:
    """A table as tab-separated rows, topmost row first."""
    grid = (*table.rows[: table.header_rows], table.headers, *table.rows[table.header_rows :])
    return "\n".join("\t".join(line) for line in grid)


def _without_rows(text: str, tables: Sequence[Table]) -> str:
    """What is said around tables: their rows have windows of their own."""
    rows = {normalised(line) for table in tables for line in rows_as_text(table).split("\n")}
    return "\n".join(line for line in text.split("\n") if not rows or normalised(line) not in rows)


def _windows(unit: _Unit, embedder: Embedder, settings: WindowSettings) -> tuple[Window, ...]:
    heading = heading_path([respelled(title) for title in _headings(unit.clause)], embedder, settings.heading)
    return cut_windows(heading, respelled(unit.spoken).strip(), embedder, settings)


def _headings(clause: Clause) -> list[str]:
    """The titles above a clause's text, its own last."""
    own = f"{clause.section_id} {clause.section_title}".strip()
    path = [title for title in clause.breadcrumb if title]
    if not path or normalised(clause.section_title) not in normalised(path[-1]):
        path.append(own)
    return path


def _index_text(clause: Clause, spoken: str) -> str:
    return respelled("\n".join((*_headings(clause), spoken))).lower()


def _glosses(clauses: Sequence[Clause], references: Iterable[Reference]) -> Mapping[str, list[str]]:
    """What each section's definitions say, by section: 医院（指…）, so that words of a definition find its users."""
    defined = {normalised(clause.section_id): clause for clause in clauses}
    glosses: dict[str, list[str]] = {}
    for reference in references:
        target = defined.get(normalised(reference.target or ""))
        if reference.kind != "definition" or target is None:
            continue
        first = target.text.strip().split("\n", 1)[0][:_GLOSS]
        glosses.setdefault(normalised(reference.source), []).append(f"\n{target.section_title} {first}")
    return glosses
