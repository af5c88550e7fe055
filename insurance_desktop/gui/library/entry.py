"""This page in the rail."""

from insurance_desktop.gui.pages import Entry

ENTRY = Entry(__package__, 10, "library", "gui.page_library", "library_page:LibraryPage")
