"""The seed's worked examples: what the rules of the pack make of a question."""

import pytest

from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.domain.regulation_search import Route
from insurance_desktop.index.intents import intent_of
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.asking.model_choice import choose
from insurance_desktop.services.regulations.citing import citations_in, instruments_in
from insurance_desktop.services.regulations.understanding import is_for_others, understand

PACK = load_pack("maritime")
DAVITS = "100米货船两边救生筏都需要起降落设备吗"


def test_a_ship_of_100_metres_and_its_rafts_on_both_sides():
    asked = understand(DAVITS, PACK)
    assert {"liferaft", "launching appliance", "85 metres", "davit-launched liferaft", "each side"} <= set(asked.terms)
    assert {"SOLAS III", "SOLAS III/16", "SOLAS III/31", "SOLAS III/31.1.3", "SOLAS III/31.1.4"} <= set(
        asked.regulations
    )
    assert (asked.ship_type, asked.measures) == ("cargo ship", {"length": 100.0})
    assert (asked.intent, asked.depth, asked.top_k, asked.route) == ("applicability", "broad", 15, Route.HYBRID)
    first, terms, regulations = asked.enhanced_query.split(" | ")
    assert first == DAVITS
    assert "throw-overboard" in terms and "SOLAS III/31.1.4" in regulations


@pytest.mark.parametrize(
    ("question", "asks"),
    [("80米货船救生筏", False), ("85米货船救生筏", True), ("100米客船救生筏", False), ("100米货船消防泵", False)],
)
def test_a_threshold_holds_for_its_ships_and_subjects_alone(question, asks):
    assert ("davit-launched liferaft" in understand(question, PACK).terms) is asks


def test_a_term_that_no_document_prints_is_not_searched():
    asked = understand(DAVITS, PACK, lambda term: term != "throw-overboard")
    assert "throw-overboard" not in asked.text
    assert "85 metres" in asked.text


@pytest.mark.parametrize(
    ("question", "intent", "role"),
    [
        (DAVITS, "applicability", ModelRole.STRONG),
        ("500总吨货船必须装无线电话", "applicability", ModelRole.STRONG),
        ("Do I need a fire pump on a ship of 1,000 GT?", "applicability", ModelRole.STRONG),
        ("开口最小尺寸是多少", "specification", ModelRole.FAST),
        ("What is the minimum size of an opening?", "specification", ModelRole.FAST),
        ("怎么做倾斜试验", "procedure", ModelRole.STRONG),
        ("How to test a watertight door", "procedure", ModelRole.STRONG),
        ("客船和货船的救生设备有什么区别", "comparison", ModelRole.STRONG),
        ("Difference between A-60 and A-0", "comparison", ModelRole.STRONG),
        ("什么是惰性气体系统", "definition", ModelRole.FAST),
        ("What is a special area?", "definition", ModelRole.FAST),
    ],
)
def test_five_intents_and_who_may_answer(question, intent, role):
    assert intent_of(question, PACK).name == intent
    assert choose(question, intent, 0.0, PACK) is role


def test_a_measure_with_a_word_of_need_is_always_about_what_applies():
    assert intent_of("150米油船双壳宽度要求多少", PACK).name == "applicability"


def test_a_voyage_between_countries_without_a_type_is_a_cargo_ships():
    assert understand("国际航行船舶的救生筏", PACK).ship_type == "cargo ship"
    assert understand("国际航行客船的救生筏", PACK).ship_type == "passenger ship"
    assert understand("船舶的救生筏", PACK).ship_type is None


def test_a_bulk_carrier_is_a_cargo_ship():
    assert "SOLAS III/31" in understand("散货船的救生筏", PACK).regulations


@pytest.mark.parametrize(
    ("question", "regulations", "top_k"),
    [("救生圈颜色", 2, 11), ("惰气系统和救生圈", 4, 13), ("哪种油漆", 0, 8), ("要不要油漆", 0, 15)],
)
def test_what_there_is_to_look_for_says_how_much_is_given(question, regulations, top_k):
    asked = understand(question, PACK)
    assert (len(asked.regulations), asked.top_k) == (regulations, top_k)


@pytest.mark.parametrize(
    ("question", "references", "route"),
    [
        ("SOLAS II-1/3-6 对开口尺寸有什么要求", ("SOLAS II-1/3-6",), Route.KEYWORD),
        ("What does SOLAS regulation III/31.1.4 say about a boat?", ("SOLAS regulation III/31.1.4",), Route.KEYWORD),
        ("MARPOL附则I第14条说什么", ("MARPOL附则I第14条",), Route.KEYWORD),
        ("哪些规定与SOLAS III/31相关", ("SOLAS III/31",), Route.HYBRID),
        ("SOLAS III/31 和 MARPOL Annex I/14", ("SOLAS III/31", "MARPOL Annex I/14"), Route.KEYWORD),
        ("MARPOL Annex I 15 ppm", (), Route.HYBRID),
        ("SOLAS III 100米货船", (), Route.HYBRID),
        ("A-60防火门", (), Route.HYBRID),
        ("第31条", (), Route.HYBRID),
        ("SOLAS 对救生筏的要求", (), Route.HYBRID),
    ],
)
def test_an_exact_citation_is_looked_up_and_a_relation_is_searched(question, references, route):
    asked = understand(question, PACK)
    assert (asked.references, asked.route) == (references, route)


@pytest.mark.parametrize(
    ("question", "chapters"),
    [
        ("SOLAS 第III章对救生筏的要求", ("SOLAS 第III章",)),
        ("MARPOL Annex V and plastics", ("MARPOL Annex V",)),
        ("What does SOLAS II-2 say of doors?", ("SOLAS II-2",)),
        ("Does SOLAS I need a raft", ()),
        ("SOLAS III/31", ()),
        ("SOLAS III-31", ()),
    ],
)
def test_a_part_of_a_convention_that_is_named_is_what_is_asked(question, chapters):
    assert understand(question, PACK).chapters == chapters


def test_all_conventions_and_codes_of_a_question_are_known():
    named = [each.name for each in instruments_in("SOLAS 和防污公约、FSS规则有什么不同", PACK.regulations)]
    assert named == ["SOLAS", "MARPOL", "FSS Code"]
    assert citations_in("救生艇和救生筏", PACK.regulations) == ()


@pytest.mark.parametrize(
    ("headings", "ship", "others"),
    [
        (("PART B - PASSENGER SHIPS ONLY", "Regulation 27 Davits"), "cargo ship", True),
        (("PART C - CARGO SHIPS ONLY", "Regulation 36 Davits"), "cargo ship", False),
        (("PART A - GENERAL", "Regulation 16 Liferafts"), "cargo ship", False),
        (("PART E - MEASURES FOR TANKERS",), "cargo ship", False),  # a tanker is one
        (("PART E - MEASURES FOR TANKERS",), "oil tanker", False),
        (("PART D - MEASURES FOR CARGO SHIPS",), "oil tanker", False),
        (("PART E - MEASURES FOR TANKERS",), "passenger ship", True),
        (("Passenger ships and cargo ships",), "cargo ship", False),
    ],
)
def test_what_is_printed_for_other_ships_alone_answers_nothing_of_these(headings, ship, others):
    assert is_for_others(headings, (ship,), PACK.query_rules.ship_types) is others
