"""A key lies in the system's keyring, for one server alone; the environment may bring one."""

import sys

import pytest

from insurance_desktop.domain.endpoints import Endpoint, EndpointKind
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.endpoints import keys
from insurance_desktop.packs.wording import sentence

HERE = Endpoint("deep-seek", EndpointKind.OPENAI, "https://api.example.com/v1", fast="m")


def test_a_key_is_kept_and_forgotten(keyring):
    assert keys.key_of(HERE) == ""
    keys.keep_key(HERE, "sk-1")
    assert keys.key_of(HERE) == "sk-1"
    keys.forget_key(HERE)
    keys.forget_key(HERE)
    assert keys.key_of(HERE) == ""


def test_another_server_does_not_get_the_key_by_the_same_name(keyring):
    keys.keep_key(HERE, "sk-1")
    elsewhere = Endpoint(HERE.name, HERE.kind, "https://api.example.org/v1", fast="m")
    assert keys.key_of(elsewhere) == ""


def test_the_environment_may_bring_a_key(keyring, monkeypatch):
    monkeypatch.setenv("INSURANCE_DESKTOP_KEY_DEEP_SEEK", "sk-2\n")
    assert keys.key_of(HERE) == "sk-2"


def test_where_the_system_has_no_keyring_a_sentence_names_the_variable(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring.backend", None)
    assert keys.key_of(HERE) == ""
    keys.forget_key(HERE)
    with pytest.raises(EndpointError) as caught:
        keys.keep_key(HERE, "sk-3")
    assert "INSURANCE_DESKTOP_KEY_DEEP_SEEK" in sentence(caught.value).hint
    assert "sk-3" not in str(caught.value)


def test_a_keyring_that_writes_plain_files_is_none(monkeypatch):
    backend = pytest.importorskip("keyring.backend", reason="the extra [ai] is not installed")

    class PlainFile:
        priority = 9

    monkeypatch.setattr(backend, "get_all_keyring", lambda: [PlainFile()])
    assert keys.system_keyring() is None


def test_what_a_keyring_says_about_a_failure_is_not_passed_on(keyring):
    def refuse(_service: str, _place: str, key: str = "") -> None:
        raise RuntimeError(f"locked, and the key was {key}")

    keyring.set_password = keyring.get_password = refuse
    for step in (lambda: keys.keep_key(HERE, "sk-4"), lambda: keys.key_of(HERE), lambda: keys.forget_key(HERE)):
        with pytest.raises(EndpointError) as caught:
            step()
        assert "sk-4" not in f"{caught.value} {sentence(caught.value)}"
        assert "RuntimeError" in sentence(caught.value).message
