"""`update`: from the address that was set to the file beside, in words and as JSON."""

import pytest
from laid_versions import ARCHIVE
from published_release import WHEEL, Publisher

from insurance_desktop import __version__, paths
from insurance_desktop.services.collecting.settings import set_offline
from insurance_desktop.services.library.library import open_library


@pytest.fixture
def publisher(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_DIRS", str(tmp_path / "machine"))
    made = Publisher(tmp_path / "published")
    made.releases(days=36500)
    return made


@pytest.fixture
def set_up(command_line, publisher):
    command_line("update", "settings", "--address", publisher.address, "--key", publisher.key)
    return command_line


def test_nothing_is_looked_for_before_an_address_is_set(command_line, publisher):
    assert command_line.answer("update", "check", code=1)["error"]["code"] == "update"
    assert command_line.answer("update", "settings") == {"address": "", "key": "", "is_given": False}
    assert command_line("update", "settings", "--key", publisher.key).code == 2


def test_check_shows_the_changes_and_the_command_that_fetches(set_up):
    said = set_up.on_library("update", "check").out
    assert "9.1.0" in said and "找得更快" in said and "update install 9.1.0" in said
    found = set_up.answer("update", "check")
    assert (found["status"], found["version"], found["file"]["name"]) == ("available", "9.1.0", WHEEL)


def test_install_brings_the_file_and_says_the_next_step(set_up):
    found = set_up.answer("update", "install", "9.1.0")
    assert (paths.update_folder() / "9.1.0" / WHEEL).read_bytes() == b"a wheel"
    assert found["path"] in found["steps"]
    assert found["path"] in set_up.on_library("update", "install", "9.1.0").out


def test_an_archive_is_installed_and_the_way_back_is_a_command(set_up, publisher, laid):
    publisher.releases("9.2.0", name=ARCHIVE, content=laid.packed("9.2.0"), days=36500)
    done = set_up.answer("update", "install", "9.2.0")
    assert (done["action"], done["version"], done["former"]) == ("installed", "9.2.0", __version__)
    assert laid.started == "9.2.0"
    assert set_up.answer("update", "former")["action"] == "returned"
    assert laid.started == __version__
    said = set_up.on_library("update", "former", "--undo")
    assert "9.2.0" in said.out and "update former" in said.out


def test_an_archive_can_be_fetched_alone(set_up, publisher, laid):
    publisher.releases(name=ARCHIVE, content=laid.packed(), days=36500)
    found = set_up.answer("update", "install", "9.1.0", "--only-fetch")
    assert (found["action"], found["is_installable"], laid.started) == ("fetched", True, __version__)
    assert "update install 9.1.0" in found["steps"]
    said = set_up.on_library("update", "install", "9.1.0")
    assert "9.1.0" in said.err and __version__ in said.out
    assert laid.started == "9.1.0"


def test_a_program_that_came_another_way_has_no_former_version_beside(command_line):
    assert command_line.answer("update", "former", code=1)["error"]["code"] == "update"


def test_another_version_than_the_published_one_is_not_installed(set_up):
    assert set_up.answer("update", "install", "9.9.9", code=1)["error"]["code"] == "update"


def test_the_library_s_own_offline_switch_is_obeyed(command_line, publisher):
    with open_library(command_line.library) as library:
        set_offline(library, True)
    address = "https://releases.example/insurance-desktop.toml"
    command_line("update", "settings", "--address", address, "--key", publisher.key)
    assert command_line.answer("update", "check", code=1)["error"]["code"] == "offline"


def test_the_address_is_forgotten(set_up):
    assert set_up.answer("update", "settings", "--forget")["address"] == ""
    assert set_up.answer("update", "check", code=1)["error"]["code"] == "update"
