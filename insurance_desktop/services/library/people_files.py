"""Files that people make: text written on Windows in China as often as not, tables of CSV and Excel."""

import csv
import io
from zipfile import BadZipFile

_ENCODINGS = ("utf-8-sig", "gb18030")

Rows = list[list[str]]


def decoded(content: bytes) -> str | None:
    """The bytes as text in UTF-8 or GBK; None where they are neither."""
    for encoding in _ENCODINGS:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None


def csv_rows(text: str) -> Rows:
    return list(csv.reader(io.StringIO(text, newline="")))


def workbook_rows(content: bytes) -> Rows | None:
    """The rows of the first sheet as text; None where it is no workbook of Excel."""
    from openpyxl import load_workbook  # noqa: PLC0415 (0.2 s, for who has a workbook)

    try:
        sheet = load_workbook(io.BytesIO(content), read_only=True, data_only=True).worksheets[0]
        return [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    except (BadZipFile, KeyError, ValueError, OSError, IndexError):
        return None
