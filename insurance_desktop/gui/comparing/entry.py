"""This page in the rail."""

from insurance_desktop.gui.pages import Entry

ENTRY = Entry(__package__, 35, "compare", "gui.page_compare", "comparing_page:ComparingPage")
