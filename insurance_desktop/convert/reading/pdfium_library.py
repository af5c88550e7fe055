"""PDFium for a process that converts or draws.

It draws a font that a PDF only names with one of the system's, and where that has no Chinese one, not at all: a page
without its words, and a second reading that finds no glyphs. There it is lent the font that the program carries.
"""

import ctypes
import sys
from collections.abc import Iterable
from functools import cache
from typing import Any

from insurance_desktop import paths

SYSTEM_FOLDERS = (
    "/usr/share/fonts",
    "/usr/share/X11/fonts/Type1",
    "/usr/share/X11/fonts/TTF",
    "/usr/local/share/fonts",
)
"""Where PDFium looks on Linux unless it is told otherwise (core/fxge/linux)."""

ONE_SIGN = b"""%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 20 20]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 29>> stream
BT /F 16 Tf 2 4 Td <4FDD> Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[6 0 R]>> endobj
6 0 obj <</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/FontDescriptor 7 0 R
/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>>> endobj
7 0 obj <</Type/FontDescriptor/FontName/STSong-Light/Flags 6>> endobj
trailer <</Root 1 0 R>>
"""
"""A page of one Chinese sign in a font that it names and does not bring."""

DARK = 128
_given: list[Any] = []
"""What PDFium goes on reading for as long as it runs."""


@cache
def pdfium() -> Any:
    """The library, ready to open a document: nothing may be open when it is asked for the first time."""
    import pypdfium2  # noqa: PLC0415  in processes of their own only, and not before a file is there

    if sys.platform == "linux" and not draws_chinese(pypdfium2):
        look_in(pypdfium2.raw, (*SYSTEM_FOLDERS, str(paths.resource_root() / "fonts")))
    return pypdfium2


def draws_chinese(library: Any) -> bool:
    """Whether a sign of a font that a PDF only names is seen."""
    document = library.PdfDocument(ONE_SIGN)
    try:
        page = document[0]
        bitmap = page.render(grayscale=True)
        drawn = any(light < DARK for light in bytes(bitmap.buffer))
        bitmap.close()
        page.close()
    finally:
        document.close()
    return drawn


def look_in(raw: Any, folders: Iterable[str]) -> None:
    """Starts the library anew with these folders of fonts: it takes them when it starts, and no others later."""
    names = [ctypes.create_string_buffer(each.encode()) for each in folders]
    as_text = ctypes.POINTER(ctypes.c_char)
    listed = (as_text * (len(names) + 1))()  # the last one stays empty: there the list ends
    for place, each in enumerate(names):
        listed[place] = ctypes.cast(each, as_text)
    _given.extend((names, listed))
    raw.FPDF_DestroyLibrary()
    raw.FPDF_InitLibraryWithConfig(raw.FPDF_LIBRARY_CONFIG(version=2, m_pUserFontPaths=listed))
