"""This page in the rail."""

from insurance_desktop.gui.pages import Entry

from .keys import COMMANDS

ENTRY = Entry(__package__, 20, "review", "gui.page_review", "review_page:ReviewPage", commands=COMMANDS)
