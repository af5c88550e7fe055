"""Pointers of the text against the sections: what they name must be there, as a section of its own."""

from collections import defaultdict
from collections.abc import Sequence

from insurance_desktop.domain.conversion import Finding, Reference, SourceSpan
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.numerals import is_numeral, numbered
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import say

from ...text.source_places import SourcePlaces
from ..findings import Case, grouped
from .chains import counted, is_excerpt
from .evidence import Evidence

POINTED_AT = 2
"""So many pointers of one form that lead nowhere mean sections that were not found."""
DEFINITION = "definition"
RAISED = "^"
"""The form of marks of notes."""


def check_pointers(evidence: Evidence, source_map: Sequence[SourceSpan]) -> list[Finding]:
    """Pointers that lead nowhere: grave where others of their form lead somewhere, or where several do not.

    A bare mark is an item's. A page alone, and a text that begins in the middle, point at what is not in it.
    """
    places = SourcePlaces(source_map)
    by_form: dict[str, list[Reference]] = defaultdict(list)
    for each in evidence.references:
        by_form[form_of(each.anchor)].append(each)
    grave: list[Case] = []
    single: list[Case] = []
    is_part = evidence.pages < POINTED_AT or _begins_in_the_middle(evidence)
    for form, references in by_form.items():
        lost = [each for each in references if not each.resolved]
        is_chain = len({normalised(each.anchor) for each in lost}) >= POINTED_AT or len(lost) < len(references)
        (grave if form and is_chain and not is_part else single).extend(_case(each, places) for each in lost)
    return [
        *grouped(FindingKind.REFERENCE_CHAIN, grave),
        *grouped(FindingKind.REFERENCE_OPEN, single, Severity.WARNING),
    ]


def _begins_in_the_middle(evidence: Evidence) -> bool:
    first = next((node for node in evidence.nodes if counted(node.number)), None)
    return first is not None and is_excerpt(evidence, first)


def check_pointed_items(evidence: Evidence, source_map: Sequence[SourceSpan]) -> list[Finding]:
    """Pointers to a definition by its number that find only an item of a longer text."""
    places = SourcePlaces(source_map)
    names = [normalised(title) for title in evidence.pack.definition_titles]
    found = [
        each
        for each in evidence.references
        if each.kind == DEFINITION and each.item and _value(each.anchor) == _value(each.item)
        if any(name in normalised(each.anchor) for name in names)
    ]
    is_chain = len({each.item for each in found}) >= POINTED_AT
    return grouped(FindingKind.DEFINITION_IN_TEXT, [_case(each, places) for each in found] if is_chain else [])


def form_of(anchor: str) -> str:
    """A pointer's form: its words without brackets and numerals; of a dotted number all but the last part too.

    A number by itself stands raised behind a word: it is the mark of a note.
    """
    words = normalised(anchor)
    if words.isdecimal():
        return RAISED
    head = "".join(sign for sign in words if is_numeral(sign)).rpartition(".")[0]
    return "".join(sign for sign in words if sign.isalpha() and not is_numeral(sign)) + head


def _value(text: str) -> str:
    return numbered(text)[1]


def _case(each: Reference, places: SourcePlaces) -> Case:
    first, *others = places.printed(each.start, each.end) or (None,)
    return Case(say("convert.pointer", source=each.source, anchor=each.anchor), first, tuple(filter(None, others)))
