"""The command that asks golden questions of insurers' documents through MCP: how it counts, and that it asks."""

import json

import pytest

from development.checking.golden import __main__ as command
from development.checking.golden.asking import Document, Reply, Shelf
from development.checking.golden.judging import judge, tokens
from development.checking.golden.sets import own_sets, read_questions, roles
from insurance_desktop import paths

SAMPLES = paths.resource_root() / "samples"
FILE, OTHER = "clause-2.pdf", "clause-1.pdf"
SHELF = Shelf(
    {FILE: Document(FILE, 1, "G1", "青松"), OTHER: Document(OTHER, 2, "G2", "翠柏")},
    {"a-1.4": (1, "1.4"), "a-9.3": (1, "9.3"), "b-1.4": (2, "1.4")},
)


def question(tmp_path, **fields):
    line = {"id": "one", "tier": "basic", "file": FILE, "question": "几天能退？", "expected_section_ids": ["1.4"]}
    path = tmp_path / "insurer.jsonl"
    path.write_text(json.dumps(line | fields, ensure_ascii=False), encoding="utf-8")
    return read_questions([path])[0]


def hit(section, document=1):
    return {"section_id": section, "source_reference": {"document_id": document}, "similarity_score": 0.9}


def found(*hits, status="ok"):
    return Reply({"status": status, "results": list(hits)}, "", 0.1)


def nothing(*nearest):
    named = [{"section_id": section, "document_id": 1} for section in nearest]
    return Reply({"status": "no_match", "results": [], "nearest": named}, "", 0.1)


def checked(*items):
    told = [
        {"section_id": section, "item": mark, "mark": "matched", "definitions": definitions}
        | {"source_reference": {"document_id": 1}}
        for section, mark, definitions in items
    ]
    return Reply({"status": "ok", "matched_clauses": told, "risk_detected": bool(told)}, "", 0.1)


def shares(asked, reply):
    return {name: got / of for name, (got, of) in judge(SHELF, asked, reply).items() if of}


def test_a_right_answer_counts_where_it_stands_first(tmp_path):
    asked = question(tmp_path, also_accept=["1.2"])
    assert shares(asked, found(hit("1.4")))["first"] == 1
    assert shares(asked, found(hit("1.2")))["first"] == 1
    below = shares(asked, found(hit("3.1"), hit("1.4")))
    assert (below["first"], below["in_3"]) == (0, 1)
    assert shares(asked, found(hit("1.4", document=2)))["first"] == 0, "the same number of another document"


def test_silence_is_wrong_where_there_is_an_answer_and_says_what_stood_under_the_bar(tmp_path):
    asked = question(tmp_path)
    silent = shares(asked, nothing("1.4", "3.1"))
    assert (silent["silenced"], silent["right_under_bar"], silent["first"]) == (1, 1, 0)
    assert shares(asked, nothing("3.1"))["right_under_bar"] == 0
    weak = shares(asked, found(hit("1.4"), status="weak"))
    assert (weak["answered"], weak["weak"], weak["silenced"], weak["first"]) == (0, 1, 0, 0), "weak is no answer"
    assert weak["right_under_bar"] == 1
    assert "right_under_bar" not in shares(asked, found(hit("3.1")))


def test_silence_is_right_where_there_is_none(tmp_path):
    asked = question(tmp_path, tier="none", expected_section_ids=[])
    assert shares(asked, nothing("1.4"))["silent"] == 1
    assert shares(asked, found(hit("1.4")))["silent"] == 0
    weak = shares(asked, found(hit("1.4"), status="weak"))
    assert (weak["answered"], weak["weak"], weak["silent"]) == (0, 1, 0), "neither an answer nor silence"


def test_a_comparison_needs_every_side_among_three(tmp_path):
    asked = question(tmp_path, tier="comparison", expected_section_ids=["1.4", "3.1"])
    assert shares(asked, found(hit("3.1"), hit("2"), hit("1.4")))["all_in_3"] == 1
    assert shares(asked, found(hit("3.1"), hit("2"), hit("2.1"), hit("1.4")))["all_in_3"] == 0


def test_two_products_need_a_section_of_each(tmp_path):
    other = {"file": OTHER, "expected_section_ids": ["1.4"], "also_accept": ["8.1"]}
    asked = question(tmp_path, tier="comparison", other=other)
    assert asked.files == (FILE, OTHER)
    assert shares(asked, found(hit("1.4"), hit("8.1", document=2)))["all_in_3"] == 1
    assert shares(asked, found(hit("1.4"), hit("1.4")))["all_in_3"] == 0


