"""All checks of the structure, in the order in which a reviewer should see what they find."""

from collections.abc import Sequence

from insurance_desktop.domain.conversion import Finding, Reference
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import Severity

from ...structure.contents import Entry
from ...text.markdown import Text
from .chains import check_counting, check_intruders
from .evidence import gather, is_latin
from .leftovers import check_left_chains, check_left_definitions
from .paragraphs import check_cut_paragraphs, check_loose_labels
from .pointers import check_pointed_items, check_pointers
from .sizes import check_exclusions_of_cover, check_headless, check_sizes
from .titles import check_cut_titles, check_lost_titles, check_open_titles, check_title_pieces


def check_structure(
    written: Text, references: Sequence[Reference], entries: Sequence[Entry], pages: int, pack: DomainPack
) -> list[Finding]:
    """What speaks against the structure of a document; legal texts in Latin letters count in other ways."""
    evidence = gather(written, references, entries, pages, pack)
    found = check_pointers(evidence, written.source_map)
    if is_latin(written.blocks):
        return [*check_counting(evidence, Severity.WARNING), *found]
    return [
        *check_headless(evidence),
        *check_cut_titles(evidence),
        *check_open_titles(evidence),
        *check_title_pieces(evidence),
        *check_lost_titles(evidence),
        *check_counting(evidence),
        *check_intruders(evidence),
        *check_loose_labels(evidence),
        *check_cut_paragraphs(evidence),
        *check_left_chains(evidence),
        *check_left_definitions(evidence),
        *check_sizes(evidence),
        *check_exclusions_of_cover(evidence),
        *check_pointed_items(evidence, written.source_map),
        *found,
    ]
