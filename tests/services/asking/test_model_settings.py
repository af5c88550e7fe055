"""Endpoints are kept for the user of this machine, without keys; what cannot be one is refused with a reason."""

import json
from dataclasses import replace

import pytest

from insurance_desktop.domain.endpoints import Endpoint, EndpointKind, ModelRole, Price, TokenUse
from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.endpoints.keys import key_of
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.asking import model_settings as settings

LOCAL = Endpoint("ollama", EndpointKind.OPENAI, "http://127.0.0.1:11434/v1", fast="qwen3:4b", strong="qwen3:32b")
FAR = Endpoint("claude", EndpointKind.ANTHROPIC, "https://api.anthropic.com", strong="s", strong_price=Price(3, 15))
VOICE = Endpoint("voice", EndpointKind.OPENAI, "https://a.example/v1", transcription="t", speech="s", voice="ash")


def test_nothing_is_set_at_first_and_nobody_is_asked(keyring):
    assert settings.read_settings() == settings.ModelSettings()
    assert settings.chat_models(lambda: False) == {}
    assert settings.voice(lambda: False) is None


def test_what_was_set_is_there_again_and_the_first_one_answers(keyring):
    settings.keep_endpoint(LOCAL)
    settings.keep_endpoint(FAR)
    assert settings.read_settings() == settings.ModelSettings((LOCAL, FAR), "ollama")
    assert settings.chat_models(lambda: False)[ModelRole.STRONG].name == "qwen3:32b"
    settings.use_endpoint("claude")
    assert settings.chat_models(lambda: False)[ModelRole.FAST].name == "s"
    settings.use_endpoint("")
    assert settings.chat_models(lambda: False) == {}


def test_a_voice_may_be_of_another_endpoint_than_the_answers(keyring):
    settings.keep_endpoint(LOCAL)
    settings.keep_endpoint(VOICE)
    assert settings.voice(lambda: True) is not None
    assert settings.read_settings().in_use == "ollama"


def test_what_is_removed_takes_its_key_along(keyring):
    settings.keep_endpoint(FAR, key="sk-1")
    settings.remove_endpoint("claude")
    assert settings.read_settings() == settings.ModelSettings()
    assert not keyring.kept
    with pytest.raises(NotFound):
        settings.remove_endpoint("claude")


def test_an_endpoint_that_moves_to_another_server_leaves_its_key_behind(keyring):
    settings.keep_endpoint(FAR, key="sk-1")
    settings.keep_endpoint(replace(FAR, fast="f"))
    assert key_of(FAR) == "sk-1"
    settings.keep_endpoint(replace(FAR, base_url="https://b.example"))
    assert not keyring.kept


def test_the_file_holds_no_key_and_can_be_read_by_its_user_alone(keyring):
    settings.keep_endpoint(FAR, key="sk-geheim")
    file = settings.settings_file()
    assert "sk-geheim" not in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"name": "Mein Server"}, "name_unusable"),
        ({"base_url": "api.example.com/v1"}, "not_an_address"),
        ({"base_url": "ftp://a.example"}, "not_an_address"),
        ({"base_url": "https://a.example:99999"}, "not_an_address"),
        ({"base_url": "https://user:geheim@a.example/v1"}, "address_with_secrets"),
        ({"base_url": "https://a.example/v1?key=geheim"}, "address_with_secrets"),
        ({"base_url": "http://a.example/v1"}, "not_https"),
        ({"base_url": "http://8.8.8.8/v1"}, "not_https"),
        ({"fast": "", "strong": ""}, "no_model"),
        ({"fast": "a\nb"}, "text_unusable"),
        ({"speech": "s"}, "voice_wanted"),
        ({"kind": EndpointKind.ANTHROPIC, "transcription": "t"}, "kind_has_no_voice"),
        ({"fast_price": Price(-1, 0)}, "price_unusable"),
        ({"fast_price": Price(float("nan"), 0)}, "price_unusable"),
    ],
)
def test_what_cannot_be_an_endpoint_is_refused_and_no_secret_repeated(keyring, wrong, key):
    with pytest.raises(UsageError) as caught:
        settings.keep_endpoint(replace(LOCAL, **wrong))
    assert caught.value.key == f"endpoints.{key}"
    assert "geheim" not in f"{caught.value} {sentence(caught.value)}"
    assert settings.read_settings().endpoints == ()


def test_a_key_that_no_header_can_carry_is_refused_before_anything_is_kept(keyring):
    with pytest.raises(UsageError) as caught:
        settings.keep_endpoint(FAR, key="密钥geheim")
    assert "geheim" not in f"{caught.value} {sentence(caught.value)}"
    assert settings.read_settings().endpoints == ()


@pytest.mark.parametrize("host", ["localhost", "[::1]", "192.168.1.7", "gpu-server", "10.0.0.4"])
def test_plain_http_is_for_this_machine_and_this_house(keyring, host):
    settings.keep_endpoint(replace(LOCAL, base_url=f"http://{host}:8000/v1/"))
    assert settings.read_settings().endpoints[0].base_url == f"http://{host}:8000/v1"


@pytest.mark.parametrize("content", ["", "[]", '{"endpoints": [{}], "in_use": ""}', '{"endpoints": 1, "in_use": ""}'])
def test_a_damaged_file_is_a_sentence_and_stays(keyring, content):
    file = settings.settings_file()
    file.parent.mkdir(parents=True)
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        settings.keep_endpoint(LOCAL)
    assert str(file) in sentence(caught.value).message
    assert file.read_text(encoding="utf-8") == content


def test_an_address_that_somebody_else_wrote_into_the_file_is_not_asked(keyring):
    settings.keep_endpoint(FAR)
    file = settings.settings_file()
    kept = json.loads(file.read_text(encoding="utf-8"))
    kept["endpoints"][0]["base_url"] = "http://a.example"
    file.write_text(json.dumps(kept), encoding="utf-8")
    with pytest.raises(UsageError):
        settings.chat_models(lambda: False)


def test_what_an_answer_cost_follows_from_the_price_of_its_model():
    assert TokenUse("s", 1_000_000, 100_000).cost(FAR.price(ModelRole.FAST)) == pytest.approx(4.5)
