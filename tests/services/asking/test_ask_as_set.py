"""`ask` with a model that a person set: what it writes is checked, what was said is remembered, and nothing depends on
it."""

from threading import Event

import fake_endpoint as fake
import pytest
from fake_endpoint import FakeEndpoint

from insurance_desktop.domain.asking import EXTRACTIVE, AskRequest
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.services.asking.as_set import ask_as_set
from insurance_desktop.services.asking.helpers import Listener
from insurance_desktop.services.asking.memory import Memory
from insurance_desktop.services.asking.model_settings import keep_endpoint, settings_file

pytest.importorskip("openai", reason="the extra [ai] is not installed")

ANNUITY = "2124"
TRUE = "自您签收本合同次日起，有20日的犹豫期。[1]"
LIE = "犹豫期有30日。[1]"


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def asked(engine, question, listener=None, **more):
    request = AskRequest(question, product_code=ANNUITY, session_id="session-1", **more)
    return ask_as_set(engine, request, listener=listener)


def test_a_lie_of_the_model_is_struck_and_what_is_printed_so_is_told(filled, keyring):
    with FakeEndpoint(fake.writes(lambda _: TRUE + LIE)) as server:
        keep_endpoint(server.endpoint())
        answer = asked(filled, "犹豫期有几天")
    assert answer.model_used in (fake.FAST, fake.STRONG)
    assert "20日" in answer.answer_text
    assert "30日" not in answer.answer_text
    assert [each.reason for each in answer.sentences if each.struck]


@pytest.mark.parametrize(
    "behaviour", [fake.writes(lambda _: LIE), fake.refuses(500), fake.breaks_off("自您签收"), fake.nonsense]
)
def test_a_model_that_lies_fails_or_dies_leaves_the_quoted_answer(filled, keyring, behaviour):
    with FakeEndpoint(*[behaviour] * 8) as server:
        keep_endpoint(server.endpoint())
        answer = asked(filled, "犹豫期有几天")
    assert answer.model_used == EXTRACTIVE
    assert answer.message
    assert "30日" not in answer.answer_text
    assert "20日" in answer.answer_text


def test_what_was_said_is_remembered_and_can_be_forgotten(filled, keyring):
    asked(filled, "犹豫期有几天")
    assert "犹豫期" in asked(filled, "这一条从哪天算起").enhanced_query
    with Memory() as memory:
        assert len(memory.of("session-1").turns) == 4
        memory.forget("session-1")
    assert "犹豫期" not in asked(filled, "这一条从哪天算起").enhanced_query


def test_who_wants_no_model_gets_none_and_nothing_is_sent(filled, keyring):
    with FakeEndpoint(fake.writes(lambda _: TRUE)) as server:
        keep_endpoint(server.endpoint())
        for question in ("犹豫期有几天", "后者的有几天"):
            assert asked(filled, question, extractive=True).model_used == EXTRACTIVE
        assert server.asked == []


def locked(_service, _place):
    raise PermissionError("locked")


def test_a_locked_keyring_leaves_the_quoted_answer_and_says_why(filled, keyring, monkeypatch):
    with FakeEndpoint() as server:
        keep_endpoint(server.endpoint())
        monkeypatch.setattr(keyring, "get_password", locked)
        answer = asked(filled, "犹豫期有几天")
        assert server.asked == []
    assert answer.model_used == EXTRACTIVE
    assert "20日" in answer.answer_text
    assert "密钥环" in answer.message
    assert not asked(filled, "犹豫期有几天", extractive=True).message


def test_damaged_settings_leave_the_quoted_answer_and_say_why(filled, keyring):
    with FakeEndpoint() as server:
        keep_endpoint(server.endpoint())
    settings_file().write_text("{", encoding="utf-8")
    answer = asked(filled, "犹豫期有几天")
    assert (answer.model_used, "20日" in answer.answer_text) == (EXTRACTIVE, True)
    assert "设置文件" in answer.message


def test_a_keyring_that_waits_for_its_person_can_be_left(filled, keyring, monkeypatch):
    asks, unlocked = Event(), Event()

    def waits(_service, _place):
        asks.set()
        unlocked.wait()

    with FakeEndpoint() as server:
        keep_endpoint(server.endpoint())
    monkeypatch.setattr(keyring, "get_password", waits)
    with pytest.raises(Cancelled):
        asked(filled, "犹豫期有几天", Listener(cancel=asks.is_set))
    unlocked.set()


LONG = "自您签收本合同次日起，有20日的犹豫期。[1]" + "犹豫期有30日。[1]" * 1000


@pytest.mark.parametrize(
    "answer",
    [
        "There is a cooling-off period of 30 days and every claim is paid in full [1].",
        "犹豫期是30日です。保険金は全額支払われます[1]。",
        "犹豫期有30日。[99]",
        "asdf 123 %%% }{ [1]",
        LONG,
    ],
    ids=["another language", "a mixture of languages", "a clause that is not there", "nonsense", "too long"],
)
def test_whatever_a_model_writes_only_what_is_printed_is_told(filled, keyring, answer):
    heard = []
    with FakeEndpoint(fake.writes(lambda _: answer)) as server:
        keep_endpoint(server.endpoint())
        told = ask_as_set(filled, AskRequest("犹豫期有几天", product_code=ANNUITY), listener=Listener(heard.append))
    assert told.model_used == EXTRACTIVE
    assert "20日" in told.answer_text and "30" not in told.answer_text
    assert all(each.verified for each in told.citations)
    shown = [each.sentence.text for each in heard if each.sentence and not each.sentence.struck]
    assert not any("30" in each for each in shown)
