"""Captions of figures and tables in books: whole lines that begin with the number of one."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

_DASHES = re.compile(r"[\u2010-\u2015\u2212]|(?<=\d)\.(?=\d)")
"""Signs that stand between the parts of a number."""
_HEADING = re.compile(r"#{1,6} ")
_ESCAPED = re.compile(r"\\(.)")


class Caption(NamedTuple):
    """A caption as it is printed, its number as numbers are compared, and its characters [start, end) of a Markdown."""

    number: str
    text: str
    start: int
    end: int


def is_caption(line: str, pack: DomainPack) -> bool:
    return bool(caption_number(line, pack))


def caption_number(line: str, pack: DomainPack) -> str:
    """The number of the figure or table whose caption the line is; "" where it is none."""
    form = pack.textbooks.caption_form
    found = re.fullmatch(form, line.strip()) if form else None
    return compared(found["number"]) if found else ""


def compared(words: str) -> str:
    """How names of figures are compared: one sign between the parts of a number, whichever is printed."""
    return _DASHES.sub("-", normalised(words))


def captions_in(markdown: str, pack: DomainPack) -> Iterator[Caption]:
    """The captions of a text in order, also those that an author made headings."""
    at = 0
    for line in markdown.splitlines(keepends=True):
        mark = _HEADING.match(line)
        start = mark.end() if mark else 0
        words = _ESCAPED.sub(r"\1", line[start:].strip())
        number = caption_number(words, pack)
        if number:
            yield Caption(number, words, at + start, at + len(line.rstrip()))
        at += len(line)
