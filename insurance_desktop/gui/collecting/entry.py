"""This page in the rail."""

from insurance_desktop.gui.pages import Entry

ENTRY = Entry(
    __package__,
    40,
    "crawl",
    "gui.page_crawl",
    "collecting_page:CollectionPage",
    background="daily_check:DailyCheck",
    sign="collecting_sign:CollectionSign",
)
