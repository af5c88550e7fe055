"""Glyphs are judged by the stretches they are drawn in; what comes out is what judging each by itself would give."""

import dataclasses
import pickle
import subprocess
import sys

from paper import Paper

from insurance_desktop.convert.reading.pages import Glyph, PageReading, Style
from insurance_desktop.convert.reading.pdf import open_pdf, read_page
from insurance_desktop.convert.reading.visibility import see
from insurance_desktop.domain.conversion import Emphasis, Item, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.ledger import Ledger, LedgerPage

PLAIN = Style("Song", bold=False, italic=False, colour=(0.0,), opacity=1.0, render=0)
STROKED = Style("Song", bold=False, italic=False, colour=(0.0,), opacity=1.0, render=1)


def stretch(words: str, x: float, first_id: int, style: int = 0):
    """Words of 10 points on one line, each sign right of the one before."""
    return tuple(
        Glyph(first_id + place, sign, x + 10 * place, 90, x + 10 * place + 10, 102, x + 10 * place, 100, 10, style)
        for place, sign in enumerate(words)
    )


def seen(*stretches):
    page = see(PageReading(1, 595, 842, stretches=stretches, styles=(PLAIN, STROKED)))
    shown = ["".join(glyph.char for glyph in each) for each in page.stretches]
    left_out = {each.reason: "".join(glyph.char for glyph in each.glyphs) for each in page.left_out}
    return shown, left_out, page.stroked


def test_words_printed_over_themselves_stand_once():
    shown, left_out, stroked = seen(stretch("责任免除", 100, 0), stretch("责任免除", 100, 4, style=1))
    assert shown == ["责任免除"]
    assert left_out == {"stroke_duplicate": "责任免除"}
    assert stroked == {0, 1, 2, 3}


def test_a_second_print_of_some_of_the_words_makes_only_these_bold():
    shown, left_out, stroked = seen(stretch("我们不承担责任", 100, 0), stretch("不承担", 120.3, 7, style=1))
    assert shown == ["我们", "不承担", "责任"]
    assert left_out == {"stroke_duplicate": "不承担"}
    assert stroked == {2, 3, 4}


def test_other_words_over_the_same_place_are_no_second_print():
    shown, left_out, _ = seen(stretch("甲乙丙", 100, 0), stretch("丁乙戊", 100, 3, style=1))
    assert "".join(sorted("".join(shown))) == "".join(sorted("甲乙丙丁戊"))
    assert left_out == {"stroke_duplicate": "乙"}


def test_a_stretch_that_leaves_the_page_is_cut_at_its_edge():
    shown, left_out, _ = seen(stretch("一二三四", 575, 0))
    assert (shown, left_out) == (["一二三"], {"off_page": "四"})


def test_the_neighbours_of_a_line_are_read_as_one_stretch():
    paper = Paper()
    paper.words(72, "保险责任", y=100)
    paper.words(72, "责任免除", y=130)
    with open_pdf(paper.bytes()) as document:
        page = read_page(document, 1)
    assert ["".join(glyph.char for glyph in each) for each in page.stretches] == ["保险责任", "责任免除"]
    assert [glyph.id for glyph in page.glyphs] == list(range(8))


def test_an_entity_arrives_in_another_process_as_it_left():
    box = Box(3, 1.5, 2.5, 3.5, 4.5)
    span = SourceSpan(1, 2, 0, (box,), "x", (Emphasis.BOLD,))
    item = Item("（1）", "文字", (box,))
    assert pickle.loads(pickle.dumps((box, span, item))) == (box, span, item)


def test_an_entity_looks_compares_and_hashes_like_a_frozen_dataclass():
    box, same, other = Box(3, 1.5, 2.5, 3.5, 4.5), Box(3, 1.5, 2.5, 3.5, 4.5), Box(4, 1.5, 2.5, 3.5, 4.5)
    frozen = dataclasses.make_dataclass("Box", ["page", "x0", "y0", "x1", "y1"], frozen=True, slots=True)
    twin = frozen(3, 1.5, 2.5, 3.5, 4.5)
    assert (repr(box), hash(box)) == (repr(twin), hash(twin))
    assert box == same != other
    assert box not in (twin, (3, 1.5, 2.5, 3.5, 4.5))
    assert len({box, same, other}) == 2
    assert dataclasses.replace(box, page=4) == other
    assert [each.name for each in dataclasses.fields(Box)] == ["page", "x0", "y0", "x1", "y1"]
    assert not hasattr(box, "__dict__")


def test_an_entity_of_one_field_is_an_entity_too():
    assert repr(Ledger(())) == "Ledger(pages=())"
    assert len({Ledger(()), Ledger(), Ledger((LedgerPage(1, b"", b""),))}) == 2
    assert pickle.loads(pickle.dumps(Ledger(()))) == Ledger()


def test_a_worker_does_without_the_layout_model_and_leaves_no_trap_behind():
    code = (
        "import sys\n"
        "from insurance_desktop.convert.reading.pymupdf_library import load_library\n"
        "load_library()\n"
        "print([name for name in ('pymupdf.layout', 'pymupdf4llm', 'onnxruntime', 'numpy') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
