"""Unfinished edits: they survive a crash, say when the text moved on, and are never lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.drafts import drafts_of, drop_draft, restore_draft, save_draft, unfinished_drafts
from insurance_desktop.services.review.review_progress import mark_looked_at, progress_of
from insurance_desktop.services.review.reviewer_names import take_over

ROOT = Path(__file__).parents[3]
TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))
EDITED = TEXT.replace("90日", "九十日")


def version_of(library, document_id):
    return get_document(library, document_id).version_id


def save(library, document_id, text=EDITED, reviewer="王"):
    return save_draft(library, document_id, reviewer=reviewer, markdown=text, based_on=version_of(library, document_id))


@pytest.mark.requirement("FR-006")
def test_a_draft_survives_a_process_that_is_killed(library, one_document, tmp_path):
    document_id = one_document(TEXT)
    based_on = version_of(library, document_id)
    library.close()
    dying = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from insurance_desktop.services.review.drafts import save_draft\n"
        "from insurance_desktop.services.library.library import open_library\n"
        "library = open_library(Path(sys.argv[1]))\n"
        "save_draft(library, int(sys.argv[2]), reviewer='w', markdown=sys.argv[4], based_on=int(sys.argv[3]))\n"
        "os.kill(os.getpid(), 9) if hasattr(os, 'fork') else os._exit(1)\n"
    )
    arguments = [str(tmp_path / "library.db"), str(document_id), str(based_on), EDITED]
    done = subprocess.run(
        [sys.executable, "-c", dying, *arguments], check=False, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode != 0
    with open_library(tmp_path / "library.db") as again:
        (draft,) = drafts_of(again, document_id, reviewer="w")
        assert draft.markdown == EDITED
        assert (draft.based_on, draft.based_on_number, draft.is_stale) == (based_on, 1, False)


def test_what_was_kept_without_a_name_is_the_reviewers_who_gives_one(library, one_document):
    document_id = one_document(TEXT)
    key = progress_of(library, document_id, reviewer="").clauses[0].key
    for name in ("未署名", "王"):
        mark_looked_at(library, document_id, reviewer=name, keys=(key,))
    save(library, document_id, reviewer="未署名")
    take_over(library, "未署名", "王")
    assert progress_of(library, document_id, reviewer="王").count == 1
    assert progress_of(library, document_id, reviewer="未署名").count == 0
    assert {each.reviewer for each in unfinished_drafts(library)} == {"王"}


def test_each_reviewer_has_a_draft_of_their_own(library, one_document):
    document_id = one_document(TEXT)
    save(library, document_id)
    save(library, document_id, TEXT.replace("15日", "20日"), reviewer="李")
    assert [each.markdown for each in drafts_of(library, document_id, reviewer="王")] == [EDITED]
    assert {each.reviewer for each in unfinished_drafts(library)} == {"王", "李"}
    with pytest.raises(UsageError):
        save(library, document_id, reviewer=" ")


def test_a_later_pause_replaces_an_earlier_one(library, one_document):
    document_id = one_document(TEXT)
    save(library, document_id, TEXT.replace("90日", "9日"))
    save(library, document_id)
    assert [each.markdown for each in drafts_of(library, document_id, reviewer="王")] == [EDITED]


def test_a_text_typed_back_to_what_it_was_is_no_draft(library, one_document):
    document_id = one_document(TEXT)
    save(library, document_id)
    assert save(library, document_id, TEXT) is None
    assert drafts_of(library, document_id, reviewer="王") == ()


@pytest.mark.requirement("FR-006")
def test_a_draft_says_that_the_text_moved_on_and_is_not_overwritten(library, one_document):
    document_id = one_document(TEXT)
    save(library, document_id)
    other = TEXT.replace("15日", "20日")
    decisions.edit(library, document_id, markdown=other, reviewer="李", reason="改")
    (stale,) = drafts_of(library, document_id, reviewer="王")
    assert (stale.is_stale, stale.based_on_number, stale.current_number, stale.markdown) == (True, 1, 2, EDITED)
    save(library, document_id, other.replace("90日", "100日"))
    fresh, old = drafts_of(library, document_id, reviewer="王")
    assert (fresh.is_stale, fresh.based_on_number) == (False, 2)
    assert old == stale


def test_an_accepted_draft_is_gone_and_can_still_be_taken_back(library, one_document):
    document_id = one_document(TEXT)
    save(library, document_id)
    save(library, document_id, reviewer="李")
    decisions.edit(library, document_id, markdown=EDITED, reviewer="王", reason="错字")
    assert drafts_of(library, document_id, reviewer="王") == ()
    assert drafts_of(library, document_id, reviewer="李")[0].is_stale
    assert restore_draft(library, document_id, reviewer="王").markdown == EDITED


def test_a_dropped_draft_can_be_taken_back_once(library, one_document):
    document_id = one_document(TEXT)
    draft = save(library, document_id)
    drop_draft(library, document_id, reviewer="王", based_on=draft.based_on)
    assert drafts_of(library, document_id, reviewer="王") == ()
    assert restore_draft(library, document_id, reviewer="王") == draft
    assert drafts_of(library, document_id, reviewer="王") == (draft,)
    with pytest.raises(NotFound):
        restore_draft(library, document_id, reviewer="王")


def test_a_draft_is_begun_on_a_version_of_its_own_document(library, one_document):
    document_id, other = one_document(TEXT), one_document(TEXT + "\n乙\n", file="乙.pdf")
    with pytest.raises(NotFound):
        save_draft(library, document_id, reviewer="王", markdown="文", based_on=version_of(library, other))
    with pytest.raises(NotFound):
        save_draft(library, 99, reviewer="王", markdown="文", based_on=1)
