"""A table of words on paper: pages of a PDF, or of a printer."""

from html import escape

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, Qt
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPdfWriter, QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QWidget

from insurance_desktop.packs.wording import say
from insurance_desktop.services.papers.told_table import ToldTable, shares

MARGIN = 12  # millimetres
POINTS = 9
DPI = 300


def as_pdf(table: ToldTable) -> bytes:
    """The bytes of the file; on whatever thread."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setCreator(say("products.export_author"))
    writer.setTitle(table.title)
    writer.setResolution(DPI)
    _across(writer)
    _paper(table).print_(writer)
    del writer  # it writes the end of the file
    return bytes(buffer.data().data())


def print_out(table: ToldTable, parent: QWidget) -> None:
    """Ask for a printer, and print where somebody chooses one."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(table.title)
    _across(printer)
    asking = QPrintDialog(printer, parent)
    asking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    asking.accepted.connect(lambda: _paper(table).print_(printer))
    asking.setModal(True)
    asking.show()


def _across(device: QPagedPaintDevice) -> None:
    device.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    device.setPageOrientation(QPageLayout.Orientation.Landscape)
    device.setPageMargins(QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN), QPageLayout.Unit.Millimeter)


def _paper(table: ToldTable) -> QTextDocument:
    """Plain words in cells; the heads come again on every page."""
    made = QTextDocument()
    font = made.defaultFont()
    font.setPointSizeF(POINTS)
    made.setDefaultFont(font)
    made.setHtml(_html(table))
    return made


def _html(table: ToldTable) -> str:
    about = "".join(f"<p>{escape(each)}</p>" for each in table.about)
    widths = shares(table, 100)
    heads = "".join(
        f'<th width="{width:.0f}%" align="left">{escape(each)}</th>'
        for each, width in zip(table.heads, widths, strict=True)
    )
    rows = "".join(f"<tr>{''.join(map(_cell, line))}</tr>" for line in table.rows)
    return (
        f"<h2>{escape(table.title)}</h2>{about}"
        f'<table border="0.5" cellspacing="0" cellpadding="3" width="100%">'
        f"<thead><tr>{heads}</tr></thead>{rows}</table>"
    )


def _cell(text: str) -> str:
    return f"<td>{escape(text).replace(chr(10), '<br>')}</td>"
