"""Pages that are shown turned, and type whose glyphs are drawings (Type3): the words come out, or a person is asked."""

import pytest
from paper import Paper, kinds, sections
from test_hostile import converted, pdf, stream

from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import ConversionStatus

WORDS = "保险金额为50000元，给付比例为12.5%。"
SMALL = b"0.001 0 0 0.001 0 0"


def type3(words: str, *, box: bytes, matrix: bytes, width: int | None = None, apart: int = 0) -> bytes:
    """One line in a font whose glyphs are rectangles, and whose only meaning is its map to Unicode."""
    signs = sorted(set(words))
    codes = {sign: 65 + place for place, sign in enumerate(signs)}
    names = b"".join(b"/g%d" % code for code in codes.values())
    widths = [(500 if sign.isascii() else 1000) if width is None else width for sign in signs]
    pairs = b"".join(b"<%02X><%04X>" % (code, ord(sign)) for sign, code in codes.items())
    meaning = b"begincmap /CMapName/X def 1 begincodespacerange <00><FF> endcodespacerange %d beginbfchar %s endbfchar"
    font = b"<</Type/Font/Subtype/Type3/FontBBox[%s]/FontMatrix[%s]/CharProcs<<%s>>/FirstChar 65/LastChar %d" % (
        box,
        matrix,
        b"".join(b"/g%d 7 0 R" % code for code in codes.values()),
        64 + len(signs),
    )
    encoding = b"/Encoding<</Type/Encoding/Differences[65%s]>>/Widths[%s]/ToUnicode 8 0 R/Resources<<>>>>"
    text = b"BT %d Tc /F1 12 Tf 72 700 Td <%s> Tj ET" % (apart, b"".join(b"%02X" % codes[sign] for sign in words))
    return pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
        stream(text),
        font + encoding % (names, b" ".join(b"%d" % each for each in widths)),
        b"null",
        stream(b"1000 0 0 0 1000 1000 d1 50 0 400 700 re f"),
        stream(meaning % (len(signs), pairs) + b" endcmap"),
    )


@pytest.mark.requirement("EC-001")
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_whose_lines_run_down_up_or_backwards_is_read_like_one_that_stands_upright(turn):
    paper = Paper()
    death = "被保险人身故的，我们按基本保险金额的160%给付身故保险金，但不超过50万元。"
    refused = "因下列情形之一导致被保险人身故的，我们不承担责任。"
    paper.clause("1.1", "保险责任", death * 2)
    paper.clause("1.2", "责任免除", refused)
    paper.page.set_rotation(turn)
    conversion = paper.convert()
    assert {number: clause.text for number, clause in sections(conversion).items()} == {
        "1.1": death * 2,
        "1.2": refused,
    }
    assert conversion.status is ConversionStatus.CONVERTED and not kinds(conversion)


@pytest.mark.requirement("EC-001")
@pytest.mark.parametrize(
    ("box", "matrix", "width"),
    [
        (b"0 0 1000 1000", SMALL, None),
        (b"0 0 0 0", SMALL, None),
        (b"0 0 20 20", b"0.05 0 0 0.05 0 0", 20),
        (b"0 -1000 1000 0", b"0.001 0 0 -0.001 0 0", None),
    ],
)
def test_type_that_is_drawn_is_read_as_its_map_says(box, matrix, width):
    conversion = converted(type3(WORDS, box=box, matrix=matrix, width=width))
    assert conversion.markdown.strip() == WORDS
    assert conversion.status is ConversionStatus.CONVERTED


@pytest.mark.requirement("EC-001")
def test_figures_that_drawn_type_sets_apart_are_never_split_in_silence():
    """Glyphs narrower than their places look like words apart: the second reading knows better."""
    conversion = converted(type3(WORDS, box=b"0 0 1000 1000", matrix=SMALL, width=300, apart=4))
    assert "".join(conversion.markdown.split()) == WORDS
    assert FindingKind.NUMBER_SPLIT in kinds(conversion) and conversion.status is ConversionStatus.NEEDS_ATTENTION
