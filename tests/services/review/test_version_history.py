"""Every version says who, when and why; any two can be laid side by side."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.states import DecisionKind
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.version_history import compare_versions, versions_of
from insurance_desktop.store.versions.versions import EDITED

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))


@pytest.fixture
def twice_edited(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    decisions.edit(workspace.library, document_id, markdown=TEXT.replace("90日", "180日"), reviewer="李", reason="错字")
    decisions.edit(workspace.library, document_id, markdown=TEXT.replace("15日", "20日"), reviewer="赵", reason="再改")
    return document_id


@pytest.mark.requirement("FR-006")
def test_each_version_says_who_when_why_and_what_was_decided(library, twice_edited):
    third, second, first = versions_of(library, twice_edited)
    assert [(each.number, each.origin, each.author, each.reason) for each in (second, third)] == [
        (2, EDITED, "李", "错字"),
        (3, EDITED, "赵", "再改"),
    ]
    assert (first.origin, first.based_on, second.based_on, third.based_on) == ("converted", None, 1, 2)
    assert [each.is_current for each in (third, second, first)] == [True, False, False]
    assert DecisionKind.APPROVED in [each.kind for each in first.decisions]
    assert all(each.created_at.tzinfo for each in (third, second, first))


def test_any_two_versions_can_be_compared_in_either_order(library, twice_edited):
    told = compare_versions(library, twice_edited, 1, 3)
    ((hunk,),) = [told.hunks]
    assert (hunk.hunk.old, hunk.hunk.new, hunk.new_heading) == ("犹豫期为15日。\n", "犹豫期为20日。\n", "1.1 犹豫期")
    assert [each.hunk.old for each in compare_versions(library, twice_edited, 3, 1).hunks] == ["犹豫期为20日。\n"]
    assert len(compare_versions(library, twice_edited, 2, 3).hunks) == 2
    assert compare_versions(library, twice_edited, 2, 2).hunks == ()


def test_a_version_that_is_not_there_is_said(library, twice_edited, one_document):
    with pytest.raises(NotFound):
        compare_versions(library, twice_edited, 1, 9)
    assert versions_of(library, one_document(failed="打不开")) == ()
