"""What the operating system does not allow is a sentence; what can only be read is read, asked and copied."""

import json
import subprocess
import sys

import pytest
from command_line import environment
from marks import posix_only

from insurance_desktop.domain.errors import LibraryReadOnly

POSIX = posix_only("links and long names are other ones there")
LONG = "长" * 100
ASKING = [("documents",), ("search", "犹豫期")]
MAKING = ("crawl", "settings", "--contact", "a@b.org")


@pytest.fixture
def loop(tmp_path):
    """A link that leads to itself."""
    link = tmp_path / "loop.db"
    link.symlink_to(link)
    return link


def refused(said, *words):
    assert said.code == 1, said.out + said.err
    error = said.json["error"]
    assert error["code"] != "unexpected"
    assert error["hint"]
    for each in words:
        assert each in error["message"]
    return error


@POSIX
@pytest.mark.parametrize("words", [*ASKING, MAKING])
def test_a_link_that_leads_in_a_circle_is_said(command_line, loop, words):
    refused(command_line(*words, "--library", loop, "--json"), "圈")


@POSIX
@pytest.mark.parametrize("words", [*ASKING, MAKING])
def test_a_name_that_is_too_long_is_said(command_line, tmp_path, words):
    refused(command_line(*words, "--library", tmp_path / LONG, "--json"), "太长")


@POSIX
def test_a_name_that_leaves_sqlite_no_room_beside_it_makes_nothing(command_line, tmp_path):
    refused(command_line(*MAKING, "--library", tmp_path / ("a" * 250), "--json"), "太长")
    assert not [each for each in tmp_path.iterdir() if "aaa" in each.name]


@POSIX
def test_a_backup_under_a_name_that_is_too_long_is_said(on_samples, tmp_path):
    for target in (tmp_path / LONG, tmp_path / LONG / "copy.db", tmp_path / ("a" * 250)):
        refused(on_samples.on_library("backup", target, "--json"), "太长")


@POSIX
def test_an_error_of_the_system_that_nobody_expected_is_a_sentence_too(command_line, monkeypatch, tmp_path):
    def gone(*_):
        raise OSError(5, "Input/output error", "/media/usb/x")

    monkeypatch.setattr("insurance_desktop.cli.commands.shapes.imported", gone)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4")
    error = refused(command_line.on_library("import", tmp_path / "a.pdf", "--json"), "磁盘读写出错", "/media/usb/x")
    assert error["code"] == "system"


READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'


@pytest.fixture
def on_a_disc(sample_library, tmp_path):
    """Runs the program with the library on a medium that is mounted read-only."""
    disc = tmp_path / "disc"
    disc.mkdir()
    library = disc / "library.db"
    sample_library.rename(library)
    mount = ["unshare", "-rm", "sh", "-c", READ_ONLY, str(disc)]

    def run(*words):
        command = [sys.executable, "-m", "insurance_desktop", *map(str, words), "--library", str(library), "--json"]
        done = subprocess.run(
            [*mount, *command],
            env=environment(),
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        return done.returncode, json.loads(done.stdout)

    try:
        trial = subprocess.run(
            ["unshare", "-rm", "sh", "-c", READ_ONLY, str(disc), "true"], capture_output=True, check=False
        )
    except FileNotFoundError:
        pytest.skip("no unshare here")
    if trial.returncode:
        pytest.skip(f"no mount namespace here: {trial.stderr.decode(errors='replace').strip()}")
    run.library = library
    return run


def test_a_library_that_cannot_be_written_is_read_and_backed_up(on_a_disc, tmp_path):
    code, found = on_a_disc("documents")
    assert (code, len(found["documents"])) == (0, 3)
    code, found = on_a_disc("backup", tmp_path / "copy.db")
    assert code == 0, found
    assert (tmp_path / "copy.db").stat().st_size == found["bytes"]
    code, found = on_a_disc("review", "reject", "1", "--reviewer", "王", "--reason", "错")
    assert (code, found["error"]["code"]) == (1, LibraryReadOnly.code)
    assert [each.name for each in on_a_disc.library.parent.iterdir()] == ["library.db"]


def test_a_backup_onto_a_medium_that_cannot_be_written_is_said(on_a_disc):
    code, found = on_a_disc("backup", on_a_disc.library.with_name("copy.db"))
    assert (code, found["error"]["code"]) == (1, LibraryReadOnly.code)
    assert "没有备份到" in found["error"]["message"]
