"""A table of transcriptions becomes passages: what figures and tables of a book say, written out by hand, row by row.

Its columns are book, chapter, section, figure_ref, text and whatever else; a workbook is read by its first sheet. A
book is always a heading of level 2, what it has of chapters, sections and figures one of the next: a table may be about
several books. Lines of its text are never headings, whatever they look like.
"""

import csv
import io
import re
import zipfile
from collections.abc import Container, Iterator, Sequence
from xml.etree import ElementTree

from insurance_desktop.domain.conversion import BlockKind
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.originals import TRANSCRIPTION_COLUMNS, OriginalKind, decoded, kind_of
from insurance_desktop.domain.textbook_rules import TextbookRules

from .docx_package import refuse_bombs
from .passages import FlowReading, Passage, Words, visible

ABOVE = ("book", "chapter", "section", "figure_ref")
"""The columns whose words are headings, from the widest."""
_BOOK = 2
"""The level of a book's heading."""
TEXT = "text"
FIELD = re.compile(r'[ \t]*"((?:[^"]|"")*)"[ \t]*(?=,|\r?\n|\Z)|([^,\r\n]*)')
"""A field of a line, quoted or not."""
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
MOST_ROWS = 20_000
Row = Sequence[str]


def read_transcriptions(original: bytes, priority_columns: Sequence[str] = ()) -> FlowReading:
    """The passages, each with what one of the `priority_columns` says. SourceError for a table without the columns that
    say what stands where."""
    is_workbook = kind_of(original) is OriginalKind.XLSX
    rows = list(_rows(original))
    names = [each.strip().casefold() for each in rows[0]] if rows else []
    if not TRANSCRIPTION_COLUMNS.issubset(names):
        raise SourceError("convert.no_transcriptions", stage="reading", columns=", ".join((*ABOVE, TEXT)))
    passages = [Passage(None, tuple(Words(name, reason=ExclusionReason.DATA_COLUMN) for name in rows[0]))]
    open_ones: dict[str, str] = {}
    counting = frozenset(map(str.casefold, priority_columns))
    for row in rows[1:]:
        passages += _passages(names, row, open_ones, _cell(names, row, counting))
    again = _signs_of_workbook(original) if is_workbook else _signs_of_csv(decoded(original) or "")
    books = {_cell(names, row, ABOVE[:1]) for row in rows[1:]}
    title = books.pop() if len(books) == 1 else ""
    return FlowReading(
        tuple(passages),
        "".join(again.split()),
        title=title,
        is_selection=True,
        priorities=tuple(dict.fromkeys(each.priority for each in passages if each.priority)),
    )


def priorities_of(original: bytes, rules: TextbookRules) -> dict[int, int]:
    """How much the paragraphs count that a table tells it of, by their numbers as locators have them; 0 for others.

    SourceError as `read_transcriptions`.
    """
    known = {word.casefold(): each.value for each in rules.priorities for word in each.words}
    read = read_transcriptions(original, rules.priority_columns)
    kept = [each for each in read.passages if each.kind is not None]
    return {number: known.get(each.priority.casefold(), 0) for number, each in enumerate(kept, start=1)}


def _rows(original: bytes) -> Iterator[Row]:
    return _workbook_rows(original) if kind_of(original) is OriginalKind.XLSX else _csv_rows(original)


def _cell(names: Sequence[str], row: Row, wanted: Container[str]) -> str:
    return next((cell.strip() for name, cell in zip(names, row, strict=False) if name in wanted), "")


def _passages(names: Sequence[str], row: Row, open_ones: dict[str, str], priority: str) -> Iterator[Passage]:
    """The headings that change with a row, in the order of its columns, and its text."""
    figure = _cell(names, row, ABOVE[-1:])
    for name, cell in zip(names, row, strict=False):
        if not cell.strip():
            continue
        if name == TEXT:
            for line in filter(str.strip, cell.splitlines()):
                yield Passage(BlockKind.PARAGRAPH, visible((Words(line),)), anchor=figure, priority=priority)
        elif name in ABOVE and open_ones.get(name) != cell:
            level = ABOVE.index(name)
            for below in ABOVE[level:]:
                open_ones.pop(below, None)
            open_ones[name] = cell
            anchor = figure if name == ABOVE[-1] else ""
            yield Passage(BlockKind.HEADING, visible((Words(cell),)), level + _BOOK, anchor)
        else:
            reason = ExclusionReason.REPEATED_HEADER if name in ABOVE else ExclusionReason.DATA_COLUMN
            yield Passage(None, (Words(cell, reason=reason),))
    for cell in row[len(names) :]:
        yield Passage(None, (Words(cell, reason=ExclusionReason.DATA_COLUMN),))


def _csv_rows(original: bytes) -> Iterator[Row]:
    text = decoded(original) or ""
    try:
        yield from (row for row in csv.reader(io.StringIO(text, newline=""), skipinitialspace=True) if any(row))
    except csv.Error as error:
        raise SourceError("convert.table_unread", stage="reading", detail=str(error)) from error


def _signs_of_csv(text: str) -> str:
    """All fields in order, by a reader that knows no rows."""
    return "".join((each[1] or "").replace('""', '"') + (each[2] or "") for each in FIELD.finditer(text))


def _workbook_rows(original: bytes) -> Iterator[Row]:
    from openpyxl import load_workbook  # noqa: PLC0415  a large library, in a worker alone

    refuse_bombs(original)
    try:
        book = load_workbook(io.BytesIO(original), read_only=True, data_only=True)
        for number, row in enumerate(book.worksheets[0].iter_rows(values_only=True)):
            if number > MOST_ROWS:
                raise SourceError("convert.table_too_large", stage="reading", most=MOST_ROWS)
            cells = ["" if each is None else str(each) for each in row]
            if any(cells):
                yield cells
    except SourceError:
        raise
    except Exception as error:  # whatever the library raises, the file is none
        raise SourceError("convert.table_unread", stage="reading", detail=type(error).__name__) from error


def _signs_of_workbook(original: bytes) -> str:
    """All cells of the first sheet in order, out of the package's own XML."""
    with zipfile.ZipFile(io.BytesIO(original)) as package:
        names = set(package.namelist())
        shared: list[str] = []
        if "xl/sharedStrings.xml" in names:
            for _, element in ElementTree.iterparse(io.BytesIO(package.read("xl/sharedStrings.xml"))):
                if element.tag == f"{SHEET}si":
                    shared.append("".join(each.text or "" for each in element.iter(f"{SHEET}t")))
        found: list[str] = []
        first = min((name for name in names if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name)), key=_numbered)
        for _, cell in ElementTree.iterparse(io.BytesIO(package.read(first))):
            if cell.tag == f"{SHEET}c":
                value = cell.findtext(f"{SHEET}v") or ""
                words = "".join(each.text or "" for each in cell.iter(f"{SHEET}t"))
                found.append(words or (shared[int(value)] if cell.get("t") == "s" and value else value))
        return "".join(found)


def _numbered(name: str) -> int:
    return int(re.sub(r"\D", "", name))
