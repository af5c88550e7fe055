"""Page and text point at each other: whatever block, whatever point of it, there and back, to the character."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.ledger import LedgerIndex
from insurance_desktop.gui.review.text.source_links import Links, holds, union_by_page
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.paths import resource_root

SAMPLES = sorted((resource_root() / "samples").glob("*.pdf"))


@cache
def converted(pdf: Path):
    return convert_bytes(pdf.read_bytes(), load_pack("insurance"))


@cache
def linked(pdf: Path):
    made = converted(pdf)
    return Links(made.source_map), [span for span in made.source_map if span.boxes]


def there_and_back(links: Links, span, box, across: float, down: float) -> None:
    """A point of a box leads to text whose box holds it, and that text leads back to the same boxes."""
    x, y = box.x0 + across * (box.x1 - box.x0), box.y0 + down * (box.y1 - box.y0)
    found = links.at_point(box.page, x, y)
    assert found is not None
    assert any(each.page == box.page and holds(each, x, y) for each in found.boxes)
    assert links.at_offset(found.start).boxes == found.boxes
    assert links.at_offset(span.start) == span
    assert links.at_offset(span.end - 1).block == span.block


@pytest.mark.requirement("US2")
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_point_of_any_block_of_the_samples_leads_there_and_back(data):
    links, spans = linked(data.draw(st.sampled_from(SAMPLES)))
    span = data.draw(st.sampled_from(spans))
    box = data.draw(st.sampled_from(span.boxes))
    there_and_back(links, span, box, data.draw(st.floats(0, 1)), data.draw(st.floats(0, 1)))


@pytest.mark.requirement("US2")
@pytest.mark.parametrize("pdf", SAMPLES, ids=lambda pdf: pdf.stem)
def test_the_middle_of_every_block_of_the_samples_is_that_block(pdf):
    every_middle_is_its_block(pdf)


@pytest.mark.corpus
@pytest.mark.requirement("US2")
def test_the_middle_of_every_block_of_the_corpus_is_that_block(corpus):
    for pdf in sorted((corpus / "insurance").glob("*.pdf")):
        every_middle_is_its_block(pdf)


def every_middle_is_its_block(pdf: Path) -> None:
    links, spans = linked(pdf)
    for span in spans:
        for box in span.boxes:
            found = links.at_point(box.page, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
            assert found.block == span.block
            there_and_back(links, span, box, 0.5, 0.5)


@pytest.mark.requirement("US2")
@pytest.mark.parametrize("pdf", SAMPLES, ids=lambda pdf: pdf.stem)
def test_a_frame_around_lines_that_wrap_marks_exactly_their_words(pdf):
    every_frame_marks_its_words(pdf)


@pytest.mark.corpus
@pytest.mark.requirement("US2")
def test_a_frame_around_lines_of_the_corpus_that_wrap_marks_exactly_their_words(corpus):
    for pdf in sorted((corpus / "insurance").glob("*.pdf")):
        every_frame_marks_its_words(pdf)


def every_frame_marks_its_words(pdf: Path) -> None:
    """From the first character of a block to its last: by the boxes of its lines, and by one box around them."""
    links, spans = linked(pdf)
    blocks: dict[int, list] = {}
    for span in spans:
        blocks.setdefault(span.block, []).append(span)
    for of_block in blocks.values():
        whole = (min(each.start for each in of_block), max(each.end for each in of_block))
        boxes = tuple(box for each in of_block for box in each.boxes)
        assert links.under(boxes) == (whole,)
        assert links.under(union_by_page(boxes)) == (whole,)


@pytest.mark.requirement("US2")
@pytest.mark.parametrize("pdf", SAMPLES, ids=lambda pdf: pdf.stem)
def test_the_boxes_of_a_clause_mark_the_whole_clause_and_nothing_else(pdf):
    links, spans = linked(pdf)
    for clause in converted(pdf).clauses:
        inside = [each for each in spans if clause.markdown_start <= each.start < clause.markdown_end]
        if inside:
            assert links.under(clause.boxes) == ((inside[0].start, inside[-1].end),)


@pytest.mark.requirement("US2")
@pytest.mark.parametrize("pdf", SAMPLES, ids=lambda pdf: pdf.stem)
def test_a_click_on_any_printed_character_marks_text_that_holds_it(pdf):
    assert missed_characters(pdf) == []


@pytest.mark.corpus
@pytest.mark.requirement("US2")
def test_a_click_on_any_printed_character_of_the_corpus_marks_text_that_holds_it(corpus):
    for pdf in sorted((corpus / "insurance").glob("*.pdf")):
        assert missed_characters(pdf) == []


def missed_characters(pdf: Path) -> list[int]:
    """Offsets of characters whose place on the page leads elsewhere, the ledger being asked where they stand.

    Not those that run over the frame of their own table cell: there the page shows two cells in one place.
    """
    links, _spans = linked(pdf)
    missed = []
    for glyph, offset in LedgerIndex(converted(pdf).ledger).in_markdown():
        x, y = (glyph.box.x0 + glyph.box.x1) / 2, (glyph.box.y0 + glyph.box.y1) / 2
        own = links.at_offset(offset)
        if any(each.page == glyph.page and holds(each, x, y) for each in own.boxes):
            found = links.at_point(glyph.page, x, y)
            if not found.start <= offset < found.end:
                missed.append(offset)
    return missed
