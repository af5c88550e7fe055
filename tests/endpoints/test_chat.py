"""What a language model writes arrives piece by piece; what breaks off, fails or makes no sense is one sentence."""

import logging
import sys

import pytest

import development.fake_endpoint as fake
from development.fake_endpoint import FakeEndpoint
from insurance_desktop.domain.asking import ChatMessage, Role
from insurance_desktop.domain.endpoints import Endpoint, EndpointKind, ModelRole, TokenUse
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.endpoints import faults
from insurance_desktop.endpoints.chat import EndpointChat
from insurance_desktop.packs.wording import sentence

KEY = "sk-geheim_und_lang_0123456789"
ASKED = (ChatMessage(Role.SYSTEM, "只用条款回答。"), ChatMessage(Role.USER, "等待期几天？"))
ANSWER = "等待期为90天，自合同生效日起。"


def written(endpoint: Endpoint, *, key: str = KEY, role: ModelRole = ModelRole.FAST, **more) -> list[str]:
    return list(EndpointChat(endpoint, role, key, **more).stream(ASKED, most_tokens=300))


def failure(endpoint: Endpoint, **more) -> EndpointError:
    with pytest.raises(EndpointError) as caught:
        written(endpoint, **more)
    return caught.value


def test_the_answer_arrives_in_pieces_with_what_it_took(kind):
    uses: list[TokenUse] = []
    with FakeEndpoint(fake.says(ANSWER)) as server:
        pieces = written(server.endpoint(kind), tell=uses.append)
    assert len(pieces) > 2
    assert "".join(pieces) == ANSWER
    assert uses == [TokenUse(fake.FAST, sent=11, written=7, is_counted=True)]


def test_the_server_is_told_what_was_asked_and_the_model_of_the_role(kind):
    with FakeEndpoint() as server:
        written(server.endpoint(kind), role=ModelRole.STRONG)
        (asked,) = server.asked
    assert asked.model == fake.STRONG
    assert asked.words.split() == ["只用条款回答。", "等待期几天？"]
    assert asked.body["max_tokens"] == 300


def test_one_model_does_both_where_only_one_is_set(kind):
    with FakeEndpoint() as server:
        assert EndpointChat(server.endpoint(kind, strong=""), ModelRole.STRONG, "").name == fake.FAST


def test_nothing_of_this_machine_or_its_environment_leaves_with_a_question(kind, monkeypatch):
    for name in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(name, "of-another-program")
    for name in ("OPENAI_CUSTOM_HEADERS", "ANTHROPIC_CUSTOM_HEADERS"):
        monkeypatch.setenv(name, "X-Secret: of-another-program")
    with FakeEndpoint() as server:
        written(server.endpoint(kind), key="")
        written(server.endpoint(kind))
        without_key, with_key = (each.headers for each in server.asked)
    own = {"host", "connection", "accept", "content-type", "content-length", "user-agent", "accept-encoding"}
    protocol = {"anthropic-version"} if kind is EndpointKind.ANTHROPIC else set()
    assert set(without_key) == own | protocol
    assert "of-another-program" not in str(without_key) + str(with_key)
    assert KEY in str(with_key)


