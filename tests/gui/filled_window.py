"""A window in which every page has something to show."""

from fake_services import document, finding

from insurance_desktop.domain.states import Severity
from insurance_desktop.gui.pages import SEARCH, Place


def fill(window, services, qtbot):
    """Documents, a finding that blocks, one of them open in review, and an answer; the search page is in front. Books
    are wanted, too."""
    window.context.settings.packs = frozenset({"fund_exam"})
    window.context.packs_offered.emit()
    services.holds(document(1), document(2))
    services.findings[1] = (finding(7, Severity.BLOCKING),)
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.context.place_wanted.emit(Place(1))
    qtbot.waitUntil(lambda: window.review.opened is not None and window.context.jobs.is_idle)
    window.show_page(SEARCH)
    window.search.question.setText("犹豫期")
    window.search.ask()
    qtbot.waitUntil(lambda: bool(window.search.cards))
    return window
