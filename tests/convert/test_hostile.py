"""Damaged and malicious PDFs, written byte by byte: each ends in a defined state, in words, with what can be read.

The cases came up in the test files of pdf.js, qpdf, PDFium and veraPDF.
"""

import zlib

import pytest
from paper import Paper, kinds

from insurance_desktop.convert import splitting
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.convert.reading import inking
from insurance_desktop.convert.reading import pdf as pdf_reading
from insurance_desktop.convert.running.rendering import PageRenderer
from insurance_desktop.convert.running.workers import ConversionLimits, ConversionWorkers
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.loader import load_pack

FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
TEXT = b"BT /F1 12 Tf 72 700 Td (Article 1 Insured) Tj ET"


def pdf(*objects: bytes, root: int = 1) -> bytes:
    """A PDF of these objects, numbered from 1, with a right cross-reference table."""
    written = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(written)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return (
        written
        + head
        + table
        + b"trailer<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n"
        % (
            len(objects) + 1,
            root,
            start,
        )
    )


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), entries, content)


def page(contents: int = 4, more: bytes = b"", box: bytes = b"0 0 595 842") -> bytes:
    resources = b"/Resources<</Font<</F1 5 0 R>>/XObject<</X 6 0 R>>>>"
    return b"<</Type/Page/Parent 2 0 R/MediaBox[%s]%s/Contents %d 0 R%s>>" % (box, resources, contents, more)


def one_page(
    content: bytes = TEXT, *, catalogue: bytes = b"", more: bytes = b"", box: bytes = b"0 0 595 842", x: bytes = b"null"
) -> bytes:
    pages = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    return pdf(b"<</Type/Catalog/Pages 2 0 R%s>>" % catalogue, pages, page(4, more, box), stream(content), FONT, x)


def converted(original: bytes) -> Conversion:
    return convert_bytes(original, load_pack("insurance"))


def test_a_page_tree_that_contains_itself_is_no_hang():
    original = pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>>",
        page(),
        stream(TEXT),
        FONT,
        b"null",
    )
    result = converted(original)
    assert result.status in (ConversionStatus.FAILED, ConversionStatus.NEEDS_ATTENTION)
    assert result.reason


def endless(times_ten: int) -> bytes:
    """A few hundred bytes that name one page ten times ten times … over: each Kids the one before, ten times."""
    nodes = [
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (b"%d 0 R " % (3 if not level else 6 + level) * 10, 10 ** (level + 1))
        for level in range(times_ten)
    ]
    catalogue = b"<</Type/Catalog/Pages %d 0 R>>" % (6 + times_ten)
    original = pdf(catalogue, b"null", page(), stream(TEXT), FONT, b"null", *nodes)
    objects = 10**times_ten + 20  # MuPDF believes in no more pages than there are objects: one free one is enough
    last = b"%d 1\n0000000000 65535 f \ntrailer<</Size %d" % (objects - 1, objects)
    return original.replace(b"trailer<</Size %d" % (7 + times_ten), last)


def test_a_file_that_names_one_page_a_hundred_thousand_times_is_refused_and_holds_no_worker():
    original = endless(5)
    assert len(original) < 2000
    result = converted(original)
    assert result.status is ConversionStatus.FAILED
    assert "100000 页" in result.reason and "3000 页" in result.reason and "拆成几份" in result.reason


def test_how_many_pages_a_file_may_have_is_a_limit_of_the_workers():
    original = endless(1)
    with ConversionWorkers(ConversionLimits(pages=9)) as workers:
        reason = workers.convert(original, "insurance").reason
        assert "9 页的上限" in reason
    with ConversionWorkers(ConversionLimits(pages=10)) as workers:
        assert workers.convert(original, "insurance").pages == 10


def test_pages_that_the_count_promises_and_the_tree_lacks_are_said_to_be_broken():
    original = pdf(
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 3>>", page(), stream(TEXT), FONT, b"null"
    )
    result = converted(original)
    assert result.status is not ConversionStatus.FAILED
    assert "Article 1 Insured" in result.markdown
    assert all(fault.page in (2, 3) and fault.stage == "pdf" for fault in result.faults)


def test_a_form_that_draws_itself_is_no_hang():
    form = stream(b"/X Do " + TEXT, b"/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</X 6 0 R>>>>")
    result = converted(one_page(TEXT + b" /X Do", x=form))
    assert "Article 1 Insured" in result.markdown


