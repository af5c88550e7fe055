"""Suggestions for pages without text: guesses that a reviewer may take over, never part of a text."""

import json
from collections.abc import Sequence

from insurance_desktop.domain.conversion import PageSuggestion, SuggestedLine
from insurance_desktop.domain.geometry import Box
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import dump


def add(connection: Connection, version_id: int, suggestions: Sequence[PageSuggestion]) -> None:
    connection.run_many(
        "INSERT INTO page_suggestions (version_id, page, skew, lines) VALUES (?, ?, ?, ?)",
        [
            (version_id, each.page, each.skew, dump([[line.text, line.confidence, line.box] for line in each.lines]))
            for each in suggestions
        ],
    )


def of_document(connection: Connection, document_id: int) -> tuple[PageSuggestion, ...]:
    """Those of the newest conversion, page by page; an edit changes nothing about them."""
    rows = connection.rows(
        "SELECT page, skew, lines FROM page_suggestions WHERE version_id = "
        "(SELECT id FROM versions WHERE document_id = ? AND origin = 'converted' ORDER BY number DESC LIMIT 1) "
        "ORDER BY page",
        (document_id,),
    )
    return tuple(PageSuggestion(page, _lines(lines), skew) for page, skew, lines in rows)


def _lines(text: str) -> tuple[SuggestedLine, ...]:
    return tuple(SuggestedLine(words, confidence, Box.from_list(box)) for words, confidence, box in json.loads(text))
