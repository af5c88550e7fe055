"""Passages of real clauses, taken at random: each stands where it is cited."""

import random
import unicodedata
from collections import Counter

import pymupdf
import pytest
from stand_ins import CharacterEmbedder, open_workspace_with

from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.span_places import SpanPlaces
from insurance_desktop.services.review import decisions
from insurance_desktop.store.clauses import clauses

FILES = (
    "youngpj-kangaibao__doc_baoxiantiaokuan",
    "youngpj-kangaibao__doc_jubaozhiye",
    "youngpj-msbaoxian__doc_baoxiantiaokuanA",
    "youngpj-toulianxian__pdf_shuomingshu",
    "youngpj-toulianxian__pdf_tiaokuan",
)
LENGTHS = (1, 3, 12, 40, 150, 600)
SPANS_OF_A_CLAUSE = 8
SLACK = 1.0


@pytest.mark.corpus
@pytest.mark.requirement("FR-007")
def test_every_passage_of_real_clauses_stands_on_the_page_and_in_the_lines_that_are_cited(corpus, tmp_path):
    chosen = random.Random(20261122)
    later_pages = 0
    with open_workspace_with(tmp_path / "library.db", embedder=CharacterEmbedder) as workspace:
        for name in FILES:
            original = corpus / "insurance" / f"{name}.pdf"
            document_id = import_paths(workspace.library, workspace.converter, [original])[0].document.document_id
            decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="逐条看过")
            printed = [_signs_of(page) for page in pymupdf.open(original)]
            with workspace.library.database.read() as connection:
                places = SpanPlaces(connection)
                for row in clauses.of_documents(connection, [document_id]):
                    for start, end in _spans(chosen, row.text):
                        place = places.of(row, start, end)
                        words = row.text[start:end]
                        assert place.is_exact, (name, row.section_id, words)
                        assert place.boxes[0].page == place.page_number, (name, row.section_id, words)
                        assert max(box.page for box in place.boxes) == place.page_to
                        missing = _counted(words) - _in_boxes(printed, place.boxes)
                        assert not missing, (name, row.section_id, words, missing)
                        later_pages += place.page_number > row.page_number
    assert later_pages > 100


def _spans(chosen, text):
    """Random stretches that hold at least one printed sign."""
    found = []
    while text.strip() and len(found) < SPANS_OF_A_CLAUSE:
        start = chosen.randrange(len(text))
        end = min(len(text), start + chosen.choice(LENGTHS))
        if text[start:end].strip():
            found.append((start, end))
    return found


def _signs_of(page):
    return [
        (sign["c"], (sign["bbox"][0] + sign["bbox"][2]) / 2, (sign["bbox"][1] + sign["bbox"][3]) / 2)
        for block in page.get_text("rawdict", flags=3)["blocks"]
        for line in block.get("lines", ())
        for span in line["spans"]
        for sign in span["chars"]
    ]


def _in_boxes(printed, boxes):
    found = Counter()
    for box in boxes:
        for sign, x, y in printed[box.page - 1]:
            if box.x0 - SLACK <= x <= box.x1 + SLACK and box.y0 - SLACK <= y <= box.y1 + SLACK:
                found.update(_counted(sign))
    return found


def _counted(text):
    return Counter(sign for sign in unicodedata.normalize("NFKC", text) if not sign.isspace())