def test_a_picture_with_five_thousand_inks_costs_at_most_that_page():
    space = b"/ColorSpace[/DeviceN[%s]/DeviceCMYK 4 0 R]" % (b"/A " * 5000)
    picture = stream(b"x", b"/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8" + space)
    result = converted(one_page(TEXT + b" q 9 0 0 9 9 9 cm /X Do Q", x=picture))
    assert result.status is not ConversionStatus.FAILED
    assert "Article 1 Insured" in result.markdown or result.faults[0].page == 1


@pytest.mark.parametrize("box", [b"0 0 1000000 1000000", b"0 0 0 0", b"0 0 -5 1e30", b"842 595 0 0"])
def test_pages_of_odd_sizes_end_in_a_defined_state(box):
    original = one_page(box=box)
    assert converted(original).status in (ConversionStatus.CONVERTED, ConversionStatus.NEEDS_ATTENTION)
    with PageRenderer() as renderer:
        try:
            drawn = renderer.render(original, "sha", 1, 110)
        except SourceError as error:
            assert error.page == 1
        else:
            assert 0 < drawn.width * drawn.height <= 41_000_000


def test_scripts_forms_and_attachments_are_neither_run_nor_read():
    catalogue = (
        b"/OpenAction<</S/JavaScript/JS(app.alert\\('no'\\))>>"
        b"/AcroForm<</Fields[]/XFA(<xdp/>)>>/Names<</EmbeddedFiles<</Names[(a.exe) 6 0 R]>>>>"
    )
    attached = b"<</Type/Filespec/F(a.exe)/EF<</F 4 0 R>>>>"
    result = converted(one_page(catalogue=catalogue, x=attached))
    assert "Article 1 Insured" in result.markdown
    assert "alert" not in result.markdown and "xdp" not in result.markdown


def test_a_stream_that_unpacks_to_a_gigabyte_costs_that_page_or_file_and_not_the_program():
    packed = zlib.compress(zlib.compress(b" " * 400_000_000, 1), 9)
    bomb = stream(packed, b"/Filter[/FlateDecode/FlateDecode]")
    original = pdf(
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page(), bomb, FONT, b"null"
    )
    with ConversionWorkers(ConversionLimits(memory_bytes=300 * 1024 * 1024)) as workers:
        result = workers.convert(original, "insurance")
        assert result.status in (ConversionStatus.FAILED, ConversionStatus.NEEDS_ATTENTION)
        assert workers.convert(one_page(), "insurance").status is not ConversionStatus.FAILED


def test_a_glyph_without_a_font_is_still_read_or_said():
    result = converted(one_page(b"BT /Missing 12 Tf 72 700 Td (Article 1 Insured) Tj ET"))
    assert "Article 1 Insured" in result.markdown or result.status is ConversionStatus.NEEDS_ATTENTION


def test_a_file_whose_end_is_missing_is_repaired_and_says_so():
    original = one_page()
    result = converted(original[: original.index(b"xref")])
    assert result.status is ConversionStatus.NEEDS_ATTENTION
    assert FindingKind.REPAIRED in kinds(result)
    assert "Article 1 Insured" in result.markdown


@pytest.mark.parametrize("last_whole", [b"4 0 obj", b"5 0 obj"], ids=["the words of the page", "its font"])
def test_a_file_without_all_that_its_pages_show_fails_with_one_sentence(last_whole: bytes):
    original = one_page()
    result = converted(original[: original.index(last_whole)])
    assert result.status is ConversionStatus.FAILED
    assert result.reason.startswith("PDF 不完整")
    assert not result.findings


def test_a_file_that_ends_amid_the_words_of_a_page_fails_though_some_could_be_read():
    words = stream(TEXT)
    original = pdf(
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page(6), b"null", FONT, words
    )
    assert converted(original[: original.index(b"Insured")]).status is ConversionStatus.FAILED


def test_a_link_to_a_page_that_was_taken_out_is_no_missing_part_of_a_repaired_file():
    link = b"/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[99 0 R/Fit]>>]"
    original = one_page(more=link)
    result = converted(original[: original.index(b"xref")])
    assert FindingKind.REPAIRED in kinds(result)
    assert "Article 1 Insured" in result.markdown


