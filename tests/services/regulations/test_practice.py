"""Practice beside regulations: reviewed as any document, scored, and never taken for what is in force."""

import pytest
from made_conventions import PRACTICE

from insurance_desktop.domain.practice import PracticeEntry
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import practice_files
from insurance_desktop.services.regulations.practice_scores import Understood, best_of

RULES = load_pack("maritime").regulations
LADLE = PracticeEntry(
    "ladle",
    "勺",
    keywords=("长柄勺", "AIS"),
    correct_interpretation="要有。",
    terms=("ladle",),
    regulations=("SOLAS III/31《Crew of a raft》", "LSA Code 6.1"),
    ship_types=("cargo ship",),
)


def scores(question, **understood):
    return [each.score for each in best_of(question, [LADLE], Understood(**understood), RULES)]


@pytest.mark.parametrize(
    ("question", "understood", "score"),
    [
        ("长柄勺要多长", {}, 2),
        ("长柄勺和ais", {}, 4),
        ("raise a flag", {}, None),
        ("一把 ladle", {}, 1),
        ("一把勺", {"terms": ("Ladle",)}, 1),
        ("货船的旗", {"ship_types": ("cargo ship",)}, None),
        ("货船的长柄勺", {"ship_types": ("cargo ship",)}, 4),
        ("筏子", {"regulations": ("SOLAS III/31",)}, 3),
        ("筏子", {"regulations": ("SOLAS III",)}, None),
        ("SOLAS III/31.1.2 说的勺", {}, 5),
        ("SOLAS III/31.1.2", {"cited": ("SOLAS III/31.1.2",)}, 5),
        ("SOLAS III/3", {"cited": ("SOLAS III/3",)}, None),
    ],
)
def test_what_an_entry_shares_with_a_question_counts(question, understood, score):
    assert scores(question, **understood) == ([] if score is None else [score])


def test_the_best_three_are_told():
    entries = [PracticeEntry(str(number), "t", ("旗",) + ("帆",) * (number == 3), "c") for number in range(5)]
    assert [each.entry.id for each in best_of("旗和帆", entries, Understood(), RULES)] == ["3", "0", "1"]


@pytest.fixture
def with_practice(on_conventions, tmp_path):
    file = tmp_path / "practice.yaml"
    file.write_text(PRACTICE, encoding="utf-8")
    imported = on_conventions.answer("import", str(file), "--pack", "maritime")["documents"][0]
    return on_conventions, imported["document_id"]


def test_practice_is_told_only_after_its_review_and_marked(with_practice):
    line, document = with_practice
    assert line.answer("regulations", "practice", "长柄勺要多长")["status"] == "no_match"
    line.answer("review", "approve", str(document), "--reviewer", "Ann")
    answer = line.answer("regulations", "practice", "长柄勺要多长")
    (entry,) = answer["entries"]
    assert "不是公约或规则的条文" in answer["notice"]
    assert entry["entry"]["correct_interpretation"] == "每筏一把就够。"
    assert entry["source_reference"]["verified_by"] == "Ann"
    links = {each["reference"]: each["link"] and each["link"]["id"] for each in entry["regulations"]}
    assert links == {"SOLAS III/31《Crew of a raft》": "SOLAS III/31", "SOLAS V/31《Other tunes》": None}
    told = line.on_library("regulations", "practice", "长柄勺要多长").out
    assert "【实务】厨师的长柄勺" in told and "库里没有这一条" in told


def test_practice_stands_apart_in_a_search_of_regulations(with_practice):
    line, document = with_practice
    line.answer("review", "approve", str(document), "--reviewer", "Ann")
    answer = line.answer("regulations", "search", "SOLAS III/31 的长柄勺要多长", "--pack", "maritime")
    assert [each["entry"]["correct_interpretation"] for each in answer["practice"]] == ["每筏一把就够。"]
    assert answer["practice"][0]["score"] >= 7, "a keyword, and a regulation that is cited"
    assert all(each["source_reference"]["document_id"] != document for each in answer["results"])
    assert "【实务】" in line.on_library("regulations", "search", "长柄勺要多长", "--pack", "maritime").out


def test_practice_is_no_part_of_what_is_searched_but_by_its_own_name(with_practice):
    line, document = with_practice
    line.answer("review", "approve", str(document), "--reviewer", "Ann")
    found = line.answer("search", "长柄勺", "--pack", "maritime", "--mode", "keyword")
    assert all(each["source_reference"]["document_id"] != document for each in found["results"])
    assert line.answer("regulations", "lookup", "ladle_of_cook")["status"] == "not_found"
    own = line.answer("clause", line.answer("regulations", "practice", "长柄勺")["entries"][0]["chunk_id"])
    assert own["source_reference"]["document_type"] == "实务"


def test_a_yaml_file_that_is_no_practice_is_not_taken_in(on_conventions, tmp_path):
    file = tmp_path / "settings.yaml"
    file.write_text("colour: blue\n", encoding="utf-8")
    answer = on_conventions.answer("import", str(file), "--pack", "maritime", code=1)
    assert "不是实务条目" in answer["documents"][0]["reason"]


def test_the_packs_own_practice_is_fifteen_subjects_that_say_what_they_rest_on(on_conventions):
    packs = {each["pack"]: each for each in on_conventions.answer("packs", "list")["packs"]}
    files = practice_files("maritime")
    assert packs["maritime"]["practice"] == [str(each) for each in files]
    assert packs["insurance"]["practice"] == []
    imported = on_conventions.answer("import", *map(str, files), "--pack", "maritime")["documents"]
    assert {each["conversion_status"] for each in imported} == {"CONVERTED"}
    subjects = []
    for each in imported:
        on_conventions.answer("review", "approve", str(each["document_id"]), "--reviewer", "Ann")
    for word in (
        *("救生筏", "容量", "自由降落", "探火", "灭火器", "A-60", "初稳性", "破损稳性"),
        *("15ppm", "生活污水", "压载水", "AIS", "ECDIS", "PSC", "测厚"),
    ):
        best = on_conventions.answer("regulations", "practice", word)["entries"][0]["entry"]
        assert best["rests_on"], word
        subjects.append(best["id"])
    assert len(set(subjects)) == 15


def test_without_a_library_there_is_no_practice_and_that_is_said(command_line):
    answer = command_line.answer("regulations", "practice", "长柄勺", "--pack", "maritime")
    assert (answer["status"], answer["entries"]) == ("empty_library", [])
