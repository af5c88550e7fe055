"""Review inheritance: only words that nobody verified before ask for eyes, and it says where they were verified."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.inheritance import inherit, inheritable
from insurance_desktop.services.review.review_progress import mark_looked_at, progress_of
from insurance_desktop.services.review.undo import undo

OLD = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"), ("1.3", "其他", "No fee."))
NEW = clause_text(
    ("1.1", "等待期", "等待期为\n90日。"), ("1.2", "犹豫期", "犹豫期为20日。"), ("1.3", "其他", "No fee.")
)


@pytest.fixture
def edition(library, one_document):
    """Imports a text as an edition of one product, given (edition, text)."""

    def make(label, text, **said):
        document_id = one_document(text, file=f"{label}.pdf", name="甲", code="1", type="产品条款", **said)
        return document_id

    return make


def offered(library, document_id):
    return {each.section_id: each.source for each in inheritable(library, document_id)}


@pytest.mark.requirement("US2")
def test_the_same_words_of_another_edition_say_where_by_whom_and_when(workspace, edition):
    old, new = edition("一", OLD), edition("二", NEW)
    assert offered(workspace.library, new) == {}
    approval = decisions.approve(workspace.engine, old, reviewer="王")
    found = offered(workspace.library, new)
    assert set(found) == {"1.1", "1.3"}
    source = found["1.1"]
    assert (source.document_id, source.section_id, source.reviewer) == (old, "1.2", "王")
    assert (source.decision_id, source.version_number, source.page_number) == (approval.decision_id, 1, 1)


@pytest.mark.requirement("US2")
def test_after_an_edit_only_the_changed_clause_asks_for_eyes(workspace, one_document):
    document_id = one_document(OLD)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    decisions.edit(workspace.library, document_id, markdown=OLD.replace("90日", "180日"), reviewer="王", reason="错字")
    for finding in decisions.show(workspace.library, document_id).findings:
        decisions.resolve(workspace.library, document_id, (finding.finding_id,), reviewer="王", reason="对照过")
    assert set(offered(workspace.library, document_id)) == {"1.1", "1.3"}
    seen = inherit(workspace.library, document_id, reviewer="李")
    assert (seen.count, seen.total, seen.next_after().section_id) == (2, 3, "1.2")
    assert all(each.inherited_from for each in seen.clauses if each.is_looked_at)
    assert get_document(workspace.library, document_id).review_status is ReviewStatus.PENDING


def test_own_eyes_count_for_more_than_what_was_taken_over(workspace, edition):
    old, new = edition("一", OLD), edition("二", NEW)
    decisions.approve(workspace.engine, old, reviewer="王")
    keys = [each.key for each in inheritable(workspace.library, new)]
    mark_looked_at(workspace.library, new, reviewer="李", keys=keys[:1])
    inherit(workspace.library, new, reviewer="李")
    mark_looked_at(workspace.library, new, reviewer="李", keys=keys[1:])
    assert [each.inherited_from for each in progress_of(workspace.library, new, reviewer="李").clauses] == [None] * 3


def test_one_clause_at_a_time_can_be_taken_over(workspace, edition):
    old, new = edition("一", OLD), edition("二", NEW)
    decisions.approve(workspace.engine, old, reviewer="王")
    (first, _) = inheritable(workspace.library, new)
    assert inherit(workspace.library, new, reviewer="李", keys=[first.key, "no key"]).count == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("等待期为90日。", "等待期为9 0日。"),
        ("No fee.", "Nofee."),
        ("| 1 | 23 |\n| --- | --- |\n| 4 | 5 |", "| 12 | 3 |\n| --- | --- |\n| 4 | 5 |"),
        ("不予给付。", "予给付。"),
    ],
)
def test_words_that_differ_at_all_are_not_taken_over(workspace, edition, before, after):
    old = edition("一", clause_text(("1.1", "甲", before)))
    new = edition("二", clause_text(("1.1", "甲", after)))
    decisions.approve(workspace.engine, old, reviewer="王")
    assert offered(workspace.library, new) == {}


def test_a_clause_under_an_open_finding_asks_for_eyes(workspace, edition):
    old, new = edition("一", OLD), edition("二", NEW, warning=("有疑点",))
    decisions.approve(workspace.engine, old, reviewer="王")
    assert offered(workspace.library, new) == {}
    (finding,) = [each for each in decisions.show(workspace.library, new).findings if each.message == "有疑点"]
    decisions.resolve(workspace.library, new, (finding.finding_id,), reviewer="王", reason="对照过")
    assert set(offered(workspace.library, new)) == {"1.1", "1.3"}


def test_what_was_rejected_or_taken_back_is_nothing_to_stand_on(workspace, edition):
    old, new = edition("一", OLD), edition("二", NEW)
    decisions.approve(workspace.engine, old, reviewer="王")
    undo(workspace.engine, old, reviewer="王")
    assert offered(workspace.library, new) == {}
    decisions.approve(workspace.engine, old, reviewer="王")
    decisions.reject(workspace.library, old, reviewer="王", reason="错")
    assert offered(workspace.library, new) == {}
    undo(workspace.engine, old, reviewer="王")
    assert set(offered(workspace.library, new)) == {"1.1", "1.3"}


def test_another_product_is_nothing_to_stand_on(workspace, one_document, edition):
    other = one_document(OLD, file="他.pdf", name="乙", code="2", type="产品条款")
    new = edition("二", NEW)
    decisions.approve(workspace.engine, other, reviewer="王")
    assert offered(workspace.library, new) == {}
