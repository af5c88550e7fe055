"""The keys of the page of questions and answers. Each has a modifier: an input method may be composing in any field."""

from insurance_desktop.gui.pages import Command

STOP = "Ctrl+."
COPY = "Ctrl+Shift+A"
STRUCK = "Ctrl+Shift+X"
EXPORT = "Ctrl+Shift+S"
NEW = "Ctrl+Shift+O"
HISTORY = "Ctrl+Shift+H"
PRODUCT = "Ctrl+Shift+L"

_HERE = "gui.page_ask"

COMMANDS = (
    Command(STOP, "asking_page.key_stop", _HERE),
    Command(COPY, "asking_page.key_copy", _HERE),
    Command(STRUCK, "asking_page.key_struck", _HERE),
    Command(EXPORT, "asking_page.key_export", _HERE),
    Command(NEW, "asking_page.key_new", _HERE),
    Command(HISTORY, "asking_page.key_history", _HERE),
    Command(PRODUCT, "asking_page.key_product", _HERE),
)
