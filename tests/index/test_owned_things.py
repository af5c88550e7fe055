"""What a question asks of each of the things that it names; here they are A and B."""

import re

import pytest

from insurance_desktop.index.owned_things import owned_things
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

PACK = load_pack(default_pack())


def asked(question: str) -> list[tuple[str, str]]:
    places = [each.span() for each in re.finditer("[ABC]", question)]
    return [(thing.name, thing.text) for thing in owned_things(question, places, PACK)]


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("A的犹豫期和B的等待期", [("A的犹豫期", "犹豫期"), ("B的等待期", "等待期")]),
        ("A几天犹豫期？B宽限期多久？", [("A几天犹豫期", "几天犹豫期"), ("B宽限期", "宽限期多久")]),
        ("A的犹豫期和B的等待期各几天", [("A的犹豫期", "犹豫期几天"), ("B的等待期", "等待期 几天")]),
        ("A和B的宽限期多久", [("A", "宽限期多久"), ("B", "宽限期多久")]),
        ("A犹豫期多久？B呢？", [("A", "犹豫期多久"), ("B", "犹豫期多久")]),
        ("犹豫期A和B各几天", [("A", "犹豫期"), ("B", "犹豫期")]),
        ("A、B和C的等待期", [("A", "等待期"), ("B", "等待期"), ("C", "等待期")]),
        ("A和B哪个好", [("A", ""), ("B", "")]),
    ],
)
def test_each_is_asked_its_own_or_what_is_asked_of_all(question: str, things: list[tuple[str, str]]) -> None:
    assert [(name, text.strip("？")) for name, text in asked(question)] == things
