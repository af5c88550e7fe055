"""How far the conversion of a file is, in words."""

from insurance_desktop.domain.running import AtPage, PageWork

from .wording import say

AT_PAGE = {
    PageWork.READING: "services.reading_page",
    PageWork.ARRANGING: "services.arranging_page",
    PageWork.CHECKING: "services.checking_page",
}
WHOLE = {
    PageWork.READING: "services.reading_pages",
    PageWork.ARRANGING: "services.arranging_pages",
    PageWork.CHECKING: "services.checking_pages",
}


def page_words(at: AtPage | None) -> str:
    """`读到第 12 / 347 页`; "" where nothing is known of pages."""
    if at is None:
        return ""
    return say((AT_PAGE if at.page else WHOLE)[at.work], page=at.page, pages=at.pages)
