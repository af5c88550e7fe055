"""Notes: on a clause, a place or the document; each author's own, never part of what is served."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.errors import NotFound, ReviewRefused, UsageError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.notes import add_note, change_note, notes_of, remove_note, restore_note

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))


@pytest.mark.requirement("US2")
def test_a_note_stays_on_its_clause_and_says_when_the_words_changed(library, one_document):
    document_id = one_document(TEXT)
    add_note(library, document_id, reviewer="王", text="问法务", section_id="1.2")
    (note,) = notes_of(library, document_id)
    assert (note.text, note.author, note.section_id, note.is_outdated) == ("问法务", "王", "1.2", False)
    assert decisions.show(library, document_id).clauses[note.chunk_index].section_id == "1.2"
    decisions.edit(library, document_id, markdown=TEXT.replace("90日", "180日"), reviewer="王")
    assert notes_of(library, document_id)[0].is_outdated


def test_a_note_changes_nothing_that_was_decided(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    add_note(workspace.library, document_id, reviewer="李", text="好", section_id="1.1")
    assert decisions.show(workspace.library, document_id).document.review_status == "VERIFIED"
    assert decisions.verify_log(workspace.library).ok


def test_notes_on_a_place_and_on_the_document(library, one_document):
    document_id = one_document(TEXT)
    place = Box(1, 1.0, 2.0, 30.0, 40.0)
    add_note(library, document_id, reviewer="王", text="印得淡", place=place)
    add_note(library, document_id, reviewer="王", text="总的来说")
    assert [(each.place, each.section_id) for each in notes_of(library, document_id)] == [(place, None), (None, None)]
    with pytest.raises(UsageError):
        add_note(library, document_id, reviewer="王", text="哪里", place=Box(9, 1.0, 2.0, 30.0, 40.0))
    with pytest.raises(NotFound):
        add_note(library, document_id, reviewer="王", text="哪条", section_id="9.9")
    with pytest.raises(UsageError):
        add_note(library, document_id, reviewer="王", text=" ")


def test_only_the_author_changes_or_removes_a_note_and_can_bring_it_back(library, one_document):
    document_id = one_document(TEXT)
    note = add_note(library, document_id, reviewer="王", text="一")
    with pytest.raises(ReviewRefused):
        change_note(library, note.note_id, reviewer="李", text="二")
    with pytest.raises(ReviewRefused):
        remove_note(library, note.note_id, reviewer="李")
    change_note(library, note.note_id, reviewer="王", text="二")
    (changed,) = notes_of(library, document_id)
    assert (changed.text, changed.changed_at is None) == ("二", False)
    remove_note(library, note.note_id, reviewer="王")
    assert notes_of(library, document_id) == ()
    restore_note(library, note.note_id, reviewer="王")
    assert [each.text for each in notes_of(library, document_id)] == ["二"]
