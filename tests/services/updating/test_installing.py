"""A verified archive is laid beside the version that runs, or nothing has changed; and the way back."""

import io
import os
import sys
import tarfile
from pathlib import Path

import pytest
from laid_versions import ARCHIVE
from published_release import TODAY

from insurance_desktop import __version__
from insurance_desktop.domain.errors import UpdateRefused
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.domain.updates import Form, UpdateAction, UpdateStatus
from insurance_desktop.packs.wording import sentence, speak
from insurance_desktop.services.updating import unpacking
from insurance_desktop.services.updating.installing import UNPACKED, install_update, return_to_former
from insurance_desktop.services.updating.settings import UpdateSettings
from insurance_desktop.services.updating.source import Source
from insurance_desktop.services.updating.updates import check_for_update, fetch_update
from insurance_desktop.services.updating.versions import (
    changing_versions,
    laid_versions,
    lead_to,
    program_of,
    standing_version,
    versions_folder,
)

PLENTY = 1 << 40


@pytest.fixture
def brought(laid, publisher):
    """Publishes and fetches an archive: how it is made, or its bytes."""

    def bring(content=None, **made):
        publisher.releases(name=ARCHIVE, content=laid.packed(**made) if content is None else content)
        settings = UpdateSettings(publisher.address, publisher.key)
        return fetch_update(settings, Source(settings.address, lambda: True), "9.1.0", today=TODAY)

    return bring


class NeverRun:
    """An installer that must not be started."""

    def __call__(self, command, cancel, environment):
        raise AssertionError(f"{command} was run")


def refusal_of(fetched, **named):
    """Why it was refused; nothing but the file is left of the attempt, and the names lead where they led."""
    with pytest.raises(UpdateRefused) as caught:
        install_update(fetched, **named)
    assert sentence(caught.value).hint
    assert standing_version() == __version__
    assert [each.name for each in Path(fetched.path).parent.iterdir()] in ([], [ARCHIVE])
    return caught.value


def test_a_version_is_laid_beside_and_the_former_one_stays(brought, laid):
    fetched = brought()
    assert fetched.is_installable and fetched.action is UpdateAction.FETCHED
    done = install_update(fetched)
    assert laid.started == done.version == standing_version() == "9.1.0"
    assert (done.action, done.running, done.former) == (UpdateAction.INSTALLED, __version__, __version__)
    assert done.former_program == str(program_of(__version__)) and laid.starts(__version__)
    assert done.former_program in done.steps and "before-schema" in done.steps and "9.1.0" in done.said
    assert not Path(fetched.path).parent.exists()


def test_what_stands_already_is_told_and_not_fetched_again(brought, publisher):
    install_update(brought())
    settings = UpdateSettings(publisher.address, publisher.key)
    way = Source(settings.address, lambda: True)
    assert check_for_update(settings, way, today=TODAY).status is UpdateStatus.STANDING
    with pytest.raises(UpdateRefused, match=r"updates\.stands"):
        fetch_update(settings, way, "9.1.0", today=TODAY)
    return_to_former()
    assert check_for_update(settings, way, today=TODAY).status is UpdateStatus.AVAILABLE


def test_installing_needs_no_network(brought):
    """A manifest in a folder is read while the offline switch is on (`brought`), and the file is here by then."""
    assert install_update(brought()).version == "9.1.0"


def test_a_file_that_was_changed_since_is_neither_run_nor_kept(brought):
    fetched = brought()
    with Path(fetched.path).open("r+b") as file:
        file.write(b"!")
    assert refusal_of(fetched, run=NeverRun()).key == "updates.file_differs"
    assert not Path(fetched.path).exists()


def test_a_file_that_is_changed_while_it_is_read_is_not_run(brought, laid):
    """Another program of the same user writes into it after it was found good."""
    fetched, worse = brought(), laid.packed(script="exit 7\n")

    def change(_folder):
        Path(fetched.path).write_bytes(worse)
        return PLENTY

    assert refusal_of(fetched, run=NeverRun(), room=change).key == "updates.file_differs"


def test_a_file_that_has_gone_is_said(brought):
    fetched = brought()
    Path(fetched.path).unlink()
    assert refusal_of(fetched, run=NeverRun()).key == "updates.not_installed"