def test_every_cut_of_a_file_ends_in_a_defined_state():
    paper = Paper()
    paper.paragraph("本合同的保险期间为一年。")
    original = paper.bytes()
    for end in range(0, len(original), max(1, len(original) // 40)):
        result = converted(original[:end])
        assert result.status is not ConversionStatus.CONVERTED
        assert result.reason


def test_a_code_beyond_unicode_in_the_second_reading_is_no_crash():
    """pdf.js issue 18117: PDFium gives a code of four bytes for a sign outside of the first plane."""
    ranges = b"2 begincodespacerange <00><7F> <F0808080><F7BFBFBF> endcodespacerange "
    system = b"/CIDSystemInfo<</Registry(Adobe)/Ordering(CNS)/Supplement 7>>"
    encoding = b"begincmap /CMapName/X def " + ranges + b"2 begincidchar <F0A8A780> 39 <61> 12 endcidchar endcmap"
    meaning = (
        b"begincmap /CMapName/X def " + ranges + b"2 beginbfchar <61> <0061> <F0A8A780> <D862DDC0> endbfchar endcmap"
    )
    identity = b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
    original = pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        page(),
        stream(b"BT /F1 12 Tf 72 700 Td <%sF0A8A780> Tj ET" % (b"61" * 20)),
        b"<</Type/Font/Subtype/Type0/BaseFont/X/Encoding 7 0 R/DescendantFonts[6 0 R]/ToUnicode 8 0 R>>",
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDToGIDMap/Identity%s>>" % identity,
        stream(encoding, b"/Type/CMap/CMapName/X" + system),
        stream(meaning, b"/Type/CMap/CMapName/X" + system),
    )
    assert converted(original).status is ConversionStatus.NEEDS_ATTENTION


def test_text_without_a_size_is_hidden_text_and_no_fault():
    conversion = convert_bytes(one_page(TEXT + b" BT /F1 0 Tf 72 600 Td (unseen) Tj ET"), load_pack("insurance"))
    assert "Article 1 Insured" in conversion.markdown and "unseen" not in conversion.markdown
    assert conversion.coverage.unaccounted == 0


def words_in_places(count: int, colour: str = "0 g") -> bytes:
    """So many signs on one page, in lines of a hundred."""
    lines = [f"BT /F1 3 Tf 20 {820 - 3 * row} Td ({'benefit ' * 14}) Tj ET" for row in range(count // 98)]
    return f"{colour}\n{chr(10).join(lines)}".encode("ascii")


def test_a_page_of_more_signs_than_anybody_reads_is_lost_in_words_and_the_others_are_not(monkeypatch):
    monkeypatch.setattr(pdf_reading, "MOST_SIGNS", 1000)
    result = converted(
        pdf(
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R 7 0 R]/Count 2>>",
            page(),
            stream(words_in_places(2000)),
            FONT,
            b"null",
            page(8),
            stream(TEXT),
        )
    )
    (broken,) = (each for each in result.findings if each.kind == FindingKind.PAGE_BROKEN)
    assert "第 1 页" in broken.message and "1000 个的上限" in broken.message and "Error" not in broken.message
    assert "Article 1 Insured" in result.markdown and "benefit" not in result.markdown


def test_a_file_of_more_signs_than_memory_is_meant_for_is_refused_with_what_to_do(monkeypatch):
    monkeypatch.setattr(splitting, "MOST_SIGNS", 1000)
    result = converted(one_page(words_in_places(2000)))
    assert result.status is ConversionStatus.FAILED
    assert "1000 个字符的上限" in result.reason and "拆成几份" in result.reason


def test_thousands_of_white_words_are_not_looked_for_one_by_one_but_left_in_doubt_for_a_person(monkeypatch):
    monkeypatch.setattr(inking, "MOST_LOOKED_FOR", 1000)
    result = converted(one_page(words_in_places(2000, "1 g")))
    assert result.status is ConversionStatus.NEEDS_ATTENTION
    assert FindingKind.FAINT_TEXT in kinds(result)


def test_a_page_that_cannot_be_read_is_said_in_a_sentence_with_the_librarys_words_aside():
    missing = b"<</Type/Pages/Kids[3 0 R]/Count 2>>"
    result = converted(pdf(b"<</Type/Catalog/Pages 2 0 R>>", missing, page(), stream(TEXT), FONT, b"null"))
    (broken,) = (each for each in result.findings if each.kind == FindingKind.PAGE_BROKEN)
    assert "读不出来，多半是文件已损坏（" in broken.message


def test_words_under_a_picture_that_is_too_large_to_be_drawn_are_left_in_doubt(capfd):
    side = 9000
    pixels = zlib.compress(bytes(side * side // 8))
    entries = b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 1" % (side, side)
    picture = stream(pixels, b"/ColorSpace/DeviceGray/Filter/FlateDecode" + entries)
    result = converted(one_page(TEXT + b" q 595 0 0 842 0 0 cm /X Do Q", x=picture))
    assert FindingKind.FAINT_TEXT in kinds(result)
    assert capfd.readouterr() == ("", "")
