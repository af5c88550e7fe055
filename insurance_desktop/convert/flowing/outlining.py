"""Which passages are headings, and of which level: those that the original marks, and lines that count like some."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from insurance_desktop.domain.conversion import BlockKind
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack

from ..headings import ARTICLES, UNITS, HeadingParts, follows, read_heading
from .passages import Passage, parted

TEXT = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
DEEPEST = 6
LONGEST_TITLE = 40
"""Signs of a line that may be a title."""
STOPS = frozenset("\u3002\uff1b;\uff1f?!\uff01")
"""No title has them."""
RANKS = {name: rank for rank, name in enumerate(UNITS)} | dict.fromkeys(ARTICLES, len(UNITS))
"""Units of a text from the widest to articles; dotted numbers count below them."""


@entity
class _Open:
    """A heading under which what follows stands; without a rank where its words have no form."""

    level: int
    rank: int | None


def outlined(passages: Sequence[Passage], pack: DomainPack) -> tuple[Passage, ...]:
    """The passages with one title at the most of level 1 at their head, and with lines that count as headings.

    The original's own headings stay what they are; all go one level down where the first of them is no title.
    """
    found = [*_promoted(_with_title(passages, pack), pack)]
    deepest: dict[int, int] = {}
    for passage, rank in found:
        if rank is not None:
            deepest[rank] = max(passage.level, deepest.get(rank, 0))
    return tuple(passage if rank is None else replace(passage, level=deepest[rank]) for passage, rank in found)


def _with_title(passages: Sequence[Passage], pack: DomainPack) -> tuple[Passage, ...]:
    """A title is the one heading of the widest level, stands first and counts nothing."""
    headings = [each for each in passages if each.kind is BlockKind.HEADING]
    widest = min((each.level for each in headings), default=1)
    at_top = [each for each in headings if each.level == widest]
    has_title = len(at_top) == 1 and headings[0] is at_top[0] and not _counts(at_top[0], pack)
    shift = (1 if has_title else 2) - widest
    return tuple(
        replace(each, level=min(each.level + shift, DEEPEST)) if each.kind is BlockKind.HEADING else each
        for each in passages
    )


def _counts(heading: Passage, pack: DomainPack) -> bool:
    parts = read_heading(heading.text.strip(), pack)
    return parts is not None and _rank(parts) is not None


def _rank(parts: HeadingParts) -> int | None:
    if parts.depth:
        return len(UNITS) + parts.depth
    return RANKS.get(parts.form)


def _promoted(passages: Sequence[Passage], pack: DomainPack) -> Iterator[tuple[Passage, int | None]]:
    """The passages, and the rank of those that were taken for headings: what counts through is of one level."""
    open_ones: list[_Open] = []
    last = ""
    for passage, after in pairwise((*passages, None)):
        if passage is None:
            return
        if passage.kind is BlockKind.HEADING:
            parts = read_heading(passage.text.strip(), pack)
            open_ones = [each for each in open_ones if each.level < passage.level]
            open_ones.append(_Open(passage.level, None if parts is None else _rank(parts)))
            yield from ((each, None) for each in _without_text(passage, parts))
            continue
        found = _found(passage, after, last, pack)
        if found is None:
            yield passage, None
            continue
        parts, end = found
        rank = _rank(parts)
        last = parts.number if parts.depth else last
        open_ones = [each for each in open_ones if each.rank is None or rank is None or each.rank < rank]
        level = min((open_ones[-1].level if open_ones else 1) + 1, DEEPEST)
        open_ones.append(_Open(level, rank))
        head, rest = parted(passage.words, end)
        yield replace(passage, kind=BlockKind.HEADING, words=head, level=level), rank
        if any(each.is_kept and each.text.strip() for each in rest):
            yield replace(passage, words=rest), None
        elif rest:
            yield replace(passage, kind=None, words=rest), None


def _without_text(heading: Passage, parts: HeadingParts | None) -> Iterator[Passage]:
    """A heading as it is; where an article's whole text is marked as one, its number alone, and the text."""
    text = heading.text
    if parts is None or parts.form not in ARTICLES or STOPS.isdisjoint(parts.title) or not parts.number:
        yield heading
        return
    head, rest = parted(heading.words, text.index(parts.number) + len(parts.number))
    yield replace(heading, words=head)
    yield replace(heading, kind=BlockKind.PARAGRAPH, words=rest, level=0)


def _found(passage: Passage, after: Passage | None, last: str, pack: DomainPack) -> tuple[HeadingParts, int] | None:
    """A line that is a heading, or begins with one, and where that ends; `last` is the dotted number before."""
    if passage.kind not in TEXT:
        return None
    text = passage.text
    parts = read_heading(text.strip(), pack)
    rank = None if parts is None else _rank(parts)
    if parts is None or rank is None:
        return None
    begin = len(text) - len(text.lstrip())
    end = begin + len(parts.number) if text.lstrip().startswith(parts.number) else len(text)
    if parts.form in ARTICLES:
        return _article(parts, text, end, has_text=after is not None and _is_text(after, pack))
    is_title = _is_title(parts.title) and bool(parts.title or parts.form in UNITS)
    is_next = not parts.depth or follows(last, parts.number) or (parts.depth > 1 and not last)
    return (parts, len(text)) if is_title and is_next else None


def _is_text(passage: Passage, pack: DomainPack) -> bool:
    parts = read_heading(passage.text.strip(), pack) if passage.kind in TEXT else None
    is_unit = parts is not None and _rank(parts) is not None
    return passage.kind not in (None, BlockKind.HEADING) and not is_unit


def _article(parts: HeadingParts, text: str, end: int, *, has_text: bool) -> tuple[HeadingParts, int] | None:
    """An article's number and title; a sentence that begins with the number of an article is none."""
    rest = text[end:]
    if rest.startswith("\u3010") and "\u3011" in rest:
        return parts, end + rest.index("\u3011") + 1
    if rest.strip() and not rest[0].isspace() and rest[0] not in "\uff1a:":
        return None
    if has_text and parts.title and _is_title(parts.title):
        return parts, len(text)
    return parts, end


def _is_title(words: str) -> bool:
    return (
        len(words) <= LONGEST_TITLE and STOPS.isdisjoint(words) and not words.endswith((",", "\uff0c", "\uff1a", ":"))
    )
