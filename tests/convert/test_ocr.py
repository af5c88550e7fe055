"""Suggestions for pages without text: their own child, their own limits, never part of the text."""

import importlib.util
import os
import subprocess
import sys
import threading

import pymupdf
import pytest
from paper import Paper

from insurance_desktop.convert.running.ocr import OcrLimits, OcrReader
from insurance_desktop.convert.running.scanned_lines import ScannedLine
from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import ConversionStatus, Severity

WORDS = "本合同的保险期间为一年。"


def fake_engine():
    """Reads the same two lines on every picture, the lower one first, a tenth and two tenths down the page."""

    def read(picture):
        height, width, _ = picture.shape
        lower = ((0, height * 0.2), (width / 2, height * 0.2), (width / 2, height * 0.22), (0, height * 0.22))
        upper = tuple((x, y / 2) for x, y in lower)
        return ScannedLine(lower, "下面一行", 0.5), ScannedLine(upper, " 上面一行 ", 0.987654)

    return read


def hanging_engine():
    threading.Event().wait()


def dying_engine():
    os._exit(9)


def stumbling_engine():
    def read(picture):
        raise RuntimeError("no model")

    return read


def a_scan(pages: int = 1, lean: float = 0.0) -> bytes:
    """Pages that are pictures of pages: printed words, drawn at 150 dpi."""
    with pymupdf.open() as document:
        for _ in range(pages):
            paper = Paper()
            paper.words(100, WORDS, y=200, size=14)
            paper.words(100, "第二行的文字写在这里。", y=240, size=14)
            picture = paper.page.get_pixmap(matrix=pymupdf.Matrix(150 / 72, 150 / 72).prerotate(lean))
            page = document.new_page(width=595, height=842)
            page.insert_image(page.rect, pixmap=picture)
        return document.tobytes()


def read_with(engine, *, limits: OcrLimits | None = None, original: bytes | None = None) -> Conversion:
    with ConversionWorkers(ocr=OcrReader(limits, engine)) as workers:
        return workers.convert(a_scan() if original is None else original, "insurance")


def notes(result: Conversion) -> dict[str, str]:
    return {finding.kind: finding.message for finding in result.findings if finding.severity is Severity.NOTE}


def test_a_page_without_text_gets_a_suggestion_that_is_not_its_text():
    result = read_with(fake_engine)
    assert result.status is ConversionStatus.NEEDS_ATTENTION
    assert "一行" not in result.markdown
    (suggested,) = result.suggestions
    assert [(each.text, each.confidence) for each in suggested.lines] == [("上面一行", 0.988), ("下面一行", 0.5)]
    box = suggested.lines[1].box
    assert [box.page, *(round(each) for each in (box.x0, box.y0, box.x1, box.y1))] == [1, 0, 168, 298, 185]
    assert "第 1 页有文字识别建议 2 行" in notes(result)[FindingKind.OCR_SUGGESTION]
    assert FindingKind.PAGE_WITHOUT_TEXT in {
        each.kind for each in result.findings if each.severity is Severity.BLOCKING
    }


def test_a_page_with_text_is_not_read():
    paper = Paper()
    paper.paragraph(WORDS)
    assert read_with(dying_engine, original=paper.bytes()).suggestions == ()


@pytest.mark.parametrize(
    ("engine", "seconds", "words"),
    [(hanging_engine, 2.0, "秒"), (dying_engine, 60.0, "意外退出"), (stumbling_engine, 60.0, "no model")],
)
def test_a_reader_that_hangs_dies_or_stumbles_costs_the_suggestion_only(engine, seconds, words):
    result = read_with(engine, limits=OcrLimits(page_seconds=seconds))
    assert result.status is ConversionStatus.NEEDS_ATTENTION
    assert result.suggestions == () and result.faults == ()
    assert words in notes(result)[FindingKind.OCR_FAILED]


def test_a_file_of_many_scans_is_read_up_to_its_limit():
    result = read_with(fake_engine, limits=OcrLimits(pages=2), original=a_scan(4))
    assert [each.page for each in result.suggestions] == [1, 2]
    assert "第 3 页起有 2 页" in notes(result)[FindingKind.OCR_LEFT]


def test_without_the_extra_a_note_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with ConversionWorkers(ocr=OcrReader()) as workers:
        result = workers.convert(a_scan(), "insurance")
    assert result.suggestions == ()
    assert "insurance-desktop[ocr]" in notes(result)[FindingKind.OCR_NOT_INSTALLED]


def test_the_parent_never_imports_the_reader():
    program = (
        "import sys; import insurance_desktop.convert.running.ocr as ocr; ocr.OcrReader().is_installed;"
        "print([name for name in ('rapidocr', 'cv2', 'numpy', 'onnxruntime', 'pypdfium2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(importlib.util.find_spec("rapidocr") is None, reason="the extra ocr is not installed")
@pytest.mark.parametrize("lean", [0.0, 4.0])
def test_the_shipped_reader_reads_a_scan_also_where_it_leans(lean):
    with ConversionWorkers(ocr=OcrReader()) as workers:
        (suggested,) = workers.convert(a_scan(lean=lean), "insurance").suggestions
    assert [each.text for each in suggested.lines] == [WORDS, "第二行的文字写在这里。"]
    assert abs(abs(suggested.skew) - lean) < 1.0
    assert all(each.confidence > 0.8 for each in suggested.lines)
