"""This page in the rail."""

from insurance_desktop.gui.pages import Entry

from .keys import COMMANDS

ENTRY = Entry(__package__, 10, "library", "gui.page_library", "library_page:LibraryPage", commands=COMMANDS)
