"""What a reviewer says about a clause is served, hashed, and stays with the words it was said about."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.clause_corrections import ClauseFields
from insurance_desktop.domain.errors import NotFound, ReviewRefused, UsageError
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.clause_corrections import (
    clause_corrections,
    correct_clause,
    corrections_to_confirm,
    withdraw_correction,
)
from insurance_desktop.services.review.review_progress import progress_of
from insurance_desktop.store.clauses import clauses

TEXT = clause_text(("1", "责任", ""), ("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))


def key_of(library, document_id, section):
    seen = progress_of(library, document_id, reviewer="王")
    return next(each.key for each in seen.clauses if each.section_id == section)


def correct(library, document_id, section, reviewer="王", **fields):
    key = key_of(library, document_id, section)
    return correct_clause(library, document_id, key, reviewer=reviewer, fields=ClauseFields(**fields))


def clause(library, document_id, section):
    return next(each for each in decisions.show(library, document_id).clauses if each.section_id == section)


def served(library, document_id):
    with library.database.read() as connection:
        return {
            row[0]: clauses.by_clause_id(connection, row[1])
            for row in connection.rows(
                "SELECT section_id, clause_id FROM clauses WHERE document_id = ?", (document_id,)
            )
        }


@pytest.mark.requirement("C7", "FR-010")
def test_a_corrected_category_is_what_is_served(workspace, one_document):
    document_id = one_document(TEXT)
    assert "Exclusion" not in clause(workspace.library, document_id, "1.2").category
    correct(workspace.library, document_id, "1.2", category=("Exclusion",), entity_role=("Insured",))
    assert clause(workspace.library, document_id, "1.2").category == ("Exclusion",)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    row = served(workspace.library, document_id)["1.2"]
    assert (tuple(row.categories), tuple(row.entity_roles)) == (("Exclusion",), ("Insured",))
    assert decisions.verify_log(workspace.library).ok


@pytest.mark.requirement("C7", "FR-006")
def test_a_correction_is_part_of_the_decisions_hash_and_asks_for_a_new_one(workspace, one_document):
    document_id = one_document(TEXT)
    plain = decisions.approve(workspace.engine, document_id, reviewer="王").content_sha256
    receipt = correct(workspace.library, document_id, "1.2", category=("Exclusion",), reviewer="李")
    document = get_document(workspace.library, document_id)
    assert (document.review_status, document.indexed_clauses) == (ReviewStatus.PENDING, 0)
    entry = decisions.log(workspace.library, document_id)[-1]
    assert (entry.kind, entry.reviewer, entry.content_sha256) == (
        DecisionKind.CORRECTED,
        "李",
        receipt.content_sha256,
    )
    again = decisions.approve(workspace.engine, document_id, reviewer="王").content_sha256
    assert again == receipt.content_sha256 != plain
    assert decisions.verify_log(workspace.library).ok


def test_section_and_title_are_corrected_with_what_stands_below(library, one_document):
    markdown = "# 甲产品\n\n## 1 责任\n\n### 1.1 犹豫期\n\n犹豫期为15日。\n"
    document_id = one_document(markdown)
    correct(library, document_id, "1", section_id=" 2 ", section_title="保险责任")
    chapter, below = clause(library, document_id, "2"), clause(library, document_id, "1.1")
    assert (chapter.section_title, chapter.breadcrumb[-1]) == ("保险责任", "2 保险责任")
    assert (below.parent_section, below.breadcrumb[-2:]) == ("2", ("2 保险责任", "1.1 犹豫期"))


@pytest.mark.requirement("C7")
def test_a_correction_stays_with_its_words_and_is_offered_where_they_changed(library, one_document):
    document_id = one_document(TEXT)
    correct(library, document_id, "1.1", category=("Definition",))
    correct(library, document_id, "1.2", category=("Exclusion",))
    edited = TEXT.replace("90日", "180日")
    decisions.edit(library, document_id, markdown=edited, reviewer="王", reason="错字")
    assert clause(library, document_id, "1.1").category == ("Definition",)
    assert clause(library, document_id, "1.2").category != ("Exclusion",)
    (offered,) = corrections_to_confirm(library, document_id)
    assert (offered.mark.section_id, offered.fields.category) == ("1.2", ("Exclusion",))
    assert offered.candidate_key == key_of(library, document_id, "1.2")
    correct_clause(library, document_id, offered.candidate_key, reviewer="王", fields=offered.fields)
    withdraw_correction(library, document_id, offered.mark, reviewer="王")
    assert corrections_to_confirm(library, document_id) == ()
    assert clause(library, document_id, "1.2").category == ("Exclusion",)
    decisions.edit(library, document_id, markdown=TEXT, reviewer="王", reason="改回")
    assert clause(library, document_id, "1.1").category == ("Definition",)


def test_corrected_back_to_what_the_converter_reads_is_no_correction(workspace, one_document):
    document_id = one_document(TEXT)
    before = clause(workspace.library, document_id, "1.2").category
    first = decisions.approve(workspace.engine, document_id, reviewer="王").content_sha256
    correct(workspace.library, document_id, "1.2", category=("Exclusion",))
    assert correct(workspace.library, document_id, "1.2", category=before).content_sha256 == first
    with pytest.raises(ReviewRefused):
        correct(workspace.library, document_id, "1.2", category=before)


def test_what_the_pack_does_not_know_is_refused(library, one_document):
    document_id = one_document(TEXT)
    for wrong in (
        {"category": ("Nothing",)},
        {"entity_role": ("Nobody",)},
        {"section_id": " "},
        {"section_id": "9" * 300},
    ):
        with pytest.raises(UsageError):
            correct(library, document_id, "1.2", **wrong)
    with pytest.raises(NotFound):
        correct_clause(library, document_id, "no key", reviewer="王", fields=ClauseFields(category=()))
    stale = key_of(library, document_id, "1.2")
    decisions.edit(library, document_id, markdown=TEXT.replace("90日", "9日"), reviewer="王")
    with pytest.raises(NotFound):
        correct_clause(library, document_id, stale, reviewer="王", fields=ClauseFields(category=()))


@pytest.mark.requirement("C7")
def test_corrections_are_listed_with_the_converters_reading_until_they_are_withdrawn(library, one_document):
    document_id = one_document(TEXT)
    assert clause_corrections(library, document_id) == ()
    correct(library, document_id, "1.2", reviewer="李", section_title="观察期")
    [found] = clause_corrections(library, document_id)
    assert (found.reviewer, found.fields.section_title, found.converted.section_title) == ("李", "观察期", "等待期")
    assert found.chunk_index == clause(library, document_id, "1.2").chunk_index
    decisions.edit(library, document_id, markdown=TEXT.replace("90日", "180日"), reviewer="王")
    [old] = clause_corrections(library, document_id)
    assert old.is_outdated
    assert old.chunk_index == clause(library, document_id, "1.2").chunk_index
    withdraw_correction(library, document_id, old.mark, reviewer="王")
    assert clause_corrections(library, document_id) == ()
