"""Latin texts that number nothing: their headings are larger than the text."""

import pytest
from paper import Paper

from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.kinds import FindingKind

BLUE = (0.0, 0.6, 0.85)
TEXT = "We reimburse the cost of care that you need at once while you travel, up to the amount on your certificate."


def print_policy(paper: Paper) -> Conversion:
    """Two chapters, the first with a heading in two rows of slightly different sizes, and sections below them."""
    for rows, below in (
        (("TRIP CANCELLATION OR INTERRUPTION", "COVERAGE"), ("What is covered", "Limitations of coverage")),
        (("BAGGAGE COVERAGE",), ("What is covered", "Benefits")),
    ):
        for place, words in enumerate(rows):
            paper.words(60, words, size=21 + place, colour=BLUE)
            paper.feed(1.3)
        for heading in below:
            paper.words(60, heading, size=14, colour=BLUE)
            paper.feed()
            for _ in range(7):
                paper.words(60, TEXT, size=9)
                paper.feed(0.7)
            paper.feed()
    return paper.convert()


@pytest.mark.requirement("SC-004")
def test_a_policy_that_numbers_nothing_came_out_as_one_clause():
    conversion = print_policy(Paper())
    headings = [line for line in conversion.markdown.splitlines() if line.startswith("#")]
    assert headings == [
        "## TRIP CANCELLATION OR INTERRUPTION COVERAGE",
        "### What is covered",
        "### Limitations of coverage",
        "## BAGGAGE COVERAGE",
        "### What is covered",
        "### Benefits",
    ]
    assert conversion.coverage.unaccounted == 0
    assert not [finding for finding in conversion.findings if finding.kind == FindingKind.SECTION_TWICE]


def test_a_large_sentence_and_a_large_figure_are_no_headings():
    paper = Paper()
    paper.words(60, "Call us before you see a doctor.", size=16, colour=BLUE)
    paper.feed(2)
    paper.words(60, "1-877-986-7681", size=16, colour=BLUE)
    paper.feed(2)
    for _ in range(12):
        paper.words(60, TEXT, size=9)
        paper.feed(0.7)
    assert not [line for line in paper.convert().markdown.splitlines() if line.startswith("##")]
