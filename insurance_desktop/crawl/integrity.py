"""Whether a download is a whole PDF or a page, whatever the status of the answer says: servers send errors as 200."""

import json
from enum import StrEnum

from insurance_desktop.domain.originals import OriginalKind, looks_like_html

HEAD = b"%PDF-"
TAIL = b"%%EOF"
TAIL_WITHIN = 1024
LOOK_AT = 4096
"""Bytes at the start that tell HTML and JSON from anything else."""

CAPTCHA_CODE = "31019888"
"""The code with which the first site asks for a person."""


class IntegrityFault(StrEnum):
    """What is wrong with a download; the value is its sentence's key."""

    EMPTY = "crawl.empty_answer"
    CAPTCHA = "crawl.captcha_answer"
    JSON_ANSWER = "crawl.json_answer"
    HTML_ANSWER = "crawl.html_answer"
    NOT_A_PDF = "crawl.not_a_pdf"
    NOT_A_PAGE = "crawl.not_a_page"
    WRONG_LENGTH = "crawl.wrong_length"
    NO_END = "crawl.no_end"


def pdf_fault(content: bytes, declared_length: int | None = None) -> IntegrityFault | None:
    """What is wrong with `content` as a PDF, or None. `declared_length` counts the bytes of the file itself.

    The declared length is Content-Length only where the answer was not compressed on its way.
    """
    if not content:
        return IntegrityFault.EMPTY
    if not content.startswith(HEAD):
        return _other_answer(content)
    if declared_length is not None and declared_length != len(content):
        return IntegrityFault.WRONG_LENGTH
    if TAIL not in content[-TAIL_WITHIN:]:
        return IntegrityFault.NO_END
    return None


def page_fault(content: bytes, declared_length: int | None = None) -> IntegrityFault | None:
    """The same of a web page, whose end nothing marks but its length."""
    if not content:
        return IntegrityFault.EMPTY
    if not looks_like_html(content):
        fault = _other_answer(content)
        return IntegrityFault.NOT_A_PAGE if fault in (IntegrityFault.NOT_A_PDF, IntegrityFault.HTML_ANSWER) else fault
    is_whole = declared_length in (None, len(content))
    return None if is_whole else IntegrityFault.WRONG_LENGTH


FAULTS = {OriginalKind.PDF: pdf_fault, OriginalKind.HTML: page_fault}
"""What tells whether a download is whole, by what the site brings."""


def _other_answer(content: bytes) -> IntegrityFault:
    """What came instead of a PDF."""
    start = content[:LOOK_AT].decode("utf-8", errors="replace").lstrip("\ufeff \t\r\n").lower()
    if start.startswith(("<!doctype html", "<html", "<head", "<script", "<body")):
        return IntegrityFault.HTML_ANSWER
    if start.startswith(("{", "[")):
        return IntegrityFault.CAPTCHA if _asks_for_a_person(content) else IntegrityFault.JSON_ANSWER
    return IntegrityFault.NOT_A_PDF


def _asks_for_a_person(content: bytes) -> bool:
    """Whether a JSON answer carries the captcha code, wrapped or not."""
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        return False
    while isinstance(answer, dict):
        if str(answer.get("CODE", "")) == CAPTCHA_CODE:
            return True
        answer = answer.get("data")
    return False
