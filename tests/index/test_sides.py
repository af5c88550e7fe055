"""What a question puts beside each other, and what it asks about each."""

import pytest

from insurance_desktop.index.sides import sides_of
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

PACK = load_pack(default_pack())


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("退保和减额交清哪个划算", ["退保", "减额交清"]),
        ("退保还是减额交清划算？", ["退保", "减额交清"]),
        ("对比一下宽限期与犹豫期", ["宽限期", "犹豫期"]),
        ("住院、门诊和牙科，各能报多少？", ["住院", "门诊", "牙科"]),
        ("故意不说，和一时忘了说，后果差在哪？", ["故意不说", "一时忘了说"]),
        ("想换个档位，或者医保断了，分别找谁？", ["想换个档位", "医保断了"]),
    ],
)
def test_things_that_are_joined_are_told_apart(question: str, names: list[str]) -> None:
    assert [side.name.removesuffix("划算") for side in sides_of(question, PACK)] == names


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("保单管理费与资产管理费的收取标准", ["保单管理费的收取标准", "资产管理费的收取标准"]),
        ("必选责任与可选责任在等待期上有何不同？", ["必选责任在等待期上有何", "可选责任在等待期上有何"]),
        (
            "两年这个坎，自杀和隐瞒，会怎么处理？",
            ["两年这个坎， 自杀，会怎么处理？", "两年这个坎， 隐瞒，会怎么处理？"],
        ),
    ],
)
def test_what_is_said_of_all_is_asked_of_each(question: str, asked: list[str]) -> None:
    assert [side.text.removesuffix("？").strip() for side in sides_of(question, PACK)] == [
        each.removesuffix("？") for each in asked
    ]


@pytest.mark.parametrize(
    "question",
    [
        "换了电话号码没跟你们讲",
        "能拿保单跟你们借钱吗",
        "血氧饱和度七十八够得上吗",
        "协和医院能报吗",
        "犹豫期有几天",
        "和",
    ],
)
def test_words_that_only_look_like_joints_join_nothing(question: str) -> None:
    assert sides_of(question, PACK) == ()