def test_a_follow_up_without_its_context_is_not_to_be_guessed(tmp_path):
    fields = {"tier": "none", "style": "followup", "expected_section_ids": [], "context": "几天能退？"}
    asked = question(tmp_path, **fields, expected_with_context=["1.4"])
    guessed = shares(asked, found(hit("1.4")))
    assert (guessed["not_guessed"], guessed["guessed_right"], guessed["right_with_context"]) == (0, 1, 0)
    told = Reply(nothing().facts, "", 0.1, with_context=found(hit("1.4")).facts)
    assert shares(asked, told) == {"not_guessed": 1, "guessed_right": 0, "right_with_context": 1}


def test_a_scenario_is_matched_by_its_item_and_its_definition_counts_as_a_section(tmp_path):
    items = [["2.4", "（5）"], ["9.3", "（2）"]]
    asked = question(tmp_path, tier="exclusion", expected_section_ids=["2.4", "9.3"], expected_items=items)
    whole = shares(asked, checked(("2.4", "(5)", ["a-9.3"])))
    assert whole == {"precision": 1, "sections": 1, "true_matched": 1}
    other_item = shares(asked, checked(("2.4", "(1)", [])))
    assert other_item == {"precision": 0, "sections": 0.5, "true_matched": 0}


def test_a_harmless_scenario_stays_quiet(tmp_path):
    asked = question(tmp_path, tier="exclusion", expected_section_ids=[], note="other actor: the driver drank")
    assert shares(asked, checked())["harmless_quiet"] == 1
    alarmed = shares(asked, checked(("2.4", "(5)", [])))
    assert (alarmed["harmless_quiet"], alarmed["precision"]) == (0, 0)


def test_a_token_is_a_chinese_sign_or_four_others():
    assert tokens("犹豫期：10 日") == 6
    assert tokens("product_code abc") == 4


def test_the_questions_of_this_folder_can_be_read_and_every_insurer_has_one_role():
    questions = read_questions(own_sets())
    assert len({each.golden.identifier for each in questions}) == len(questions)
    role_of = {insurer: role for role, insurers in roles().items() for insurer in insurers}
    assert set(role_of) == {each.insurer for each in questions}
    assert len(role_of) == sum(map(len, roles().values()))
    file_of = {each.golden.file: each.insurer for each in questions}
    for each in questions:
        assert {role_of[file_of[file]] for file in each.files} == {role_of[each.insurer]}, each.golden.identifier
        assert (each.context is None) is not each.is_follow_up
        assert not each.is_follow_up or each.with_context


@pytest.fixture(scope="module")
def set_of_the_samples(tmp_path_factory):
    named = {"file": FILE, "expected_section_ids": ["1.4"]}
    lines = [
        {"id": "e", "tier": "basic", "style": "exact", "question": "1.4", **named},
        {"id": "n", "tier": "none", "question": "9.99", "file": FILE, "expected_section_ids": []},
        {"id": "x", "tier": "exclusion", "question": "喝了酒开车撞死了", "file": FILE, "expected_section_ids": ["2.4"]},
        {"id": "g", "tier": "basic", "question": "不在的条", "file": FILE, "expected_section_ids": ["77.1"]},
        {"id": "m", "tier": "basic", "question": "1.4", "file": "elsewhere.pdf", "expected_section_ids": ["1.4"]},
    ]
    path = tmp_path_factory.mktemp("golden") / "samples.jsonl"
    path.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in lines), encoding="utf-8")
    return path


def test_the_command_asks_a_library_of_the_samples_and_tells_what_came(set_of_the_samples, tmp_path, capsys):
    kept = tmp_path / "answers.jsonl"
    library = tmp_path / "library.db"
    asked = [str(SAMPLES), str(set_of_the_samples), "--library", str(library), "--misses", "--json", str(kept)]
    assert command.main(asked) == 0
    out = capsys.readouterr().out
    assert "1 questions left out" in out
    assert "g names what is not there: 77.1" in out
    assert "== samples" in out
    assert "tokens at the median" in out
    answers = {told["id"]: told for told in map(json.loads, kept.read_text(encoding="utf-8").splitlines())}
    assert (answers["e"]["right"], answers["e"]["got"][0]) == (True, "1#1.4")
    assert answers["n"]["right"]
    assert not answers["g"]["right"]
    assert answers["x"]["status"] in {"matched", "possible", "none_found"}
    made = library.stat().st_mtime_ns
    assert command.main(asked[:4]) == 0, "the library that is there is asked"
    assert library.stat().st_mtime_ns == made
