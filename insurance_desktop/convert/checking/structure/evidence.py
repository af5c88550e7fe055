"""What the checks of the structure look at: the sections as a tree of blocks, with their own text and places."""

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from insurance_desktop.domain.conversion import Block, BlockKind, Reference, SourceSpan
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ...headings import item_mark
from ...structure.contents import Entry
from ...structure.typeface import STRONG
from ...text.markdown import Text

TEXT = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
LATIN = 0.5
"""A text with more than this share of Latin letters is not numbered as Chinese documents are."""
CLOSING = frozenset(".!?;:\u2026\u3002\uff01\uff1f\uff1b\uff1a)\uff09]\uff3d\u3011\u300d\u300f\u300b\u201d\u2019\"'")
"""What a whole paragraph ends with."""
OPEN_ENDS = frozenset(",\uff0c\u3001(\uff08[\u3010\u300a\u201c")
"""No unit of a text ends with these."""


@entity
class Node:
    """One section: its heading (None for what stands before the first), and the blocks of its own below it.

    `parent` is the place of the section above among all sections.
    """

    place: int
    heading: Block | None
    parent: int | None
    body: tuple[Block, ...]

    @property
    def number(self) -> str:
        return self.heading.number if self.heading else ""

    @property
    def level(self) -> int:
        return self.heading.level if self.heading else 0

    @property
    def title(self) -> str:
        """The words of the heading without its number."""
        text = self.heading.text.strip() if self.heading else ""
        return text.removeprefix(self.number).lstrip(" \t.:\uff1a\uff0e\u3001\u3000")

    @property
    def name(self) -> str:
        """The heading as it is quoted."""
        return " ".join(self.heading.text.split()) if self.heading else ""

    @property
    def box(self) -> Box | None:
        """Where the heading stands, else where the text begins."""
        first = self.heading or next(iter(self.body), None)
        return first.boxes[0] if first and first.boxes else None

    @property
    def texts(self) -> tuple[Block, ...]:
        """Its own paragraphs and items, without tables and notes."""
        return tuple(block for block in self.body if block.kind in TEXT)


@entity
class Evidence:
    """All that is judged. `spans` are the pieces of a block's text by the block's index, in order."""

    blocks: tuple[Block, ...]
    nodes: tuple[Node, ...]
    spans: Mapping[int, tuple[SourceSpan, ...]]
    markdown: str
    entries: tuple[Entry, ...]
    references: tuple[Reference, ...]
    pages: int
    pack: DomainPack

    @property
    def sections(self) -> tuple[Node, ...]:
        """The sections proper: without what stands before the first one, below the name alone, or in a guide."""
        return tuple(node for node in self.nodes if node.level > 1 and not self.is_guide(node))

    def is_guide(self, node: Node) -> bool:
        """Whether the section only guides the reader."""
        return comparable(node.title) in self.pack.guide_titles

    def is_strong(self, block: Block) -> bool:
        """Whether all words of the block are printed heavier; figures may come from a face without a bold cut."""
        spans = [span for span in self.spans.get(block.index, ()) if self.words(span)]
        worded = [span for span in spans if not self.words(span).isascii()] or spans
        return bool(worded) and all(not STRONG.isdisjoint(span.emphasis) for span in worded)

    def words(self, span: SourceSpan) -> str:
        return self.markdown[span.start : span.end].strip()


def gather(
    written: Text, references: Sequence[Reference], entries: Sequence[Entry], pages: int, pack: DomainPack
) -> Evidence:
    """What is known of a converted document, in the form in which its structure is judged."""
    by_block = groupby(sorted(written.source_map, key=attrgetter("block", "start")), key=attrgetter("block"))
    return Evidence(
        written.blocks,
        _nodes(written.blocks),
        {block: tuple(spans) for block, spans in by_block},
        written.markdown,
        tuple(entries),
        tuple(references),
        pages,
        pack,
    )


def _nodes(blocks: Sequence[Block]) -> tuple[Node, ...]:
    """The sections in order; a heading stands below the last one of a smaller level."""
    open_nodes: list[tuple[int, int]] = []
    gathered: list[tuple[Block | None, int | None, list[Block]]] = [(None, None, [])]
    for block in blocks:
        if block.kind is not BlockKind.HEADING:
            gathered[-1][2].append(block)
            continue
        while open_nodes and open_nodes[-1][0] >= block.level:
            open_nodes.pop()
        gathered.append((block, open_nodes[-1][1] if open_nodes else None, []))
        open_nodes.append((block.level, len(gathered) - 1))
    return tuple(Node(place, head, parent, tuple(body)) for place, (head, parent, body) in enumerate(gathered))


def is_latin(blocks: Sequence[Block]) -> bool:
    """Whether most letters of the text are Latin ones."""
    letters = "".join(filter(str.isalpha, "".join(block.text for block in blocks)))
    return bool(letters) and sum(map(str.isascii, letters)) > LATIN * len(letters)


def comparable(text: str) -> str:
    """Words as they are compared: without white space and the punctuation at their ends, in one width."""
    return normalised(text).casefold().strip(":\uff1a.\u3002")


def ends_open(text: str) -> bool:
    """Whether the text stops where no sentence and no title does: at a letter, a comma or an opening bracket."""
    last = text.rstrip()[-1:]
    return last in OPEN_ENDS or (last not in CLOSING and unicodedata.category(last or ".")[0] == "L")


def is_titled(text: str, longest: int) -> bool:
    """Whether words are short and without the punctuation of a sentence."""
    words = normalised(text)
    return 0 < len(words) <= longest and not any(sign in "\u3002\uff1b;\uff0c," for sign in words)


def marked(block: Block, pack: DomainPack) -> tuple[str, str]:
    """The mark that opens an item and its words; no mark where it is none."""
    mark = item_mark(block.text, pack) or ""
    return mark, block.text.lstrip()[len(mark) :].strip()
