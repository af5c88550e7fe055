"""This page in the rail, where there are books to practise with."""

from insurance_desktop.domain.pack import BOOKS
from insurance_desktop.gui.pages import Entry

from .keys import COMMANDS, PAGE

ENTRY = Entry(
    __package__,
    34,
    "practise",
    "gui.page_practise",
    "practising_page:PractisingPage",
    commands=COMMANDS,
    key=PAGE,
    work_kind=BOOKS,
)
