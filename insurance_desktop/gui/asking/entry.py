"""This page in the rail."""

from insurance_desktop.gui.pages import Entry

from .keys import COMMANDS

ENTRY = Entry(__package__, 33, "ask", "gui.page_ask", "asking_page:AskingPage", commands=COMMANDS)
