"""What a document prints about itself: product, company, kind of document, filing number. Pure."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from insurance_desktop.domain.conversion import Block, PrintedFacts
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.pack import BOOKS, DomainPack

from ..reading.pages import LeftOut
from ..reading.runs import spaced
from ..structure.bound_texts import FURTHER_TITLE
from .document_kinds import NamedLine, kind_of
from .document_names import (
    is_same,
    key_of,
    may_be_company,
    product_within,
    quoted_products,
    read_title,
    without_editions,
)
from .first_page import FirstPage, HeadLine, head_of, titles_of

FIRST_BLOCKS = 40
"""So many blocks may say it."""
LEAST_PLAN = 3
"""So many signs stand before the edition of a plan."""
FIRST_PAGES = 2
"""What a document is stands on its cover or on the page after it."""
TITLE_PAGES = 4
"""A cover, a guide and the contents may stand before the title."""
FIRST_ROWS = 3
"""A title that stands in a frame is in one of its first rows."""


@entity
class _Lines:
    """The lines that may say what the document is: of its head, of titles found later and of headers, of its text."""

    head: tuple[NamedLine, ...]
    titles: tuple[NamedLine, ...]
    cells: tuple[NamedLine, ...]
    first: tuple[str, ...]
    texts: tuple[str, ...]
    bound: tuple[str, ...]

    @property
    def in_order(self) -> list[str]:
        return [*(each.line.text for each in (*self.head, *self.titles, *self.cells)), *self.first]


def read_facts(page: FirstPage, blocks: Sequence[Block], left_out: Sequence[LeftOut], pack: DomainPack) -> PrintedFacts:
    """The facts that the head of the first page, the running header or the text state; None for what they do not."""
    lines = _lines(page, blocks, left_out, pack)
    document_type = kind_of(lines.head, (*lines.titles, *lines.cells), lines.first, _cells(page), pack)
    is_contract = document_type in pack.contract_types
    products: tuple[str, ...] = ()
    if document_type not in pack.general_types:
        products = (
            _contract_products(lines, pack)
            if is_contract
            else _spoken_of(lines, pack, has_type=document_type is not None)
        )
    if not products and pack.work_kind == BOOKS:  # called by the title that it prints, whatever words are in it
        products = tuple(_own_titles(blocks)[:1])
    filing_number = _own_number(lines, pack) if is_contract else _only_match(lines.texts, pack)
    return PrintedFacts(
        product_name=products[0] if len(products) == 1 else None,
        product_code=_first_match(pack.code_phrases, lines.in_order),
        company=_company(lines.in_order, pack) or _filing_company(filing_number, pack),
        document_type=document_type,
        filing_number=filing_number,
        products=products if len(products) > 1 else (),
    )


def _own_titles(blocks: Sequence[Block]) -> list[str]:
    return [
        block.text
        for block in blocks
        if block.level == 1 and block.rule != FURTHER_TITLE and all(box.page <= TITLE_PAGES for box in block.boxes)
    ]


def _lines(page: FirstPage, blocks: Sequence[Block], left_out: Sequence[LeftOut], pack: DomainPack) -> _Lines:
    whole = [_words(each) for each in left_out if each.reason == ExclusionReason.PAGE_HEADER and each.page <= 2]
    headers = [*whole, *chain.from_iterable(header.split() for header in whole)]
    own = _own_titles(blocks)
    return _Lines(
        head=_head(page, pack),
        titles=_named([HeadLine(words, is_heavy=True) for words in (*own, *headers)], pack),
        cells=_named([HeadLine(cell) for cell in _framed(page)], pack),
        first=tuple(
            block.text for block in blocks[:FIRST_BLOCKS] if not block.boxes or block.boxes[0].page <= FIRST_PAGES
        ),
        texts=tuple(block.text for block in blocks),
        bound=tuple(block.text for block in blocks if block.rule == FURTHER_TITLE),
    )


def _head(page: FirstPage, pack: DomainPack) -> tuple[NamedLine, ...]:
    """The titles of the head; where several lines that were taken for one say nothing, each of them by itself."""
    single = head_of(page)
    joined = _named(titles_of(single, pack), pack)
    silent = [each.line for each in joined if not each.title.product and each.title.document_type is None]
    parts = _named([line for line in single if any(line.text in each.text for each in silent)], pack)
    said = {each.line.text for each in joined}
    return (*joined, *(each for each in parts if each.line.text not in said))


def _framed(page: FirstPage) -> list[str]:
    """The cells of what is framed at the top of the page: a title may stand beside the code to be scanned."""
    top = min((row.y for row in page.rows), default=0.0)
    tables = [each for each in page.tables[:1] if not page.rows or (each.boxes and each.boxes[0].y0 < top)]
    rows = [row for table in tables for row in (table.headers, *table.rows[:FIRST_ROWS])]
    return [cell for cell in chain.from_iterable(rows) if cell]


def _cells(page: FirstPage) -> list[str]:
    rows = [row for table in page.tables for row in (table.headers, *table.rows)]
    return [cell for cell in chain.from_iterable(rows) if cell]


def _named(lines: Iterable[HeadLine], pack: DomainPack) -> tuple[NamedLine, ...]:
    return tuple(NamedLine(line, read_title(line.text, pack)) for line in lines)


def _words(left: LeftOut) -> str:
    """The line with its gaps: product and company stand at either end of a header."""
    return "".join(text for text, _ in spaced(left.glyphs))


def _contract_products(lines: _Lines, pack: DomainPack) -> tuple[str, ...]:
    """The product of a contract, and those of the other contracts bound with it."""
    title = _title(lines, pack)
    bound = [read_title(words, pack).product for words in lines.bound]
    return _distinct([title, *bound], pack) if title else _labelled(lines.first, pack)


def _spoken_of(lines: _Lines, pack: DomainPack, *, has_type: bool) -> tuple[str, ...]:
    """The product that another document tells of by its title, a label, or the one contract that it names.

    A title that is one of several contracts in the text does not say that the others are not meant.
    """
    quoted = _distinct(quoted_products(lines.texts, pack), pack)
    title = _title(lines, pack) or _plan(lines, pack, has_type=has_type, is_alone=len(quoted) < 2)
    if title and not (len(quoted) > 1 and any(is_same(title, each, pack) for each in quoted)):
        return (title,)
    return quoted if len(quoted) > 1 else _labelled(lines.texts, pack) or quoted


def _title(lines: _Lines, pack: DomainPack) -> str:
    """The name in the largest title; a header or a further title may have it with more before it."""
    found = [each for each in (*lines.head, *lines.titles, *lines.cells) if _may_name(each, pack)]
    if not found:
        return ""
    best = min(found, key=_rank).title.product
    longer = [each.title.product for each in found if each.title.document_type is not None]
    return max((each for each in longer if key_of(each).endswith(key_of(best))), key=len, default=best)


def _plan(lines: _Lines, pack: DomainPack, *, has_type: bool, is_alone: bool) -> str:
    """The first large title, where it begins with a product or names a plan: by an edition, or as the text does, unless
    that names the contracts which the plan is made of."""
    first = next((each.line for each in lines.head if each.line.is_large and each.line.is_centred), None)
    if first is None or read_title(first.text, pack).document_type is not None:
        return ""
    words = "".join(first.text.split())
    bare, editions = without_editions(words, pack)
    within = product_within(bare, pack)
    if within or not has_type:
        return within
    is_quoted = is_alone and any(f"\u300a{words}\u300b" in "".join(text.split()) for text in lines.texts)
    return words if is_quoted or (editions and len(bare) >= LEAST_PLAN) else ""


def _may_name(named: NamedLine, pack: DomainPack) -> bool:
    """Whether the line names a product: with the kind of document behind it, else as a title by its print."""
    if not named.title.product or named.title.document_type is not None:
        return bool(named.title.product)
    return named.line.stands_out and not may_be_company(named.title.product, pack)


def _rank(named: NamedLine) -> tuple[bool, bool, float, float]:
    return not named.line.is_large, named.title.document_type is None, -named.line.size, named.line.y


def _labelled(texts: Iterable[str], pack: DomainPack) -> tuple[str, ...]:
    """The names that a label says to be the product's; of the first label that has any."""
    known = list(texts)
    for phrase in pack.labelled_names:
        words = [match.group(1) for text in known for match in re.finditer(phrase, text)]
        found = _distinct((read_title(each, pack).product for each in words), pack)
        if found:
            return found
    return ()


