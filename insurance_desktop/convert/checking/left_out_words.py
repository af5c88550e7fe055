"""Exclusions that say what a contract says: the second reading strikes them whatever they say, so they are read here.

A wrong exclusion agrees with itself. What is left out as furniture must therefore prove that it is some: a page number,
words that stand in the Markdown as well, or words that come back from page to page.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import dropwhile

from insurance_desktop.domain.conversion import UNREADABLE, Finding
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.pack import DomainPack

from ..reading.pages import Glyph, LeftOut, box_around, signs_of
from ..structure.clean import noise_reason
from ..structure.contents import has_unreadable, is_icon
from ..structure.leaders import split_leaders
from ..text.markdown import Text
from ..text.plain_text import plain_words
from .findings import SHOWN, Seen, by_cause
from .verification import critical_patterns

MARGINS = frozenset({ExclusionReason.PAGE_HEADER, ExclusionReason.PAGE_FOOTER})
FURNITURE = MARGINS | {ExclusionReason.CONTENTS, ExclusionReason.DECORATIVE, ExclusionReason.DOTTED_LEADER}
"""Reasons that a place or a shape gave, not the words."""
STOPS = frozenset("\u3002\uff1b;")
"""Furniture has no sentences."""
SURELY = 3
"""What stands in the margins of so many pages is furniture whatever it says."""
SAME_LINE, APART = 0.5, 1.0
"""Signs on one baseline, and closer than so many type sizes, are one piece."""
NUMBER = re.compile(r"\d+")
OF_AN_ENTRY = re.compile(r"^[\d.\u3001]+|[\d.\u2026\u00b7-]+$")
"""Number and page of an entry of the contents, which the section itself need not repeat in one line."""


def check_left_out(left_out: Sequence[LeftOut], written: Text, pages: int, pack: DomainPack) -> list[Finding]:
    """Text that was left out as furniture although it holds what changes a contract, and that stands nowhere else.

    What stands in the margins of every page of a short file is furniture like what runs through a longer one.
    """
    surely = min(SURELY, max(pages, 2))
    margins = _margins(left_out)
    bullets = sum(
        each.reason == ExclusionReason.DECORATIVE and signs_of(each.glyphs) == UNREADABLE for each in left_out
    )
    known = cache(lambda: normalised(plain_words(written.markdown)))
    found: list[Seen] = []
    for each in left_out:
        if each.reason not in FURNITURE:
            continue
        for piece in _pieces(each.glyphs):
            words = normalised(signs_of(piece))
            if not _tells(words, each.reason, pack) or len(margins.get(_form(words), ())) >= surely:
                continue
            if words == UNREADABLE and bullets >= SURELY:
                continue
            if noise_reason(words, pack) == ExclusionReason.PAGE_NUMBER or _is_written(piece, known()):
                continue
            found.append(Seen(words, box_around(each.page, piece), {"text": words[:SHOWN]}))
    return by_cause(FindingKind.LEFT_OUT_WORDS, found)


def _margins(left_out: Sequence[LeftOut]) -> dict[str, set[int]]:
    """The pages on which each piece of a header or footer stands, whatever its numbers."""
    found: dict[str, set[int]] = defaultdict(set)
    for each in left_out:
        for piece in _pieces(each.glyphs) if each.reason in MARGINS else ():
            found[_form(normalised(signs_of(piece)))].add(each.page)
    return found


def _form(words: str) -> str:
    return NUMBER.sub("#", words)


def _pieces(glyphs: Sequence[Glyph]) -> Iterator[tuple[Glyph, ...]]:
    """The glyphs of an exclusion line by line, cut at gaps: the columns of a contents stand side by side."""
    piece: list[Glyph] = []
    for glyph in glyphs:
        last = piece[-1] if piece else glyph
        size = max(last.size, glyph.size)
        is_apart = abs(glyph.y - last.y) > SAME_LINE * size or not -size < glyph.x0 - last.x1 < APART * size
        if is_apart and piece:
            yield tuple(piece)
            piece = []
        piece.append(glyph)
    if piece:
        yield tuple(piece)


def _tells(words: str, reason: str, pack: DomainPack) -> bool:
    """Whether the words hold a sentence, a sign that nobody can read, a unit of money, or what turns the sense.

    Figures alone do not tell: headers and contents are full of them.
    """
    if not STOPS.isdisjoint(words) or (reason == ExclusionReason.DECORATIVE and UNREADABLE in words):
        return True
    told = dropwhile(is_icon, words)  # entries open with an icon
    if reason != ExclusionReason.DECORATIVE and any(map(has_unreadable, told)):
        return True
    return any(
        any((each.isalnum() and not each.isnumeric()) or each in "%\u2030" for each in match.group())
        for pattern in critical_patterns(pack)
        for match in pattern.finditer(words)
    )


def _is_written(piece: Sequence[Glyph], known: str) -> bool:
    """Whether the Markdown has the words of the piece, without the number, leader and page that an entry has."""
    signs = normalised("".join(glyph.char for glyph in split_leaders(piece)[0] if not is_icon(glyph.char)))
    words = OF_AN_ENTRY.sub("", OF_AN_ENTRY.sub("", signs))
    return bool(words) and words in known
