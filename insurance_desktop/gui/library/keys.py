"""The keys of the library page."""

from insurance_desktop.gui.pages import Command

PROGRESS = "F4"

COMMANDS = (Command(PROGRESS, "gui.progress", "gui.page_library"),)
