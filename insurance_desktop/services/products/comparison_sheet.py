"""A comparison as a workbook of Excel: a row for each fact, a column for each product, sources as cell comments."""

from io import BytesIO

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font, PatternFill

from insurance_desktop.domain.product_answers import ComparedRow, ProductComparison
from insurance_desktop.packs.wording import say
from insurance_desktop.services.papers.excel import HEAD, LONGEST, put_text
from insurance_desktop.services.papers.told_table import printable

from .fact_words import SET_IN, UNEQUAL, cell_words, product_words, source_words

LABEL_WIDTH, PRODUCT_WIDTH, MARK_WIDTH = 22, 44, 8  # in signs of Excel's own type
NOTE_WIDTH, NOTE_HEIGHT = 420, 160  # pixels
DIFFERS = "FFF3CD"


def write(comparison: ProductComparison, target: BytesIO) -> None:
    book = Workbook()
    book.properties.creator = say("products.export_author")
    sheet = book.worksheets[0]
    sheet.title = say("products.export_title")
    wrapped, bold = Alignment(wrap_text=True, vertical="top"), Font(bold=True)
    heads = (say("products.fact"), *map(product_words, comparison.products), say("products.differs"))
    lines: list[tuple[ComparedRow | None, tuple[str, ...]]] = [(None, heads)]
    lines += [
        (row, (SET_IN * row.is_entry + row.label, *map(cell_words, row.values), UNEQUAL * row.differs))
        for row in comparison.rows
    ]
    for number, (row, texts) in enumerate(lines, start=1):
        ground = HEAD if row is None else DIFFERS if row.differs else None
        for column, text in enumerate(texts, start=1):
            cell = put_text(sheet.cell(number, column), text)
            cell.alignment = wrapped
            if row is None or column == 1:
                cell.font = bold
            if ground is not None:
                cell.fill = PatternFill("solid", fgColor=ground)
            if row is not None and 1 < column < len(texts):
                _note(cell, source_words(row.values[column - 2]))
    for beneath, text in enumerate(filter(None, (comparison.message, say("products.export_legend"))), start=2):
        put_text(sheet.cell(len(lines) + beneath, 1), text)
    widths = (LABEL_WIDTH, *(PRODUCT_WIDTH for _ in comparison.products), MARK_WIDTH)
    for column, width in enumerate(widths, start=1):
        sheet.column_dimensions[sheet.cell(1, column).column_letter].width = width
    sheet.freeze_panes = "B2"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    book.save(target)


def _note(cell: Cell, text: str) -> None:
    if text:
        cell.comment = Comment(
            printable(text)[:LONGEST], say("products.export_author"), height=NOTE_HEIGHT, width=NOTE_WIDTH
        )
