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
FIRST_LINES = 8
"""So many lines may say what a document is that no title names."""
LONGEST_NAME = 48
"""Signs of a line that names a document: company, product and version together."""
LONG_WORD = 4
"""Signs: shorter words for documents stand in any text."""
STOPS = frozenset("\u3002\uff1b;\uff0c")
OPENED, CLOSED = "(\uff08\u3010\uff3b[\u3014", ")\uff09\u3011\uff3d]\u3015"


def read_facts(blocks: Sequence[Block], left_out: Sequence[LeftOut], pack: DomainPack) -> PrintedFacts:
    """The facts that the title, the running header or the first lines state; None for what they do not."""
    title = next((block.text for block in blocks if block.level == 1), "")
    headers = [_words(each) for each in left_out if each.reason == ExclusionReason.PAGE_HEADER and each.page <= 2]
    first = [block.text for block in blocks[:FIRST_BLOCKS] if not block.boxes or block.boxes[0].page <= 2]
    titles = [*title.split(), title]  # the rows of a title: company, product, number
    lines = [*titles, *headers, *first]
    company = _company([*headers, title, *first], pack)
    return PrintedFacts(
        product_name=_product([*headers, title, *titles], company, pack)
        or _named_product(titles, first[:FIRST_LINES], pack),
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
    """The form that a line names which is a title itself; else the one whose words the first lines have.

    That a text speaks of clauses or of rates makes it none: such words count in titles alone, contracts at their end.
    """
    titles = [each for each in lines if each and _is_name(each)]
    for line in titles:
        plain = _without_brackets(normalised(line))
        for form in pack.document_forms:
            is_contract = form.document_type in pack.contract_types
            if any(plain.endswith(word) if is_contract else word in plain for word in form.words):
                return form.document_type
    for line in lines[:FIRST_LINES]:
        plain = normalised(line)
        for form in pack.document_forms:
            if form.document_type not in pack.contract_types and any(
                word in plain for word in form.words if len(word) >= LONG_WORD
            ):
                return form.document_type
    return None


def _is_name(line: str) -> bool:
    """Whether a line may name a document: short, and no sentence."""
    return len("".join(line.split())) <= LONGEST_NAME and STOPS.isdisjoint(line)


def _without_brackets(words: str) -> str:
    """The words without what stands in brackets at their end: a version, a number."""
    while words[-1:] in CLOSED:
        start = max(words.rfind(sign) for sign in OPENED)
        if start <= 0:
            break
        words = words[:start]
    return words


def _product(lines: Sequence[str], company: str | None, pack: DomainPack) -> str | None:
    """The title or header without company and kind of document; a version in brackets behind it belongs to the name."""
    for line in lines:
        name = "".join(line.split())
        for words in filter(None, (company, *_companies(name, pack))):
            name = name.replace(words, "")
        bare = _without_brackets(name)
        rest = name[len(bare) :]
        for ending in pack.name_endings:
            if bare.endswith(ending) and len(bare) > len(ending):
                is_number = any(re.search(phrase, rest) for phrase in pack.filing_phrases)
                return bare[: -len(ending)] + ("" if is_number else rest)
    return None


def _named_product(titles: Sequence[str], lines: Sequence[str], pack: DomainPack) -> str | None:
    """A line of the title that ends as products do, whatever kind of document it heads; else a first line that does."""
    for line in titles:
        bare = _without_brackets("".join(line.split()))
        if any(bare.endswith(ending) for ending in pack.product_endings) and not _companies(bare, pack):
            return "".join(line.split())
    for line in filter(_is_name, lines):
        name = _product([line], None, pack)
        if name and any(_without_brackets(name).endswith(ending) for ending in pack.product_endings):
            return name
    return None


def _companies(name: str, pack: DomainPack) -> list[str]:
    """The names of companies that a title begins with."""
    found = (re.match(phrase, name) for phrase in pack.company_phrases)
    return [match.group() for match in found if match]


def _first_match(patterns: Sequence[str], lines: Sequence[str]) -> str | None:
    for line in lines:
        for pattern in patterns:
            match = re.search(pattern, line)
            if match:
                return "".join((match.group(1) if match.lastindex else match.group()).split())
    return None