def _distinct(products: Iterable[str], pack: DomainPack) -> tuple[str, ...]:
    """Each product once, as first printed in full."""
    found: list[str] = []
    for product in filter(None, products):
        place = next((place for place, each in enumerate(found) if is_same(each, product, pack)), None)
        if place is None:
            found.append(product)
        elif len(key_of(product)) > len(key_of(found[place])):
            found[place] = product
    return tuple(found)


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


def _filing_company(number: str | None, pack: DomainPack) -> str | None:
    """The company of the pack whose short name a filing number begins with."""
    begins = normalised(number or "")
    named = [(len(name), each.name) for each in pack.issuers for name in each.aliases if begins.startswith(name)]
    return max(named)[1] if named else None


def _own_number(lines: _Lines, pack: DomainPack) -> str | None:
    """The number above the text, of several forms the first in the pack; else the first number in the text."""
    named = [each.line.text for each in (*lines.head, *lines.titles, *lines.cells)]
    above = (_first_match([form], named) for form in pack.filing_phrases)
    return next(filter(None, above), None) or _first_match(pack.filing_phrases, lines.first)


def _first_match(patterns: Sequence[str], lines: Sequence[str]) -> str | None:
    for line in lines:
        for pattern in patterns:
            match = re.search(pattern, line)
            if match:
                return _bare(match)
    return None


def _only_match(texts: Sequence[str], pack: DomainPack) -> str | None:
    """The number of the first form that the text has, if it is one: several are those of several products."""
    for pattern in pack.filing_phrases:
        found = {_bare(match) for text in texts for match in re.finditer(pattern, text)}
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def _bare(match: re.Match[str]) -> str:
    return "".join((match.group(1) if match.lastindex else match.group()).split())