def test_what_an_installer_says_that_fails_is_told_and_the_names_lead_where_they_led(brought):
    names = "$HOME/.local/lib/insurance-desktop/9.1.0/insurance-desktop $HOME/.local/bin/insurance-desktop"
    fetched = brought(script=f"ln -sfn {names}\necho no paper left\nexit 3\n")
    refused = refusal_of(fetched)
    assert "no paper left" in sentence(refused).message and fetched.path in sentence(refused).hint
    assert Path(fetched.path).exists()


def test_a_version_that_does_not_start_here_is_not_led_to(brought, laid):
    refused = refusal_of(brought(status=1))
    assert "启动不了" in sentence(refused).message
    assert laid_versions() == (__version__,) and laid.started == __version__


def test_an_installer_that_laid_nothing_is_believed_nothing(brought):
    assert refusal_of(brought(script="exit 0\n")).key == "updates.not_installed"


def test_one_that_is_stopped_leaves_the_names_where_they_led(brought, laid):
    fetched, asked = brought(), []

    def stopped(command, cancel, environment):
        laid.lay("9.1.0")
        asked.append(command)
        return -15, ""

    with pytest.raises(Cancelled):
        install_update(fetched, cancel=lambda: bool(asked), run=stopped)
    assert standing_version() == __version__
    assert [each.name for each in Path(fetched.path).parent.iterdir()] == [ARCHIVE]


def test_a_stop_while_it_is_unpacked_leaves_nothing(brought):
    fetched = brought()
    with pytest.raises(Cancelled):
        install_update(fetched, cancel=lambda: True, run=NeverRun())
    assert not Path(fetched.path).with_name(UNPACKED).exists()


def test_the_installer_is_started_without_a_shell_s_line_and_knows_places_alone(brought, laid, monkeypatch):
    monkeypatch.setenv("LD_PRELOAD", "/tmp/x.so")
    monkeypatch.setenv("BASH_ENV", "/tmp/x")
    seen = []

    def noted(command, cancel, environment):
        seen.append((command, environment))
        laid.lay("9.1.0")
        return 0, ""

    speak("en")
    try:
        fetched = brought()
        install_update(fetched, run=noted)
    finally:
        speak("zh")
    ((command, environment),) = seen
    place = Path(fetched.path).with_name(UNPACKED) / "insurance-desktop-9.1.0" / "install.sh"
    assert command == ("/bin/sh", str(place))
    assert environment["HOME"] == os.environ["HOME"] and environment["LANG"].startswith("en")
    assert not {"LD_PRELOAD", "BASH_ENV"} & {*environment}


def member(name, kind=tarfile.REGTYPE, *, target="", size=0):
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.size = kind, target, size
    return made


TOP = "insurance-desktop-9.1.0"


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        (member("../outside"), "../outside"),
        (member(f"{TOP}/../../outside"), "/../../outside"),
        (member("/outside"), "/outside"),
        (member(f"{TOP}/link", tarfile.SYMTYPE, target="/etc/passwd"), "/link"),
        (member(f"{TOP}/link", tarfile.SYMTYPE, target="../../../outside"), "/link"),
        (member(f"{TOP}/link", tarfile.LNKTYPE, target="../../outside"), "/link"),
        (member(f"{TOP}/pipe", tarfile.FIFOTYPE), "/pipe"),
        (member(f"{TOP}/device", tarfile.CHRTYPE), "/device"),
        (member("another/file"), "一个文件夹"),
        (member(f"{TOP}/huge", size=unpacking.MOST_BYTES), "2048 MB"),
    ],
    ids=lambda each: f"{each.name} {each.linkname}" if isinstance(each, tarfile.TarInfo) else "",
)
def test_an_archive_holds_one_folder_of_some_size_and_no_way_out_of_it(brought, tmp_path, odd, told):
    refused = refusal_of(brought(members=[odd]), run=NeverRun())
    assert refused.key == "packs.archive_unusable" and told in refused.values["reason"]
    assert not list(tmp_path.rglob("outside"))


