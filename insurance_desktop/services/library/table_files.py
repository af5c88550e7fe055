"""Tables that people make, of CSV and of Excel, as rows of text."""

import csv
import io
from zipfile import BadZipFile

Rows = list[list[str]]


def csv_rows(text: str) -> Rows:
    """The rows of a table as text."""
    return list(csv.reader(io.StringIO(text, newline="")))


def workbook_rows(content: bytes) -> Rows | None:
    """The rows of the first sheet as text; None where it is no workbook of Excel."""
    from openpyxl import load_workbook  # noqa: PLC0415 (0.2 s, for who has a workbook)

    try:
        sheet = load_workbook(io.BytesIO(content), read_only=True, data_only=True).worksheets[0]
        return [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    except (BadZipFile, KeyError, ValueError, OSError, IndexError):
        return None
