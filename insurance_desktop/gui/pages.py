"""The pages of the rail: one line each. A page is imported and made when it is shown for the first time."""

from importlib import import_module
from typing import TYPE_CHECKING, cast

from insurance_desktop.domain.entity import entity

if TYPE_CHECKING:
    from .context import Desk
    from .page import Page


@entity
class Entry:
    """`name` is the page's icon and what the settings call it, `words` its title's key, `home` module and class."""

    name: str
    words: str
    home: str

    def make(self, desk: "Desk") -> "Page":
        module, _, page = self.home.partition(":")
        return cast("Page", getattr(import_module(f"{__package__}.{module}"), page)(desk))


ENTRIES = (
    Entry("library", "gui.page_library", "library.library_page:LibraryPage"),
    Entry("review", "gui.page_review", "review.review_page:ReviewPage"),
    Entry("search", "gui.page_search", "search.search_page:SearchPage"),
    Entry("crawl", "gui.page_crawl", "collecting.collecting_page:CollectionPage"),
    Entry("evaluation", "gui.page_evaluation", "evaluation.evaluation_page:EvaluationPage"),
    Entry("connect", "gui.page_connect", "connecting.connecting_page:ConnectPage"),
    Entry("settings", "gui.page_settings", "settings.settings_page:SettingsPage"),
)
"""In the order of the rail; the number of a page is its place here."""

LIBRARY, REVIEW, SEARCH, CRAWL, EVALUATION, CONNECT, SETTINGS = range(len(ENTRIES))
