"""A keyring in memory, in place of the system's."""

import pytest

from insurance_desktop.endpoints import keys


class KeyringInMemory:
    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, place: str) -> str | None:
        return self.kept.get((service, place))

    def set_password(self, service: str, place: str, key: str) -> None:
        self.kept[service, place] = key

    def delete_password(self, service: str, place: str) -> None:
        del self.kept[service, place]


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> KeyringInMemory:
    ring = KeyringInMemory()
    monkeypatch.setattr(keys, "system_keyring", lambda: ring)
    return ring
