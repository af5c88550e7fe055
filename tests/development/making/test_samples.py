"""The committed samples are what the maker makes, and they show what real clause PDFs show."""

import csv
import re
from pathlib import Path

import pymupdf
import pytest

from development.making.samples import MANIFEST_COLUMNS, make_samples
from insurance_desktop import paths

SAMPLES = paths.resource_root() / "samples"
PDFS = ("clause-1.pdf", "clause-2.pdf", "rates.pdf")


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    make_samples(folder)
    return folder


def drawn(path: Path) -> list[tuple]:
    """Every glyph and every path of a PDF with its place: what a page says, whatever release of PyMuPDF wrote it."""
    pages = []
    with pymupdf.open(path) as document:
        for page in document:
            glyphs = [
                (span["type"], chr(char[0]), *(round(at, 1) for at in char[2]))
                for span in page.get_texttrace()
                for char in span["chars"]
            ]
            shapes = [(each["type"], each["fill"], each["rect"].round()) for each in page.get_drawings()]
            pages.append((glyphs, shapes))
    return pages


def text_of(name: str) -> str:
    with pymupdf.open(SAMPLES / name) as document:
        return "\n".join(page.get_text() for page in document)


def manifest(folder: Path) -> list[dict[str, str]]:
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_two_runs_write_the_same_bytes(made, tmp_path):
    make_samples(tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {
        each.name: each.read_bytes() for each in made.iterdir()
    }


@pytest.mark.parametrize("name", PDFS)
def test_the_committed_sample_is_a_fresh_one(made, name):
    assert drawn(SAMPLES / name) == drawn(made / name)


@pytest.mark.parametrize("name", PDFS)
def test_a_sample_is_small_and_carries_its_font(name):
    assert (SAMPLES / name).stat().st_size < 300_000
    with pymupdf.open(SAMPLES / name) as document:
        fonts = {font[:4] for number in range(len(document)) for font in document.get_page_fonts(number)}
        assert all(document.extract_font(font[0])[3] for font in fonts)
        assert not any("�" in page.get_text() for page in document)


def test_the_manifest_names_every_sample_with_the_columns_of_the_import():
    rows = manifest(SAMPLES)
    assert tuple(rows[0]) == MANIFEST_COLUMNS
    assert [row["file"] for row in rows] == list(PDFS)
    assert [row["edition"] for row in rows] == ["YH1001-1", "YH1001-2", "YH1001-2"]
    assert {row["product_code"] for row in rows} == {"YH1001"}
    assert {path.name for path in SAMPLES.glob("*.pdf")} == set(PDFS)


def test_the_clause_has_enough_sections_to_search_in():
    numbers = re.findall(r"^\d\.\d{1,2}(?:\.\d)?$", text_of("clause-1.pdf"), re.MULTILINE)
    assert len(numbers) == len(set(numbers)) == 50


@pytest.mark.parametrize(
    "word",
    [
        "犹豫期",
        "等待期",
        "酒后驾驶",
        "退保",
        "现金价值",
        "减额交清",
        "诉讼时效",
        "（见 9.1）",
        "请扫描以查询验证条款",
        "…………",
    ],
)
def test_the_clause_speaks_of_what_is_asked_for(word):
    assert word in text_of("clause-1.pdf")


def test_exclusions_are_stroked_and_shaded():
    with pymupdf.open(SAMPLES / "clause-1.pdf") as document:
        page = next(page for page in document if "酒后驾驶（见" in page.get_text())
        stroked = "".join(chr(char[0]) for span in page.get_texttrace() if span["type"] == 1 for char in span["chars"])
        shaded = [each["rect"] for each in page.get_drawings() if each["fill"] and 0.5 < each["fill"][0] < 0.95]
    assert "（5）被保险人酒后驾驶" in stroked
    assert len(shaded) >= 8


def test_the_editions_differ_where_the_second_changed_them():
    first, second = text_of("clause-1.pdf"), text_of("clause-2.pdf")
    assert "十五日的犹豫期" in first
    assert "二十日的犹豫期" in second
    assert "9.15" in second
    assert "9.15" not in first


def test_the_rate_table_repeats_its_header_and_names_its_unit_once():
    with pymupdf.open(SAMPLES / "rates.pdf") as document:
        pages = [page.get_text() for page in document]
    assert [page.count("投保年龄") for page in pages] == [1, 1]
    assert [page.count("男性") for page in pages] == [1, 1]
    assert "单位：元" in pages[0]
    assert "单位：元" not in pages[1]
