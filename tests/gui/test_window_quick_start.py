"""What a start leaves out: reading the sources of what is imported, and looking for cycles where there are none."""

import gc
import inspect

import pytest

from insurance_desktop.gui.process import quick_start


@pytest.fixture
def thresholds():
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_what_is_imported_beside_the_window_is_not_read_as_text(tmp_path, monkeypatch):
    (tmp_path / "imported_beside_the_window.py").write_text("name = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    read = []
    monkeypatch.setattr(inspect, "getsource", lambda module: read.append(module) or "")
    quick_start.restore_import()

    import imported_beside_the_window

    assert imported_beside_the_window.name == 1
    assert read == []


def test_cycles_are_looked_for_again_once_the_first_page_is_shown(thresholds, closed_window, qtbot, tmp_path):
    quick_start.look_for_cycles(quick_start.AT_START)
    with qtbot.waitSignal(closed_window.context.settled):
        closed_window.open_library(tmp_path / "library.db")

    assert gc.get_threshold()[0] == quick_start.LATER
