"""This page in the rail."""

from insurance_desktop.gui.pages import Entry

ENTRY = Entry(__package__, 60, "connect", "gui.page_connect", "connecting_page:ConnectPage")
