"""A trial asks one sentence and says what it found."""

import pytest

import development.fake_endpoint as fake
from development.fake_endpoint import FakeEndpoint
from insurance_desktop.domain.endpoints import Endpoint, EndpointKind, Price
from insurance_desktop.services.asking.endpoint_trial import try_endpoint
from insurance_desktop.services.asking.model_settings import keep_endpoint

pytest.importorskip("openai", reason="the extra [ai] is not installed")


def tried(endpoint, is_offline=False):
    keep_endpoint(endpoint)
    return try_endpoint(endpoint.name, lambda: is_offline)


def test_both_models_are_tried_and_what_they_took_is_told(keyring):
    with FakeEndpoint(fake.says("保险是一份合同。")) as server:
        trial = tried(server.endpoint(fast_price=Price(1, 2), currency="CNY"))
    fast, strong = trial.models
    assert trial.ok
    assert (fast.model, fast.said, fast.streams) == (fake.FAST, "保险是一份合同。", True)
    assert 0 < fast.first_word_ms <= fast.total_ms
    assert fast.cost == pytest.approx((11 + 2 * 7) / 1_000_000)
    assert strong.cost is None


def test_a_server_that_gives_all_at_once_is_told(keyring):
    with FakeEndpoint(fake.writes(lambda _asked: "保险是一份合同。")) as server:
        assert tried(server.endpoint()).models[0].streams is False


def test_a_model_that_is_not_there_is_told_with_the_likely_ones(keyring):
    with FakeEndpoint(fake.refuses(404), models=("small-model:8b", "other")) as server:
        (model,) = tried(server.endpoint(strong="")).models
    assert (model.ok, model.is_reached, model.names) == (False, True, ("small-model:8b",))
    assert "404" in model.fault


def test_a_server_that_is_not_there_is_told(keyring):
    with FakeEndpoint() as server:
        endpoint = server.endpoint()
    trial = tried(endpoint)
    assert [each.is_reached for each in trial.models] == [False, False]
    assert not trial.ok


def test_a_voice_hears_what_it_says(keyring):
    with FakeEndpoint(fake.speaks(), fake.hears("等待期为九十天")) as server:
        trial = tried(server.speaking(fast="", strong="", voice="ash"))
    assert trial.models == ()
    assert (trial.voice.ok, trial.voice.heard) == (True, "等待期为九十天")


def test_offline_nothing_far_is_asked(keyring):
    far = Endpoint("far", EndpointKind.OPENAI, "https://a.example/v1", fast="m", speech="s", voice="v")
    trial = tried(far, is_offline=True)
    assert "离线" in trial.models[0].fault
    assert "离线" in trial.voice.fault
