"""The keys of the review page. Modifiers or function keys only: an input method may be composing in any field."""

from insurance_desktop.gui.pages import SPACE, Command

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
CITE = "Ctrl+Shift+X"
READ_ON = "Alt+PgDown"
NEXT_CLAUSE = "Alt+Down"
PREVIOUS_CLAUSE = "Alt+Up"
LOOKED = "Alt+L"
NEXT_FACT = "F7"
PREVIOUS_FACT = "Shift+F7"
FACT_SOURCE = "Alt+O"
CONFIRM_FACT = "Alt+C"
CORRECT_FACT = "Alt+E"
REFUSE_FACT = "Alt+X"
WITHDRAW_FACT = "Alt+Z"
CONFIRM_REST = "Alt+A"
MISREAD = "Alt+1"
EXCLUSIONS = "Alt+2"
LEDGER = "Alt+3"
FIND = "Ctrl+F"
FIND_NEXT = "F3"
FIND_PREVIOUS = "Shift+F3"
SOURCE = "Ctrl+E"
TABLES = "Ctrl+T"
DIFFERENCE = "Ctrl+D"
EDIT_HERE = "F2"
SAVE = "Ctrl+S"
NEXT_PAGE = "Ctrl+PgDown"
PREVIOUS_PAGE = "Ctrl+PgUp"
FOLD = "Ctrl+B"
ZOOM_IN = "Ctrl++"
ZOOM_OUT = "Ctrl+-"
FIT_WIDTH = "Ctrl+0"
FIT_PAGE = "Ctrl+Shift+0"

DECIDING = (APPROVE, REJECT, SAVE, UNDO, CONFIRM_FACT, CORRECT_FACT, REFUSE_FACT, WITHDRAW_FACT, CONFIRM_REST)
"""Not once more while they are held down."""

CHANGING = (NOTE, CORRECT_CLAUSE, LOOKED, EDIT_HERE)
"""They change the library, and no button does the same."""

_HERE = "gui.page_review"

COMMANDS = (
    Command(APPROVE, "gui.approve", _HERE, letter="A"),
    Command(REJECT, "gui.reject", _HERE, letter="R"),
    Command(NEXT_DOCUMENT, "gui.next_document", _HERE, letter="N"),
    Command(UNDO, "review_page.undo", _HERE, letter="U"),
    Command(NOTE, "review_page.note_add", _HERE, letter="M"),
    Command(FRAME, "review_page.frame", _HERE, letter="G"),
    Command(CORRECT_CLAUSE, "review_page.clause_correct", _HERE, letter="C"),
    Command(PREVIOUS_DOCUMENT, "gui.previous_document", _HERE, letter="P"),
    Command(NEXT_FINDING, "gui.key_next_finding", _HERE),
    Command(PREVIOUS_FINDING, "gui.key_previous_finding", _HERE),
    Command(RESOLVE, "gui.resolve_confirm", _HERE),
    Command(CITE, "gui.key_cite", _HERE),
    Command(READ_ON, "review_page.key_read_on", _HERE, letter=SPACE),
    Command(NEXT_CLAUSE, "review_page.key_next_clause", _HERE, letter="J"),
    Command(PREVIOUS_CLAUSE, "review_page.key_previous_clause", _HERE, letter="K"),
    Command(LOOKED, "review_page.key_looked", _HERE, letter="L"),
    Command(NEXT_FACT, "review_page.key_next_fact", _HERE),
    Command(PREVIOUS_FACT, "review_page.key_previous_fact", _HERE),
    Command(FACT_SOURCE, "review_page.key_fact_source", _HERE),
    Command(CONFIRM_FACT, "review_page.key_fact_confirm", _HERE),
    Command(CORRECT_FACT, "review_page.key_fact_correct", _HERE),
    Command(REFUSE_FACT, "review_page.key_fact_refuse", _HERE),
    Command(WITHDRAW_FACT, "review_page.key_fact_withdraw", _HERE),
    Command(CONFIRM_REST, "review_page.key_facts_rest", _HERE),
    Command(MISREAD, "review_page.key_misread", _HERE),
    Command(EXCLUSIONS, "review_page.key_exclusions", _HERE),
    Command(LEDGER, "review_page.key_ledger", _HERE),
    Command(FIND_NEXT, "gui.key_find_next", _HERE),
    Command(FIND_PREVIOUS, "gui.key_find_previous", _HERE),
    Command(SOURCE, "gui.key_source", _HERE),
    Command(TABLES, "review_page.tables", _HERE),
    Command(DIFFERENCE, "review_page.key_difference", _HERE),
    Command(EDIT_HERE, "review_page.key_edit_here", _HERE),
    Command(SAVE, "gui.save_version", _HERE),
    Command(NEXT_PAGE, "gui.key_next_page", _HERE),
    Command(PREVIOUS_PAGE, "gui.key_previous_page", _HERE),
    Command(FOLD, "review_page.key_fold", _HERE),
    Command(ZOOM_IN, "gui.key_zoom_in", _HERE),
    Command(ZOOM_OUT, "gui.key_zoom_out", _HERE),
    Command(FIT_WIDTH, "gui.key_fit", _HERE),
    Command(FIT_PAGE, "gui.key_fit_page", _HERE),
)
