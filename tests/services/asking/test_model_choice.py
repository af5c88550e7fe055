"""Which questions the fast model may answer: by intent, by what makes them easy, and never where they are hard."""

import pytest

from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.asking.model_choice import choose

LONG = (
    "投保人解除合同并且已经交了好几年的钱而保险公司说手续没有办好"
    "需要再补材料的时候这笔钱究竟会在什么时间由谁退到哪一个账户里面去呢"
)


@pytest.mark.parametrize(
    ("question", "intent", "score", "role"),
    [
        ("什么是等待期？", "definition", 0.1, ModelRole.FAST),
        ("等待期", "comparison", 0.99, ModelRole.STRONG),
        ("等待期多久", "general", 0.1, ModelRole.FAST),
        ("第二十六条里面关于合同效力恢复的那一段写的是什么", "general", 0.1, ModelRole.FAST),
        ("投保人没有按时交纳续期保险费合同效力会怎么样", "general", 0.9, ModelRole.FAST),
        ("投保人没有按时交纳续期保险费合同效力会怎么样", "general", 0.5, ModelRole.STRONG),
        ("犹豫期和等待期有什么区别", "general", 0.9, ModelRole.STRONG),
        ("酒驾赔吗", "general", 0.9, ModelRole.STRONG),
        ("65周岁能投保么", "general", 0.9, ModelRole.STRONG),
        ("这条是否适用", "general", 0.9, ModelRole.STRONG),
        (LONG, "general", 0.9, ModelRole.STRONG),
    ],
)
def test_the_model_of_a_question(question, intent, score, role):
    assert choose(question, intent, score, load_pack("insurance")) is role


def test_words_of_other_scripts_count_as_one(packs):
    """A pack that says nothing of it has the lengths alone."""
    english = load_pack("english")
    assert choose("How long is the waiting period?", "general", 0.1, english) is ModelRole.FAST
    assert choose("word " * 30, "general", 0.1, english) is ModelRole.STRONG
