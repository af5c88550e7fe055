"""Clauses by what they are called: numbers, titles and terms in any spelling, traditional, full-width or in figures.

The library keeps names as they are printed. How else they may be written is worked out once for each state of the
index and kept in memory: distinct numbers and titles are few.
"""

import re
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.numerals import is_numeral, numbered, with_zeros
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import comparable, respelled
from insurance_desktop.index.questions import figured, leading_section
from insurance_desktop.store.clauses import clauses, search_index
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.clauses.search_index import NOTHING, Mark
from insurance_desktop.store.database import Connection

_MARKS = re.compile(r"[\uff08(\u3010\[][^\uff09)\u3011\]]{1,4}[\uff09)\u3011\]]")
"""An item's mark or a page behind a title."""
_ALIKE = 0.75

NumberKey = tuple[str, ...]


def number_key(name: str) -> NumberKey:
    """What numbers with a word are compared by: (第, 9, 条) for 第九條 and 第9条, (附录, 3, 6) for 附录/三/（六）.

    () for a number without a word: it is compared as it is printed.
    """
    plain = with_zeros(normalised(respelled(name)).casefold())
    parts = []
    for kind, signs in groupby(plain, key=_kind):
        run = "".join(signs)
        parts.append(numbered(run.strip("."))[1] if kind == "numeral" else run if kind == "word" else "")
    key = tuple(filter(None, parts))
    return key if any(part[0].isalpha() for part in key) else ()


def _kind(sign: str) -> str:
    if is_numeral(sign):
        return "numeral"
    return "word" if sign.isalnum() else "sign"


def heading_behind(name: str, section_id: str, pack: DomainPack) -> str | None:
    """What a name says behind this section's number, "" where nothing; None where it does not begin with it.

    The number may be spelled otherwise: 第10条 for 第十条, 第2.4条 for 2.4.
    """
    plain, own = normalised(name), normalised(section_id)
    key = number_key(own)
    if not numbered(own)[1]:
        return None
    if plain.startswith(own) and not _goes_on(plain, len(own)):
        return _bare(plain[len(own) :])
    number, rest = leading_section(figured(name, pack), pack) or (plain, "")
    same = normalised(number) == own or (key != () and number_key(number) == key)
    return _bare(rest) if same else None


def agrees(said: str, title: str) -> bool:
    """Whether a title that was said may be the printed one: the same, a part of it, more than it, or spelled alike."""
    said, printed = comparable(_MARKS.sub("", said)), comparable(title)
    if not said or not printed or said in printed or printed in said:
        return True
    return likeness(said, printed) >= _ALIKE


def likeness(one: str, other: str) -> float:
    """How much two titles have in common, 0–1."""
    return SequenceMatcher(None, comparable(one), comparable(other), autojunk=False).ratio()


def _goes_on(plain: str, end: int) -> bool:
    """Whether the number in a name is a longer one: 2.1 is not the number of 2.10 or 2.1.3."""
    behind = plain[end : end + 2]
    return behind[:1].isdigit() or (behind[:1] == "." and behind[1:].isdigit())


def _bare(heading: str) -> str:
    """A title without the signs around it."""
    return re.sub(r"^[\W_]+|[\W_]+$", "", _MARKS.sub("", normalised(heading)))


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
        mark = search_index.newest(connection)
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
    if search_index.printed(connection, documents, wanted):
        return True
    last = 0
    while True:
        rows = search_index.saying(connection, documents, wanted, last, _PAGE)
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
