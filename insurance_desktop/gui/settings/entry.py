"""This page in the rail."""

from insurance_desktop.gui.pages import Entry

ENTRY = Entry(__package__, 90, "settings", "gui.page_settings", "settings_page:SettingsPage", is_at_foot=True)
