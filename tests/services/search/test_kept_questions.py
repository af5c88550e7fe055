"""Questions that reviewers keep: they stay on record, grow stale with their clauses, and feed memory and evaluation."""

import numpy as np
import pytest
from stand_ins import clause_text

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.evaluation import Bar
from insurance_desktop.services.evaluation.evaluation import Ways
from insurance_desktop.services.evaluation.ranking_judgement import evaluate_kept
from insurance_desktop.services.review import decisions
from insurance_desktop.services.search.clause_search import look, search
from insurance_desktop.services.search.kept_questions import (
    Fit,
    as_golden,
    keep,
    kept_questions,
    refresh_vectors,
    remove,
)
from insurance_desktop.services.search.question_memory import remembered
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.database import RuleBroken

SECTIONS = (
    ("1.1", "犹豫期", "自签收次日起有十五日的犹豫期。"),
    ("1.2", "等待期", "自生效日起九十日为等待期。"),
    ("2.4", "责任免除", "我们不承担给付保险金的责任：\n\n（1）故意犯罪；\n\n（2）酒后驾驶；"),
)


@pytest.fixture
def served(workspace, one_document):
    document_id = one_document(clause_text(*SECTIONS), name="甲", code="1")
    decisions.approve(workspace.engine, document_id, reviewer="王敏")
    return workspace.engine


def clause_id(library, section):
    with library.database.read() as connection:
        return clauses.by_section(connection, [1], section)[0].clause_id


def edit(engine, before, after):
    sheet = decisions.show(engine.library, 1)
    decisions.edit(engine.library, 1, markdown=sheet.markdown.replace(before, after), reviewer="王敏", reason="改")
    decisions.approve(engine, 1, reviewer="王敏", accept_findings_reason="改过")


@pytest.mark.requirement("SC-003")
def test_a_kept_question_names_its_clause_its_reviewer_and_the_time(served):
    kept = keep(served, "  签了还能 反悔吗 ", [clause_id(served.library, "1.1")], reviewer=" 王敏 ")
    assert kept.question.question == "签了还能 反悔吗"
    assert (kept.question.tier, kept.question.reviewer) == ("basic", "王敏")
    assert kept.question.at
    assert kept.fits == (Fit.FITS,)
    assert kept_questions(served.library) == (kept,)


def test_the_tier_follows_from_what_was_named(served):
    ids = {section: clause_id(served.library, section) for section in ("1.1", "1.2", "2.4")}
    assert keep(served, "两个期", [ids["1.1"], ids["1.2"]], reviewer="王").question.tier == "comparison"
    assert keep(served, "喝酒", [f"{ids['2.4']}@(2)"], reviewer="王").question.tier == "exclusion"
    with pytest.raises(UsageError):  # a forgotten clause is not the answer that there is none
        keep(served, "分红", [], reviewer="王", document_id=1)
    nothing = keep(served, "分红", [], reviewer="王", document_id=1, tier="none")
    assert nothing.question.tier == "none"
    assert nothing.question.document_sha256 is not None


def test_a_changed_clause_makes_the_question_stale_until_it_is_kept_anew(served):
    keep(served, "反悔", [clause_id(served.library, "1.1")], reviewer="王")
    keep(served, "等多久", [clause_id(served.library, "1.2")], reviewer="王")
    edit(served, "十五日", "二十日")
    changed, same = kept_questions(served.library)
    assert (changed.fits, same.fits) == ((Fit.CHANGED,), (Fit.FITS,))
    decisions.reject(served.library, 1, reviewer="王", reason="撤")
    assert {each.is_stale for each in kept_questions(served.library)} == {True}


def test_a_section_that_is_gone_is_told_from_one_that_changed(served):
    keep(served, "等多久", [clause_id(served.library, "1.2")], reviewer="王")
    edit(served, "1.2 等待期", "1.3 等待期")
    assert kept_questions(served.library)[0].fits == (Fit.GONE,)


