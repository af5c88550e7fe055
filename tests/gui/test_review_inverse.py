"""Page and text point at each other: whatever block, whatever point of it, there and back."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.gui.review.links import Links, holds
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.paths import resource_root

SAMPLES = sorted((resource_root() / "samples").glob("*.pdf"))


@cache
def linked(pdf: Path):
    made = convert_bytes(pdf.read_bytes(), load_pack())
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
