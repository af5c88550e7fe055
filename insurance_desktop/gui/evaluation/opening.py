"""From a question to the place of its right answer."""

from insurance_desktop.gui.context import Desk, Notice, Place
from insurance_desktop.packs.wording import say


def open_answer(desk: Desk, document_sha256: str | None, section: str | None) -> None:
    """In review, where this library holds the file; else it is said that it does not."""
    found = next((each for each in desk.documents if each.sha256 == document_sha256), None)
    if found is None:
        desk.noticed.emit(Notice("information", say("evaluation_page.not_here"), say("evaluation_page.not_here_hint")))
    else:
        desk.place_wanted.emit(Place(found.document_id, section=section))
