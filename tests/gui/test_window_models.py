"""The card of the settings page: a server is set, tried, chosen and removed."""

from threading import Event

import pytest
from PySide6.QtCore import Qt

import development.fake_endpoint as fake
from development.fake_endpoint import FakeEndpoint
from insurance_desktop.gui.pages import SETTINGS
from insurance_desktop.services.asking import model_settings
from insurance_desktop.services.asking.model_settings import read_settings
from insurance_desktop.services.collecting import settings as collecting_settings


@pytest.fixture
def card(window, services, keyring, qtbot, monkeypatch):
    monkeypatch.setattr(collecting_settings, "offline_switch", lambda _library: lambda: False)
    window.show_page(SETTINGS)
    card = window.settings_page.models
    qtbot.waitUntil(card.add.isEnabled, timeout=60_000)
    return card


def entered(card, qtbot, **fields) -> None:
    """The sheet is filled in and saved."""
    asking = card.asking
    for name, text in fields.items():
        field = getattr(asking, name, None) or asking.fields[name]
        field.setText(text)
    qtbot.mouseClick(asking.confirm, Qt.MouseButton.LeftButton)


def set_up(card, qtbot, server, **more) -> None:
    qtbot.mouseClick(card.add, Qt.MouseButton.LeftButton)
    entered(card, qtbot, name="stand-in", base_url=f"{server.origin}/v1", fast=fake.FAST, **more)
    qtbot.waitUntil(card.test.isEnabled, timeout=60_000)


def choose(card, place) -> None:
    card.used.setCurrentIndex(place)
    card.used.activated.emit(place)


def test_at_first_no_model_writes_answers(card):
    assert card.used.count() == 1
    assert not card.test.isEnabled()


def test_a_server_is_set_with_its_key_and_tried(card, qtbot, keyring):
    pytest.importorskip("openai", reason="the extra [ai] is not installed")
    with FakeEndpoint(fake.says("保险是一份合同。")) as server:
        set_up(card, qtbot, server, key="sk-1")
        assert read_settings().in_use == "stand-in"
        assert list(keyring.kept.values()) == ["sk-1"]
        qtbot.mouseClick(card.test, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: "保险是一份合同。" in card.state.text(), timeout=60_000)
    assert "sk-1" not in card.state.text()


def test_what_a_server_lacks_is_said(card, qtbot):
    pytest.importorskip("openai", reason="the extra [ai] is not installed")
    with FakeEndpoint(fake.refuses(404), models=("other",)) as server:
        set_up(card, qtbot, server)
        qtbot.mouseClick(card.test, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: "other" in card.state.text(), timeout=60_000)
    assert "404" in card.state.text()


def test_what_cannot_be_set_is_said(card, window, qtbot):
    notices = []
    window.context.noticed.connect(notices.append)
    qtbot.mouseClick(card.add, Qt.MouseButton.LeftButton)
    assert not card.asking.confirm.isEnabled()
    entered(card, qtbot, name="far", base_url="http://a.example/v1", fast="m")
    qtbot.waitUntil(lambda: bool(notices), timeout=60_000)
    assert "a.example" in notices[0].message
    assert read_settings().endpoints == ()


def test_a_server_is_left_unused_and_removed(card, qtbot):
    with FakeEndpoint() as server:
        set_up(card, qtbot, server)
    choose(card, 0)
    qtbot.waitUntil(lambda: not card.remove.isEnabled(), timeout=60_000)
    assert read_settings().in_use == ""
    choose(card, 1)
    qtbot.waitUntil(card.remove.isEnabled, timeout=60_000)
    assert read_settings().in_use == "stand-in"
    qtbot.mouseClick(card.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: card.used.count() == 1, timeout=60_000)
    assert read_settings().endpoints == ()


def test_of_two_quick_choices_the_second_stays(card, window, qtbot, monkeypatch):
    with FakeEndpoint() as server:
        set_up(card, qtbot, server)
    used, begun, gates = model_settings.use_endpoint, [], {"": Event(), "stand-in": Event()}

    def slowly(name):
        begun.append(name)
        gates[name].wait(60)
        return used(name)

    monkeypatch.setattr(model_settings, "use_endpoint", slowly)
    choose(card, 0)
    qtbot.waitUntil(lambda: begun == [""])
    choose(card, 1)
    gates[""].set()
    qtbot.waitUntil(lambda: begun == ["", "stand-in"])
    qtbot.wait(0)  # what the first one left has come
    assert card.used.currentData() == "stand-in"
    gates["stand-in"].set()
    qtbot.waitUntil(lambda: window.context.jobs.is_idle, timeout=60_000)
    assert read_settings().in_use == card.used.currentData() == "stand-in"
