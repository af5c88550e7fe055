"""Whether a PDF that had to be repaired lacks a part of what its pages show: it was cut, or came over incomplete."""

import re
from collections.abc import Iterator
from typing import Any

from .pymupdf_library import load_library

REFERENCE = re.compile(r"(\d+) \d+ R")
BEGUN = re.compile(rb"(\d+)\s+\d+\s+obj\b")
BESIDE_THE_PAGE = frozenset({"Annots", "Parent", "Metadata", "PieceInfo", "B", "AA", "Thumb"})
"""What a page refers to without showing it: a link may lead to a page that was taken out of a sound file."""


def is_cut(document: Any, original: bytes) -> bool:
    """Whether something that the pages show is named, but not in the file, or stops before its end.

    165 of 165 contracts whose table of objects alone was destroyed lack nothing; of 825 cuts of them 181 still open,
    each with every sign of the whole file.
    """
    unfinished = _unfinished(original)
    shown = _shown(document)
    return any(number == unfinished or not is_there for number, is_there in shown)


def _shown(document: Any) -> Iterator[tuple[int, bool]]:
    """The numbers of the objects that make the pages, each with whether it is there."""
    mupdf = load_library().mupdf
    pdf = mupdf.pdf_specifics(document.this)
    waiting = [document.pdf_catalog()]
    known = set(waiting)
    while waiting:
        number = waiting.pop()
        is_there = bool(mupdf.pdf_object_exists(pdf, number))
        named = _named(document, number) if is_there else ()
        yield number, is_there and named is not None
        fresh = set(named or ()) - known
        known |= fresh
        waiting += fresh


def _named(document: Any, number: int) -> tuple[int, ...] | None:
    """The objects that one of them refers to; None where it cannot be read."""
    try:
        keys = document.xref_get_keys(number)
        if number == document.pdf_catalog():
            keys = ("Pages",)
        values = (
            [document.xref_get_key(number, key)[1] for key in keys if key not in BESIDE_THE_PAGE]
            if keys
            else [document.xref_object(number)]
        )
    except Exception:  # MuPDF's own errors share no base below Exception
        return None
    return tuple(int(found[1]) for value in values for found in REFERENCE.finditer(value))


def _unfinished(original: bytes) -> int:
    """The number of the object in which the file ends; 0 where it ends outside of all."""
    end = original.rfind(b"endobj")
    begun = [int(found[1]) for found in BEGUN.finditer(original, max(end, 0))]
    return begun[-1] if begun else 0
