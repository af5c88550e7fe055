"""This page in the rail."""

from insurance_desktop.gui.pages import Entry

from .keys import COMMANDS

ENTRY = Entry(__package__, 30, "search", "gui.page_search", "search_page:SearchPage", commands=COMMANDS)
