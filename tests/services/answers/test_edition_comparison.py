"""compare: what an auditor reads of two editions."""

import pytest
from two_editions import library_of_editions, new_clauses
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, clause
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import AnswerStatus, EditionStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.answers.clause_pairs import Unit, paired
from insurance_desktop.services.answers.edition_comparison import compare_documents, text_changes
from insurance_desktop.services.library.comparable_text import weights_of

pytestmark = pytest.mark.requirement("FR-001")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with library_of_editions(tmp_path_factory.mktemp("editions") / "library.db") as opened:
        yield opened.library


def sections(change):
    return tuple(None if each is None else each.section_id for each in (change.old, change.new))


def by_kind(answer):
    return {
        kind: [sections(each) for each in answer.changes if each.kind == kind]
        for kind in {each.kind for each in answer.changes}
    }


def test_each_clause_is_told_as_what_became_of_it(library):
    answer = compare_documents(library, 1, 2)
    assert answer.status is AnswerStatus.OK
    assert (answer.old.edition, answer.new.edition) == ("一版", "二版")
    assert (answer.old.edition_status, answer.new.edition_status) == (EditionStatus.SUPERSEDED, EditionStatus.CURRENT)
    assert by_kind(answer) == {
        "changed": [("2.2", "2.2"), ("2.4", "2.4")],
        "removed": [("2.5", None)],
        "renumbered": [("5.1", "5.2")],
        "added": [(None, "5.3")],
    }
    counts = answer.counts
    assert (counts.unchanged, counts.changed, counts.added, counts.removed) == (3, 2, 1, 1)
    assert (counts.renumbered, counts.moved) == (1, 0)
    assert [sections(each) for each in answer.changes].index(("2.5", None)) == 2, "where it stood"


def test_a_changed_figure_is_shown_whole_and_marked_decisive(library):
    waiting = next(each for each in compare_documents(library, 1, 2).changes if sections(each) == ("2.2", "2.2"))
    (figure,) = [each for each in waiting.text_changes if each.kind != "same"]
    assert (figure.kind, figure.old, figure.new, figure.decisive) == ("changed", "90", "180", True)
    assert waiting.decisive
    assert waiting.new.page_number == 3


def test_a_new_item_of_a_list_is_one_addition(library):
    listed = next(each for each in compare_documents(library, 1, 2).changes if sections(each) == ("2.4", "2.4"))
    added = [each.new for each in listed.text_changes if each.kind == "added"]
    assert "".join(added).count("被保险人酒后驾驶机动车") == 1


def test_backwards_says_the_opposite(library):
    forth, back = compare_documents(library, 1, 2), compare_documents(library, 2, 1)
    assert (forth.counts.added, forth.counts.removed) == (back.counts.removed, back.counts.added)
    assert back.counts.changed == forth.counts.changed


def test_both_texts_can_be_put_together_from_the_stretches():
    weights = weights_of(load_pack("insurance"))
    for old, new in [
        ("甲。乙丙丁。戊", "甲。乙丁丁。己庚"),
        ("", "全新的一句。"),
        ("一样。", "一样。"),
        ("给付比例为60%。" * 30, "给付比例为80%。" * 30),
        ("责任" * 4000, "任责" * 4000),
    ]:
        changes = text_changes(old, new, weights)
        assert "".join(each.old for each in changes) == old
        assert "".join(each.new for each in changes) == new


def test_a_clause_at_another_place_of_the_order_has_moved(library):
    numbered = [clause(f"{place}.1", f"标题{place}", f"第{place}段的内容，各不相同的文字。") for place in range(1, 7)]
    last = [*numbered[1:], numbered[0]]
    again = [clause(f"{place}.1", each.section_title, each.text) for place, each in enumerate(last, 1)]
    with library.database.write() as connection:
        ids = [
            add_verified(connection, BareDocument(f"次序{name}", tuple(rows), code=name), library.pack, EMBEDDER)
            for name, rows in (("A1", numbered), ("B2", again))
        ]
    answer = compare_documents(library, *ids)
    assert by_kind(answer)["moved"] == [("1.1", "6.1")]
    assert len(by_kind(answer)["renumbered"]) == 5
    assert answer.counts.changed == answer.counts.added == answer.counts.removed == 0


def test_the_same_text_has_no_changes(library):
    copy = BareDocument("另一产品", new_clauses(), code="CP9", document_type="产品条款")
    with library.database.write() as connection:
        twin = add_verified(connection, copy, library.pack, EMBEDDER)
    answer = compare_documents(library, 2, twin)
    assert answer.changes == ()
    assert answer.message
    assert answer.counts.unchanged == len(new_clauses())


def test_pages_of_a_long_comparison_hold_every_change_once(library):
    whole = compare_documents(library, 1, 2, budget=10**6).changes
    pages, cursor = [], None
    while True:
        answer = compare_documents(library, 1, 2, cursor, budget=900)
        pages += answer.changes
        cursor = answer.next_cursor
        if cursor is None:
            break
        assert answer.truncated
    assert tuple(pages) == whole


def test_what_is_not_verified_is_not_compared(library):
    assert compare_documents(library, 2, 4).status is AnswerStatus.NO_MATCH
    assert compare_documents(library, 2, 999).status is AnswerStatus.NOT_FOUND
    assert compare_documents(library, 2, 4).changes == ()
    with pytest.raises(UsageError):
        compare_documents(library, 2, 2)


def test_two_thousand_clauses_that_all_differ_are_paired_by_their_numbers_alone():
    sides = [
        tuple(
            clause(f"{place // 40 + 1}.{place % 40 + 1}", f"{name}{place}", f"{name}" * 3 + f"第{place}号内容" * 8)
            for place in range(1000)
        )
        for name in ("甲", "乙")
    ]
    units = [
        [Unit(place, (), each.section_id, each.section_title, each.text) for place, each in enumerate(side)]
        for side in sides
    ]
    assert all(pair.old.number == pair.new.number for pair in paired(*units))
