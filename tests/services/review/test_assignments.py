"""Documents are given to a reviewer, handed over and given back; the history says who did so."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.errors import NotFound, ReviewRefused, UsageError
from insurance_desktop.services.library.documents import get_document, state_of
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.assignments import assign, assignments_of, people
from insurance_desktop.services.review.review_queue import review_queue
from insurance_desktop.services.review.two_reviewers import set_review_rule

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"))


@pytest.fixture
def two(one_document):
    return one_document(TEXT, name="甲", code="1"), one_document(TEXT.replace("15", "20"), name="乙", code="2")


def test_it_is_handed_over_and_given_back_and_each_step_stays_on_record(workspace, two):
    library = workspace.library
    assign(library, two, to="李", reviewer="王")
    assign(library, two[:1], to=" 张 ", reviewer="李", note="我休假")
    assert [get_document(library, each).assigned_to for each in two] == ["张", "李"]
    assign(library, two[:1], to="", reviewer="张")
    history = [(each.reviewer, each.set_by, each.note) for each in assignments_of(library, two[0])]
    assert history == [(None, "张", ""), ("张", "李", "我休假"), ("李", "王", "")]
    assert set(people(library)) == {"王", "李", "张"}


def test_what_is_assigned_to_another_is_not_in_ones_queue_and_everybody_may_still_decide(workspace, two):
    library = workspace.library
    assign(library, two[:1], to="李", reviewer="王")
    theirs = review_queue(library, reviewer="李")
    own = review_queue(library, reviewer="王")
    assert [each.document.document_id for each in theirs.entries] == list(two)
    assert [each.document.document_id for each in own.entries] == [two[1]]
    assert [each.document_id for each in own.for_others] == [two[0]]
    assert len(review_queue(library).entries) == 2
    decisions.approve(workspace.engine, two[0], reviewer="王")
    assert get_document(library, two[0]).review_status == "VERIFIED"


def test_the_first_of_two_reviewers_is_not_asked_for_the_second_approval(workspace, two):
    library = workspace.library
    set_review_rule(library, reviewers=2, reviewer="赵", reason="公司规定")
    decisions.approve(workspace.engine, two[0], reviewer="wang")
    with pytest.raises(ReviewRefused):
        assign(library, two, to="WANG", reviewer="赵")
    assert get_document(library, two[1]).assigned_to is None  # all of them, or none
    assign(library, two, to="李", reviewer="赵")
    assert [get_document(library, each).assigned_to for each in two] == ["李", "李"]


def test_it_takes_a_name_and_a_document_and_says_nothing_twice(workspace, two):
    library = workspace.library
    with pytest.raises(UsageError):
        assign(library, two, to="李", reviewer=" ")
    with pytest.raises(NotFound):
        assign(library, [*two, 99], to="李", reviewer="王")
    before = state_of(library)
    assert len(assign(library, two, to="李", reviewer="王")) == 2
    assert state_of(library) != before
    assert assign(library, two, to="李", reviewer="王") == ()
