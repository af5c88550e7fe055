"""What Linux is given of a built folder: an archive with its installer, and a .deb."""

import os
import shutil
import subprocess
import tomllib

import pytest
from marks import linux_only

import insurance_desktop
from development.release import desktop_files
from development.release.compare import differences
from development.release.deb import SCRIPTS, debian_package, dependencies
from development.release.folder import rights
from development.release.packing import INSTALLER, WORDS, archive, checksums
from development.release.requirements import pins
from development.release.sizes import glibc_needed, table

VERSION = insurance_desktop.__version__
pytestmark = linux_only("packages for Linux")
needs_dpkg_deb = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is Debian's")


@pytest.fixture
def folder(tmp_path):
    """A built folder of a few bytes."""
    made = tmp_path / "insurance-desktop"
    (made / "_internal" / "PySide6").mkdir(parents=True)
    program = made / "insurance-desktop"
    program.write_bytes(b"#!/bin/sh\necho built\nexit\n\0GLIBC_2.2.5\0GLIBC_2.34\0")
    program.chmod(0o755)
    (made / "insurance-desktop-window").symlink_to("insurance-desktop")
    (made / "_internal" / "PySide6" / "QtCore.abi3.so").write_bytes(b"x" * 2_000_000 + b"\0GLIBC_2.17\0")
    (made / "_internal" / "libxcb-cursor.so.0").write_bytes(b"y")
    return made


@pytest.fixture
def unpacked(folder, tmp_path):
    (tmp_path / "unpacked").mkdir()
    subprocess.run(["tar", "-xzf", archive(folder, tmp_path, 1_700_000_000), "-C", tmp_path / "unpacked"], check=True)
    return tmp_path / "unpacked" / f"insurance-desktop-{VERSION}"


def run(script, home, *words):
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "en_GB.UTF-8"}
    return subprocess.run(["sh", script, *words], env=environment, capture_output=True, text=True, check=False)


def test_the_table_names_parts_sum_and_c_library(folder):
    said = table(folder)
    assert "| PySide6 |  | 2.0 |" in said
    assert said.endswith("glibc 2.34 or newer")
    assert glibc_needed(folder) == "2.34"


def test_the_same_folder_gives_the_same_archive(folder, tmp_path):
    first = archive(folder, tmp_path, 1_700_000_000).read_bytes()
    os.utime(folder / "insurance-desktop")
    assert archive(folder, tmp_path, 1_700_000_000).read_bytes() == first


def test_one_user_installs_upgrades_and_removes_without_root(unpacked, tmp_path):
    home = tmp_path / "a home"
    library = home / ".local" / "share" / "insurance_desktop" / "library.db"
    library.parent.mkdir(parents=True)
    library.write_text("data")
    installed = run(unpacked / "install.sh", home)
    assert (installed.returncode, installed.stderr) == (0, "")
    assert VERSION in installed.stdout
    program = home / ".local" / "bin" / "insurance-desktop"
    assert subprocess.run([program], capture_output=True, text=True, check=False).stdout.startswith("built")
    entry = (home / ".local" / "share" / "applications" / "insurance_desktop.desktop").read_text(encoding="utf-8")
    assert f'Exec="{program}" open %U' in entry
    (unpacked / "version").write_text("99.0\n")
    assert run(unpacked / "install.sh", home).returncode == 0
    assert "99.0" in str(program.readlink())
    versions = home / ".local" / "lib" / "insurance-desktop"
    assert sorted(each.name for each in versions.iterdir()) == sorted([VERSION, "99.0"])  # the former one to go back to
    assert run(versions / "99.0" / "install.sh", home, "--remove").returncode == 0
    assert (program.is_symlink(), versions.exists(), library.read_text()) == (False, False, "data")


def test_a_version_that_runs_stays_when_newer_ones_come(unpacked, tmp_path):
    home = tmp_path / "home"
    shutil.copy(shutil.which("sleep"), unpacked / "program" / "insurance-desktop")
    run(unpacked / "install.sh", home)
    program = home / ".local" / "lib" / "insurance-desktop" / VERSION / "insurance-desktop"
    with subprocess.Popen([program, "600"]) as running:
        for version in ("98.0", "99.0"):
            (unpacked / "version").write_text(f"{version}\n")
            assert run(unpacked / "install.sh", home).returncode == 0
        assert program.exists()
        running.kill()
    (unpacked / "version").write_text("100.0\n")
    run(unpacked / "install.sh", home)
    assert not program.exists()


def test_a_version_that_does_not_start_here_changes_nothing(unpacked, tmp_path):
    home = tmp_path / "home"
    run(unpacked / "install.sh", home)
    (unpacked / "version").write_text("99.0\n")
    (unpacked / "program" / "insurance-desktop").write_text("#!/bin/sh\nexit 1\n")
    done = run(unpacked / "install.sh", home)
    assert done.returncode == 1 and "does not start" in done.stderr
    assert VERSION in str((home / ".local" / "bin" / "insurance-desktop").readlink())
    assert [each.name for each in (home / ".local" / "lib" / "insurance-desktop").iterdir()] == [VERSION]