def test_a_removed_question_stays_on_record_with_the_reason(served):
    kept = keep(served, "反悔", [clause_id(served.library, "1.1")], reviewer="王")
    remove(served.library, kept.question.golden_id, reviewer="李", reason="问得不清楚")
    assert kept_questions(served.library) == ()
    (gone,) = kept_questions(served.library, removed=True)
    assert (gone.question.removal.reviewer, gone.question.removal.reason) == ("李", "问得不清楚")
    with pytest.raises(NotFound):
        remove(served.library, kept.question.golden_id, reviewer="李", reason="再来")
    keep(served, "反悔", [clause_id(served.library, "1.1")], reviewer="王")


@pytest.mark.parametrize("table", ["golden_questions", "golden_labels"])
def test_the_file_itself_lets_nothing_be_changed_or_deleted(served, table):
    keep(served, "反悔", [clause_id(served.library, "1.1")], reviewer="王")
    for change in (f"DELETE FROM {table}", f"UPDATE {table} SET document_sha256 = 'x'"):
        with pytest.raises(RuleBroken), served.library.database.write() as connection:
            connection.run(change)


@pytest.mark.parametrize(
    ("question", "named", "more", "error"),
    [
        ("", ["1.1"], {}, UsageError),
        ("反悔", ["1.1"], {"reviewer": " "}, UsageError),
        ("反悔", ["no-such"], {}, NotFound),
        ("反悔", ["2.4@（9）"], {}, NotFound),
        ("反悔", [], {"tier": "basic"}, UsageError),
        ("反悔", ["1.1"], {"tier": "bassic"}, UsageError),
        ("反悔", ["1.1"], {"tier": "none"}, UsageError),
        ("反悔", ["1.1"], {"document_id": 9}, NotFound),
    ],
)
def test_what_cannot_be_kept_is_refused_in_words(served, question, named, more, error):
    ids = [
        clause_id(served.library, each.partition("@")[0]) + each[3:] if each[0].isdigit() else each for each in named
    ]
    with pytest.raises(error):
        keep(served, question, ids, **({"reviewer": "王"} | more))
    assert kept_questions(served.library) == ()


def test_the_same_question_is_not_kept_twice(served):
    keep(served, "反悔", [clause_id(served.library, "1.1")], reviewer="王")
    with pytest.raises(UsageError):
        keep(served, "反悔", [clause_id(served.library, "1.1")], reviewer="王")


def test_the_memory_gets_vectors_of_questions_and_of_the_clauses_that_answer(served):
    keep(served, "签了还能反悔吗", [clause_id(served.library, "1.1")], reviewer="王")
    keep(served, "分红", [], reviewer="王", document_id=1, tier="none")
    with served.library.database.read() as connection:
        (known,) = remembered(connection, "insurance", served.embedder.fingerprint)
        row = clauses.by_section(connection, [1], "1.1")[0].row
    assert known.clauses == (row,)
    assert np.linalg.norm(known.vector) == pytest.approx(1.0, abs=1e-5)
    assert known.targets.shape[1] == known.vector.shape[0]
    assert float(known.targets[0] @ served.embedder.question("签了还能反悔吗")) > 0


def test_a_stale_question_is_not_remembered(served):
    keep(served, "反悔", [clause_id(served.library, "1.1")], reviewer="王")
    edit(served, "十五日", "二十日")
    with served.library.database.read() as connection:
        assert remembered(connection, "insurance", served.embedder.fingerprint) == ()


def test_a_new_model_remembers_after_its_vectors_were_made(served, monkeypatch):
    keep(served, "反悔", [clause_id(served.library, "1.1")], reviewer="王")
    monkeypatch.setattr(type(served.embedder), "fingerprint", "another")
    with served.library.database.read() as connection:
        assert remembered(connection, "insurance", served.embedder.fingerprint) == ()
    assert refresh_vectors(served) == 1
    with served.library.database.read() as connection:
        assert len(remembered(connection, "insurance", served.embedder.fingerprint)) == 1


@pytest.mark.requirement("SC-003")
def test_kept_questions_are_evaluated_and_stale_ones_told_apart(served):
    assert evaluate_kept(served, []) is None
    keep(served, "1.2", [clause_id(served.library, "1.2")], reviewer="王")
    keep(served, "反悔", [clause_id(served.library, "1.1")], reviewer="王")
    edit(served, "十五日", "二十日")
    found = evaluate_kept(served, [], ways=Ways(("product",), ("hybrid",), ("fitted",)))
    assert (found.questions, found.measured) == (2, 1)
    assert [(label.identifier, label.kind) for label in found.stale] == [("golden-2", "changed")]
    assert found.arms[0].figure("basic", "top_1").value == 1


