"""A table as a workbook of Excel: what it is about above it, its heads frozen, every cell a text."""

from collections.abc import Iterable, Sequence
from io import BytesIO

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.styles import Alignment, Font, PatternFill

from insurance_desktop.packs.wording import say

from .told_table import ToldTable, printable, shares

LONGEST = 32_767
"""Signs that a cell of Excel holds; openpyxl would cut what is longer without a word."""
HEAD = "E1EBF9"
SHEET_WIDTH = 150  # in signs of Excel's own type
_NOT_IN_A_TITLE = str.maketrans(dict.fromkeys("[]:*?/\\", "_"))
LONGEST_TITLE = 31


def write(table: ToldTable, target: BytesIO) -> None:
    book = Workbook()
    book.properties.creator = say("products.export_author")
    sheet = book.worksheets[0]
    sheet.title = printable(table.title).translate(_NOT_IN_A_TITLE)[:LONGEST_TITLE]
    wrapped, bold = Alignment(wrap_text=True, vertical="top"), Font(bold=True)
    above = (table.title, *table.about)
    for number, text in enumerate(above, start=1):
        put_text(sheet.cell(number, 1), text).font = Font(bold=number == 1)
    first = len(above) + 1
    for number, line in enumerate((table.heads, *table.rows), start=first):
        for column, text in enumerate(line, start=1):
            cell = put_text(sheet.cell(number, column), text)
            cell.alignment = wrapped
            if number == first:
                cell.font, cell.fill = bold, PatternFill("solid", fgColor=HEAD)
    for column, width in enumerate(shares(table, SHEET_WIDTH), start=1):
        sheet.column_dimensions[sheet.cell(first, column).column_letter].width = width
    sheet.freeze_panes = sheet.cell(first + 1, 1).coordinate
    sheet.print_title_rows = f"{first}:{first}"
    sheet.page_setup.orientation = "landscape"
    book.save(target)


def rows_as_workbook(rows: Iterable[Sequence[str]]) -> bytes:
    """Rows of text alone, to be read by another program."""
    book, content = Workbook(), BytesIO()
    for number, row in enumerate(rows, start=1):
        for column, text in enumerate(row, start=1):
            put_text(book.worksheets[0].cell(number, column), text)
    book.save(content)
    return content.getvalue()


def put_text(cell: Cell, text: str) -> Cell:
    """Text stays text, whatever sign it begins with, also when a person has edited it."""
    whole = printable(text)
    cut = say("products.cut", count=len(whole))
    cell.value = whole if len(whole) <= LONGEST else whole[: LONGEST - len(cut)] + cut
    cell.data_type = "s"
    cell.quotePrefix = True
    cell.number_format = "@"
    return cell
