"""The keys of the review page. Modifiers or function keys only: an input method may be composing in any field."""

APPROVE = "Ctrl+Return"
REJECT = "Ctrl+R"
NEXT_DOCUMENT = "Ctrl+N"
PREVIOUS_DOCUMENT = "Ctrl+Shift+N"
NEXT_FINDING = "F8"
PREVIOUS_FINDING = "Shift+F8"
RESOLVE = "F9"
FIND = "Ctrl+F"
SOURCE = "Ctrl+E"
SAVE = "Ctrl+S"
NEXT_PAGE = "Ctrl+PgDown"
PREVIOUS_PAGE = "Ctrl+PgUp"
ZOOM_IN = "Ctrl++"
ZOOM_OUT = "Ctrl+-"
FIT_WIDTH = "Ctrl+0"

SINGLE = {"A": APPROVE, "R": REJECT, "N": NEXT_DOCUMENT, "P": PREVIOUS_DOCUMENT}
"""Bare letters, which count while nothing can be typed where the keyboard is: in an editor they are text."""

DECIDING = (APPROVE, REJECT, SAVE)  # not once more while they are held down

LISTED = (
    (APPROVE, "gui.approve"),
    (REJECT, "gui.reject"),
    (NEXT_DOCUMENT, "gui.next_document"),
    (PREVIOUS_DOCUMENT, "gui.previous_document"),
    (NEXT_FINDING, "gui.key_next_finding"),
    (PREVIOUS_FINDING, "gui.key_previous_finding"),
    (RESOLVE, "gui.resolve_confirm"),
    (SOURCE, "gui.key_source"),
    (SAVE, "gui.save_version"),
    (NEXT_PAGE, "gui.key_next_page"),
    (PREVIOUS_PAGE, "gui.key_previous_page"),
    (ZOOM_IN, "gui.key_zoom_in"),
    (ZOOM_OUT, "gui.key_zoom_out"),
    (FIT_WIDTH, "gui.key_fit"),
)
