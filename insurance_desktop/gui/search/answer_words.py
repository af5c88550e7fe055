"""The words of answers: where a clause stands, what found it, and the citation to paste."""

from insurance_desktop.domain.answers import Hit, SourceReference
from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.gui.look.wording import edition_words, heading_of
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say

LONGEST_SHOWN = 1200
TELLING = 0.5
"""A share from which on a title, a term or a remembered question is named as a reason."""

REASONS = {
    "title_in_question": "search_page.why_title",
    "question_in_title": "search_page.why_title",
    "trade_in_title": "search_page.why_term_in_title",
    "trade_in_text": "search_page.why_term_in_text",
    "is_definition": "search_page.why_definition",
    "is_table": "search_page.why_table",
    "recalled": "search_page.why_recalled",
}


def found_by(hit: Hit) -> str:
    """Which arms brought a clause, each with how near it came; what was named exactly was never ranked."""
    told = hit.explain
    if told is None:
        return say("search_page.arm_exact")
    words = max(told.get("words", 0.0), told.get("bigrams", 0.0))
    meaning = told.get("cosine", 0.0)
    parts = []
    if meaning > 0:
        parts.append(say("search_page.arm_meaning", percent=round(100 * meaning)))
    if words > 0:
        parts.append(say("search_page.arm_words", percent=round(100 * words)))
    return say("search_page.between_arms").join(parts) or say("search_page.arm_neighbour")


def reasons(hit: Hit) -> tuple[str, ...]:
    """What else spoke for a clause, in words."""
    told = hit.explain or {}
    return tuple(dict.fromkeys(say(key) for name, key in REASONS.items() if told.get(name, 0.0) >= TELLING))


def shortened(text: str) -> str:
    """A very long clause is cut for the eye only, and says so; copying takes the whole."""
    if len(text) <= LONGEST_SHOWN:
        return text
    return text[:LONGEST_SHOWN] + say("gui.shortened", count=len(text) - LONGEST_SHOWN)


def source_words(source: SourceReference, edition: EditionStatus | None) -> str:
    """Company, product, type, edition and page."""
    page = place_in_words(source.page_number, source.page_to, source.locator)
    version = source.edition if edition is None else edition_words(source.edition, edition)
    parts = (source.company, source.product_name, source.document_type, version, page)
    return " · ".join(part for part in parts if part)


def verified_words(source: SourceReference) -> str:
    """The path inside the library, and who verified the text."""
    verified = say("gui.verified_by", name=source.verified_by, at=source.verified_at[:10])
    return f"{source.pdf_path}　{verified}"


def citation_of(hit: Hit, link: str) -> str:
    """The words and where they stand, ready to paste; the link opens the place."""
    source = hit.source_reference
    place = " · ".join(
        part
        for part in (source.product_name, source.document_type, edition_words(source.edition, hit.edition_status))
        if part
    )
    return say(
        "search_page.citation",
        text=hit.content if hit.is_whole else say("search_page.excerpt", text=hit.content),
        place=place,
        section=heading_of(hit.section_id, hit.section_title),
        page=place_in_words(source.page_number, source.page_to, source.locator),
        path=source.pdf_path,
        sha256=source.pdf_sha256,
        link=link,
    )


def passage_citation(text: str, heading: str, source: SourceReference, link: str) -> str:
    """The same for a passage of a clause."""
    place = " · ".join(part for part in (source.product_name, source.document_type, source.edition) if part)
    return say(
        "search_page.citation",
        text=text,
        place=place,
        section=heading,
        page=place_in_words(source.page_number, source.page_to, source.locator),
        path=source.pdf_path,
        sha256=source.pdf_sha256,
        link=link,
    )
