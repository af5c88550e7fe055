"""What a reader of an original without pages makes of it: passages in order, and what it leaves out with its reason."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from insurance_desktop.domain.conversion import BlockKind, Emphasis
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.kinds import ExclusionReason

LOST = "unaccounted"
"""Words that a reader met and can say nothing of: a fault, and reported as one."""
INVISIBLE = frozenset(
    map(chr, (0xAD, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065)))
) | frozenset(map(chr, range(0x2066, 0x206A)))
"""Signs that show nothing, or turn the order of those that do."""


@entity
class Words:
    """A stretch of the original's text as it stands there.

    `reason` is why it is left out ("" = it is not). What `is_made` the original shows but does not hold: the number of
    a list that whoever opens it counts. `link` is where the words lead.
    """

    text: str
    emphasis: tuple[Emphasis, ...] = ()
    reason: str = ""
    is_made: bool = False
    link: str = ""

    @property
    def is_kept(self) -> bool:
        return not self.reason


@entity
class Cell:
    """A cell of a table; its text stands once, however many rows and columns it spans."""

    words: tuple[Words, ...]
    row_span: int = 1
    column_span: int = 1

    @property
    def text(self) -> str:
        """The words that are kept, as one line."""
        return " ".join("".join(each.text for each in self.words if each.is_kept).split())


@entity
class Passage:
    """A heading (`level` from 1), a paragraph, an item of a list or a table; None for what is left out between them.

    `anchor` is what a link to the place names, as the original has it or as programs that show it make it; `priority`
    what the original says of how much it counts.
    """

    kind: BlockKind | None
    words: tuple[Words, ...] = ()
    level: int = 0
    anchor: str = ""
    rows: tuple[tuple[Cell, ...], ...] = ()
    header_rows: int = 1
    priority: str = ""

    @property
    def text(self) -> str:
        """The words that are kept."""
        return "".join(each.text for each in self.words if each.is_kept)

    @property
    def stream(self) -> Iterator[Words]:
        """All words of it in the order of the original."""
        yield from self.words
        for row in self.rows:
            for cell in row:
                yield from cell.words


@entity
class FlowReading:
    """The passages of an original, and the signs that a second reader finds in it, in order.

    `pictures` is how many pictures the original shows, whose words nobody reads; `title` its name beside its text.
    `revisions` are changes that nobody has accepted or refused. A selection of passages of a book need not count on;
    `priorities` are the words with which it says how much they count.
    """

    passages: tuple[Passage, ...]
    signs_again: str
    pictures: int = 0
    title: str = ""
    revisions: int = 0
    is_selection: bool = False
    priorities: tuple[str, ...] = ()


def signs_of(text: str) -> str:
    """The signs of a text: what is no white space."""
    return "".join(text.split())


def signs_in(passages: Iterable[Passage]) -> str:
    """All signs that the original holds, as its passages have them."""
    return signs_of("".join(each.text for passage in passages for each in passage.stream if not each.is_made))


def visible(words: Sequence[Words]) -> tuple[Words, ...]:
    """The words with those of their signs left out that nobody sees."""
    found: list[Words] = []
    for each in words:
        if each.reason or INVISIBLE.isdisjoint(each.text):
            found.append(each)
            continue
        for is_hidden, signs in groupby(each.text, INVISIBLE.__contains__):
            reason = ExclusionReason.HIDDEN if is_hidden else ""
            found.append(replace(each, text="".join(signs), reason=reason))
    return tuple(found)


def parted(words: Sequence[Words], at: int) -> tuple[tuple[Words, ...], tuple[Words, ...]]:
    """The words before and from character `at` of the kept ones on."""
    before: list[Words] = []
    for number, each in enumerate(words):
        length = len(each.text) if each.is_kept else 0
        if at < length:
            head = (replace(each, text=each.text[:at]),) if at else ()
            return (*before, *head), (replace(each, text=each.text[at:]), *words[number + 1 :])
        before.append(each)
        at -= length
    return tuple(before), ()
