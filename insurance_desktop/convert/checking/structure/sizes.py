"""Sections that hold too much: a third of the text, definitions below a title that refuses; and no section at all."""

import re
from collections.abc import Iterator

from insurance_desktop.domain.conversion import Block, BlockKind, Finding
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.wording import say

from ...compiled import per_pack
from ..findings import Case, grouped, quoted, shown
from .evidence import Evidence, Node, is_titled, marked

SHARE = 1 / 3
"""Of the text of a document, tables apart: more in one section is more than one section."""
LONG_ENOUGH = 3000
"""Signs of text; a shorter document may say most of what it says in one place."""
PAGES = 3
"""Pages of a document that has more to say than one section."""
SEVERAL = 2
"""Pages on which sections are expected."""
TITLE_LINES = 4
"""So many bold or counted lines would be headings in a document that shows no other."""
LABEL = re.compile(r"[\u4e00-\u9fff]{2,6}[\uff1a:](?!\s*_)")
"""A label at the begin of a paragraph; a line to be filled in makes it a field of a form."""
LABELS = 3
"""So many paragraphs that begin with a label are sections that nothing else sets off."""
LONGEST_TITLE = 24
DEFINITIONS = 3
"""So many paragraphs of one section that begin as definitions do are definitions."""
LONG_EXCLUSION = 600
"""Signs; exclusions of that length say somewhere that they refuse."""


def check_sizes(evidence: Evidence) -> list[Finding]:
    """Sections with more than a third of all text."""
    sizes = [_length(node) for node in evidence.nodes]
    whole = sum(sizes)
    if whole < LONG_ENOUGH or evidence.pages < PAGES:
        return []
    cases = [
        Case(say("convert.large", title=shown(node.name), percent=round(100 * size / whole)), node.box)
        for node, size in zip(evidence.nodes, sizes, strict=True)
        if node.heading and size > SHARE * whole
    ]
    return grouped(FindingKind.SECTION_TOO_LARGE, cases)


def _length(node: Node) -> int:
    return sum(len(block.text) for block in node.texts)


def check_headless(evidence: Evidence) -> list[Finding]:
    """A document that has lines like headings, or on a single page labels before a colon, and no section."""
    if any(node.level > 1 for node in evidence.nodes) or _is_of_tables(evidence):
        return []
    blocks = [block for node in evidence.nodes for block in node.texts]
    lines = [block for block in blocks if _is_like_title(evidence, block)] if evidence.pages >= SEVERAL else []
    labels = [block for block in blocks if LABEL.match(block.text)]
    found = lines if len(lines) >= TITLE_LINES else labels if len(labels) >= LABELS else []
    cases = [Case(quoted(block.text), next(iter(block.boxes), None)) for block in found]
    return grouped(FindingKind.STRUCTURE_NOT_FOUND, cases)


def _is_of_tables(evidence: Evidence) -> bool:
    """Whether tables hold more than the text around them."""
    tables = sum(len(block.text) for block in evidence.blocks if block.kind is BlockKind.TABLE)
    return tables > sum(_length(node) for node in evidence.nodes)


def _is_like_title(evidence: Evidence, block: Block) -> bool:
    mark, _ = marked(block, evidence.pack)
    return bool(mark) or (is_titled(block.text, LONGEST_TITLE) and evidence.is_strong(block))


def check_exclusions_of_cover(evidence: Evidence) -> list[Finding]:
    """Titles that refuse, above a text that refuses nothing, or that defines one thing after the other."""
    refusal = _refusal(evidence.pack)
    if refusal is None:
        return []
    cases = [
        Case(quoted(node.name), node.box)
        for node in evidence.nodes
        if _refuses(node.title, evidence.pack, refusal) and any(_signs(node, evidence.pack, refusal))
    ]
    return grouped(FindingKind.EXCLUSION_IN_DOUBT, cases)


def _signs(node: Node, pack: DomainPack, refusal: re.Pattern[str]) -> Iterator[bool]:
    """What tells that a section below a refusing title is none."""
    yield sum(normalised(block.text).startswith(pack.explaining_words) for block in node.texts) >= DEFINITIONS
    yield _length(node) >= LONG_EXCLUSION and not any(refusal.search(block.text) for block in node.texts)


def _refuses(title: str, pack: DomainPack, refusal: re.Pattern[str]) -> bool:
    words = normalised(title)
    category = pack.category(pack.exclusion_category)
    return bool(words) and (
        any(known in words for known in (category.titles if category else ())) or refusal.search(words) is not None
    )


@per_pack
def _refusal(pack: DomainPack) -> re.Pattern[str] | None:
    return re.compile("|".join(f"(?:{each})" for each in pack.exclusion_phrases)) if pack.exclusion_phrases else None
