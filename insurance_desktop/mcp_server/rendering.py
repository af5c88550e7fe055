"""An answer as text that can be read alone: every fact of the structure, and a document's words fenced as data.

A fence is marked with a hash of the words inside it, so that no document can close it and go on as somebody else.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from insurance_desktop.domain.facts import Printed
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say

_CLAUSES = frozenset(("content", "verified_text", "answer_text"))
_WORDS = frozenset(("text", "lead_in", "goes_on_with", "value", "quote", "sentence", "snippet", "passage"))
"""Keys under which passages of a document stand: always, and where they are long enough to be some."""

_TOLD_ONCE = frozenset(
    ("source_reference", "document", "page_number", "page_to", "product_name", "chunk_id", "section_id")
)
"""What an object says for its parts, too."""

_PAGES = frozenset(("page_number", "page_to"))

_SHORTEST_FENCED = 24
_INDENT = "  "

Facts = Mapping[str, Any]


def clause_uri(clause_id: str) -> str:
    """The resource that a clause is."""
    return f"clause://{quote(clause_id, safe='')}"


def readable(facts: Facts) -> str:
    """All facts of an answer, one below the other. Where there is none, the keys that only an answer fills are left
    out: a page of nulls hides the sentence that says why."""
    if facts.get("status", "ok") != "ok":
        facts = {name: value for name, value in facts.items() if value is not None}
    return "\n".join([say("mcp_server.data_not_instructions"), *_lines(facts, "", {})])


def fenced(words: str, source: str) -> list[str]:
    """A document's words between two marks that do not stand in them, with where they come from."""
    mark = sha256(words.encode("utf-8", "replace")).hexdigest()
    mark = next(mark[:size] for size in range(8, 65) if mark[:size] not in words)
    opening = say("mcp_server.fence_open", mark=mark, source=_one_line(source))
    return [opening, words, say("mcp_server.fence_close", mark=mark)]


def _lines(facts: Facts, margin: str, around: Facts) -> Iterator[str]:
    """The facts of one object; `around` are those of the object that it is part of."""
    told = _TOLD_ONCE - _PAGES if "source_reference" in facts else _TOLD_ONCE
    known = {**{name: value for name, value in around.items() if name in told}, **facts}
    for name, value in facts.items():
        if isinstance(value, dict) and value:
            yield f"{margin}{name}:"
            yield from _lines(value, margin + _INDENT, known)
        elif is_list_of_objects(value):
            yield f"{margin}{name}:"
            for number, each in enumerate(value, 1):
                yield f"{margin}- {number}:"
                yield from _lines(each, margin + _INDENT, known)
        elif isinstance(value, str) and is_passage(name, value):
            yield f"{margin}{name}:"
            yield from fenced(value, _source(known))
        else:
            yield f"{margin}{name}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"


def is_list_of_objects(value: Any) -> bool:
    """Whether a value is a list of parts that have facts of their own."""
    return isinstance(value, Sequence) and not isinstance(value, str) and bool(value) and isinstance(value[0], dict)


def is_passage(name: str, words: str) -> bool:
    """Whether words are fenced; shorter ones stand in quotation marks, which they cannot leave either."""
    is_said = name in _WORDS or isinstance(words, Printed)
    return name in _CLAUSES or (is_said and (len(words) >= _SHORTEST_FENCED or "\n" in words))


def _source(known: Facts) -> str:
    """Product, clause and page of the words in an object, as far as it says them."""
    reference = known.get("source_reference") or known.get("document") or known
    told = known if known.get("page_number") else reference
    page = place_in_words(told.get("page_number"), told.get("page_to"), told.get("locator"))
    parts = [
        reference.get("product_name"),
        " ".join(filter(None, (known.get("section_id"), known.get("section_title")))),
        page or None,
        clause_uri(known["chunk_id"]) if known.get("chunk_id") else None,
    ]
    return say("mcp_server.fence_between").join(part for part in parts if part)


def _one_line(text: str) -> str:
    return " ".join(text.split())
