"""A page registers itself: its folder has an entry, and nothing else has to know of it."""

import sys
from importlib import invalidate_caches

import pytest

from insurance_desktop import gui
from insurance_desktop.gui import pages
from insurance_desktop.gui.page import Page
from insurance_desktop.gui.shortcuts import COMMANDS

ENTRY = """from insurance_desktop.gui.pages import Command, Entry

ENTRY = Entry(__package__, 45, "signs", "gui.page_signs", "signs_page:SignsPage", (Command("F4", "gui.s", "s"),))
"""


def test_the_rail_shows_the_pages_in_their_order():
    names = [each.name for each in pages.entries()]
    first = ["library", "review", "search", "ask", "practise"]
    assert names == [*first, "compare", "crawl", "evaluation", "connect", "settings"]
    assert [each.name for each in pages.entries() if each.is_at_foot] == ["settings"]


@pytest.mark.parametrize("entry", pages.entries(), ids=lambda each: each.name)
def test_what_an_entry_names_is_there(entry):
    assert issubclass(entry.load(entry.page), Page)
    for home in (entry.background, entry.sign):
        assert not home or callable(entry.load(home))
    assert set(entry.commands) <= set(COMMANDS)


def test_a_folder_with_an_entry_is_a_page(tmp_path, monkeypatch):
    (tmp_path / "signs").mkdir()
    (tmp_path / "signs" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "signs" / "entry.py").write_text(ENTRY, encoding="utf-8")
    monkeypatch.setattr(gui, "__path__", [*gui.__path__, str(tmp_path)])
    invalidate_caches()
    try:
        found = pages.entries.__wrapped__()
    finally:
        for name in [each for each in sys.modules if each.startswith("insurance_desktop.gui.signs")]:
            del sys.modules[name]
    assert [each.name for each in found][5:9] == ["compare", "crawl", "signs", "evaluation"]
    assert found[7].folder == "insurance_desktop.gui.signs"
