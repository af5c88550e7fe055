"""Another program's work on the same library is noticed by a few numbers."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.services.library.documents import state_of
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.drafts import save_draft

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"))


@pytest.fixture
def changed(library):
    """Whether the library has another state after something was done to it."""

    def look(do) -> bool:
        before = state_of(library)
        do()
        return state_of(library) != before

    return look


def test_an_import_and_every_decision_change_the_state_and_reading_does_not(workspace, one_document, changed):
    document_id = one_document(TEXT)
    edited = TEXT.replace("15", "20")
    assert changed(lambda: one_document(TEXT.replace("15", "16")))
    assert changed(
        lambda: decisions.correct(workspace.library, document_id, reviewer="王", metadata=GivenMetadata(company="甲"))
    )
    assert changed(lambda: decisions.approve(workspace.engine, document_id, reviewer="王"))
    assert changed(lambda: decisions.edit(workspace.library, document_id, markdown=edited, reviewer="王"))
    assert changed(lambda: decisions.reject(workspace.library, document_id, reviewer="王", reason="缺页"))
    assert not changed(lambda: decisions.show(workspace.library, document_id))


def test_what_no_list_shows_is_no_change(library, one_document, changed):
    document_id = one_document(TEXT)
    version = decisions.show(library, document_id).document.version_id
    words = TEXT.replace("15", "20")
    assert not changed(lambda: save_draft(library, document_id, reviewer="王", markdown=words, based_on=version))
