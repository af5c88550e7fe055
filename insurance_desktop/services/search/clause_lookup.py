"""Clauses by what they are called: numbers, titles and terms in any spelling, traditional, full-width or in figures.

The library keeps names as they are printed. How else they may be written is worked out once for each state of the
index and kept in memory: distinct numbers and titles are few.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from insurance_desktop.domain.identity import normalised
from insurance_desktop.index.characters import comparable, respelled
from insurance_desktop.store.clauses import clause_words, clauses, index_changes
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.clauses.index_changes import NOTHING, Mark
from insurance_desktop.store.database import Connection

from .clause_names import NumberKey, number_key

_PAGE = 64
"""Clauses that are looked into at once for a term; nearly always the first one says it."""

Spellings = Mapping[object, tuple[str, ...]]


class PrintedNames:
    """How the library prints the numbers and titles of its clauses. Give it to any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._mark: Mark = NOTHING
        self._known: dict[str, Spellings] = {}

    def numbers(self, connection: Connection, number: str) -> tuple[str, ...]:
        """The section ids, as they are compared, that say this number (a kind of annex alone: each of them)."""
        return self._of(connection, "numbers", _numbers).get(number_key(number), ())

    def titles(self, connection: Connection, title: str) -> tuple[str, ...]:
        """The titles, as they are compared, that are this one in another spelling."""
        return self._of(connection, "titles", _titles).get(comparable(title), ())

    def _of(self, connection: Connection, kind: str, read: Callable[[Connection], Spellings]) -> Spellings:
        mark = index_changes.newest(connection)
        with self._lock:
            if mark != self._mark:
                self._mark, self._known = mark, {}
            known = self._known
        found = known.get(kind)
        if found is None:
            found = known[kind] = read(connection)
        return found


def numbered_so(
    connection: Connection, printed: PrintedNames, documents: Sequence[int], number: str
) -> tuple[ClauseRow, ...]:
    """The clauses of this number: in each document as it is written, else as another spelling prints it."""
    found = clauses.by_section(connection, documents, number)
    have = {row.document_id for row in found}
    rest = [document for document in documents if document not in have]
    keys = [key for key in printed.numbers(connection, number) if key != normalised(number)] if rest else []
    others = [row for key in keys for row in clauses.by_section(connection, rest, key)]
    return (*found, *sorted(others, key=lambda row: (row.document_id, row.chunk_index)))


def titled_so(
    connection: Connection, printed: PrintedNames, documents: Sequence[int], titles: Iterable[str]
) -> tuple[ClauseRow, ...]:
    """The clauses that bear one of these titles in any spelling, in reading order."""
    wanted = dict.fromkeys(each for title in titles for each in (title, *printed.titles(connection, title)) if each)
    return clauses.by_title(connection, documents, list(wanted)) if wanted else ()


def below(connection: Connection, rows: Sequence[ClauseRow]) -> tuple[ClauseRow, ...]:
    """What stands directly under these clauses."""
    under = {(row.document_id, normalised(row.section_id)) for row in rows}
    found = clauses.of_documents(connection, sorted({document for document, _ in under})) if under else ()
    return tuple(row for row in found if (row.document_id, normalised(row.parent_section or "")) in under)


def say_any(connection: Connection, documents: Sequence[int], terms: Iterable[str]) -> bool:
    """Whether one of these terms stands in a clause or a title of these documents, in whatever spelling.

    Most documents print a term as it is asked for, which is quickly seen. Index text is in one spelling, but holds more
    than the clause: what it brings is looked at again.
    """
    wanted = [respelled(term).lower() for term in terms]
    if clause_words.printed(connection, documents, wanted):
        return True
    last = 0
    while True:
        rows = clause_words.saying(connection, documents, wanted, last, _PAGE)
        for row, title, text in rows:
            said = respelled(f"{title}\n{text}").lower()
            if any(term in said for term in wanted):
                return True
            last = row
        if len(rows) < _PAGE:
            return False


def _numbers(connection: Connection) -> Spellings:
    found: dict[object, list[str]] = {}
    for key in clauses.all_section_keys(connection):
        number = number_key(key)
        if number:
            found.setdefault(number, []).append(key)
            if _is_annex(number):
                found.setdefault(number[:1], []).append(key)
    return {number: tuple(keys) for number, keys in found.items()}


def _is_annex(number: NumberKey) -> bool:
    """A word with a number behind it, and nothing more: one of several of its kind."""
    return len(number) == 2 and number[1].isdecimal()


def _titles(connection: Connection) -> Spellings:
    found: dict[object, list[str]] = {}
    for title in clauses.all_title_keys(connection):
        name = comparable(title)
        if name and name != title:
            found.setdefault(name, []).append(title)
    return {name: tuple(titles) for name, titles in found.items()}
