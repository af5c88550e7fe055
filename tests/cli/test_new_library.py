"""A new library is told of; where its folder has gone, none is made unless somebody asks for it."""

import pytest

from insurance_desktop import paths
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.answers.library_status import library_status

SAMPLE = min((paths.resource_root() / "samples").glob("*.pdf"))


def test_a_library_that_is_made_is_told_of_once(command_line, tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4 nothing")
    first = command_line.on_library("import", tmp_path / "a.pdf")
    assert f"已新建资料库 {command_line.library}" in first.err
    assert "新建" not in command_line.on_library("import", tmp_path / "a.pdf").err


@pytest.mark.parametrize(
    "words",
    [("import", SAMPLE), ("crawl", "settings", "--contact", "a@example.org"), ("crawl", "run", "pingan-life")],
    ids=["import", "settings", "crawl"],
)
def test_a_folder_that_has_gone_is_not_made_anew(command_line, tmp_path, words):
    gone = tmp_path / "drive" / "library.db"
    said = command_line(*words, "--library", gone, "--json")
    assert said.code == 1
    assert said.json["error"]["code"] == "library_missing"
    assert str(gone.parent) in said.json["error"]["message"]
    assert "--create" in said.json["error"]["hint"]
    assert not gone.parent.exists()


def test_a_link_to_a_folder_that_has_gone_makes_nothing_either(command_line, tmp_path):
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "drive" / "library.db")
    assert command_line("import", SAMPLE, "--library", link, "--json").json["error"]["code"] == "library_missing"
    assert not (tmp_path / "drive").exists()


def test_who_asks_for_it_gets_the_folder_too(command_line, tmp_path):
    wanted = tmp_path / "new" / "folder" / "library.db"
    said = command_line("crawl", "settings", "--contact", "a@example.org", "--library", wanted, "--create")
    assert said.code == 0
    assert wanted.is_file()
    assert str(wanted) in said.err


def test_the_users_own_folder_is_the_programs_to_make(command_line, tmp_path, monkeypatch):
    monkeypatch.delenv(paths.LIBRARY_VARIABLE)
    monkeypatch.setattr(paths, "_own", lambda folder: tmp_path / folder)
    assert command_line("crawl", "settings", "--contact", "a@example.org").code == 0
    assert (tmp_path / "user_data_dir" / "library.db").is_file()


@pytest.mark.parametrize("place", ["library.db", "drive/library.db"])
def test_a_server_makes_none(tmp_path, place):
    with LibraryReader(tmp_path / place) as reader:
        assert reader.ask(library_status).status is AnswerStatus.EMPTY_LIBRARY
    assert list(tmp_path.iterdir()) == []
