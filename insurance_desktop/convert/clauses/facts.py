"""What page 1 prints about the document itself: product, company, kind of document, filing number."""

import re
from collections.abc import Sequence

from insurance_desktop.domain.conversion import Block, PrintedFacts
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.pack import DomainPack

from ..reading.pages import LeftOut
from ..reading.runs import spaced

FIRST_BLOCKS = 40


def read_facts(blocks: Sequence[Block], left_out: Sequence[LeftOut], pack: DomainPack) -> PrintedFacts:
    """The facts that the title, the running header or the first lines state; None for what they do not."""
    title = next((block.text for block in blocks if block.level == 1), "")
    headers = [_words(each) for each in left_out if each.reason == ExclusionReason.PAGE_HEADER and each.page <= 2]
    first = [block.text for block in blocks[:FIRST_BLOCKS] if not block.boxes or block.boxes[0].page <= 2]
    lines = [title, *headers, *first]
    company = _company([*headers, title, *first], pack)
    return PrintedFacts(
        product_name=_product([*headers, title], company, pack),
        product_code=_first_match(pack.code_phrases, lines),
        company=company,
        document_type=_document_type(lines, pack),
        filing_number=_first_match(pack.filing_phrases, lines),
    )


def _words(left: LeftOut) -> str:
    """The line with its gaps: product and company stand at either end of a header."""
    return "".join(text for text, _ in spaced(left.glyphs))


def _company(lines: Sequence[str], pack: DomainPack) -> str | None:
    """A company of the pack, else a name that stands by itself, else one inside a line."""
    for line in lines:
        plain = normalised(line)
        for issuer in pack.issuers:
            if issuer.name in plain:
                return issuer.name
    pieces = [piece for line in lines for piece in line.split()]
    alone = [f"^(?:{phrase})$" for phrase in pack.company_phrases]
    return _first_match(alone, pieces) or _first_match(pack.company_phrases, pieces)


def _document_type(lines: Sequence[str], pack: DomainPack) -> str | None:
    """The form whose words stand in the earliest line: the title says it better than the text."""
    for line in lines:
        plain = normalised(line)
        for form in pack.document_forms:
            if any(word in plain for word in form.words):
                return form.document_type
    return None


def _product(lines: Sequence[str], company: str | None, pack: DomainPack) -> str | None:
    """The title or header without company and kind of document."""
    for line in lines:
        name = "".join(line.split())
        if company:
            name = name.replace(company, "")
        for ending in pack.name_endings:
            if name.endswith(ending) and len(name) > len(ending):
                return name[: -len(ending)]
    return None


def _first_match(patterns: Sequence[str], lines: Sequence[str]) -> str | None:
    for line in lines:
        for pattern in patterns:
            match = re.search(pattern, line)
            if match:
                return "".join((match.group(1) if match.lastindex else match.group()).split())
    return None
