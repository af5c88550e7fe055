"""Where words stand, as a person is told: pages, or paragraphs and anchor in an original without pages."""

from collections.abc import Mapping
from typing import Any

from insurance_desktop.domain.conversion import Locator
from insurance_desktop.domain.geometry import pages_in_words

from .wording import say


def place_in_words(
    page_number: int | None, page_to: int | None = None, locator: Locator | Mapping[str, Any] | None = None
) -> str:
    """第 4\u20135 页, 第 12 段（#anchor）; "" where nothing is known."""
    pages = pages_in_words(page_number, page_to)
    if pages is not None:
        return say("places.pages", pages=pages)
    if locator is None:
        return ""
    at = locator if isinstance(locator, Locator) else Locator(**locator)
    paragraphs = say("places.paragraphs", paragraphs=pages_in_words(at.paragraph, at.paragraph_to))
    return say("places.anchored", paragraphs=paragraphs, anchor=at.anchor) if at.anchor else paragraphs
