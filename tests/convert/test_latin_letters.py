"""Letters and spaces of English policies: glyphs that stand for several letters, spaces of condensed type."""

import pymupdf
import pytest
from paper import Paper, reasons

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.packs.loader import load_pack

LATIN = range(32, 127)
LETTERS = {1: "fi", 2: "ff", 3: "ffi"}
"""The code of each ligature in the font, and the letters that the PDF says it stands for."""
CMAP = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
{count} beginbfchar
{lines}
endbfchar
endcmap end end"""


def print_page(lines):
    """A page in a font with ligatures: its characters 1 to 3 are one glyph each."""
    document = pymupdf.open()
    page = document.new_page()
    codes = {**{code: chr(code) for code in LATIN}, **LETTERS}
    mapped = [f"<{code:02X}> <{text.encode('utf-16-be').hex()}>" for code, text in codes.items()]
    unicode, font = document.get_new_xref(), document.get_new_xref()
    document.update_object(unicode, "<<>>")
    document.update_stream(unicode, CMAP.format(count=len(mapped), lines="\n".join(mapped)).encode())
    widths = [500, 278, 278, *[0] * 28, *(round(pymupdf.get_text_length(chr(code), "helv", 1000)) for code in LATIN)]
    document.update_object(
        font,
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 1/LastChar 126"
        f"/Widths[{' '.join(map(str, widths))}]/ToUnicode {unicode} 0 R"
        "/Encoding<</Type/Encoding/Differences[1/fi/f/f]>>>>",
    )
    document.xref_set_key(page.xref, "Resources", f"<</Font<</F1 {font} 0 R>>>>")
    drawn = "".join(f"BT /F1 11 Tf 60 {760 - 20 * row} Td ({line}) Tj ET\n" for row, line in enumerate(lines))
    contents = document.get_new_xref()
    document.update_object(contents, "<<>>")
    document.update_stream(contents, drawn.encode())
    document.xref_set_key(page.xref, "Contents", f"{contents} 0 R")
    return document.tobytes()


@pytest.mark.requirement("SC-004")
def test_letters_of_a_ligature_are_all_there_and_part_no_word():
    conversion = convert_bytes(
        print_page(
            ["The certi\\001cate is a di\\002erent one and su\\003cient here.", "No other o\\002er is made to you."]
        ),
        load_pack("insurance"),
    )
    words = " ".join(conversion.markdown.split())
    assert "The certificate is a different one and sufficient here." in words
    assert "No other offer is made to you." in words
    assert ExclusionReason.STROKE_DUPLICATE not in reasons(conversion)
    assert not conversion.findings


@pytest.mark.parametrize(("gap", "expected"), [(0.15, "You have the option"), (0.08, "Youhavetheoption")])
def test_narrow_spaces_of_condensed_type_part_words(gap, expected):
    paper = Paper()
    x = 60.0
    for word in ("You", "have", "the", "option"):
        paper.words(x, word, size=10)
        x += pymupdf.get_text_length(word, "helv", 10) + 10 * gap
    paper.feed()
    paper.words(60, "to take up this plan for yourself and for your family.", size=10)
    assert expected in paper.convert().markdown
