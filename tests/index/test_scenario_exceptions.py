"""FR-002: whether a told case is one that an exclusion itself leaves out."""

import pytest

from insurance_desktop.index.matching import Exempt
from insurance_desktop.index.scenario_exceptions import is_met
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")
PRESCRIBED = "但不包括由医生开具并遵医嘱使用的处方药品"
INCAPABLE = "但被保险人自杀时为无民事行为能力人的除外"
ECTOPIC = "但异位妊娠的抢救除外"


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    ("scenario", "exception"),
    [
        ("术后按医嘱吃医生开的吗啡止痛药", PRESCRIBED),
        ("医生开的吗啡，会被当成吸毒吗", PRESCRIBED),
        ("法院认定他没有民事行为能力，半年后跳楼了", INCAPABLE),
        ("宫外孕大出血送急诊", ECTOPIC),
        ("驾照过期四个月没去换，开车撞了", "驾驶证逾期未换不满六个月的除外"),
        ("皮肤上长的是黑色素瘤", "黑色素瘤除外"),
    ],
)
def test_what_the_exception_asks_for_is_told(scenario: str, exception: str) -> None:
    assert is_met(scenario, Exempt(exception, exception), PACK)


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    ("scenario", "exception"),
    [
        ("没按医嘱，自己加倍吃药", PRESCRIBED),
        ("医生开了止痛药，又自己吸了冰毒", PRESCRIBED),
        ("得了抑郁症，买了半年跳楼了", INCAPABLE),
        ("剖腹产大出血抢救", ECTOPIC),
        ("不是宫外孕，是正常怀孕", ECTOPIC),
        ("驾照过期八个月，开车撞了", "驾驶证逾期未换不满六个月的除外"),
    ],
)
def test_what_is_denied_or_only_near_takes_nothing_back(scenario: str, exception: str) -> None:
    assert not is_met(scenario, Exempt(exception, exception), PACK)


@pytest.mark.requirement("FR-002")
def test_a_clause_of_its_own_is_meant_by_its_title() -> None:
    clause = Exempt("不受本合同2.5“责任免除”的限制", "遗传性疾病；", "肾髓质囊性病")
    assert is_met("确诊肾髓质囊性病，是遗传的", clause, PACK)
    assert not is_met("确诊血友病，是遗传的", clause, PACK)
