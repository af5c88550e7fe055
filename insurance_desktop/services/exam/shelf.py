"""Verified clauses of books, laws and transcriptions as passages, each with its book, chapter, section and figure."""

import re
from collections.abc import Iterable, Iterator, Mapping

from insurance_desktop.convert.captions import caption_number
from insurance_desktop.convert.headings import read_heading
from insurance_desktop.domain.choice_questions import ChoiceRules
from insurance_desktop.domain.exam import ExamPassage
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.services.library.figures import FigurePlace, Figures, WrittenOut, book_name, is_transcription
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

TABLE = "table"
"""The type of clauses that are tables by themselves, as they are indexed."""
_LEVELS = range(2, 6)
"""The levels of a book, a chapter, a section and a figure in the text of transcriptions."""


class Shelf:
    """All clauses of some documents in order (`rows`); `held` are the versions that are read, by document."""

    def __init__(self, connection: Connection, pack: DomainPack, held: Mapping[int, int], rules: ChoiceRules) -> None:
        self.rows = clauses.of_documents(connection, tuple(held))
        self._pack, self._rules = pack, rules
        self._priorities = clauses.priorities(connection, tuple(held))
        known = {number: documents.get(connection, number) for number in held}
        self._names = {number: book_name(connection, book) for number, book in known.items()}
        self._titles = dict(_table_captions(self.rows, pack))
        told = {number for number, book in known.items() if is_transcription(book, pack)}
        self._written_out = _places(row for row in self.rows if row.document_id in told)
        books = {number: name for number, name in self._names.items() if number not in told} if told else {}
        figures = Figures(connection, pack, books, held)
        self._figures = {
            row: figures.place(WrittenOut(book, figure))
            for row, (book, _, _, figure) in self._written_out.items()
            if figure
        }

    def passage(self, row: ClauseRow) -> ExamPassage:
        """What a clause says, and where."""
        written_out = self._written_out.get(row.row)
        if written_out is None:
            chapter, section, figure = self._printed(row)
            book, place = self._names[row.document_id], FigurePlace(row.document_id, row.page_number)
        else:
            told, chapter, section, figure = written_out
            book = told or self._names[row.document_id]
            place = self._figures.get(row.row) or FigurePlace(row.document_id, None)
        return ExamPassage(
            book=book,
            chapter=self._spaced(chapter),
            section=self._spaced(section),
            figure_ref=figure,
            text=row.text,
            clause_id=row.clause_id,
            document_id=place.document_id,
            page_number=place.page_number,
            captions=tuple(filter(None, (caption_number(line, self._pack) for line in row.text.splitlines()))),
            priority=self._priorities.get(row.row, 0),
        )

    def _printed(self, row: ClauseRow) -> tuple[str, str, str]:
        *above, own = row.breadcrumb or (row.section_title,)
        figure = ""
        if above and re.match(self._rules.figure_title_form or "(?!)", own):
            figure, own = own, above.pop()
        figure = figure or self._titles.get(row.row, "")
        return above[0] if above else "", own, figure

    def _spaced(self, heading: str) -> str:
        """A heading with its number apart, as lists of places are written: \u7b2c2\u7ae0 \u57fa\u91d1\u6982\u8ff0."""
        parts = read_heading(heading, self._pack)
        is_apart = parts is not None and parts.title and heading.startswith(parts.number)
        return f"{parts.number} {parts.title}" if parts is not None and is_apart else heading


def _table_captions(rows: Iterable[ClauseRow], pack: DomainPack) -> Iterator[tuple[int, str]]:
    """The captions that tables have right above them in the text of their section, by the key of the table's row."""
    sections: dict[tuple[int, str], str] = {}
    for row in rows:
        if row.chunk_type != TABLE:
            sections[row.document_id, row.section_id] = row.text
        elif row.text:
            above, found, _ = sections.get((row.document_id, row.section_id), "").partition(row.text)
            last = above.rstrip().rpartition("\n")[2]
            if found and caption_number(last, pack):
                yield row.row, last


def _places(rows: Iterable[ClauseRow]) -> dict[int, tuple[str, str, str, str]]:
    """Book, chapter, section and figure of each clause of transcriptions, by key; "" for what it does not say."""
    found: dict[int, tuple[str, str, str, str]] = {}
    above: dict[int, str] = {}
    document = 0
    for row in rows:
        if row.document_id != document:
            document, above = row.document_id, {}
        above = {level: words for level, words in above.items() if level < row.level}
        above[row.level] = row.breadcrumb[-1] if row.breadcrumb else row.section_title
        book, chapter, section, figure = (above.get(level, "") for level in _LEVELS)
        found[row.row] = (book, chapter, section, figure)
    return found
