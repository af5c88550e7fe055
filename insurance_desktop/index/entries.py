"""Clauses to index rows: the index text layer (C3), tokens, windows and vectors. Slow, and outside any transaction.

The verified text of a row stays verbatim; what is respelled, prefixed with headings or joined with a definition exists
in `index_text`, the token columns and the windows alone.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice

from insurance_desktop.domain.conversion import Clause, DefinedTerm, Table
from insurance_desktop.domain.identity import clause_id, normalised
from insurance_desktop.domain.indexed import IndexedClause, IndexedWindow, IndexSpace, TokenColumns
from insurance_desktop.domain.pack import SynonymGroup
from insurance_desktop.domain.textbook_rules import ChunkSizes

from . import tokens
from .characters import characters_file, respelled
from .embedding import Embedder, Told, Vectors, tell_nobody
from .windows import WindowSettings, cut_parts, cut_windows, heading_path

LAYOUT = 3
"""Raised when the same clauses would make other rows."""

_MOST_STREET = 12
"""The street's words for a clause that the index text takes."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A row to be: the verbatim clause, and the words that the index reads for it."""

    clause: Clause
    spoken: str
    chunk_type: str
    tables: tuple[Table, ...] = ()


def space_for(
    pack_name: str,
    embedder: Embedder,
    language: str = "",
    *,
    words_alone: bool = False,
    chunks: ChunkSizes | None = None,
) -> IndexSpace:
    """The index space of a pack; its fingerprint covers all that decides what the rows hold.

    The dictionary of words shows in how it cuts a sentence. Fusion and calibration are left out: they are worked out
    anew for each question and store nothing. `words_alone`: its rows have no vectors;
    `chunks`: the pieces that its clauses were cut into before.
    """
    model = "" if words_alone else embedder.fingerprint
    fingerprint = _rows_fingerprint(model, embedder.settings.instruction, window_settings(embedder), chunks)
    return IndexSpace(
        pack_name, embedder.settings.name, embedder.dimensions, fingerprint, stems=language == tokens.ENGLISH
    )


def window_settings(embedder: Embedder) -> WindowSettings:
    """The sizes of windows that suit a model."""
    return WindowSettings(**embedder.settings.windows)


