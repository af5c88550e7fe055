"""Chinese questions in the words of documents in English, by the maritime pack."""

import pytest

from insurance_desktop.index.rewording import measured, reworded, ship_types_in
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("maritime")
RULES = PACK.query_rules


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("货船的救生筏", "cargo ship liferaft"),
        ("散货船货舱通道", "bulk carrier cargo hold access"),
        ("油水分离器的排放标准是多少ppm", "oil filtering equipment discharge how many parts per million"),
        ("救生筏需要降落设备吗", "liferaft required launching appliance"),
        ("100米货船", "100 metres cargo ship"),
        ("３０００总吨的客轮", "3000 tons gross tonnage passenger ship"),
        ("主竪区", "main vertical zone"),
    ],
)
def test_a_chinese_question_is_searched_in_english(question, said):
    assert reworded(question, PACK).text == said


def test_the_longest_word_counts():
    assert [term for _, term in reworded("生活污水处理装置", PACK).read] == ["sewage treatment plant"]


def test_the_first_term_that_the_documents_print_is_taken():
    printed = {"davit", "flashpoint"}
    assert reworded("降落设备和闪点", PACK, printed.__contains__).text == "davit and flashpoint"
    assert "launching appliance" in reworded("降落设备", PACK, printed.__contains__).beside


def test_a_question_in_english_stays_as_it_is():
    question = "How many lifeboats, and where?"
    assert reworded(question, PACK).text == question
    assert reworded(question, PACK).certainty == 1.0


def test_a_pack_without_such_words_changes_nothing():
    assert reworded("等待期多久？", load_pack("insurance")).text == "等待期多久？"


@pytest.mark.parametrize("question", ["共同海损怎么分摊", "人寿保险保费多少"])
def test_what_nobody_can_say_in_english_is_not_searched(question):
    assert reworded(question, PACK).certainty == 0.0


def test_what_is_half_understood_is_half_certain():
    told = reworded("船员工资最低多少", PACK)
    assert (told.unread, told.certainty) == (("工资",), 0.5)


def test_measures_and_ships_are_read_in_both_languages():
    for text in ("100米、5,000总吨的货船，2016年建造", "a cargo ship of 100 m and 5,000 GT, 2016年"):
        assert {each.name: number for each, number, _ in measured(text, RULES.measures)} == {
            "length": 100.0,
            "tonnage": 5000.0,
            "date": 2016.0,
        }
        assert ship_types_in(text, RULES.ship_types) == ("cargo ship",)


@pytest.mark.parametrize("each", RULES.ship_types, ids=lambda each: each.name)
def test_every_type_of_ship_is_known_by_each_of_its_names(each):
    for said in (each.name, f"{each.name}s", *each.said):
        assert ship_types_in(f"any {said}.", RULES.ship_types) == (each.name,)


def test_the_pack_knows_as_much_as_the_seed_asks_for():
    assert len(RULES.term_groups) >= 150
    assert len(RULES.ship_types) >= 12
    assert len(RULES.topics) >= 15
    said = [word for each in (*RULES.term_groups, *RULES.ship_types) for word in each.said]
    assert len(said) == len(set(said))
