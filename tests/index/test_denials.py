"""FR-002: what did not happen raises no alarm; what is lacking is a fact where an exclusion is about it."""

import pytest

from insurance_desktop.index.denials import happened
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")
EXCLUSIONS = (
    "投保人对被保险人的故意杀害、故意伤害；",
    "被保险人主动吸食或注射毒品；",
    "被保险人酒后驾驶、无合法有效驾驶证驾驶或驾驶无有效行驶证的机动车；",
    "被保险人故意自伤、自杀；",
    "被保险人未遵医嘱，擅自服用、涂用、注射药物；",
    "被保险人妊娠、流产、分娩；",
    "未取得被保险人书面同意的手术；",
    "既往症、先天性畸形、遗传性疾病；",
    "从事潜水、跳伞、攀岩、赛车等高风险运动；",
    "机动车未按规定年检；",
    "打架斗殴、醉酒、战争；",
)


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    ("scenario", "left"),
    [
        ("没有酒驾，是正常开车被别人追尾", "，是正常开车被别人追尾"),
        ("开车被撞了，我没喝酒", "开车被撞了，我"),
        ("不是自杀，是擦窗户时失足掉下去的", "，是擦窗户时失足掉下去的"),
        ("他从楼上摔下来，并非自杀", "他从楼上摔下来，"),
        ("没有吸毒，昏倒是低血糖", "，昏倒是低血糖"),
        ("住院不是因为怀孕而是阑尾炎", "住院而是阑尾炎"),
        ("在健身房扭伤，没有打架，也没喝酒", "在健身房扭伤，，"),
        ("从未吸毒，体检也正常，走路摔了一跤", "，体检也正常，走路摔了一跤"),
        ("去海边玩，没潜水但被水母蜇了", "去海边玩，但被水母蜇了"),
        ("她没有流产，只是感冒住院", "她，只是感冒住院"),
        ("不是故意的，切菜时切到手", "，切菜时切到手"),
        ("我并没有酒后驾驶。", ""),
    ],
)
def test_what_is_said_not_to_have_happened_is_left_out(scenario: str, left: str) -> None:
    assert happened(scenario, EXCLUSIONS, PACK) == (left if any(sign.isalnum() for sign in left) else "")


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    "scenario",
    [
        "没有驾照开车撞了树",
        "我没驾驶证，骑摩托车摔了",
        "没有合法驾驶证就上路了",
        "车子没年检，路上出了事故",
        "没按医嘱吃药，加量吃出了问题",
        "没遵医嘱自己停药",
        "未经被保险人同意做了手术",
        "没告诉保险公司以前就有高血压",
        "投保没满两年就自杀了",
        "没忍住又吸毒了",
        "没戴头盔酒驾摔断了腿",
        "有没有酒驾都赔吗",
        "这算不算酒驾",
        "喝了酒没注意看路，撞了人",
        "无证驾驶，人没了",
    ],
)
def test_what_is_lacking_or_went_wrong_is_a_fact_and_stays(scenario: str) -> None:
    assert happened(scenario, EXCLUSIONS, PACK) == scenario


def test_of_several_denials_only_those_of_a_ground_are_left_out() -> None:
    said = "没喝酒，但是没有驾照，也不是故意撞人"
    assert happened(said, EXCLUSIONS, PACK) == "，但是没有驾照，"


def test_a_lack_is_told_by_what_the_exclusions_say() -> None:
    assert happened("没有健康证，上岗时受伤", ("未持健康证上岗的；",), PACK) == "没有健康证，上岗时受伤"
    assert happened("没有健康证问题，上岗时受伤", ("健康证问题；",), PACK) == "，上岗时受伤"
