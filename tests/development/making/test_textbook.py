"""The committed sample textbook is what the maker makes, and its transcriptions are about what it prints."""

import csv
from pathlib import Path

import pymupdf
import pytest

from development.making.textbook import PACK, TRANSCRIPTION_COLUMNS, make_textbook
from insurance_desktop.packs.registry import pack_folder

SAMPLES = pack_folder(PACK) / "samples"
VOLUMES = ("volume-1.pdf", "volume-2.pdf")


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("textbook")
    make_textbook(folder)
    return folder


def pages_of(path: Path) -> list[str]:
    with pymupdf.open(path) as document:
        return [page.get_text() for page in document]


def test_the_committed_files_are_what_the_maker_makes(made):
    assert {each.name for each in made.iterdir()} == {each.name for each in SAMPLES.iterdir()}
    for name in ("manifest.csv", "table_explain.csv"):
        assert (made / name).read_bytes() == (SAMPLES / name).read_bytes()
    for name in VOLUMES:
        assert pages_of(made / name) == pages_of(SAMPLES / name)


def test_every_transcription_is_of_a_figure_that_its_volume_prints():
    printed = ["".join(pages_of(SAMPLES / name)) for name in VOLUMES]
    with (SAMPLES / "table_explain.csv").open(encoding="utf-8", newline="") as file:
        heading, *rows = csv.reader(file)
    assert tuple(heading) == TRANSCRIPTION_COLUMNS
    assert len(rows) == 8
    for book, chapter, section, figure, text, priority in rows:
        volume = printed[("上册", "下册").index(book)]
        assert all(words in volume for words in (chapter, section, figure))
        assert text and priority in ("高", "中", "低")