def test_no_proxy_stands_between_the_program_and_this_machine(kind, monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with FakeEndpoint(fake.says(ANSWER)) as server:
        assert "".join(written(server.endpoint(kind))) == ANSWER


def test_what_a_model_thinks_aloud_is_no_part_of_its_answer(kind):
    with FakeEndpoint(fake.says(f"<think>\n等待期？90天？\n</think>\n\n{ANSWER}")) as server:
        assert "".join(written(server.endpoint(kind))) == ANSWER


def test_an_answer_that_was_cut_at_the_limit_says_so(kind):
    uses: list[TokenUse] = []
    with FakeEndpoint(fake.says("等待期为", reason="length")) as server:
        written(server.endpoint(kind), tell=uses.append)
    assert uses[0].is_cut


@pytest.mark.parametrize(
    ("behaviour", "key"),
    [
        (fake.breaks_off("等待", "期"), "cut_off"),
        (fake.half_line, "nonsense"),
        (fake.nonsense, "nonsense"),
        (fake.odd_chunks, "nonsense"),
        (fake.fails_in_stream("overloaded_error"), "broken_off"),
        (fake.calls_a_tool, "nothing_said"),
        (fake.says("<think>", "想想"), "nothing_said"),
        (fake.says("不", reason="content_filter"), "withheld"),
        (fake.refuses(400, "context_length_exceeded"), "refused"),
        (fake.refuses(401), "key_refused"),
        (fake.refuses(402), "no_credit"),
        (fake.refuses(404, "model_not_found"), "not_there"),
        (fake.refuses(429, retry_after="3600"), "busy_for"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_goes_wrong_is_one_sentence_with_advice(kind, behaviour, key):
    with FakeEndpoint(behaviour) as server:
        error = failure(server.endpoint(kind))
        assert len(server.asked) == 1
    assert error.key == f"endpoints.{key}"
    assert sentence(error).message.endswith("。")
    assert sentence(error).hint


def test_the_servers_name_for_a_fault_is_told(kind):
    with FakeEndpoint(fake.refuses(400, "context_length_exceeded")) as server:
        assert "context_length_exceeded" in sentence(failure(server.endpoint(kind))).message


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422, 429])
def test_a_key_that_the_server_repeats_is_in_no_sentence_and_no_log(kind, status, caplog, monkeypatch):
    monkeypatch.setattr(faults, "RESTS", ())
    caplog.set_level(logging.DEBUG)
    for key in (KEY, "plain_words_as_key"):
        with FakeEndpoint(fake.echoes_key(status)) as server:
            error = failure(server.endpoint(kind), key=key)
        assert key not in f"{error!r} {error} {error.values} {sentence(error)} {error.__cause__} {caplog.text}"
        assert error.__suppress_context__ or error.__context__ is None


def test_a_server_that_was_busy_is_asked_again_when_it_said(kind):
    with FakeEndpoint(fake.refuses(429, retry_after="1"), fake.says(ANSWER)) as server:
        assert "".join(written(server.endpoint(kind))) == ANSWER
        assert len(server.asked) == 2


def test_a_server_that_failed_for_a_moment_is_asked_again_and_at_most_three_times(kind, monkeypatch):
    monkeypatch.setattr(faults, "RESTS", (0.01, 0.01))
    with FakeEndpoint(fake.refuses(503), fake.says(ANSWER)) as server:
        assert "".join(written(server.endpoint(kind))) == ANSWER
    with FakeEndpoint(fake.refuses(500, "server_error")) as server:
        assert failure(server.endpoint(kind)).key == "endpoints.server_fault"
        assert len(server.asked) == 3


def test_no_redirect_is_followed_and_the_key_stays_here(kind):
    with FakeEndpoint() as other, FakeEndpoint(fake.redirects(f"{other.origin}/v1/chat/completions")) as server:
        assert failure(server.endpoint(kind)).key == "endpoints.redirects"
        assert not other.asked


def test_a_wrong_port_is_one_sentence(kind):
    with FakeEndpoint() as server:
        endpoint = server.endpoint(kind)
    assert failure(endpoint).key == "endpoints.unreachable"


def test_the_offline_switch_closes_endpoints_but_not_those_of_this_machine(kind):
    far = Endpoint("far", kind, "https://models.example.com/v1", fast="m")
    assert failure(far, is_closed=lambda: True).key == "endpoints.offline"
    with FakeEndpoint(fake.says(ANSWER)) as server:
        assert "".join(written(server.endpoint(kind), is_closed=lambda: True)) == ANSWER


def test_the_switch_counts_when_a_question_is_asked_not_when_the_model_was_made(kind):
    switch = [False]
    model = EndpointChat(
        Endpoint("far", kind, "https://a.example/v1", fast="m"), ModelRole.FAST, "", is_closed=lambda: switch[0]
    )
    switch[0] = True
    with pytest.raises(EndpointError):
        next(model.stream(ASKED, most_tokens=10))


def test_an_answer_without_end_is_cut(kind, monkeypatch):
    monkeypatch.setattr("insurance_desktop.endpoints.connection.LARGEST_ANSWER", 20_000)
    with FakeEndpoint(fake.says("长" * 40_000, size=100)) as server:
        assert failure(server.endpoint(kind)).key == "endpoints.cut_off"


def test_parameters_that_a_server_does_not_know_are_left_out_or_renamed():
    pytest.importorskip("openai")
    refuse = [fake.refuses(400, "unsupported_parameter", param=each) for each in ("temperature", "max_tokens")]
    with FakeEndpoint(*refuse, fake.says(ANSWER)) as server:
        assert "".join(written(server.endpoint())) == ANSWER
        last = server.asked[-1].body
    assert "temperature" not in last
    assert "max_tokens" not in last
    assert last["max_completion_tokens"] == 300


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch):
    for each in EndpointKind:
        monkeypatch.setitem(sys.modules, each.value, None)
        with FakeEndpoint() as server:
            error = failure(server.endpoint(each))
        assert "pip install 'insurance-desktop[ai]'" in sentence(error).hint
