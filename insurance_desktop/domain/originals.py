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
    CSV = "text/csv"
    XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    @property
    def has_pages(self) -> bool:
        return self is OriginalKind.PDF


SUFFIXES = {
    ".pdf": OriginalKind.PDF,
    ".md": OriginalKind.MARKDOWN,
    ".markdown": OriginalKind.MARKDOWN,
    ".html": OriginalKind.HTML,
    ".htm": OriginalKind.HTML,
    ".xhtml": OriginalKind.HTML,
    ".yaml": OriginalKind.PRACTICE,
    ".yml": OriginalKind.PRACTICE,
    ".docx": OriginalKind.DOCX,
}
"""What the files of a folder are taken in by."""
TEXT_SUFFIXES = frozenset({*SUFFIXES, ".txt"}) - {".pdf"}
"""Names under which text without pages is taken in: a notice instead of a contract is a web page, too."""
TABLE_SUFFIXES = {".csv": OriginalKind.CSV, ".xlsx": OriginalKind.XLSX}
"""Tables of transcriptions are taken in where they are named: in folders, such files are other things."""
TRANSCRIPTION_COLUMNS = frozenset({"figure_ref", "text"})
"""What a table of transcriptions says of each of its rows at least."""


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
_WORD_PART, _TABLE_PART = b"word/document.xml", b"xl/workbook.xml"
_MAGIC_WITHIN = 1024
_ENTRIES = re.compile(r"(?:[ \t]*(?:#[^\r\n]*|---[ \t]*)?\r?\n)*[ \t]*-[ \t]+id[ \t]*:")
"""How a list of entries of practice begins, behind comments."""
_BREAKS = "\t\n\r\f"
_LOST = "\ufffd"
_FEW_LOST = 0.05
"""Of GB18030 nearly every sign is lost where it is read as UTF-8."""


def kind_of(content: bytes) -> OriginalKind | None:
    """The kind of an original; None for what is none of them."""
    if _PDF_MAGIC in content[:_MAGIC_WITHIN]:
        return OriginalKind.PDF
    if content.startswith(_ZIP_MAGIC):
        is_table = OriginalKind.XLSX if _TABLE_PART in content else None
        return OriginalKind.DOCX if _WORD_PART in content else is_table
    if looks_like_html(content):
        return OriginalKind.HTML
    text = decoded(content)
    if text is None:
        return None
    columns = {each.strip(' "').casefold() for each in text.lstrip().partition("\n")[0].rstrip("\r").split(",")}
    if columns >= TRANSCRIPTION_COLUMNS:
        return OriginalKind.CSV
    return OriginalKind.PRACTICE if _ENTRIES.match(text) else OriginalKind.MARKDOWN


def suffix_of(kind: OriginalKind) -> str:
    """How the name of such a file ends."""
    return next(suffix for suffix, known in SUFFIXES.items() if known is kind)


def looks_like_html(content: bytes) -> bool:
    """Whether it begins as web pages do, behind comments and declarations."""
    start = content[: 4 * _MAGIC_WITHIN].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    while start.startswith((b"<!--", b"<?xml")):
        start = start.partition(b"-->" if start.startswith(b"<!--") else b"?>")[2].lstrip()
    return start.startswith((b"<!doctype html", b"<html", b"<head", b"<body"))


def decoded(content: bytes) -> str | None:
    """The bytes as text, UTF-8 or GB18030; None for what holds nothing, or signs that no text has.

    UTF-8 of which a few bytes are damaged stays UTF-8: as GB18030 it would read as other words. The signs that are lost
    are U+FFFD.
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = _strictly(content, "utf-16")
    else:
        text = _strictly(content, "utf-8-sig") or _damaged(content) or _strictly(content, "gb18030")
    return text if text and text.strip() and not any(map(_is_control, set(text))) else None


def _strictly(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _damaged(content: bytes) -> str | None:
    """UTF-8 with few signs lost among those beyond ASCII; None for what is none."""
    text = content.decode("utf-8-sig", errors="replace")
    lost = text.count(_LOST)
    beyond = sum(not sign.isascii() for sign in text) - lost
    return text if lost <= _FEW_LOST * beyond else None


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) == "Cc" and sign not in _BREAKS


def may_be_named(name: str, kind: OriginalKind) -> bool:
    """Whether a file of this name may be an original of a kind without pages."""
    suffix = PurePath(name).suffix.lower()
    return TABLE_SUFFIXES.get(suffix) is kind if suffix in TABLE_SUFFIXES else is_named_as_text(name)


def is_named_as_text(name: str) -> bool:
    """Whether a file of this name is text without pages, or a table of it."""
    return PurePath(name).suffix.lower() in TEXT_SUFFIXES | TABLE_SUFFIXES.keys()
