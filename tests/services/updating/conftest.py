"""A publisher, and a user's own folders that no other test sees."""

import pytest
from published_release import Publisher


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_DIRS", str(tmp_path / "machine"))


@pytest.fixture
def publisher(tmp_path):
    return Publisher(tmp_path / "published")
