"""Where a window cannot open, one sentence says what to install, before Qt ends the process."""

import os
import subprocess
import sys
import tomllib

import pytest
from marks import linux_only

from insurance_desktop import paths
from insurance_desktop.domain.errors import WindowUnavailable
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.machine.display import require_window
from insurance_desktop.services.machine.system_libraries import WAYLAND, WINDOW, X11, missing_of

pytestmark = linux_only("other systems bring what Qt loads")

NOWHERE = {"DISPLAY": ":4077", "QT_QPA_PLATFORM": ""}


def only(*names: str):
    """A system that has all libraries but these."""
    return lambda library: library not in names


def words_of(environment: dict[str, str], loads) -> str:
    with pytest.raises(WindowUnavailable) as refused:
        require_window(environment, loads)
    return str(sentence(refused.value))


@pytest.mark.parametrize(
    ("manager", "line"),
    [
        ("apt-get", "sudo apt-get install libegl1 libglib2.0-0"),
        ("dnf", "sudo dnf install 'libEGL.so.1()(64bit)' 'libglib-2.0.so.0()(64bit)'"),
        ("zypper", "sudo zypper install 'libEGL.so.1()(64bit)' 'libglib-2.0.so.0()(64bit)'"),
        ("pacman", "sudo pacman -S libglvnd glib2"),
    ],
)
def test_what_is_missing_is_named_with_the_line_that_installs_it(manager, line):
    found = missing_of(
        [WINDOW], only("libEGL.so.1", "libglib-2.0.so.0"), lambda name: name if name == manager else None
    )
    assert found is not None
    assert found.libraries == ("libEGL.so.1", "libglib-2.0.so.0")
    assert found.command == line


def test_two_libraries_of_one_package_are_installed_once():
    found = missing_of([WINDOW], only("libEGL.so.1", "libGL.so.1"), lambda name: name if name == "pacman" else None)
    assert found is not None and found.command == "sudo pacman -S libglvnd"


def test_without_a_known_manager_the_libraries_are_named_alone():
    found = missing_of([WINDOW], only("libEGL.so.1"), lambda name: None)
    assert found is not None and found.command == ""


def test_a_missing_library_of_qt_is_said_even_without_a_display():
    assert "libEGL.so.1" in words_of({}, only("libEGL.so.1"))


def test_a_missing_library_of_the_display_is_said_where_there_is_one():
    assert "libxcb-cursor.so.0" in words_of({"DISPLAY": ":0"}, only("libxcb-cursor.so.0"))


def test_one_of_two_displays_is_enough():
    require_window({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, only("libxcb-cursor.so.0"))


def test_no_display_is_said():
    assert "DISPLAY" in words_of({}, only())


def test_a_window_off_screen_needs_no_display():
    require_window({"QT_QPA_PLATFORM": "offscreen"}, only("libxcb-cursor.so.0"))


def test_every_library_has_a_package_for_each_manager_that_needs_a_name():
    table = tomllib.loads((paths.resource_root() / "system_libraries.toml").read_text(encoding="utf-8"))
    rows = [row for group in (WINDOW, X11, WAYLAND) for row in table[group].values()]
    assert all(len(row) == 2 and all(row) for row in rows)


def test_the_program_says_so_and_ends_instead_of_being_ended(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "insurance_desktop", "--library", str(tmp_path / "library.db")],
        env={**os.environ, **NOWHERE},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 1, done.stderr
    assert "窗口打不开" in done.stderr
    assert "Traceback" not in done.stderr
