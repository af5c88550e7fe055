"""How far a reviewer is in a document: kept for each reviewer and clause, and lost only where the words changed."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.errors import NotFound
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.review_progress import mark_looked_at, progress_of, unmark_looked_at

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"), ("1.3", "其他", "无。"))


def look_at(library, document_id, *sections, reviewer="王"):
    seen = progress_of(library, document_id, reviewer=reviewer)
    keys = [each.key for each in seen.clauses if each.section_id in sections]
    assert len(keys) == len(sections)
    mark_looked_at(library, document_id, reviewer=reviewer, keys=keys)


def waiting(library, document_id, reviewer="王"):
    seen = progress_of(library, document_id, reviewer=reviewer)
    return [each.section_id for each in seen.clauses if not each.is_looked_at]


@pytest.mark.requirement("US2")
def test_progress_counts_what_each_reviewer_looked_at(library, one_document):
    document_id = one_document(TEXT)
    look_at(library, document_id, "1.1", "1.3")
    look_at(library, document_id, "1.1")
    seen = progress_of(library, document_id, reviewer=" 王 ")
    assert (seen.count, seen.total) == (2, 3)
    assert progress_of(library, document_id, reviewer="李").count == 0


def test_the_next_clause_not_looked_at_comes_round_from_the_top(library, one_document):
    document_id = one_document(TEXT)
    look_at(library, document_id, "1.2")
    seen = progress_of(library, document_id, reviewer="王")
    assert seen.next_after().section_id == "1.1"
    assert seen.next_after(seen.clauses[0].chunk_index).section_id == "1.3"
    assert seen.next_after(seen.clauses[2].chunk_index).section_id == "1.1"
    look_at(library, document_id, "1.1", "1.3")
    assert progress_of(library, document_id, reviewer="王").next_after() is None


@pytest.mark.requirement("US2")
def test_only_a_changed_clause_asks_for_eyes_again(library, one_document):
    document_id = one_document(TEXT)
    look_at(library, document_id, "1.1", "1.2", "1.3")
    edited = TEXT.replace("90日", "180日")
    decisions.edit(library, document_id, markdown=edited, reviewer="王", reason="错字")
    assert waiting(library, document_id) == ["1.2"]


def test_the_same_words_twice_are_looked_at_one_by_one(library, one_document):
    document_id = one_document(clause_text(("1.1", "释义", "无。"), ("1.1", "释义", "无。")))
    first, second = progress_of(library, document_id, reviewer="王").clauses
    mark_looked_at(library, document_id, reviewer="王", keys=[second.key])
    assert [each.is_looked_at for each in progress_of(library, document_id, reviewer="王").clauses] == [False, True]
    assert first.key != second.key


def test_looking_can_be_taken_back(library, one_document):
    document_id = one_document(TEXT)
    look_at(library, document_id, "1.1", "1.2")
    first = progress_of(library, document_id, reviewer="王").clauses[0]
    unmark_looked_at(library, document_id, reviewer="王", keys=[first.key])
    assert waiting(library, document_id) == ["1.1", "1.3"]


def test_the_clauses_of_the_sheet_give_the_same_progress(library, one_document):
    document_id = one_document(TEXT)
    look_at(library, document_id, "1.3")
    sheet = decisions.show(library, document_id)
    given = progress_of(library, document_id, reviewer="王", clauses=sheet.clauses)
    assert given == progress_of(library, document_id, reviewer="王")


def test_a_document_without_text_has_nothing_to_look_at(library, one_document):
    document_id = one_document(failed="打不开")
    assert progress_of(library, document_id, reviewer="王").clauses == ()
    with pytest.raises(NotFound):
        mark_looked_at(library, document_id, reviewer="王", keys=["x"])
