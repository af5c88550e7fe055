"""This page in the rail."""

from insurance_desktop.gui.pages import BACKUP, Entry

SECTIONS = (
    "gui.ask_reviewer",
    "gui.setting_look",
    "gui.fields",
    "gui.rule",
    BACKUP,
    "gui.setting_network",
    "machine.components",
    "endpoints.card_title",
    "memory.card_title",
    "gui.web",
    "gui.keys",
    "gui.links",
    "updates.card_title",
    "gui.setting_log",
    "licences.card_title",
)
"""The headings of its cards, from above."""
ENTRY = Entry(
    __package__, 90, "settings", "gui.page_settings", "settings_page:SettingsPage", is_at_foot=True, sections=SECTIONS
)
