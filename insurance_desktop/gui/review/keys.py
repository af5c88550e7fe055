"""The keys of the review page. Modifiers or function keys only: an input method may be composing in any field."""

APPROVE = "Ctrl+Shift+Return"  # Ctrl+Return answers dialogs: pressed once too often it must not approve
REJECT = "Ctrl+R"
NEXT_DOCUMENT = "Ctrl+N"
PREVIOUS_DOCUMENT = "Ctrl+Shift+N"
NEXT_FINDING = "F8"
PREVIOUS_FINDING = "Shift+F8"
UNDO = "Ctrl+Shift+Z"
NOTE = "Ctrl+M"
FRAME = "Ctrl+Shift+F"
CORRECT_CLAUSE = "Ctrl+Shift+K"
RESOLVE = "F9"
NEXT_CLAUSE = "Alt+Down"
PREVIOUS_CLAUSE = "Alt+Up"
LOOKED = "Alt+L"
MISREAD = "Alt+1"
EXCLUSIONS = "Alt+2"
LEDGER = "Alt+3"
FIND = "Ctrl+F"
SOURCE = "Ctrl+E"
TABLES = "Ctrl+T"
DIFFERENCE = "Ctrl+D"
EDIT_HERE = "F2"
SAVE = "Ctrl+S"
NEXT_PAGE = "Ctrl+PgDown"
PREVIOUS_PAGE = "Ctrl+PgUp"
ZOOM_IN = "Ctrl++"
ZOOM_OUT = "Ctrl+-"
FIT_WIDTH = "Ctrl+0"

SINGLE = {
    "A": APPROVE,
    "R": REJECT,
    "N": NEXT_DOCUMENT,
    "P": PREVIOUS_DOCUMENT,
    "J": NEXT_CLAUSE,
    "K": PREVIOUS_CLAUSE,
    "L": LOOKED,
    "U": UNDO,
    "M": NOTE,
    "G": FRAME,
    "C": CORRECT_CLAUSE,
}
"""Bare letters, which count while nothing can be typed where the keyboard is: in an editor they are text."""

DECIDING = (APPROVE, REJECT, SAVE, UNDO)  # not once more while they are held down

LISTED = (
    (APPROVE, "gui.approve"),
    (REJECT, "gui.reject"),
    (NEXT_DOCUMENT, "gui.next_document"),
    (UNDO, "review_page.undo"),
    (NOTE, "review_page.note_add"),
    (FRAME, "review_page.frame"),
    (CORRECT_CLAUSE, "review_page.clause_correct"),
    (PREVIOUS_DOCUMENT, "gui.previous_document"),
    (NEXT_FINDING, "gui.key_next_finding"),
    (PREVIOUS_FINDING, "gui.key_previous_finding"),
    (RESOLVE, "gui.resolve_confirm"),
    (NEXT_CLAUSE, "review_page.key_next_clause"),
    (PREVIOUS_CLAUSE, "review_page.key_previous_clause"),
    (LOOKED, "review_page.key_looked"),
    (MISREAD, "review_page.key_misread"),
    (EXCLUSIONS, "review_page.key_exclusions"),
    (LEDGER, "review_page.key_ledger"),
    (SOURCE, "gui.key_source"),
    (TABLES, "review_page.tables"),
    (DIFFERENCE, "review_page.key_difference"),
    (EDIT_HERE, "review_page.key_edit_here"),
    (SAVE, "gui.save_version"),
    (NEXT_PAGE, "gui.key_next_page"),
    (PREVIOUS_PAGE, "gui.key_previous_page"),
    (ZOOM_IN, "gui.key_zoom_in"),
    (ZOOM_OUT, "gui.key_zoom_out"),
    (FIT_WIDTH, "gui.key_fit"),
)


def letter_of(key: str) -> str:
    """The bare letter that does what this key does; "" where there is none."""
    return next((letter for letter, meant in SINGLE.items() if meant == key), "")
