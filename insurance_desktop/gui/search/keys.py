"""The keys of the search page. Each has a modifier: an input method may be composing in any field."""

from insurance_desktop.gui.pages import Command

COPY = "Ctrl+Shift+C"
CITE = "Ctrl+Shift+X"
WHY = "Ctrl+Shift+Y"
KEEP = "Ctrl+Shift+G"
EVIDENCE = "Ctrl+Shift+E"
NEXT_ANSWER = "Ctrl+Down"
PREVIOUS_ANSWER = "Ctrl+Up"
PRODUCT = "Ctrl+L"
NEXT_VIEW = "Alt+PgDown"
PREVIOUS_VIEW = "Alt+PgUp"

_HERE = "gui.page_search"

COMMANDS = (
    Command(COPY, "search_page.key_copy", _HERE),
    Command(CITE, "gui.key_cite", _HERE),
    Command(WHY, "search_page.key_why", _HERE),
    Command(KEEP, "search_page.key_keep", _HERE),
    Command(EVIDENCE, "search_page.key_evidence", _HERE),
    Command(NEXT_ANSWER, "search_page.key_next_answer", _HERE),
    Command(PREVIOUS_ANSWER, "search_page.key_previous_answer", _HERE),
    Command(PRODUCT, "search_page.key_product", _HERE),
    Command(NEXT_VIEW, "search_page.key_next_view", _HERE),
    Command(PREVIOUS_VIEW, "search_page.key_previous_view", _HERE),
)
