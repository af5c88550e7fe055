"""The keys of the page of practice; letters and figures, which choose options, are read in question_view.py."""

from insurance_desktop.gui.pages import Command

PAGE = "Ctrl+P"

STOP = "Ctrl+."
LOAD = "Ctrl+Shift+O"
TYPE = "Ctrl+Shift+T"
DUE = "Ctrl+Shift+D"
PAPERS = "Ctrl+Shift+H"
EVIDENCE = "Ctrl+Shift+E"
RECOUNT = "Ctrl+Shift+X"

_HERE = "gui.page_practise"

COMMANDS = (
    Command(STOP, "practise_page.key_stop", _HERE),
    Command(LOAD, "practise_page.key_load", _HERE),
    Command(TYPE, "practise_page.key_type", _HERE),
    Command(DUE, "practise_page.key_due", _HERE),
    Command(PAPERS, "practise_page.key_papers", _HERE),
    Command(EVIDENCE, "practise_page.key_evidence", _HERE),
    Command(RECOUNT, "practise_page.key_recount", _HERE),
)
