"""Follow-ups in two sets of sixty dialogues: what they point to; nothing is carried into what stands alone."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from development.checking.follow_ups import (
    CARRIED,
    MISSED,
    RIGHT,
    WRONG,
    conversation_of,
    halves,
    played,
    read_dialogues,
)
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.asking import Conversation
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.asking.coreference import Layer, Resolved, resolve
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine

PACK = load_pack("insurance")
DIALOGUES = {
    f"{name}, {half}": dialogues
    for name in ("dialogues", "dialogues_of_things")
    for half, dialogues in halves(read_dialogues(Path(__file__).with_name(f"{name}.toml"))).items()
}


def said_before(*said: list[object]) -> Conversation:
    return conversation_of(said, PACK)


@pytest.mark.parametrize("half", DIALOGUES)
def test_follow_ups_are_understood_and_nothing_is_carried_into_another_question(half: str) -> None:
    results = Counter(result for _, _, result in played(DIALOGUES[half], PACK))
    assert results[WRONG] == results[CARRIED] == 0
    assert results[RIGHT] >= 0.9 * (results[RIGHT] + results[MISSED])


class Writer:
    """A model that writes what it is told to, or fails."""

    name = "fake"

    def __init__(self, says: str | None) -> None:
        self._says = says

    def stream(self, messages, *, most_tokens, should_stop) -> Iterator[str]:
        if self._says is None:
            raise EndpointError("memory.no_session_id")
        yield from self._says


TWO = [["远山终身寿险和海棠年金险的犹豫期", ["远山终身寿险", "海棠年金险"], ["1.4: 犹豫期", "1.4: 犹豫期"]]]


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
    found = resolve(asked, said_before(*TWO), PACK, Writer(says))
    assert found.layer is layer
    assert found.text == (says if layer is Layer.MODEL else asked)
    assert found.is_open is (layer is Layer.NONE)


def test_a_question_that_a_model_still_reads_can_be_left() -> None:
    is_left = [False]

    class Slow:
        name = "fake"

        def stream(self, messages, *, most_tokens, should_stop) -> Iterator[str]:
            yield "海棠年金险的宽限期有几天"
            is_left[0] = True
            assert should_stop()

    found = resolve("后者的宽限期有几天", said_before(*TWO), PACK, Slow(), cancel=lambda: is_left[0])
    assert found.is_open and is_left[0]


def test_the_layer_says_where_it_was_found() -> None:
    waiting = ["晴川重疾险的等待期", ["晴川重疾险"], ["2.3: 等待期"]]
    assert resolve("那它有几天", said_before(waiting), PACK).layer is Layer.ANSWER
    nothing = ["那它能养猫吗", [], []]
    assert resolve("这款产品的保额", said_before(waiting, nothing), PACK).layer is Layer.SESSION
    assert resolve("那它有几天", Conversation("session-1"), PACK) == Resolved("那它有几天")


def test_a_library_that_knows_its_products_tells_a_short_name_from_a_term() -> None:
    said = said_before(["晴川重疾险的等待期", ["晴川重疾险"], ["2.3: 等待期"]])
    found = resolve("那安心宝呢", said, PACK, names_in=lambda text: ["安心宝"] if "安心宝" in text else [])
    assert "安心宝" in found.text and "等待期" in found.text and "晴川" not in found.text


def test_a_term_in_a_product_s_name_is_not_what_was_asked_about() -> None:
    names = ("附加免赔额豁免保险", "海棠年金险")
    said = said_before([f"{names[0]}和{names[1]}的犹豫期", [names[1]], ["1.4: 犹豫期"]])
    found = resolve("那从哪天算起", said, PACK, names_in=lambda text: [each for each in names if each in text])
    assert "海棠年金险 犹豫期" in found.text and "免赔额" not in found.text


def test_a_follow_up_is_searched_in_the_product_that_was_spoken_of(filled: SearchEngine) -> None:
    medical = ["民生康健医疗保险的等待期有多长", ["民生康健医疗保险"], ["2.2: 等待期"]]
    for asked, section in (("那保险期间呢", "1.4"), ("它的免赔额是多少", "2.4"), ("这条规定具体是什么", "2.2")):
        query = resolve(asked, said_before(medical), PACK).text
        hits = search(filled, SearchRequest(query)).results
        assert {each.source_reference.product_code for each in hits} == {"M001"}
        assert hits[0].section_id == section