CLIENTS = Ways(("product",), ("hybrid",), ("fitted",))


def recalled(served, question):
    """How near the nearest known question is, as the search itself is told."""
    with served.library.database.read() as connection:
        known = served.kept_memory.known(connection)
    return 0.0 if known is None else float((known.questions @ served.embedder.question(question)).max())


@pytest.mark.requirement("SC-003")
@pytest.mark.parametrize(
    "spelled", ["这份合同能反悔吗", "这份合同，能反悔吗？", " 这份合同 能反悔吗 ", "這份合同能反悔嗎"]
)
def test_a_kept_question_is_not_measured_with_its_own_answer_in_the_memory(served, spelled):
    kept = "这份合同能反悔吗"
    keep(served, kept, [clause_id(served.library, "1.1")], reviewer="王")
    keep(served, "等多久", [clause_id(served.library, "1.2")], reviewer="王")
    assert recalled(served, kept) > 0.99
    measuring = served.without_kept(spelled)
    assert recalled(measuring, kept) < 0.99
    assert recalled(measuring, "等多久") > 0.99, "the others still help"
    assert recalled(served, kept) > 0.99, "clients are answered as before"


@pytest.mark.requirement("SC-003")
def test_keeping_a_question_does_not_change_the_figure_that_it_is_judged_by(served):
    question = "能不能改主意不要了"
    before = look(served, SearchRequest(question, document_id=1)).order
    keep(served, question, [clause_id(served.library, "2.4")], reviewer="王", tier="basic")
    assert look(served, SearchRequest(question, document_id=1)).order != before
    found = evaluate_kept(served, [], ways=CLIENTS)
    assert found.arms[0].figure("basic", "mean_best_score").value == pytest.approx(before[0][1], abs=1e-3)


@pytest.fixture
def two(served, one_document):
    """A second product with a clause of the same number, and an item of the same mark."""
    text = clause_text(("1.1", "犹豫期", "自签收次日起有二十日的犹豫期。"), *SECTIONS[1:])
    decisions.approve(served, one_document(text, name="乙", code="2"), reviewer="王敏")
    return served


def clause_of(library, document_id, section):
    with library.database.read() as connection:
        return clauses.by_section(connection, [document_id], section)[0].clause_id


@pytest.mark.requirement("SC-003")
def test_a_question_kept_with_the_same_section_of_two_documents_needs_both(two):
    kept = keep(two, "1.1", [clause_of(two.library, 1, "1.1"), clause_of(two.library, 2, "1.1")], reviewer="王")
    assert kept.question.tier == "comparison"
    golden, stale = as_golden(two.library)
    assert stale == ()
    assert len({each.document_sha256 for each in golden.questions[0].places}) == 2
    found = evaluate_kept(two, [Bar("comparison", "all_in_3", 1.0)], ways=CLIENTS)
    assert found.bars[0].passed
    assert found.arms[0].figure("comparison", "ndcg_5").value == 1


@pytest.mark.requirement("SC-003")
def test_the_same_section_of_a_document_that_was_not_named_is_wrong(two):
    keep(two, "1.2", [clause_of(two.library, 1, "1.1"), clause_of(two.library, 2, "1.2")], reviewer="王")
    found = evaluate_kept(two, [], ways=CLIENTS)
    assert [hit.source_reference.document_id for hit in search(two, SearchRequest("1.2")).results] == [1, 2]
    assert found.arms[0].figure("comparison", "top_1").value == 0, "1.2 of the first document was not asked for"
    assert found.arms[0].figure("comparison", "mrr").value == 0.5


def test_items_of_two_documents_are_told_apart(two):
    named = [f"{clause_of(two.library, document, '2.4')}@（2）" for document in (1, 2)]
    keep(two, "酒后驾驶", named, reviewer="王")
    checked = evaluate_kept(two, [], ways=CLIENTS).exclusions[0]
    assert checked.figure("exclusion", "item_recall").n == 2
    assert checked.figure("exclusion", "section_recall").n == 2
