"""What a reviewer can let stand out: signs easily misread, exclusions as printed, what of a page is not in the text."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from insurance_desktop.convert.clauses.exclusion_finder import propose_exclusions
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.domain.conversion import Clause, Emphasis, Exclusion, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.ledger import LedgerIndex, lines_around
from insurance_desktop.domain.pack import DomainPack, MisreadForm
from insurance_desktop.services.library.clause_texts import clauses_of
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.versions import versions

LISTED = "listed"
"""Why a passage is marked: it stands out inside a clause of the exclusions."""


@dataclass(frozen=True, slots=True)
class RiskHighlight:
    """Characters [start, end) of the Markdown that are easily misread; `kind` is the name of the pack's form."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ExclusionHighlight:
    """A passage [start, end) of the Markdown that refuses cover, with its boxes on the page.

    `reason` is listed (stands out inside the exclusions), or why the converter's finder proposes it elsewhere: refusal,
    limit, typography. `emphasis` is how the page makes it stand out, in the order of kinds.
    """

    start: int
    end: int
    boxes: tuple[Box, ...]
    reason: str
    emphasis: tuple[Emphasis, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What of a page is not in the text: `boxes`, one for each stretch of a line, the reason's name and the signs."""

    reason: str
    text: str
    boxes: tuple[Box, ...]


def risk_highlights(markdown: str, pack: DomainPack) -> tuple[RiskHighlight, ...]:
    """The marks in order. One that lies inside another is left out: 不超过 is a limit, not a negation."""
    found = [
        RiskHighlight(form.name, match.start(), match.end())
        for form, pattern in _patterns(pack.misread_forms)
        for match in pattern.finditer(markdown)
        if match.end() > match.start()
    ]
    found.sort(key=lambda mark: (mark.start, -mark.end))
    kept: list[RiskHighlight] = []
    for mark in found:
        if not kept or mark.end > kept[-1].end:
            kept.append(mark)
    return tuple(kept)


def exclusion_highlights(library: Library, document_id: int) -> tuple[ExclusionHighlight, ...]:
    """The passages of the current text that refuse cover, found by how and where they are printed, in order."""
    with library.database.read() as connection:
        document = require(connection, document_id)
        version = None if document.version_id is None else versions.get(connection, document.version_id)
        if version is None:
            return ()
        read = clauses_of(connection, library.pack, version)
    listed = [each for each in read if library.pack.exclusion_category in each.category[:1]]
    marks = [mark for clause in listed for mark in _standing_out(clause, version.source_map)]
    references = read_references(read, version.markdown, version.source_map, library.pack)
    marks += [
        ExclusionHighlight(each.start, each.end, each.boxes, each.reason, each.emphasis)
        for each in propose_exclusions(read, references, version.markdown, version.source_map, library.pack)
    ]
    return tuple(sorted(marks, key=lambda mark: (mark.start, mark.end)))


def left_out(index: LedgerIndex, exclusions: Sequence[Exclusion], page: int) -> tuple[LeftOut, ...]:
    """Everything printed on a page that its text does not hold, with the reasons: the page's picture tinted.

    `index` and `exclusions` are those of `ledgers.open_ledger`, opened once for a document. Glyphs without any
    place come first.
    """
    boxes: dict[int, list[Box]] = {}
    for glyph, destination in index.on_page(page):
        if destination.exclusion is not None:
            boxes.setdefault(destination.exclusion, []).append(glyph.box)
    lost = [glyph.box for glyph in index.lost_on_page(page)]
    found = [LeftOut(FindingKind.UNACCOUNTED, "", lines_around(lost))] if lost else []
    for number in sorted(boxes):
        known = exclusions[number]
        found.append(LeftOut(known.reason, known.text, lines_around(boxes[number])))
    return tuple(found)


@lru_cache(maxsize=8)
def _patterns(forms: tuple[MisreadForm, ...]) -> tuple[tuple[MisreadForm, re.Pattern[str]], ...]:
    return tuple((form, re.compile(form.pattern)) for form in forms)


def _standing_out(clause: Clause, source_map: Sequence[SourceSpan]) -> Iterable[ExclusionHighlight]:
    """Neighbouring spans of a clause that the page makes stand out, as one mark each."""
    inside = sorted(
        (each for each in source_map if clause.markdown_start <= each.start < clause.markdown_end),
        key=lambda span: span.start,
    )
    run: list[SourceSpan] = []
    for span in inside:
        if _loud(span):
            run.append(span)
        elif run:
            yield _mark(run)
            run = []
    if run:
        yield _mark(run)


def _loud(span: SourceSpan) -> bool:
    return any(kind is not Emphasis.SUPERSCRIPT for kind in span.emphasis)


def _mark(run: Sequence[SourceSpan]) -> ExclusionHighlight:
    kinds = {kind for span in run for kind in span.emphasis}
    boxes = lines_around(box for span in run for box in span.boxes)
    emphasis = tuple(kind for kind in Emphasis if kind in kinds and kind is not Emphasis.SUPERSCRIPT)
    return ExclusionHighlight(run[0].start, run[-1].end, boxes, LISTED, emphasis)
