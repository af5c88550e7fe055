"""What is taken in: PDFs by their bytes, text without pages where its name says so, too."""

from pathlib import PurePath

from insurance_desktop.domain.originals import (
    SUFFIXES,
    OriginalKind,
    is_named_as_text,
    kind_of,
    looks_like_html,
    may_be_named,
)
from insurance_desktop.packs.wording import say


def unreadable_reason(content: bytes, file_name: str) -> str | None:
    """Why these bytes are not taken in; None = they are a PDF, or text without pages under a name that says so."""
    if not content:
        return say("services.empty_file")
    kind = kind_of(content)
    if kind is OriginalKind.MARKDOWN and SUFFIXES.get(PurePath(file_name).suffix.lower()) is OriginalKind.PRACTICE:
        return say("services.no_practice")
    if kind is OriginalKind.PDF or (kind is not None and may_be_named(file_name, kind)):
        return None
    if is_named_as_text(file_name):
        return say("services.not_text")
    return say("services.web_page" if looks_like_html(content) else "services.not_a_pdf")
