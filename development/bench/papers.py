"""PDFs written by hand for the measurements: many pages, a long ruled table, and one that would draw for ever."""

from collections.abc import Sequence
from pathlib import Path

WIDTH, HEIGHT = 595, 842
ROWS_PER_PAGE = 50
COLUMNS = 5
LINE = 15
NESTED = 9
"""Each of so many forms draws the next one ten times."""


def long_paper(pages: int) -> bytes:
    """Numbered clauses over so many pages."""
    return _paper([_page_of_clauses(page) for page in range(1, pages + 1)])


def table_paper(rows: int) -> bytes:
    """One ruled table of numbers with so many rows, continued from page to page."""
    pages = range(0, rows, ROWS_PER_PAGE)
    return _paper([_page_of_table(first, min(first + ROWS_PER_PAGE, rows)) for first in pages])


def hostile_paper() -> bytes:
    """A page whose forms call each other ten times on every level: a drawing without end."""
    forms = [_form(b"/F Do " * 10, b"/Resources<</XObject<</F %d 0 R>>>>" % (6 + level)) for level in range(NESTED)]
    forms.append(_form(b"0 0 m 500 800 l S"))
    drawing = b"BT /F1 12 Tf 72 720 Td (1.1 A clause) Tj ET /F Do"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</Font<</F1 15 0 R>>/XObject<</F 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawing), drawing),
        *forms,
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    return _file(objects)


def copies_of(paper: bytes, count: int, folder: Path) -> list[Path]:
    """So many files that differ in a comment at the end, as different documents do."""
    files = [folder / f"copy-{number:03}.pdf" for number in range(1, count + 1)]
    for number, file in enumerate(files):
        file.write_bytes(paper + b"\n%% copy %d\n" % number)
    return files


def _page_of_clauses(page: int) -> bytes:
    lines = [
        f"{page}.{number} Clause {number} of part {page}: the benefit of case {page * number} is paid once."
        for number in range(1, 46)
    ]
    return _lines(lines)


def _page_of_table(first: int, last: int) -> bytes:
    """Text and rules of the rows `first` to `last`."""
    left, right, top = 60, 540, 800
    step = (right - left) / COLUMNS
    bottom = top - LINE * (last - first)
    rules = [f"{left} {top - LINE * row} m {right} {top - LINE * row} l S" for row in range(last - first + 1)]
    rules += [f"{left + step * column} {top} m {left + step * column} {bottom} l S" for column in range(COLUMNS + 1)]
    cells = [
        f"BT /F1 9 Tf {left + step * column + 6} {top - LINE * (row - first) - 11} Td ({row + 1}.{column}7) Tj ET"
        for row in range(first, last)
        for column in range(COLUMNS)
    ]
    return "\n".join((*rules, *cells)).encode("ascii")


def _lines(lines: Sequence[str]) -> bytes:
    shown = [f"BT /F1 10 Tf 60 {790 - 16 * place} Td ({line}) Tj ET" for place, line in enumerate(lines)]
    return "\n".join(shown).encode("ascii")


def _form(drawing: bytes, more: bytes = b"") -> bytes:
    head = b"<</Type/XObject/Subtype/Form/BBox[0 0 595 842]%s/Length %d>>" % (more, len(drawing))
    return b"%sstream\n%s\nendstream" % (head, drawing)


def _paper(drawings: Sequence[bytes]) -> bytes:
    """One page for each drawing; object 1 is the catalogue, 2 the pages, 3 the font."""
    kids = b" ".join(b"%d 0 R" % (4 + 2 * number) for number in range(len(drawings)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(drawings)),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for number, drawing in enumerate(drawings):
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents %d 0 R/Resources<</Font<</F1 3 0 R>>>>>>"
            % (WIDTH, HEIGHT, 5 + 2 * number)
        )
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(drawing), drawing))
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """The objects, numbered from 1, as a PDF with its table of places."""
    parts, places, length = [b"%PDF-1.4\n"], [], 9
    for number, content in enumerate(objects, 1):
        part = b"%d 0 obj%s endobj\n" % (number, content)
        places.append(length)
        parts.append(part)
        length += len(part)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, rows)
    trailer = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, length)
    return b"".join((*parts, table, trailer))
