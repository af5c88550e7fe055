"""A framed region read again: by one column or two, from glyphs or from the picture; what stands outside stays out."""

import importlib.util

import pytest
from paper import Paper
from test_ocr import a_scan, dying_engine, fake_engine

from insurance_desktop.convert.running.ocr import OcrReader
from insurance_desktop.convert.running.region_reading import RegionOrder, in_columns, lines_in, read_region
from insurance_desktop.domain.conversion import SuggestedLine
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.packs.wording import sentence

REGION = Box(1, 50.0, 90.0, 545.0, 200.0)


@pytest.fixture(scope="module")
def two_columns():
    """Two columns of three lines, each row on one baseline, with a heading above and a line of white text."""
    paper = Paper()
    paper.words(60, "标题在框外", y=70)
    for row, (left, right) in enumerate((("左一", "右一"), ("左二", "右二"), ("左三", "右三"))):
        paper.words(60, left, y=110 + 25 * row)
        paper.words(320, right, y=110 + 25 * row)
    paper.words(60, "看不见的字", y=190, colour=(1, 1, 1))
    return paper.document.tobytes()


def texts(found):
    return [line.text for line in found.lines]


@pytest.mark.requirement("US2")
def test_the_same_region_reads_by_rows_or_by_columns(two_columns):
    rows = read_region(RegionOrder(two_columns, REGION, 1))
    assert [text.replace(" ", "") for text in texts(rows)] == ["左一右一", "左二右二", "左三右三"]
    columns = lines_in(RegionOrder(two_columns, REGION, 2))
    assert texts(columns) == ["左一", "左二", "左三", "右一", "右二", "右三"]
    assert all(REGION.x0 <= line.box.x0 < line.box.x1 <= REGION.x1 for line in columns.lines)
    assert {line.confidence for line in columns.lines} == {1.0}


def test_signs_outside_the_frame_stay_out(two_columns):
    left = lines_in(RegionOrder(two_columns, Box(1, 50.0, 90.0, 200.0, 140.0), 1))
    assert texts(left) == ["左一", "左二"]
    half_a_word = lines_in(RegionOrder(two_columns, Box(1, 50.0, 90.0, 69.0, 120.0), 1))
    assert texts(half_a_word) == ["左"]
    assert texts(lines_in(RegionOrder(two_columns, Box(1, 500.0, 700.0, 545.0, 800.0), 2))) == []


def test_a_line_over_both_columns_is_cut_at_the_strip():
    paper = Paper()
    paper.words(60, "一" * 40, y=110)
    paper.words(60, "左" * 15, y=140)
    paper.words(320, "右" * 15, y=140)
    found = lines_in(RegionOrder(paper.document.tobytes(), REGION, 2))
    assert len(found.lines) == 4
    assert "".join(texts(found)).count("一") == 40


@pytest.mark.parametrize("original", [b"", b"%PDF-1.7 nothing", b"hello"])
def test_what_is_no_pdf_is_one_sentence(original):
    with pytest.raises(SourceError) as fault:
        read_region(RegionOrder(original, REGION, 1))
    assert "第 1 页" in str(sentence(fault.value))


def test_a_page_that_is_not_there_is_one_sentence(two_columns):
    with pytest.raises(SourceError):
        read_region(RegionOrder(two_columns, Box(9, 0.0, 0.0, 10.0, 10.0), 1))


def test_a_region_of_a_picture_is_read_where_it_stands():
    reader = OcrReader(engine=fake_engine)
    try:
        region = Box(1, 100.0, 200.0, 300.0, 400.0)
        upper, lower = reader.suggest_region(a_scan(), region).lines
    finally:
        reader.close()
    assert (upper.text, lower.text) == ("上面一行", "下面一行")
    box = lower.box
    assert [round(each) for each in (box.x0, box.y0, box.x1, box.y1)] == [100, 240, 200, 244]


def test_a_reader_of_pictures_that_dies_costs_the_region_alone():
    reader = OcrReader(engine=dying_engine)
    try:
        with pytest.raises(SourceError) as fault:
            reader.suggest_region(a_scan(), REGION)
    finally:
        reader.close()
    assert "第 1 页" in str(sentence(fault.value))


@pytest.mark.skipif(importlib.util.find_spec("rapidocr") is not None, reason="the extra is installed")
def test_without_the_extra_it_says_what_to_install():
    with pytest.raises(SourceError) as fault:
        OcrReader().suggest_region(a_scan(), REGION)
    assert "insurance-desktop[ocr]" in str(sentence(fault.value))


def test_lines_of_a_picture_are_put_into_columns():
    def line(text, x, y):
        return SuggestedLine(text, 0.9, Box(1, x, y, x + 100, y + 10))

    found = [line("右一", 300, 100), line("左二", 60, 120), line("左一", 60, 101), line("右二", 300, 121)]
    assert [each.text for each in in_columns(found, REGION, 1)] == ["左一", "右一", "左二", "右二"]
    assert [each.text for each in in_columns(found, REGION, 2)] == ["左一", "左二", "右一", "右二"]
