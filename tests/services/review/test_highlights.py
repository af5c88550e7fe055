"""What can be made to stand out: signs easily misread, exclusions as printed, and what of a page is not in the text."""

from itertools import pairwise
from pathlib import Path

import pytest
from stand_ins import open_with_stand_ins

from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.conversion import Emphasis, Exclusion
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind, ProposalReason
from insurance_desktop.domain.ledger import NOWHERE, OFFSETS, POINTS, Ledger, LedgerIndex, LedgerPage, packed
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.highlights import LISTED, exclusion_highlights, left_out, risk_highlights
from insurance_desktop.services.review.ledgers import open_ledger

PACK = load_pack("insurance")
SAMPLE = Path(__file__).parents[3] / "resources" / "samples" / "clause-2.pdf"


def marked(text):
    return [(mark.kind, text[mark.start : mark.end]) for mark in risk_highlights(text, PACK)]


@pytest.mark.requirement("US2")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("代码A0O1", [("zero_or_o", "0"), ("zero_or_o", "O"), ("one_or_l", "1")]),
        ("期末尚未", [("look_alikes", "末"), ("look_alikes", "未")]),
        ("给付10万元，或100元", [("amount_unit", "万元"), ("amount_unit", "元")]),
        ("保额3.5 万，按 80%", [("amount_unit", " 万"), ("percentage", "%")]),
        ("我们不承担责任", [("negation", "不承担")]),
        ("除本合同另有约定外", [("exception", "除本合同另有约定外")]),
        ("但下列情形除外", [("exception", "但"), ("exception", "除外")]),
        ("不超过30日", [("limit", "不超过")]),
        ("| 100 | 20 |", []),
    ],
)
def test_signs_that_are_easily_misread_are_found_where_they_stand(text, expected):
    assert marked(text) == expected


def test_marks_stand_in_order_and_none_lies_inside_another():
    text = "未满18周岁且无合法监护人的，除另有约定外，不予给付100万元，但不超过80%。" * 50
    marks = risk_highlights(text, PACK)
    assert all(one.start < other.start and one.end < other.end for one, other in pairwise(marks))


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """A library with the sample clause as the real converter reads it."""
    with (
        ConversionWorkers(count=1) as workers,
        open_with_stand_ins(tmp_path_factory.mktemp("marks") / "library.db", workers) as workspace,
    ):
        document_id = import_paths(workspace.library, workspace.converter, [SAMPLE])[0].document.document_id
        yield workspace.library, document_id


@pytest.mark.requirement("C7")
def test_exclusions_are_outlined_as_the_page_prints_them(sample):
    library, document_id = sample
    sheet = decisions.show(library, document_id)
    marks = exclusion_highlights(library, document_id)
    listed = [mark for mark in marks if mark.reason == LISTED]
    assert listed
    exclusions = [each for each in sheet.clauses if "Exclusion" in each.category[:1]]
    for mark in listed:
        assert any(each.markdown_start <= mark.start < mark.end <= each.markdown_end for each in exclusions)
        assert mark.boxes
        assert mark.emphasis
        assert Emphasis.SUPERSCRIPT not in mark.emphasis
    assert {mark.reason for mark in marks} <= {LISTED, *ProposalReason}
    assert list(marks) == sorted(marks, key=lambda mark: (mark.start, mark.end))


@pytest.mark.requirement("SC-004")
def test_everything_on_a_page_that_is_not_in_the_text_is_tinted_with_its_reason(sample):
    library, document_id = sample
    opened = open_ledger(library, document_id)
    sheet = decisions.show(library, document_id)
    tinted = []
    for page in range(1, sheet.document.pages + 1):
        for each in left_out(opened.index, opened.exclusions, page):
            assert each.boxes
            assert {box.page for box in each.boxes} == {page}
            tinted.append((page, each.reason, each.text))
    told = [(each.page, each.reason, each.text) for each in sheet.coverage.exclusions]
    assert sorted(tinted) == sorted(told)


def test_glyphs_that_nothing_accounts_for_come_first():
    places = packed(OFFSETS, [0, NOWHERE, -1])
    sides = ([1.0, 20.0, 40.0], [1.0, 1.0, 1.0], [9.0, 28.0, 48.0], [9.0, 9.0, 9.0])
    index = LedgerIndex(Ledger((LedgerPage(1, places, packed(POINTS, [each for side in sides for each in side])),)))
    lost, header = left_out(index, (Exclusion(ExclusionReason.PAGE_HEADER, 1, "甲", None),), 1)
    assert (lost.reason, lost.boxes) == (FindingKind.UNACCOUNTED, (Box(1, 20.0, 1.0, 28.0, 9.0),))
    assert (header.reason, header.text, header.boxes) == (
        ExclusionReason.PAGE_HEADER,
        "甲",
        (Box(1, 40.0, 1.0, 48.0, 9.0),),
    )


def test_a_document_without_text_has_no_marks(library, one_document):
    assert exclusion_highlights(library, one_document(failed="打不开")) == ()