def test_no_more_members_than_any_program_has_are_unpacked(brought, monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_FILES", 5)
    assert refusal_of(brought(), run=NeverRun()).key == "packs.archive_unusable"


@pytest.mark.parametrize("spoil", ["no_archive", "cut", "empty", "another", "installer"])
def test_a_signed_file_that_is_no_archive_of_that_version_is_refused(brought, laid, spoil):
    tree = laid.tree("9.1.0")
    whole = laid.packed()
    if spoil == "installer":
        whole = packed_without(tree, "install.sh")
    elif spoil == "another":
        whole = laid.packed("9.2.0")
    content = {"no_archive": b"hello", "cut": whole[: len(whole) // 2], "empty": b"\0" * 1024}.get(spoil, whole)
    assert refusal_of(brought(content), run=NeverRun()).key == "packs.archive_unusable"


def packed_without(tree, name):
    (tree / name).unlink()
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as pack:
        pack.add(tree, TOP)
    return content.getvalue()


def test_an_archive_packed_from_inside_its_folder_is_read_too(brought, laid):
    """Whoever packs `.` has members that begin with it."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as pack:
        pack.add(laid.tree(), f"./{TOP}")
        pack.addfile(member(".", tarfile.DIRTYPE))
    assert install_update(brought(content.getvalue())).version == "9.1.0"


def test_room_is_asked_for_before_anything_is_written(brought):
    fetched = brought()
    refused = refusal_of(fetched, run=NeverRun(), room=lambda folder: unpacking.SPARE_BYTES)
    assert refused.key == "updates.no_room" and refused.values["free"] == 64
    assert Path(fetched.path).exists()


def test_what_a_killed_attempt_left_is_no_part_of_the_next_one(brought):
    fetched = brought()
    left = Path(fetched.path).with_name(UNPACKED)
    (left / "another").mkdir(parents=True)
    assert install_update(fetched).version == "9.1.0"
    assert not left.exists()


def test_one_installs_at_a_time(brought):
    fetched = brought()
    with changing_versions():
        assert refusal_of(fetched, run=NeverRun()).key == "updates.being_installed"


def test_a_file_that_lies_there_whole_is_not_fetched_again(brought, publisher):
    first = brought()
    made = (publisher.folder / ARCHIVE).stat().st_ino, Path(first.path).stat().st_ino
    again = brought((publisher.folder / ARCHIVE).read_bytes())
    assert made[1] == Path(again.path).stat().st_ino
    Path(first.path).write_bytes(b"changed")
    assert install_update(brought((publisher.folder / ARCHIVE).read_bytes())).version == "9.1.0"


def test_a_portable_program_is_told_how_all_of_it_moves(brought):
    (versions_folder() / __version__ / "portable").touch()
    fetched = brought()
    assert not fetched.is_installable
    assert str(versions_folder() / __version__) in fetched.steps and "portable" in fetched.steps
    assert Path(fetched.path).is_relative_to(versions_folder() / __version__ / "user")
    with pytest.raises(UpdateRefused, match="not_laid_beside"):
        install_update(fetched, run=NeverRun())


def test_an_archive_that_was_unpacked_elsewhere_lays_nothing(brought, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "unpacked" / "program" / "insurance-desktop"))
    fetched = brought()
    assert (fetched.form, fetched.is_installable) == (Form.ARCHIVE, False)
    assert "install.sh" in fetched.steps


def test_the_version_before_is_returned_to_and_the_newer_one_again(brought, laid):
    install_update(brought())
    back = return_to_former()
    assert (back.action, back.version, back.former) == (UpdateAction.RETURNED, __version__, "9.1.0")
    assert laid.started == __version__ and "before-schema" in back.steps
    forth = return_to_former(undo=True)
    assert (forth.action, forth.version, forth.former) == (UpdateAction.FORWARDED, "9.1.0", __version__)
    assert laid.started == "9.1.0"


def test_without_another_version_there_is_no_way_back_and_none_forth(laid):
    (versions_folder() / "0.1.0.1764400000").mkdir()  # what install.sh moved aside
    for undo, key in ((False, "no_former"), (True, "no_later")):
        with pytest.raises(UpdateRefused, match=key):
            return_to_former(undo=undo)
    assert standing_version() == __version__


def test_only_what_install_sh_laid_can_be_led_to(publisher):
    with pytest.raises(UpdateRefused) as caught:
        return_to_former()
    assert caught.value.key == "updates.not_laid_beside" and sentence(caught.value).hint


def test_versions_are_ordered_by_their_numbers(laid):
    laid.lay("9.9.0")
    laid.lay("9.10.0")
    assert laid_versions() == ("9.9.0", "9.10.0")
    lead_to("9.9.0")
    assert standing_version() == laid.started == "9.9.0"
