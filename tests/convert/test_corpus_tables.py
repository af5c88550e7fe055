"""Ten tables of the corpus against what was read on their pages by eye (truth/tables.toml)."""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.kinds import ReasonKind
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.loader import load_pack

pytestmark = pytest.mark.corpus
TRUTH = tomllib.loads((Path(__file__).parent / "truth" / "tables.toml").read_text(encoding="utf-8"))["table"]


@cache
def converted(path):
    return convert_bytes(path.read_bytes(), load_pack("insurance"))


@pytest.mark.requirement("FR-004")
@pytest.mark.parametrize("truth", TRUTH, ids=lambda truth: f"{truth['file']}-{truth['index']}")
def test_a_real_table_says_cell_by_cell_what_its_page_shows(corpus, truth):
    conversion = converted(corpus / "insurance" / truth["file"])
    table = conversion.tables[truth["index"]]
    rows = [*table.rows[: table.header_rows], table.headers, *table.rows[table.header_rows :]]
    assert [len(rows), table.column_count] == truth["shape"]
    assert table.header_rows + 1 == truth["header"]
    assert {tuple(span) for span in truth["spans"]} <= set(table.spans)
    for number, words in truth.get("rows", {}).items():
        assert "|".join(rows[int(number)]) == words
    for number, words in truth.get("starts", {}).items():
        assert all(cell.startswith(start) for cell, start in zip(rows[int(number)], words.split("|"), strict=True))
    for number, words in truth.get("ends", {}).items():
        assert all(cell.endswith(end) for cell, end in zip(rows[int(number)], words.split("|"), strict=True))
    flags = [
        each
        for each in conversion.findings
        if each.severity is Severity.BLOCKING and each.kind.family is ReasonKind.FLAGGED_TABLES
    ]
    assert bool(flags) is truth.get("flagged", False)


def test_no_other_page_of_the_corpus_has_a_table(corpus):
    """Label columns, contents, lists in columns, notices and forms are none: what has a table is written down above."""
    known = {
        truth["file"]: 1 + max(each["index"] for each in TRUTH if each["file"] == truth["file"]) for truth in TRUTH
    }
    for folder in ("insurance", "traditional"):
        for file in sorted((corpus / folder).glob("*.pdf")):
            assert len(converted(file).tables) == known.get(file.name, 0), file.name
