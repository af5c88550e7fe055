"""What an original is, by its bytes: a name proves nothing. All but PDFs have no pages."""

import codecs
import re
import unicodedata
from enum import StrEnum
from pathlib import PurePath

from .entity import entity


class OriginalKind(StrEnum):
    """The kinds that are converted, by their media types."""

    PDF = "application/pdf"
    MARKDOWN = "text/markdown"
    HTML = "text/html"
    PRACTICE = "application/yaml"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

    @property
    def has_pages(self) -> bool:
        return self is OriginalKind.PDF


SUFFIXES = {
    ".pdf": OriginalKind.PDF,
    ".md": OriginalKind.MARKDOWN,
    ".markdown": OriginalKind.MARKDOWN,
    ".htm": OriginalKind.HTML,
    ".html": OriginalKind.HTML,
    ".xhtml": OriginalKind.HTML,
    ".yaml": OriginalKind.PRACTICE,
    ".yml": OriginalKind.PRACTICE,
    ".docx": OriginalKind.DOCX,
}
"""What the files of a folder are taken in by."""
TEXT_SUFFIXES = frozenset({*SUFFIXES, ".txt"}) - {".pdf"}
"""Names under which text without pages is taken in: a notice instead of a contract is a web page, too."""


@entity
class OriginalPassage:
    """A passage of an original without pages as a reviewer reads it: `number` is that of locators, None for what is
    left out between passages. `left_out` are reasons with their words."""

    number: int | None
    text: str
    is_heading: bool = False
    left_out: tuple[tuple[str, str], ...] = ()


_PDF_MAGIC = b"%PDF-"
_ZIP_MAGIC = b"PK\x03\x04"
_WORD_PART = b"word/document.xml"
_MAGIC_WITHIN = 1024
_ENTRIES = re.compile(r"(?:[ \t]*(?:#[^\r\n]*|---[ \t]*)?\r?\n)*[ \t]*-[ \t]+id[ \t]*:")
"""How a list of entries of practice begins, behind comments."""
_BREAKS = "\t\n\r\f"


def kind_of(content: bytes) -> OriginalKind | None:
    """The kind of an original; None for what is none of them."""
    if _PDF_MAGIC in content[:_MAGIC_WITHIN]:
        return OriginalKind.PDF
    if content.startswith(_ZIP_MAGIC):
        return OriginalKind.DOCX if _WORD_PART in content else None
    if looks_like_html(content):
        return OriginalKind.HTML
    text = decoded(content)
    if text is None:
        return None
    return OriginalKind.PRACTICE if _ENTRIES.match(text) else OriginalKind.MARKDOWN


def looks_like_html(content: bytes) -> bool:
    """Whether it begins as web pages do, behind comments and declarations."""
    start = content[: 4 * _MAGIC_WITHIN].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    while start.startswith((b"<!--", b"<?xml")):
        start = start.partition(b"-->" if start.startswith(b"<!--") else b"?>")[2].lstrip()
    return start.startswith((b"<!doctype html", b"<html", b"<head", b"<body"))


def decoded(content: bytes) -> str | None:
    """The bytes as text, UTF-8 or GB18030; None for what holds nothing, or signs that no text has."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ("utf-8-sig", "gb18030")
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return text if text.strip() and not any(map(_is_control, set(text))) else None
    return None


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) == "Cc" and sign not in _BREAKS


def is_named_as_text(name: str) -> bool:
    """Whether a file of this name may be text without pages."""
    return PurePath(name).suffix.lower() in TEXT_SUFFIXES
