"""A scan whose pages are pictures, and a reader of pictures that answers without looking."""

import pymupdf

from insurance_desktop.convert.running.scanned_lines import ScannedLine

SURE, UNSURE = "本合同的保险期间为一年。", "第二行*看不清"


def reading_engine():
    """Reads two lines on every picture: one over the whole width, and an uncertain one further down."""

    def read(picture):
        height, width, _ = picture.shape
        return (
            ScannedLine(_line(width, height, 0.1, 0.5), SURE, 0.99),
            ScannedLine(_line(width, height, 0.5, 0.9), UNSURE, 0.4),
        )

    return read


def _line(width, height, top, right):
    first, second = height * top, height * (top + 0.02)
    return ((0, first), (width * right, first), (width * right, second), (0, second))


def a_scan(pages: int = 2) -> bytes:
    """Each page is one picture of some words."""
    with pymupdf.open() as document, pymupdf.open() as printed:
        for number in range(pages):
            page = printed.new_page(width=595, height=842)
            page.insert_text((100, 200), f"page {number + 1} of a scan", fontsize=20)
            picture = page.get_pixmap(dpi=60)
            scanned = document.new_page(width=595, height=842)
            scanned.insert_image(scanned.rect, pixmap=picture)
        return document.tobytes()
