"""Regulations searched in a library of two made-up conventions, by words alone: no model is needed."""

import pytest


def search(command_line, question, *more, code=0):
    return command_line.answer("regulations", "search", question, "--pack", "maritime", *more, code=code)


def ids(answer, *, expanded=False):
    return [each["id"] for each in answer["results"] if each["graph_expanded"] is expanded]


def test_a_question_in_english_finds_its_regulation_with_its_place(on_conventions):
    answer = search(on_conventions, "Who is in charge of a raft of straw?")
    assert answer["status"] == "ok"
    first = answer["results"][0]
    assert first["id"] == "SOLAS III/31"
    assert "in the charge of a cook" in first["text"]
    assert first["graph_context"]["breadcrumb_path"].startswith("SOLAS > ")
    assert (first["graph_context"]["has_interpretations"], first["graph_context"]["interpretation_count"]) == (True, 1)
    assert first["source_reference"]["page_number"] >= 1
    assert first["rrf_score"] > 0


def test_what_the_best_ones_point_at_stands_behind_them_and_is_marked(on_conventions):
    answer = search(on_conventions, "Who is in charge of a raft of straw?", "--top-k", "1")
    assert ids(answer) == ["SOLAS III/31"]
    assert ids(answer, expanded=True) == ["SOLAS II-1/3", "LSA Code 6.1"]
    assert {each["rrf_score"] for each in answer["results"] if each["graph_expanded"]} == {0.005}


def test_a_chinese_question_is_asked_in_english(on_conventions):
    answer = search(on_conventions, "救生筏由谁负责，要符合 raft 的什么规定")
    assert "raft" in answer["understood"]["text"] and answer["understood"]["text"] in answer["message"]
    assert answer["understood"]["is_reworded"] is True
    assert answer["enhanced_query"].startswith("救生筏由谁负责")


@pytest.mark.parametrize(
    "question", ["SOLAS III/31 说什么", "What does regulation III/31 of SOLAS require?", "SOLAS第三章第31条"]
)
def test_a_citation_in_a_question_is_looked_up(on_conventions, question):
    answer = search(on_conventions, question)
    assert ids(answer) == ["SOLAS III/31"]
    assert answer["results"][0]["similarity_score"] == 1.0
    assert answer["understood"]["route"] == "keyword"


def test_a_paragraph_that_is_cited_is_given_alone(on_conventions):
    first = search(on_conventions, "SOLAS III/31.1.2 的要求")["results"][0]
    assert first["id"] == "SOLAS III/31.1.2"
    assert first["text"].startswith("1.2 The ladle")


def test_a_citation_that_the_library_does_not_hold_brings_nothing_beside_it(on_conventions):
    answer = search(on_conventions, "SOLAS III/99 对救生筏的要求")
    assert (answer["status"], answer["results"]) == ("not_found", [])


def test_what_belongs_to_a_regulation_is_searched_beside_it(on_conventions):
    answer = search(on_conventions, "Which regulations are related to SOLAS III/31, the crew of a raft?")
    assert answer["understood"]["route"] == "hybrid"
    assert ids(answer)[0] == "SOLAS III/31"
    assert "LSA Code 6.1" in ids(answer, expanded=True)


def test_one_convention_is_searched_alone(on_conventions):
    question = "What shall the handle of a ladle be of?"
    assert ids(search(on_conventions, question))[0] == "LSA Code 6.1"
    assert not any(each.startswith("LSA") for each in ids(search(on_conventions, question, "--document", "SOLAS")))
    assert not any(each.startswith("LSA") for each in ids(search(on_conventions, f"SOLAS: {question}")))


@pytest.mark.parametrize("question", ["STCW 对 ladle 的要求", "What does MARPOL say about a ladle?"])
def test_another_convention_is_never_searched_in_place_of_one_that_is_not_here(on_conventions, question):
    answer = search(on_conventions, question)
    assert (answer["status"], answer["results"]) == ("not_found", [])
    assert "SOLAS" in answer["message"]


def test_a_chapter_that_is_named_is_searched_alone(on_conventions):
    found = ids(search(on_conventions, "SOLAS chapter V: form of tunes that shall be merry"))
    assert found and all(each.startswith("SOLAS V/") for each in found)
    answer = search(on_conventions, "SOLAS chapter XII: form of tunes that shall be merry")
    assert (answer["status"], answer["results"]) == ("not_found", [])


def test_what_is_no_convention_is_refused_with_those_that_are_there(on_conventions):
    answer = search(on_conventions, "ladle", "--document", "Moby Dick")
    assert answer["status"] == "not_found"
    assert "LSA Code" in answer["message"]


def test_what_cannot_be_said_in_english_has_no_answer(on_conventions):
    answer = search(on_conventions, "共同海损怎么分摊")
    assert (answer["status"], answer["results"]) == ("no_match", [])
    assert "共同海损" in answer["message"]


def test_both_orders_give_the_same_regulations(on_conventions):
    question = "Every kettle shall have a lid"
    fitted, fused = (search(on_conventions, question, "--fusion", each) for each in ("fitted", "rrf"))
    assert set(ids(fitted)) == set(ids(fused))
    scores = [each["rrf_score"] for each in fused["results"] if not each["graph_expanded"]]
    assert scores == sorted(scores, reverse=True)


def test_a_person_reads_what_was_found_and_what_stands_beside_it(on_conventions):
    said = on_conventions.on_library(
        "regulations", "search", "Who is in charge of a raft of straw?", "--pack", "maritime"
    )
    assert said.code == 0
    assert "SOLAS III/31  Crew of a raft" in said.out
    assert "上面的规定引用了它" in said.out
