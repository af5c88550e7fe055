"""What `doctor` says of the machine itself."""

import shutil
from collections import namedtuple

from marks import linux_only

from insurance_desktop.packs.wording import say
from insurance_desktop.services import diagnosis
from insurance_desktop.services.machine import display

Usage = namedtuple("Usage", "total used free")


def check(path, name):
    return next(each for each in diagnosis.doctor(path) if each.name == name)


def test_a_full_disk_is_a_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 10**12, 3_000_000))
    found = check(tmp_path / "library.db", "folder")
    assert not found.ok and "3 MB" in found.detail and found.hint


def test_a_folder_to_be_is_looked_at_by_the_one_that_it_will_lie_in(tmp_path):
    found = check(tmp_path / "new" / "library.db", "folder")
    assert found.ok and str(tmp_path) in found.detail


@linux_only("other systems bring what Qt loads")
def test_a_missing_library_is_a_fault_where_somebody_could_see_the_window(tmp_path, monkeypatch):
    monkeypatch.setattr(display, "missing_of", lambda groups, loads: display.Missing(("libEGL.so.1",), ""))
    monkeypatch.setenv("DISPLAY", ":0")
    assert not check(tmp_path / "library.db", "window").ok
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    found = check(tmp_path / "library.db", "window")
    assert found.ok and "libEGL.so.1" in found.detail


def test_a_chinese_font_is_named_or_said_to_be_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(diagnosis, "chinese_font", lambda: "Noto Sans CJK SC")
    assert "Noto Sans CJK SC" in check(tmp_path / "library.db", "font").detail
    monkeypatch.setattr(diagnosis, "chinese_font", lambda: None)
    assert check(tmp_path / "library.db", "font").detail == say("diagnosing.no_font")
