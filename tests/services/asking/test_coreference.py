"""Follow-ups in sixty dialogues: what they point to, and that nothing is carried into a question that stands alone."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from insurance_desktop.domain.answers import ClauseLink
from insurance_desktop.domain.asking import Conversation, Role, Turn
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.asking.coreference import Layer, Resolved, resolve

PACK = load_pack("insurance")
DIALOGUES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("dialogues.toml").read_text("utf-8"))[
    "dialogue"
]
RIGHT, WRONG, MISSED, ALONE, INVENTED = "right", "wrong", "missed", "left alone", "carried over"


def conversation_of(said: list[Any]) -> Conversation:
    """What the answers to these questions leave behind."""
    turns: list[Turn] = []
    active: tuple[ClauseLink, ...] = ()
    entities: tuple[tuple[str, str], ...] = ()
    for place, (question, works, clauses) in enumerate(said):
        cited = tuple(_link(each, f"c{place}") for each in clauses)
        about = tuple((PACK.work_kind, each) for each in works)
        turns += [
            Turn(f"u{place}", Role.USER, question, ""),
            Turn(f"a{place}", Role.ASSISTANT, "", "", cited=cited, entities=about),
        ]
        active = (*cited, *active)
        entities = about or entities
    return Conversation("session-1", tuple(turns), active_clauses=active, entities=entities)


def _link(clause: str, name: str) -> ClauseLink:
    words = clause.split(" ")
    parts = 2 if words[0].isupper() else 1
    number, title = " ".join(words[:parts]), " ".join(words[parts:])
    return ClauseLink(f"{name}-{number}", number, title)


def judged(dialogue: dict[str, Any], found: Resolved) -> str:
    wanted = dialogue.get("has", [])
    if not wanted:
        return ALONE if found.text == dialogue["asks"] else INVENTED
    if found.text == dialogue["asks"]:
        return MISSED
    is_right = all(each in found.text for each in wanted)
    return RIGHT if is_right and not any(each in found.text for each in dialogue.get("lacks", [])) else WRONG


def outcomes(dialogues: list[dict[str, Any]]) -> Counter[str]:
    return Counter(
        judged(each, resolve(each["asks"], conversation_of(each["said"]), PACK)) for each in dialogues
    )


@pytest.mark.parametrize("dialogues", [DIALOGUES[::2], DIALOGUES[1::2]], ids=["chosen by", "kept back"])
def test_follow_ups_are_understood_and_nothing_is_carried_into_another_question(
    dialogues: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    found = outcomes(dialogues)
    with capsys.disabled():
        print(f" {dict(found)}", end="")
    assert found[WRONG] == found[INVENTED] == 0
    assert found[RIGHT] >= 0.9 * (found[RIGHT] + found[MISSED])


class Writer:
    """A model that writes what it is told to, or fails."""

    name = "fake"

    def __init__(self, says: str | None) -> None:
        self._says = says

    def stream(self, messages, *, most_tokens, should_stop) -> Iterator[str]:
        if self._says is None:
            raise EndpointError("memory.no_session_id")
        yield from self._says


TWO = [["远山终身寿险和海棠年金险的犹豫期", ["远山终身寿险", "海棠年金险"], ["1.4 犹豫期", "1.4 犹豫期"]]]


@pytest.mark.parametrize(
    ("says", "layer"),
    [
        ("海棠年金险的宽限期有几天", Layer.MODEL),
        ("碧波分红险的宽限期有几天", Layer.NONE),
        ("海棠年金险", Layer.NONE),
        ("海棠年金险的犹豫期" * 5, Layer.NONE),
        (None, Layer.NONE),
    ],
    ids=["said before", "a product nobody named", "too short", "too long", "fails"],
)
def test_a_model_is_believed_only_where_it_adds_nothing_of_its_own(says: str | None, layer: Layer) -> None:
    asked = "后者的宽限期有几天"
    found = resolve(asked, conversation_of(TWO), PACK, Writer(says))
    assert found.layer is layer
    assert found.text == (says if layer is Layer.MODEL else asked)
    assert found.is_open is (layer is Layer.NONE)


def test_the_layer_says_where_it_was_found() -> None:
    waiting = ["晴川重疾险的等待期", ["晴川重疾险"], ["2.3 等待期"]]
    assert resolve("那它有几天", conversation_of([waiting]), PACK).layer is Layer.ANSWER
    nothing = ["那它能养猫吗", [], []]
    assert resolve("这款产品的保额", conversation_of([waiting, nothing]), PACK).layer is Layer.SESSION
    assert resolve("那它有几天", Conversation("session-1"), PACK) == Resolved("那它有几天")


def test_a_library_that_knows_its_products_tells_a_short_name_from_a_term() -> None:
    said = conversation_of([["晴川重疾险的等待期", ["晴川重疾险"], ["2.3 等待期"]]])
    found = resolve("那安心宝呢", said, PACK, names_in=lambda text: ["安心宝"] if "安心宝" in text else [])
    assert "安心宝" in found.text and "等待期" in found.text and "晴川" not in found.text
