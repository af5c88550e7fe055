"""FR-002: a told case is read into events: who acted, whether it happened, and when."""

import pytest

from development.checking.exclusion_pairs import read_pairs
from insurance_desktop.index.scenario_events import (
    BESIDE,
    CONTRARY,
    DENIED,
    HAPPENED,
    OPEN,
    OTHER,
    UNSAID,
    limit_days,
    read_events,
)
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")
NOT_MINE = frozenset({OTHER, BESIDE, DENIED, CONTRARY, UNSAID})


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    ("scenario", "ground"),
    [
        ("走路被酒驾司机撞了", "drink_driving"),
        ("喝酒的是对方司机，我没喝", "drink_driving"),
        ("我坐顺风车，师傅喝了酒，翻车我受伤了", "drink_driving"),
        ("对方司机没有驾照，把我撞伤了", "unlicensed_driving"),
        ("在路上被吸毒的人打伤", "drugs"),
    ],
)
def test_what_somebody_else_did_is_not_the_insureds(scenario: str, ground: str) -> None:
    assert read_events(scenario, PACK).of(ground).state in (OTHER, BESIDE)


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize("deed", ["打我", "捅了我一刀", "踹我肚子", "骑车蹭到我", "一凳子抡我头上"])
@pytest.mark.parametrize("who", ["邻居", "朋友", "物业经理", "他"])
def test_who_does_something_to_the_insured_is_the_one_who_drank(who: str, deed: str) -> None:
    assert read_events(f"{who}喝醉了{deed}", PACK).of("drunk").state == OTHER


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    "scenario", ["我喝醉了打了邻居", "喝醉了，邻居打我", "昨晚喝醉了摔断了我的腿", "朋友来了，我喝醉了摔下楼"]
)
def test_a_drinker_stays_one_whoever_else_is_spoken_of(scenario: str) -> None:
    assert read_events(scenario, PACK).of("drunk").state == HAPPENED


@pytest.mark.requirement("FR-002")
def test_it_is_said_who_it_was() -> None:
    event = read_events("喝酒的是对方司机，我没喝", PACK).of("drink_driving")
    assert (event.state, event.said, event.who) == (OTHER, "喝酒", "对方")


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    ("scenario", "ground"),
    [
        ("我喝了酒开车撞了树", "drink_driving"),
        ("没有驾照开车撞了", "unlicensed_driving"),
        ("没考驾照就上路，翻了", "unlicensed_driving"),
        ("跟邻居打架被打伤", "fight"),
        ("去潜水得了减压病", "diving"),
        ("无证驾驶的是我", "unlicensed_driving"),
    ],
)
def test_what_the_insured_did_is_told_so(scenario: str, ground: str) -> None:
    assert read_events(scenario, PACK).of(ground).state == HAPPENED


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    ("scenario", "ground", "states"),
    [
        ("持有效驾照没喝酒，被追尾", "drink_driving", {DENIED, CONTRARY}),
        ("持有效驾照没喝酒，被追尾", "unlicensed_driving", {CONTRARY, UNSAID}),
        ("没有酒驾", "drink_driving", {DENIED}),
        ("持有效驾照没喝酒，被追尾", "licence_lapsed", {CONTRARY}),
        ("持有效驾照没喝酒被追尾", "unlicensed_driving", {CONTRARY}),
        ("看拳击比赛被踩", "martial", {BESIDE}),
        ("在泳池里溺水", "diving", {UNSAID}),
    ],
)
def test_denials_bystanders_and_neighbouring_subjects(scenario: str, ground: str, states: set[str]) -> None:
    assert read_events(scenario, PACK).of(ground).state in states


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    ("scenario", "state"),
    [
        ("喝多了去挑衅邻桌，被人打断肋骨", HAPPENED),
        ("有人挑衅我，上来就打", OTHER),
        ("邻座的人来挑衅，把我打伤了", OTHER),
    ],
)
def test_who_provokes_another_is_told_from_who_is_provoked(scenario: str, state: str) -> None:
    assert read_events(scenario, PACK).of("fight").state == state


@pytest.mark.requirement("FR-002")
def test_who_only_asks_whether_it_would_be_taken_so_has_not_done_it() -> None:
    assert read_events("走路被人撞了，会算酒驾吗", PACK).of("drink_driving").state == OPEN
    assert read_events("酒驾赔吗", PACK).of("drink_driving").state == HAPPENED


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    ("scenario", "days"),
    [("买了四十天查出癌", 40), ("合同满三年之后走的", 1095), ("保单第二年出的事", 730), ("昨天摔了一跤", None)],
)
def test_how_long_after_the_contract_it_was(scenario: str, days: int | None) -> None:
    assert read_events(scenario, PACK).days == days


def test_how_long_a_printed_limit_lasts() -> None:
    assert limit_days("自本合同成立之日起2年内自杀", PACK) == 730
    assert limit_days("自生效日起九十日内", PACK) == 90
    assert limit_days("被保险人自杀", PACK) is None


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize("part", ["seen", "kept"])
def test_pairs_of_a_true_and_a_harmless_scenario_are_read_apart(part: str) -> None:
    """By the events alone, without any model; the whole check: development.checking.exclusion_pairs."""
    pairs = [each for each in read_pairs() if each.part == part and not each.exception]
    states = {each: read_events(each.scenario, PACK).of(each.ground).state for each in pairs}
    true = [state not in NOT_MINE for each, state in states.items() if each.is_true]
    harmless = [state in NOT_MINE for each, state in states.items() if not each.is_true]
    assert len(true) >= 100 and len(harmless) >= 100
    assert sum(true) / len(true) >= 0.9 and sum(harmless) / len(harmless) >= 0.8
