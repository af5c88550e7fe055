"""compare: what changed between two verified documents, clause by clause and sign by sign."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.editions import (
    ChangeCounts,
    ClauseChange,
    ComparedClause,
    ComparedDocument,
    ComparisonAnswer,
    TextChange,
)
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import AnswerStatus, ReviewStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.comparable_text import Weights, keyed, weights_of
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.questions import ANSWER_BYTES, page_of, page_start
from insurance_desktop.services.library.withheld import refuse_without
from insurance_desktop.services.products.scope import undecided
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

from .alignment import Hunk, edits, fits, lay_beside
from .clause_pairs import Pair, Unit, moved, paired, units_of
from .quote_differences import stretches

_PIECE = re.compile("[^\u3002\uff1b;\n]*[\u3002\uff1b;\n]|[^\u3002\uff1b;\n]+")
_LONGEST_ALIGNED = 3_000
_LITTLE_IN_COMMON = 0.3
_LONGEST_TEXT = 3_000
_MOST_STRETCHES = 60
_CONTEXT = 40
"""Signs of an unchanged stretch that are shown at each end of it."""

_CHANGED, _ADDED, _REMOVED, _RENUMBERED, _MOVED = "changed", "added", "removed", "renumbered", "moved"
_KINDS = {"same": "same", "changed": "changed", "missing": "added", "added": "removed"}
"""A stretch of the old text beside the new one, as an edition tells it."""


def compare_documents(
    library: Library, old_id: int, new_id: int, cursor: str | None = None, *, budget: int = ANSWER_BYTES
) -> ComparisonAnswer:
    """The changes that lead from one verified document to the other, whatever their editions."""
    start = page_start(cursor)
    if old_id == new_id:
        raise UsageError("search.compare_with_itself", document_id=old_id)
    with library.database.read() as connection:
        sides = []
        for document_id in (old_id, new_id):
            document = documents.get(connection, document_id)
            if document is None:
                message = say("search.unknown_document", document_id=document_id)
                return ComparisonAnswer(AnswerStatus.NOT_FOUND, message)
            if document.review_status is not ReviewStatus.VERIFIED:
                message = say("search.compare_unverified", document_id=document_id)
                return ComparisonAnswer(AnswerStatus.NO_MATCH, message)
            sides.append((document, _units(connection, document_id)))
        doubts = undecided(connection, library, [old_id, new_id])
    (old, old_units), (new, new_units) = sides
    pairs = paired(old_units, new_units)
    entries = _changes(old_units, new_units, pairs, weights_of(library.pack))
    kinds = Counter(each.kind for each in entries)
    page, next_cursor = page_of(entries, start, budget)
    return ComparisonAnswer(
        status=AnswerStatus.OK,
        message=("" if entries else say("search.compare_without_changes")) + doubts or None,
        old=_document(old, old_units),
        new=_document(new, new_units),
        counts=ChangeCounts(
            unchanged=sum(pair.same_words and not pair.is_retitled for pair in pairs)
            - kinds[_RENUMBERED]
            - kinds[_MOVED],
            changed=kinds[_CHANGED],
            added=kinds[_ADDED],
            removed=kinds[_REMOVED],
            renumbered=kinds[_RENUMBERED],
            moved=kinds[_MOVED],
        ),
        changes=page,
        truncated=next_cursor is not None,
        next_cursor=next_cursor,
    )


def _units(connection: Connection, document_id: int) -> list[Unit]:
    with connection.withholding() as withheld:
        found = clauses.of_documents(connection, [document_id])
    refuse_without(withheld)
    return units_of(found)


def _document(found: Document, units: Sequence[Unit]) -> ComparedDocument:
    return ComparedDocument(
        document_id=found.document_id,
        product_name=found.product_name,
        product_code=found.product_code,
        document_type=found.document_type,
        edition=found.edition,
        edition_status=found.edition_status,
        publish_time=found.publish_time,
        pdf_path=found.logical_path,
        pdf_sha256=found.sha256,
        clauses=len(units),
    )


def _changes(old: Sequence[Unit], new: Sequence[Unit], pairs: Sequence[Pair], weights: Weights) -> list[ClauseChange]:
    """All changes in the order of the new document; a removed clause behind the one that it stood behind."""
    elsewhere = moved(pairs)
    partner = {pair.old.place: pair.new.place for pair in pairs}
    by_new = {pair.new.place: pair for pair in pairs}
    told: list[tuple[tuple[float, int], ClauseChange]] = []
    for unit in new:
        pair = by_new.get(unit.place)
        change = _change(pair, unit.place in elsewhere, weights) if pair else _alone(_ADDED, None, unit)
        if change is not None:
            told.append(((unit.place, 0), change))
    behind = -1.0
    for unit in old:
        if unit.place in partner:
            behind = behind if partner[unit.place] in elsewhere else partner[unit.place]
        else:
            told.append(((behind + 0.5, unit.place), _alone(_REMOVED, unit, None)))
    return [change for _, change in sorted(told, key=lambda each: each[0])]


def _alone(kind: str, old: Unit | None, new: Unit | None) -> ClauseChange:
    return ClauseChange(
        kind,
        None if old is None else _clause(old, with_text=True),
        None if new is None else _clause(new, with_text=True),
    )


def _change(pair: Pair, is_elsewhere: bool, weights: Weights) -> ClauseChange | None:
    """What became of a paired clause; None where it is the same at its place."""
    old, new = _clause(pair.old, with_text=False), _clause(pair.new, with_text=False)
    if pair.same_words and not pair.is_retitled:
        if not (is_elsewhere or pair.is_renumbered):
            return None
        kind = _MOVED if is_elsewhere else _RENUMBERED
        return ClauseChange(kind, old, new, is_renumbered=pair.is_renumbered)
    whole = () if pair.same_words else text_changes(pair.old.text, pair.new.text, weights)
    kept, is_cut = _bounded(whole)
    return ClauseChange(
        _CHANGED,
        old,
        new,
        text_changes=kept,
        decisive=any(each.decisive for each in whole),
        is_renumbered=pair.is_renumbered,
        is_retitled=pair.is_retitled,
        is_cut=is_cut,
    )


def _clause(unit: Unit, *, with_text: bool) -> ComparedClause:
    row = unit.rows[0]
    return ComparedClause(
        chunk_id=row.clause_id,
        section_id=row.section_id,
        section_title=row.section_title,
        page_number=row.boxes[0].page if row.boxes else row.page_number,
        boxes=row.boxes,
        text=unit.text[:_LONGEST_TEXT] if with_text else None,
        is_whole=not with_text or len(unit.text) <= _LONGEST_TEXT,
    )


def text_changes(old: str, new: str, weights: Weights) -> tuple[TextChange, ...]:
    """The stretches that lead from one text to the other: whole sentences first, then sign by sign inside those that
    differ."""
    first, second = keyed(old), keyed(new)
    hunks = _hunks(first.key, second.key)
    return tuple(
        TextChange(_KINDS[each.kind], each.quoted, each.verified, each.critical)
        for each in stretches(first, second, hunks, weights)
    )


def _hunks(old: str, new: str) -> list[Hunk]:
    before, after = _PIECE.findall(old), _PIECE.findall(new)
    rough = lay_beside(before, after) if fits(before, after) else [Hunk(False, 0, len(before), 0, len(after))]
    starts = (_starts(before), _starts(after))
    fine: list[Hunk] = []
    for each in _sentence_by_sentence(rough):
        a0, a1 = starts[0][each.a0], starts[0][each.a1]
        b0, b1 = starts[1][each.b0], starts[1][each.b1]
        fine += [Hunk(True, a0, a1, b0, b1)] if each.same else _inside(old, new, Hunk(False, a0, a1, b0, b1))
    return [each for each in fine if each.a0 < each.a1 or each.b0 < each.b1]


def _sentence_by_sentence(hunks: Sequence[Hunk]) -> Iterator[Hunk]:
    """Where as many sentences went as came, each is compared with the one in its place."""
    for each in hunks:
        if each.same or each.a1 - each.a0 != each.b1 - each.b0:
            yield each
        else:
            for step in range(each.a1 - each.a0):
                yield Hunk(False, each.a0 + step, each.a0 + step + 1, each.b0 + step, each.b0 + step + 1)


def _starts(pieces: Sequence[str]) -> list[int]:
    places = [0]
    for piece in pieces:
        places.append(places[-1] + len(piece))
    return places


def _inside(old: str, new: str, hunk: Hunk) -> list[Hunk]:
    """A changed stretch sign by sign; as a whole where the two have little in common, or are too long for it."""
    one, other = old[hunk.a0 : hunk.a1], new[hunk.b0 : hunk.b1]
    if not one or not other or max(len(one), len(other)) > _LONGEST_ALIGNED:
        return _apart(hunk)
    found = lay_beside(one, other)
    if edits(found) > (1 - _LITTLE_IN_COMMON) * max(len(one), len(other)):
        return _apart(hunk)
    return [
        Hunk(each.same, each.a0 + hunk.a0, each.a1 + hunk.a0, each.b0 + hunk.b0, each.b1 + hunk.b0) for each in found
    ]


def _apart(hunk: Hunk) -> list[Hunk]:
    """The old words taken away, then the new ones put there."""
    return [
        Hunk(False, hunk.a0, hunk.a1, hunk.b0, hunk.b0),
        Hunk(False, hunk.a1, hunk.a1, hunk.b0, hunk.b1),
    ]


def _bounded(changes: Sequence[TextChange]) -> tuple[tuple[TextChange, ...], bool]:
    """The changes with little of what is the same around them, as many as an answer can hold; whether any is cut."""
    kept: list[TextChange] = []
    room, is_cut = _LONGEST_TEXT, False
    for each in changes:
        if room <= 0 or len(kept) == _MOST_STRETCHES:
            return tuple(kept), True
        shown = _shortened(each) if each.kind == "same" else each
        if len(shown.old) + len(shown.new) > room:
            is_cut = True
            shown = TextChange(each.kind, shown.old[: room // 2], shown.new[: room // 2], each.decisive)
        room -= len(shown.old) + len(shown.new)
        kept.append(shown)
    return tuple(kept), is_cut


def _shortened(same: TextChange) -> TextChange:
    if len(same.old) <= 3 * _CONTEXT:
        return same
    words = [f"{text[:_CONTEXT]}\u2026\u2026{text[-_CONTEXT:]}" for text in (same.old, same.new)]
    return TextChange("same_cut", words[0], words[1])
