"""Names that stay the same across rebuilds and machines: section ids, clause ids, content and log hashes."""

import hashlib
import json
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

LINE = 160
"""Longer texts are hardly normalised twice."""


def normalised(text: str) -> str:
    """NFKC without spaces: how section ids and titles are compared."""
    return _normalised_line(text) if len(text) <= LINE else _normalised(text)


def _normalised(text: str) -> str:
    return "".join((text if text.isascii() else unicodedata.normalize("NFKC", text)).split())


_normalised_line = lru_cache(4096)(_normalised)
"""One line is asked for by many rules."""


def same_mark(one: str, other: str) -> bool:
    """Whether two item marks are the same mark: NFKC, without a trailing 、 ． or point."""
    return normalised(one).rstrip("、.") == normalised(other).rstrip("、.")


def text_sha256(text: str) -> str:
    """Hex sha256 of the UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def clause_id(original_sha256: str, section_id: str, text: str, occurrence: int = 0) -> str:
    """The stable id of a clause: `<8 hex of the original>-<section>-<8 hex of section, text and occurrence>`.

    `occurrence` counts clauses of one document that share section id and text, from 0.
    """
    section = normalised(section_id)
    key = "\0".join((original_sha256, section, text, str(occurrence)))
    return f"{original_sha256[:8]}-{section[:24]}-{text_sha256(key)[:12]}"


def content_sha256(markdown: str, tables: Any, metadata: Mapping[str, Any]) -> str:
    """The hash a decision names: of all that can be served (Markdown, table JSON, corrected metadata)."""
    return text_sha256(canonical_content(markdown, tables, metadata))


def canonical_content(markdown: str, tables: Any, metadata: Mapping[str, Any]) -> str:
    """What can be served as the one JSON text that is hashed."""
    return json.dumps([markdown, tables, dict(metadata)], ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def chain_hash(previous_hash: str, entry: Mapping[str, Any]) -> str:
    """The hash of a log entry over the hash of the one before: tamper-evident, no more."""
    canonical = json.dumps(dict(entry), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text_sha256(previous_hash + "\n" + canonical)