@cache
def _rows_fingerprint(model: str, sentence: str, settings: WindowSettings, chunks: ChunkSizes | None) -> str:
    characters = hashlib.sha256(characters_file().read_bytes()).hexdigest()
    parts = [str(LAYOUT), model, repr(settings), characters, "/".join(tokens.words(sentence))]
    parts += [] if chunks is None else [repr(chunks)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def index_clauses(
    clauses: Sequence[Clause],
    tables: Sequence[Table],
    definitions: Iterable[DefinedTerm],
    original_sha256: str,
    *,
    embedder: Embedder,
    synonyms: Sequence[SynonymGroup] = (),
    language: str = "",
    told: Told = tell_nobody,
) -> tuple[IndexedClause, ...]:
    """The rows of one document, in reading order, with chunk indexes of their own.

    Rows made with fewer `synonyms` stay good: a question is put into the trade's words when it is asked, too. While the
    model has yet to be installed they have no windows. `told` hears how far the model is.
    """
    settings = window_settings(embedder)
    defined: dict[str, list[DefinedTerm]] = {}
    for each in definitions:
        defined.setdefault(normalised(each.source), []).append(each)
    units = [
        unit
        for clause, own in zip(clauses, tables_by_clause(clauses, tables), strict=True)
        for unit in _units(clause, own, embedder, settings)
    ]
    spelled = [respelled(unit.spoken) for unit in units]
    headings = [[_heading(title) for title in _headings(unit.clause)] for unit in units]
    cut = [_windows(*each, embedder, settings) for each in zip(units, headings, spelled, strict=True)]
    windows = [()] * len(cut) if embedder.is_missing else _embedded(cut, embedder, told)
    street = _street_of(synonyms)
    index_texts = []
    for unit, above, text in zip(units, headings, spelled, strict=True):
        own = defined.get(normalised(unit.clause.section_id), ())
        said = respelled(_glossed(unit.spoken, own, settings.tokens)) if own else text
        index_texts.append(" ".join((*above, said, street.of(unit.clause.section_title))).lower().rstrip())
    return tuple(_rows(units, index_texts, windows, original_sha256, language))


def _embedded(cut: Sequence[tuple[str, ...]], embedder: Embedder, told: Told) -> list[tuple[IndexedWindow, ...]]:
    """The windows of each unit with their vectors, embedded together."""
    texts = [text for each in cut for text in each]
    vectors, counts = embedder.passages_counted(texts, told)
    windows = iter([IndexedWindow(*each) for each in zip(texts, counts, map(_stored, vectors), strict=True)])
    return [tuple(islice(windows, len(each))) for each in cut]


def _stored(vector: Vectors) -> bytes:
    return vector.tobytes()


def _rows(
    units: Sequence[_Unit],
    index_texts: Sequence[str],
    windows: Sequence[tuple[IndexedWindow, ...]],
    original_sha256: str,
    language: str,
) -> Iterator[IndexedClause]:
    seen: Counter[tuple[str, str]] = Counter()
    columns = tokens.columns_of_all(index_texts, language)
    for place, (unit, text, said, own) in enumerate(zip(units, index_texts, columns, windows, strict=True)):
        clause = unit.clause if unit.clause.chunk_index == place else replace(unit.clause, chunk_index=place)
        words, bigrams = said
        title_words, title_bigrams = _title_columns(clause.section_title, language)
        key = (normalised(clause.section_id), clause.text)
        yield IndexedClause(
            clause=clause,
            clause_id=clause_id(original_sha256, clause.section_id, clause.text, seen[key]),
            index_text=text,
            tokens=TokenColumns(title_words, words, title_bigrams, bigrams),
            windows=own,
            chunk_type=unit.chunk_type,
        )
        seen[key] += 1


@lru_cache(maxsize=20_000)
def _title_columns(title: str, language: str) -> tuple[str, str]:
    return tokens.columns_of(respelled(title).lower(), language)


def _units(clause: Clause, tables: Sequence[Table], embedder: Embedder, settings: WindowSettings) -> Iterator[_Unit]:
    """The clause or its parts, whole and verbatim; then each table as a unit of its own (FR-009a)."""
    prose = _without_rows(clause.text, tables)
    if not tables or prose.strip():
        is_bare = not clause.is_table and clause.table_data is None
        bare = clause if is_bare else replace(clause, is_table=False, table_data=None)
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
    """The tables of each clause, each in one: they stand in reading order; a clause that has any knows its first."""
    found: list[tuple[Table, ...]] = []
    waiting = list(tables)
    for clause in clauses:
        mine: list[Table] = []
        if clause.table_data is not None:
            mine.append(clause.table_data)
            if clause.table_data in waiting:
                del waiting[: waiting.index(clause.table_data) + 1]
            left = _behind(_lines(clause.text), clause.table_data) or []
            while waiting and (rest := _behind(left, waiting[0])) is not None:
                mine.append(waiting.pop(0))
                left = rest
        found.append(tuple(mine))
    return found


def _behind(lines: list[str], table: Table) -> list[str] | None:
    """What stands behind the table in these lines; None where its rows do not stand there one after the other.

    One row says nothing: many tables have the same header.
    """
    rows = _lines(rows_as_text(table))
    count = len(rows)
    starts = range(len(lines) - count + 1) if rows else ()
    return next((lines[start + count :] for start in starts if lines[start : start + count] == rows), None)


def _lines(text: str) -> list[str]:
    """The lines that have words, as they are compared."""
    return [line for each in text.split("\n") if (line := normalised(each))]


def rows_as_text(table: Table) -> str:
    """A table as tab-separated rows, topmost row first."""
    grid = (*table.rows[: table.header_rows], table.headers, *table.rows[table.header_rows :])
    return "\n".join("\t".join(line) for line in grid)


def _without_rows(text: str, tables: Sequence[Table]) -> str:
    """What is said around tables: their rows have windows of their own."""
    if not tables:
        return text
    rows = {normalised(line) for table in tables for line in rows_as_text(table).split("\n")}
    return "\n".join(line for line in text.split("\n") if normalised(line) not in rows)


def _windows(
    unit: _Unit, headings: Sequence[str], spelled: str, embedder: Embedder, settings: WindowSettings
) -> tuple[str, ...]:
    """The windows of a unit; where a table takes several, each begins with its kind, unit and column names, too."""
    heading = heading_path(headings, embedder, settings.heading)
    text = spelled.strip()
    cut = cut_windows(heading, text, embedder, settings)
    if len(cut) == 1 or not unit.tables:
        return cut
    columns = heading_path([respelled(_columns(unit.tables[0]))], embedder, settings.heading)
    return cut_windows(f"{heading}\n{columns}", text, embedder, settings)


def _columns(table: Table) -> str:
    names = (table.table_type, table.unit or "", *dict.fromkeys(name for name in table.headers if name))
    return " ".join(name for name in names if name)


def _headings(clause: Clause) -> list[str]:
    """The titles above a clause's text, its own last."""
    own = f"{clause.section_id} {clause.section_title}".strip()
    path = [title for title in clause.breadcrumb if title]
    if not path or _key(clause.section_title) not in _key(path[-1]):
        path.append(own)
    return path


_heading = lru_cache(maxsize=20_000)(respelled)
_key = lru_cache(maxsize=20_000)(normalised)


class _Street:
    """What the trade and the street call that which a title names in the trade's words."""

    def __init__(self, synonyms: Sequence[SynonymGroup]) -> None:
        self._groups: dict[str, list[SynonymGroup]] = {}
        for group in synonyms:
            for term in group.trade:
                self._groups.setdefault(term, []).append(group)
        self._longest = max(map(len, self._groups), default=0)
        self._known: dict[str, str] = {}

    def of(self, title: str) -> str:
        if title not in self._known:
            self._known[title] = self._words(respelled(title))
        return self._known[title]

    def _words(self, title: str) -> str:
        places = range(len(title))
        named = (title[start : start + size] for start in places for size in range(1, self._longest + 1))
        groups = [group for term in dict.fromkeys(named) for group in self._groups.get(term, ())]
        said = [word for group in groups for word in (*group.trade, *group.street) if word not in title]
        return respelled(" ".join([*dict.fromkeys(said)][:_MOST_STREET]))


_STREETS: dict[int, tuple[Sequence[SynonymGroup], _Street]] = {}
_MOST_STREETS = 4


def _street_of(synonyms: Sequence[SynonymGroup]) -> _Street:
    """What a pack's words make, once for all documents that are indexed with them."""
    known, street = _STREETS.get(id(synonyms), (None, None))
    if known is not synonyms or street is None:
        if len(_STREETS) >= _MOST_STREETS:
            _STREETS.clear()
        street = _Street(synonyms)
        _STREETS[id(synonyms)] = (synonyms, street)
    return street


def _glossed(text: str, definitions: Sequence[DefinedTerm], limit: int) -> str:
    """The text with what its words mean behind each one: so that words of a definition find those who use it.

    A definition is said whole, one of more than `limit` signs as far as that.
    """
    for each in definitions:
        meaning = each.text.strip()[:limit]
        place = text.find(each.term) if each.term else -1
        if place >= 0 and meaning:
            end = place + len(each.term)
            text = f"{text[:end]}\uff08{meaning}\uff09{text[end:]}"
    return text
