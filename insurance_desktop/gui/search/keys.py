"""The keys of the search page. Each has a modifier: an input method may be composing in any field."""

COPY = "Ctrl+Shift+C"
WHY = "Ctrl+Shift+Y"
KEEP = "Ctrl+Shift+G"
EVIDENCE = "Ctrl+Shift+E"
NEXT_ANSWER = "Ctrl+Down"
PREVIOUS_ANSWER = "Ctrl+Up"
PRODUCT = "Ctrl+L"
NEXT_VIEW = "Alt+PgDown"
PREVIOUS_VIEW = "Alt+PgUp"

LISTED = (
    (COPY, "search_page.key_copy"),
    (WHY, "search_page.key_why"),
    (KEEP, "search_page.key_keep"),
    (EVIDENCE, "search_page.key_evidence"),
    (NEXT_ANSWER, "search_page.key_next_answer"),
    (PREVIOUS_ANSWER, "search_page.key_previous_answer"),
    (PRODUCT, "search_page.key_product"),
    (NEXT_VIEW, "search_page.key_next_view"),
    (PREVIOUS_VIEW, "search_page.key_previous_view"),
)
