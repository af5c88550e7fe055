"""The check from outside: it finds what is wrong with a conversion, and nothing on the corpus."""

import json
import re
from dataclasses import replace

import pytest
from paper import NUMBER_X, Paper
from test_hidden_signs import without
from test_layouts import LONG, OTHER, a_clause

from development.checking import fidelity
from development.checking.fidelity import check
from insurance_desktop.convert.running.workers import ConversionWorkers

COUNT = int((545 - NUMBER_X) // 10.5)
TEXT = f"{LONG}{OTHER}"


def a_paragraph() -> Paper:
    paper = Paper()
    paper.paragraph(TEXT, x=NUMBER_X)
    return paper


@pytest.mark.requirement("SC-004")
def test_a_clause_has_every_sign_of_its_pages_and_no_other():
    paper = a_clause()
    found = check(paper.bytes(), paper.convert())
    assert (found.missing, found.invented, found.inversions) == ("", "", ())
    assert found.holds
    assert found.signs > 200


def test_a_lost_sign_and_an_invented_one_are_told():
    paper = a_paragraph()
    conversion = paper.convert()
    lost = check(paper.bytes(), replace(conversion, markdown=conversion.markdown.replace("等待期", "等期")))
    assert (lost.missing, lost.invented) == ("待", "")
    added = check(paper.bytes(), replace(conversion, markdown=conversion.markdown.replace("等待期", "等待期9")))
    assert (added.missing, added.invented) == ("", "9")


def test_a_sign_that_is_left_out_without_being_listed_is_missing():
    paper = a_paragraph()
    paper.words(NUMBER_X, "第 1 页 共 1 页", y=810)
    conversion = paper.convert()
    assert check(paper.bytes(), conversion).holds
    unlisted = replace(conversion, coverage=replace(conversion.coverage, exclusions=()))
    assert check(paper.bytes(), unlisted).missing == "11共第页页"


def test_lines_of_one_block_in_another_order_than_the_pages_are_told():
    paper = a_paragraph()
    conversion = paper.convert()
    shuffled = f"{TEXT[COUNT : 2 * COUNT]}{TEXT[:COUNT]}{TEXT[2 * COUNT :]}\n"
    found = check(paper.bytes(), replace(conversion, markdown=shuffled))
    assert not found.missing
    assert found.inversions == ((TEXT[COUNT : 2 * COUNT], TEXT[:COUNT]),)


def test_the_command_tells_file_by_file_and_fails_where_something_is_wrong(tmp_path, capsys):
    file = tmp_path / "clause.pdf"
    file.write_bytes(a_clause().bytes())
    assert fidelity.main([str(file), "--list"]) == 0
    told = capsys.readouterr().out
    assert "clause.pdf: 1 pages" in told
    assert "missing 0, invented 0, inversions 0, hidden but seen 0" in told
    assert "stroke_duplicate p.1:" in told


def test_the_command_tells_seen_signs_with_page_and_place_in_words_and_as_json(tmp_path, capsys, monkeypatch):
    paper = a_paragraph()
    wrong = without(paper.convert(), "等待期")
    monkeypatch.setattr(ConversionWorkers, "convert", lambda workers, original, pack: wrong)
    file = tmp_path / "clause.pdf"
    file.write_bytes(paper.bytes())
    assert fidelity.main([str(file)]) == 1
    told = capsys.readouterr().out
    assert "missing 0, invented 0, inversions 0, hidden but seen 3" in told
    assert re.search(r"hidden but seen p\.1 at \d+,\d+: 等 \(hidden\)", told)
    assert fidelity.main([str(file), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["missing"], answer["holds"]) == ("", False)
    assert [(each["page"], each["sign"], each["reason"]) for each in answer["hidden_but_seen"]] == [
        (1, sign, "hidden") for sign in "等待期"
    ]
    assert all(len(each["box"]) == 4 for each in answer["hidden_but_seen"])


@pytest.mark.corpus
@pytest.mark.requirement("SC-004")
@pytest.mark.parametrize("folder", ["insurance", "traditional"])
def test_another_library_finds_nothing_missing_invented_or_out_of_order_in_the_corpus(corpus, folder):
    with ConversionWorkers(count=2) as workers:
        for file in sorted((corpus / folder).glob("*.pdf")):
            original = file.read_bytes()
            found = check(original, workers.convert(original, "insurance"))
            wrong = (found.missing, found.invented, found.inversions, found.hidden_but_seen)
            assert wrong == ("", "", (), ()), file.name
