"""What the reranker learns of exclusions: the item that refuses a scenario, and none for a victim."""

import random

import numpy as np
import pytest

from insurance_desktop.index.grounds import Grounds, read_grounds
from insurance_desktop.index.matching import CASE, LISTED, REFUSAL, PhraseVectors, Spoken
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.tools.exclusion_groups import HARMLESS_TURNS, ScenarioVectors, case_groups, labelled_groups
from insurance_desktop.tools.exclusion_sets import Labelled
from insurance_desktop.tools.fit_grounds import Case
from tests.services.stand_ins import CharacterEmbedder

DRIVING = Spoken("酒后驾驶、无合法有效驾驶证驾驶", ("7.20 酒后驾驶 指血液中酒精含量达到标准",), LISTED)
FIGHT = Spoken("斗殴、醉酒、主动吸食毒品", (), LISTED)
LATE = Spoken("未在宽限期内补交保险费", (), REFUSAL)
DEFINED = Spoken("驾驶证被吊销", (), CASE, "7.21 无合法有效驾驶证驾驶")
CONTRACT = (DRIVING, FIGHT, LATE, DEFINED)
VICTIM = "走路被酒驾的撞了"


@pytest.fixture
def known() -> Grounds:
    return read_grounds(load_pack())


def reading(known: Grounds, *scenarios: str) -> ScenarioVectors:
    embedder = CharacterEmbedder()
    vectors = dict(zip(scenarios, embedder.questions(scenarios), strict=True))
    return ScenarioVectors(PhraseVectors(embedder), known, vectors)


def labelled(question: str, right: int | None) -> Labelled:
    flags = np.arange(len(CONTRACT)) == right if right is not None else np.zeros(len(CONTRACT), dtype=bool)
    counted = np.ones(len(CONTRACT), dtype=bool)
    return Labelled("anxin", question, CONTRACT, flags, counted, (), right is not None)


def test_a_scenario_stands_beside_the_item_that_refuses_it_and_the_others(known: Grounds) -> None:
    found = list(labelled_groups([labelled("喝了点开车撞树", 0)], reading(known, "喝了点开车撞树"), random.Random(1)))
    (group,) = found
    assert group.right == DRIVING.as_read and "血液中酒精" in group.right
    assert set(group.wrong) == {FIGHT.as_read, LATE.as_read}, "cases of definitions are read elsewhere"
    assert group.without_answer > 0


def test_for_a_victim_no_item_is_right(known: Grounds) -> None:
    found = list(labelled_groups([labelled(VICTIM, None)], reading(known, VICTIM), random.Random(1)))
    assert [(each.question, each.right) for each in found] == [(VICTIM, None)] * HARMLESS_TURNS
    assert all(DRIVING.as_read in each.wrong for each in found)


def test_a_known_case_is_read_beside_a_contract_that_names_its_ground(known: Grounds) -> None:
    cases = [Case("喝多了跟人干架", ("fight",)), Case(VICTIM, ("ok_victim",)), Case("打仗炸伤了", ("war",))]
    read = reading(known, *(each.text for each in cases))
    found = list(case_groups(cases, [CONTRACT, (DRIVING,)], read, random.Random(1)))
    fought = [each for each in found if each.question == "喝多了跟人干架"]
    assert [each.right for each in fought] == [FIGHT.as_read] and fought[0].wrong == (DRIVING.as_read,)
    assert {each.right for each in found if each.question == VICTIM} == {None}
    assert not any(each.question == "打仗炸伤了" for each in found), "no contract here speaks of it"
