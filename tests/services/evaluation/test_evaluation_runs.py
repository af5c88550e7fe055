"""Runs as a person starts them: on record, each question with the place of its right answer; and letting pass."""

import json

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.evaluation import Bar
from insurance_desktop.services.evaluation import ranking_judgement
from insurance_desktop.services.evaluation.runs import AnswerPlace, run_file, run_kept
from insurance_desktop.services.review import decisions
from insurance_desktop.services.search import kept_questions, ranking_approval
from insurance_desktop.services.search.ranking_approval import Standing
from insurance_desktop.store.works import documents

BARS = [Bar("basic", "top_1", 0.9)]
pytestmark = pytest.mark.requirement("SC-003")


@pytest.fixture
def served(workspace, one_document):
    text = clause_text(("1.1", "犹豫期", "犹豫期为十五日。"), ("1.2", "等待期", "等待期为九十日。"))
    document_id = one_document(text, name="甲", code="1")
    decisions.approve(workspace.engine, document_id, reviewer="王敏")
    with workspace.library.database.read() as connection:
        return workspace.engine, documents.get(connection, document_id).sha256


@pytest.fixture
def questions(tmp_path):
    def write(*lines):
        path = tmp_path / "set.jsonl"
        path.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in lines), encoding="utf-8")
        return path

    return write


def question(name, text, *sections, tier="basic"):
    return {"id": name, "tier": tier, "file": "甲.pdf", "question": text, "expected_section_ids": list(sections)}


def test_a_run_over_a_file_is_on_record_and_knows_where_each_answer_stands(served, questions):
    engine, sha256 = served
    path = questions(question("a", "1.2", "1.1"), question("b", "买车险", tier="none"), question("c", "问", "7.7"))
    found = run_file(engine, path, BARS)
    assert [each.identifier for each in found.evaluation.misses][:1] == ["a"]
    assert found.places == {"a": AnswerPlace(sha256, "1.1"), "b": AnswerPlace(sha256, None)}
    (run,) = ranking_approval.history(engine.library).runs
    assert (run.run_id, run.golden, run.passed) == (found.run_id, "set.jsonl", False)


def test_a_kept_question_leads_to_its_clause(served):
    engine, sha256 = served
    assert run_kept(engine, BARS) is None
    clause = next(each for each in _clause_ids(engine) if "1.2" in each)
    kept = kept_questions.keep(engine, "1.2", [clause], reviewer="王敏")
    found = run_kept(engine, BARS)
    assert found.places == {f"golden-{kept.question.golden_id}": AnswerPlace(sha256, "1.2")}
    assert found.evaluation.passed


def _clause_ids(engine):
    with engine.library.database.read() as connection:
        return [row[0] for row in connection.rows("SELECT clause_id FROM clauses ORDER BY id")]


@pytest.mark.parametrize(("reviewer", "reason"), [("", "急用"), ("李", " ")])
def test_nothing_is_let_pass_without_a_name_and_a_reason(served, questions, reviewer, reason):
    engine, _ = served
    with pytest.raises(UsageError):
        ranking_judgement.override(engine, refused(engine, questions), reviewer=reviewer, reason=reason)


def test_letting_pass_keeps_name_reason_and_the_runs_it_was_judged_by(served, questions):
    engine, _ = served
    judged = refused(engine, questions)
    verdict = ranking_judgement.override(engine, judged, reviewer="李", reason="先用着")
    assert (verdict.verdict, verdict.reviewer, verdict.reason) == ("overridden", "李", "先用着")
    assert verdict.runs == tuple(run_id for run_id, _ in judged.runs)
    assert ranking_approval.current_state(engine).standing is Standing.ACTIVE


def refused(engine, questions):
    """What judging comes to where a bar is missed."""
    found = run_file(engine, questions(question("a", "1.2", "1.1")), BARS)
    runs = ((found.run_id, found.evaluation),)
    judged = ranking_judgement.Activation(ranking_approval.decide(engine, runs, reviewer="李"), runs)
    assert judged.is_refused
    return judged
