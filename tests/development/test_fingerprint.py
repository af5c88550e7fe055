"""What a fingerprint leaves out, what it must not leave out, and what a comparison names."""

import json
from datetime import UTC, datetime

import pytest

from development.fingerprint.__main__ import compare
from development.fingerprint.library import Shelf
from development.fingerprint.prints import Prints, Steadied
from development.fingerprint.questions import Call, follow_ups

BEGUN = datetime(2026, 11, 23, 23, 59, tzinfo=UTC)


def prints(home="/tmp/one", begun=BEGUN, keep=None):
    return Prints(Steadied({home: "<home>"}, begun), keep)


def hash_of(answer, **run):
    taken = prints(**run)
    taken.note("part", "name", answer)
    return taken.parts["part"]["name"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"verified_at": "2026-11-23T16:58:48+00:00"}, {"verified_at": "2026-11-24T07:01:02+00:00"}),
        ("上次导入 2026-11-23 16:58，用了 0.2 秒。", "上次导入 2026-11-24 07:01，用了 13.9 秒。"),
        (["/tmp/one/library.db", {"seconds": 0.2}], ["/tmp/other/library.db", {"seconds": 0.3}]),
        ({"entry_hash": "ab", "previous_hash": None}, {"entry_hash": "cd", "previous_hash": "ef"}),
        ("核验于 2026-11-23", "核验于 2026-11-24"),
    ],
)
def test_two_runs_of_one_program_differ_in_time_and_place_only(one, other):
    later = datetime(2026, 11, 24, 7, tzinfo=UTC)
    assert hash_of(one) == hash_of(other, home="/tmp/other", begun=later)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"score": 0.9688}, {"score": 0.9687}),
        ({"hits": []}, {"hits": None}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ("等待期为90 天", "等待期为90天"),
        ({"publish_time": "2018-03-01"}, {"publish_time": "2018-03-02"}),
        ("用了 3 天", "用了 4 天"),
        (True, 1),
    ],
)
def test_whatever_a_user_could_see_differ_differs(one, other):
    assert hash_of(one) != hash_of(other)


def test_a_name_is_taken_once():
    taken = prints()
    taken.note("part", "name", 1)
    with pytest.raises(ValueError, match="twice"):
        taken.note("part", "name", 1)


def test_a_kept_answer_lies_under_its_hash(tmp_path):
    kept = hash_of({"text": "存于 /tmp/one/a.pdf"}, keep=tmp_path / "kept")
    assert json.loads((tmp_path / "kept" / kept).read_text(encoding="utf-8")) == {"text": "存于 <home>/a.pdf"}


def test_a_comparison_names_what_changed_came_and_went_and_counts_it(tmp_path, capsys):
    files = []
    for number, answers in enumerate(({"same": 1, "changed": 1, "gone": 1}, {"same": 1, "changed": 2, "new": 1})):
        taken = prints()
        for name, answer in answers.items():
            taken.note("mcp.modern", name, answer)
        taken.note("library", "log", [])
        files.append(tmp_path / f"{number}.json")
        files[-1].write_text(json.dumps(taken.report()), encoding="utf-8")
    assert compare(*files) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["library: 0 differ of 1 and 1", "mcp.modern: 3 differ of 3 and 3"]
    assert [line.split()[0] for line in told[2:]] == ["changed", "gone", "new"]
    assert told[3].endswith("→ none")
    assert compare(files[0], files[0]) == 0


def test_what_one_report_did_not_look_at_is_told_and_not_compared(tmp_path, capsys):
    files = []
    for parts in (("convert.markdown", "convert.tables", "library"), ("convert.markdown",)):
        taken = prints()
        for part in parts:
            taken.note(part, "a.pdf", "text")
        files.append(tmp_path / f"{len(parts)}.json")
        files[-1].write_text(json.dumps(taken.report()), encoding="utf-8")
    assert compare(*files) == 1
    told = capsys.readouterr().out
    assert "library: in one report only, not compared" in told
    assert "convert.tables: 1 differ of 1 and 0" in told
    assert "library: 0" not in told


def test_over_all_is_the_same_in_whatever_order_the_answers_came():
    one, other = prints(), prints()
    for taken, names in ((one, "ab"), (other, "ba")):
        for name in names:
            taken.note("part", name, name)
    assert one.report() == other.report()


def test_the_first_clause_of_a_golden_question_is_quoted_back():
    facts = {
        "results": [{"chunk_id": "c1", "content": "自您签收本合同次日起，有20日的犹豫期。", "section_title": "犹豫期"}]
    }
    asked = list(follow_ups(Call("dev-001 in its document", "search_policy_clause", {}), facts))
    assert [call.tool for call in asked] == ["get_clause", *["verify_quote"] * 4]
    assert asked[0].arguments == {"clause_id": "c1"}
    assert asked[1].arguments["quote"] == facts["results"][0]["content"]
    assert asked[2].arguments["quote"] == "自您签收本合同次日，有20日的犹豫期。"
    assert not list(follow_ups(Call("dev-001", "search_policy_clause", {}), facts))


def test_a_cell_is_asked_for_by_the_labels_that_the_table_tells():
    table = Call("table of x", "get_table", {"clause_id": "c1"})
    facts = {"row_labels": ["0", "1", "2"], "columns": ["年龄", "趸交"]}
    (cell,) = follow_ups(table, facts)
    assert cell.arguments == {"clause_id": "c1", "row": "1", "column": "趸交"}
    assert not list(follow_ups(cell, facts))


def test_no_two_answers_about_a_clause_of_several_pages_bear_one_name():
    """A clause of two pages whose table has two pages: the fingerprint ended at its second name."""
    clause, table = {"chunk_id": "c", "next_cursor": "1"}, {"row_labels": ["30"], "columns": ["10"], "next_cursor": "1"}
    first = Call("clause 1 8.1", "get_clause", {})
    names, asked = [], [(first, clause)]
    while asked:
        call, facts = asked.pop()
        names.append(call.name)
        if " page " not in call.name:
            asked.append((Call(f"{call.name} page 2", call.tool, {**call.arguments, "cursor": "1"}), facts))
        asked += [(each, table if "row" not in each.arguments else {}) for each in follow_ups(call, facts)]
    assert sorted(names) == sorted(set(names))
    assert "cell of table of clause 1 8.1" in names


def test_a_shelf_finds_a_document_by_its_file():
    documents = [{"document_id": 1, "path": "/a/x.pdf"}, {"document_id": 2, "path": "/a/y.pdf"}]
    assert Shelf(documents, [], []).document_of("y.pdf") == 2