def test_a_version_that_is_installed_once_more_keeps_the_one_before_it(unpacked, tmp_path):
    home = tmp_path / "home"
    for version in ("98.0", "99.0", "99.0"):
        (unpacked / "version").write_text(f"{version}\n")
        assert run(unpacked / "install.sh", home).returncode == 0
    assert sorted(each.name for each in (home / ".local" / "lib" / "insurance-desktop").iterdir()) == ["98.0", "99.0"]


def test_an_archive_that_lost_a_part_changes_nothing(unpacked, tmp_path):
    shutil.rmtree(unpacked / "share")
    done = run(unpacked / "install.sh", tmp_path / "home")
    assert (done.returncode, (tmp_path / "home").exists()) == (1, False)
    assert "share is missing" in done.stderr


def test_the_installer_has_each_sentence_in_both_languages():
    words = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    assert words["zh"].keys() == words["en"].keys()
    script = INSTALLER.read_text(encoding="utf-8")
    assert all(f'"${key}"' in script for key in words["zh"])


def test_what_the_folder_brings_is_no_dependency(folder):
    needed, helpful = dependencies(folder)
    assert {"libc6 (>= 2.34)", "libegl1", "libxcb1"} <= set(needed)
    assert "libxcb-cursor0" not in needed
    assert helpful == ["libwayland-client0", "libwayland-cursor0"]


@needs_dpkg_deb
def test_the_deb_lays_both_programs_on_the_path(folder, tmp_path):
    package = debian_package(folder, tmp_path, 1_700_000_000)
    listed = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True).stdout
    for name in ("insurance-desktop", "insurance-desktop-window"):
        assert f"./usr/bin/{name} -> /opt/insurance-desktop/{VERSION}/{name}" in listed
    for place in ("applications/insurance_desktop.desktop", "man/man1/insurance-desktop.1"):
        assert f"./usr/share/{place}" in listed
    sums = checksums(tmp_path, [package]).read_text()
    assert subprocess.run(["sha256sum", "-c"], input=sums, cwd=tmp_path, text=True, check=False).returncode == 0


@needs_dpkg_deb
def test_the_deb_is_the_same_under_another_umask(folder, tmp_path):
    made = []
    for umask in (0o022, 0o077):
        before = os.umask(umask)
        try:
            made.append(debian_package(folder, tmp_path, 1_700_000_000).read_bytes())
        finally:
            os.umask(before)
    assert made[0] == made[1]


def test_the_scripts_of_the_package_are_shell():
    for script in (*SCRIPTS.iterdir(), INSTALLER):
        assert subprocess.run(["sh", "-n", script], check=False).returncode == 0


def test_the_menu_opens_files_and_links():
    entry = desktop_files.menu_entry("/usr/bin/insurance-desktop")
    assert "MimeType=application/pdf;x-scheme-handler/baoxian;" in entry
    assert "Name[en]=Clause Workbench" in entry


def test_the_manual_shows_every_command_as_its_help_does():
    page = desktop_files.manual()
    assert ".SH review approve" in page
    assert "\\-\\-product\\-code" in page


def test_a_pin_is_a_version_with_the_hash_of_its_file():
    wheel = {"archive_info": {"hashes": {"sha256": "ab"}}}
    report = {
        "install": [
            {"metadata": {"name": "Numpy", "version": "2.0"}, "download_info": wheel},
            {"metadata": {"name": "insurance-desktop", "version": "1"}, "download_info": {"dir_info": {}}},
        ]
    }
    assert pins(report) == ["numpy==2.0 --hash=sha256:ab"]


def test_two_builds_are_compared_to_the_byte(folder, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(folder, other, symlinks=True)
    assert list(differences(folder, other)) == []
    (other / "_internal" / "libxcb-cursor.so.0").write_bytes(b"z")
    (other / "new").touch()
    assert list(differences(folder, other)) == ["other bytes: _internal/libxcb-cursor.so.0", "only in one: new"]


def test_other_rights_do_not_hide_other_bytes(folder, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(folder, other, symlinks=True)
    (other / "insurance-desktop").write_bytes(b"z")
    (other / "insurance-desktop").chmod(0o750)
    assert list(differences(folder, other)) == [
        "another kind, right or target: insurance-desktop",
        "other bytes: insurance-desktop",
    ]


@pytest.mark.parametrize(("made", "given"), [(0o100640, 0o644), (0o100700, 0o755), (0o040750, 0o755)])
def test_rights_do_not_tell_under_which_umask_it_was_built(made, given):
    assert rights(made) == given
