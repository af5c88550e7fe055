"""Sections that were left lying in the text: chains of titled items, and definitions without a section of their own."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from insurance_desktop.domain.conversion import Block, BlockKind, Finding
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.packs.wording import say

from ...structure.typeface import STRONG
from ..findings import Case, grouped, shown
from .chains import Counted, counted
from .evidence import Evidence, Node, is_titled, marked

LONGEST_TITLE = 30
SHORTEST_TEXT = 20
"""Signs below a title that are a text of its own."""
COLON = "\uff1a"
TERM = 12
"""Signs of a term before its colon."""
RUN_IN = 5
"""So many items in a row that begin with a term and a colon are an explained list; a few may only be emphasised."""
TITLED = 2
"""So many titles that count on, each above a text of its own, are sections."""
TERMS = 3
"""So many explained terms of one section of definitions are definitions."""


def check_left_chains(evidence: Evidence) -> list[Finding]:
    """Items that count on, each a title above a text of its own or before a colon, which are no sections."""
    cases = [
        case
        for node in evidence.nodes
        for case in (*_titled_items(evidence, node), *(_run_in_items(evidence, node) if node.level > 1 else ()))
    ]
    return grouped(FindingKind.CHAIN_LEFT, cases)


def _titled_items(evidence: Evidence, node: Node) -> Iterator[Case]:
    """The first of each chain of such items."""
    open_chains: dict[tuple[str, str], list[tuple[Counted, Block]]] = {}
    for block, after in pairwise((*node.body, None)):
        mark, words = marked(block, evidence.pack) if block else ("", "")
        here = counted(mark) if mark else None
        if block is None or here is None or not is_titled(words, LONGEST_TITLE) or not _explains(evidence, after):
            continue
        chain = open_chains.setdefault(here.form, [])
        if chain and here.value != chain[-1][0].value + 1:
            yield from _told(chain)
            chain.clear()
        chain.append((here, block))
    for chain in open_chains.values():
        yield from _told(chain)


def _run_in_items(evidence: Evidence, node: Node) -> Iterator[Case]:
    """The first of each chain of items that all begin with a term and a colon, and count from one."""
    chain: list[tuple[Counted, Block]] = []
    for block in (*node.texts, None):
        mark, words = marked(block, evidence.pack) if block else ("", "")
        here = counted(mark) if mark and _has_term(words) else None
        goes_on = here and chain and here == Counted(chain[-1][0].form, chain[-1][0].value + 1)
        if not goes_on:
            if len(chain) >= RUN_IN:
                yield from _told(chain)
            chain = []
        if block and here and (goes_on or here.value == 1):
            chain.append((here, block))


def _has_term(words: str) -> bool:
    """Whether words begin with a short term before a colon, and explain it."""
    term, colon, rest = words.replace(":", COLON).partition(COLON)
    return bool(colon) and is_titled(term, TERM) and len(rest) >= SHORTEST_TEXT


def _told(chain: Sequence[tuple[Counted, Block]]) -> Iterator[Case]:
    if len(chain) >= TITLED:
        first = chain[0][1]
        values = {"first": shown(first.text), "last": shown(chain[-1][1].text), "count": len(chain)}
        yield Case(say("convert.left_chain", **values), first.boxes[0] if first.boxes else None)


def _explains(evidence: Evidence, after: Block | None) -> bool:
    """Whether a text without a mark follows."""
    if after is None or after.kind is not BlockKind.PARAGRAPH or marked(after, evidence.pack)[0]:
        return False
    return len(after.text) >= SHORTEST_TEXT


def check_left_definitions(evidence: Evidence) -> list[Finding]:
    """Sections of definitions whose terms, counted or bold, stand in its text instead of below it."""
    titles = {normalised(title) for title in evidence.pack.definition_titles}
    cases: list[Case] = []
    for node in evidence.nodes:
        if normalised(node.title).strip(":\uff1a") in titles:
            terms = [block for block in node.texts if _is_term(evidence, block)]
            if len(terms) >= TERMS:
                first = terms[0]
                said = say("convert.left_terms", title=shown(node.name), count=len(terms), first=shown(first.text))
                cases.append(Case(said, first.boxes[0] if first.boxes else None))
    return grouped(FindingKind.DEFINITIONS_LEFT, cases)


def _is_term(evidence: Evidence, block: Block) -> bool:
    """Whether the paragraph opens with a count, or with a bold term before plain words."""
    mark, words = marked(block, evidence.pack)
    if mark and counted(mark) is not None:
        return bool(words)
    spans = evidence.spans.get(block.index, ())
    if len(spans) < 2 or STRONG.isdisjoint(spans[0].emphasis):
        return False
    return len(evidence.words(spans[0])) <= LONGEST_TITLE and STRONG.isdisjoint(spans[-1].emphasis)
