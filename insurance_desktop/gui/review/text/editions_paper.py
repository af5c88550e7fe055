"""Two editions clause by clause as a table of words: for a file or on paper."""

from typing import TYPE_CHECKING

from insurance_desktop.domain.editions import ClauseChange, ComparedClause, ComparedDocument, ComparisonAnswer
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .edition_view import KINDS, stretches_of, title_of

with imported_when_used():
    from insurance_desktop.services.papers import told_table

if TYPE_CHECKING:
    from insurance_desktop.services.papers.told_table import ToldTable

COLUMNS = (("change", 10), ("old_clause", 18), ("new_clause", 18), ("text", 80))


def editions_table(answer: ComparisonAnswer) -> "ToldTable":
    """A row for each clause that changed: what was cut out stands in [－…], what came in [＋…]."""
    about = tuple(_about(each) for each in (answer.old, answer.new) if each is not None)
    heads = tuple(say(f"gui.told_{name}") for name, _ in COLUMNS)
    rows = tuple(_row(each) for each in answer.changes)
    widths = tuple(width for _, width in COLUMNS)
    return told_table.ToldTable(say("review_page.editions"), (title_of(answer), *about), heads, rows, widths)


def _row(change: ClauseChange) -> tuple[str, ...]:
    text = "".join(words for words, _look in stretches_of(change))
    return say(KINDS[change.kind]), _named(change.old), _named(change.new), text


def _named(clause: ComparedClause | None) -> str:
    return wording.heading_of(clause.section_id, clause.section_title) if clause is not None else ""


def _about(document: ComparedDocument) -> str:
    name = " · ".join(part for part in (document.product_name, document.document_type) if part)
    edition = wording.edition_words(document.edition, document.edition_status)
    number = say("gui.document_number", number=document.document_id)
    return " · ".join(part for part in (name, edition, number, f"SHA-256 {document.pdf_sha256}") if part)
