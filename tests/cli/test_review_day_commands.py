"""A day of review on the command line: what waits, taking a decision back, two reviewers."""

import pytest

from insurance_desktop.cli.using import rendered
from insurance_desktop.services.review.review_queue import Reason, ReasonKind


@pytest.mark.requirement("US2")
def test_the_queue_stands_riskiest_first_and_says_why(on_samples):
    waiting = on_samples.answer("review", "queue")["queue"]
    assert waiting
    blocking = [each["findings"]["blocking"] for each in waiting]
    assert blocking == sorted(blocking, reverse=True)
    assert all({"kind", "blocking", "warning", "note"} == set(reason) for each in waiting for reason in each["reasons"])
    shown = on_samples.on_library("review", "queue").out
    assert all(f"#{each['document_id']}" in shown for each in waiting)


@pytest.mark.requirement("FR-006")
def test_the_last_decision_is_taken_back_and_only_that(on_samples):
    on_samples.answer("review", "reject", 1, "--reviewer", "乙", "--reason", "印错", "--place", "1,70,100,520,120")
    entry = on_samples.answer("review", "log", 1)["decisions"][-1]
    assert (entry["kind"], "[1, 70.0, 100.0, 520.0, 120.0]" in entry["subject"]) == ("rejected", True)
    assert on_samples.answer("review", "undo", 1, "--reviewer", "乙")["review_status"] == "VERIFIED"
    again = on_samples.on_library("review", "undo", 1, "--reviewer", "乙")
    assert (again.code, "Traceback" in again.err) == (1, False)
    log = on_samples.on_library("review", "log", 1).out
    assert f"撤销决定 {entry['decision_id']}" in log
    assert "第 1 页 [70.0, 100.0, 520.0, 120.0]" in log


@pytest.mark.parametrize("place", ["1,2,3", "a,b,c,d,e", "1,2,3,4,5,6", "nan,1,2,3,4"])
def test_a_place_that_is_none_is_wrong_usage(on_samples, place):
    said = on_samples.on_library("review", "reject", 1, "--reviewer", "乙", "--reason", "错", "--place", place)
    assert said.code == 2
    assert "五个数" in said.err


@pytest.mark.requirement("FR-005")
def test_with_the_rule_of_two_one_approval_makes_nothing_searchable(on_samples):
    assert on_samples.answer("review", "rule")["reviewers"] == 1
    rule = ("review", "rule", "--reviewers", "2", "--reviewer", "赵", "--reason", "公司规定")
    assert on_samples.answer(*rule)["set_by"] == "赵"
    waiting = on_samples.answer("documents", "--status", "PENDING")["documents"][0]["document_id"]
    approve = ("review", "approve", waiting, "--accept-findings", "--reason", "看过", "--reviewer")
    first = on_samples.on_library(*approve, "乙")
    assert (first.code, "初核" in first.out) == (0, True)
    assert on_samples.on_library(*approve, "乙").code == 1
    assert on_samples.answer("documents", "--status", "PENDING")["documents"][0]["indexed_clauses"] == 0
    assert on_samples.answer(*approve, "丙")["review_status"] == "VERIFIED"


@pytest.mark.requirement("FR-007")
def test_evidence_of_a_clause_is_written_once(on_samples, tmp_path):
    clause = on_samples.answer("search", "犹豫期")["results"][0]["chunk_id"]
    made = on_samples.answer("evidence", clause, "--out", tmp_path / "pack.zip")
    assert (made["bytes"], made["evidence"]) == ((tmp_path / "pack.zip").stat().st_size, str(tmp_path / "pack.zip"))
    again = on_samples.on_library("evidence", clause, "--out", tmp_path / "pack.zip")
    assert (again.code, "Traceback" in again.err) == (1, False)
    assert on_samples.on_library("evidence", "nothing", "--out", tmp_path / "other.zip").code == 1
    assert not (tmp_path / "other.zip").exists()


@pytest.mark.requirement("FR-007")
def test_a_link_is_handed_to_the_window(on_samples):
    clause = on_samples.answer("search", "犹豫期")["results"][0]["chunk_id"]
    from insurance_desktop.services.library.library import open_reader
    from insurance_desktop.services.library.links import link_to_clause

    with open_reader(on_samples.library) as library:
        link = link_to_clause(library, clause)
    assert on_samples.on_library("open", link).code == 0
    assert on_samples.others.opened == [(link, on_samples.library)]
    place = on_samples.answer("open", link)
    assert (place["clause_id"], place["is_clause_gone"], bool(place["boxes"])) == (clause, False, True)
    refused = on_samples.on_library("open", "baoxian://../../etc/passwd")
    assert (refused.code, len(on_samples.others.opened)) == (2, 1)


def test_files_are_handed_to_the_window_as_a_desktop_names_them(on_samples, tmp_path):
    named, there = tmp_path / "\u4e00 b.pdf", tmp_path / "c.pdf"
    named.touch()
    there.touch()
    assert on_samples.on_library("open", named.as_uri(), there).code == 0
    assert on_samples.others.opened == [(f"{named.as_uri()} {there.as_uri()}", on_samples.library)]
    assert on_samples.on_library("open").code == 0
    assert on_samples.others.opened[-1] == ("", on_samples.library)
    assert on_samples.on_library("open", tmp_path / "none.pdf").code == 2
    assert on_samples.on_library("open", "file://elsewhere/c.pdf").code == 2


@pytest.mark.requirement("US2")
def test_a_reason_to_wait_is_told_with_its_numbers():
    reason = Reason(next(iter(ReasonKind)), blocking=1, note=2)
    assert " 3（阻断 1）" in rendered(reason)


def test_documents_are_assigned_handed_over_and_given_back(on_samples):
    number = on_samples.answer("documents")["documents"][0]["document_id"]
    assign = ("review", "assign", number, "--reviewer", "赵")
    (given,) = on_samples.answer(*assign, "--to", "乙", "--note", "先看费率表")["assignments"]
    assert (given["reviewer"], given["set_by"]) == ("乙", "赵")
    assert on_samples.answer("documents")["documents"][0]["assigned_to"] == "乙"
    assert "先看费率表" in on_samples.on_library("review", "assignments", number).out
    assert "没有改动" in on_samples.on_library(*assign, "--to", "乙").out
    assert "不再指定" in on_samples.on_library(*assign).out
    assert len(on_samples.answer("review", "assignments", number)["assignments"]) == 2
