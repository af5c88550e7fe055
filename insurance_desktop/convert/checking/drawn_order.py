"""The second reading sign by sign in the order in which the PDF draws: the quick way to compare a page exactly.

The ledger numbers the glyphs of a page in draw order and says where each stands in the Markdown. The signs that the
Markdown has there, one after the other, with what was left out, must be the second reading's text of the page. Where
they are, every sign has its counterpart: a figure cannot stand in for the same figure of another cell. The signs are
always the Markdown's own, so one that is not what the page says breaks the sequence. Where the libraries differ in
order, or something is wrong, long stretches that are the same are paired, and what is between them is not. Pure.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import repeat
from operator import itemgetter
from typing import NamedTuple

from insurance_desktop.domain.ledger import Ledger, places_of

from ..reading.pages import CHAR, ID, LeftOut
from ..text.markdown import Text
from .block_texts import BlockText, Part, joined
from .second_reading import signs_of

LEAST = 24
"""Signs that are the same one after the other: behind a difference, the two go on together from there."""
REACH = 300
"""Signs behind a difference among which this is looked for."""


class DrawnPage(NamedTuple):
    """The second reading's signs of a page, and which of them stand where in the Markdown.

    `offsets` are ascending; `numbers` are those of the signs there. `agrees`: the page is the same from end to end.
    """

    signs: str
    agrees: bool
    offsets: Sequence[int]
    numbers: Sequence[int]

    def within(self, start: int, end: int) -> Sequence[int]:
        """The numbers of the signs at [start, end) of the Markdown, in its order."""
        return self.numbers[bisect_left(self.offsets, start) : bisect_left(self.offsets, end)]


def drawn_pages(
    ledger: Ledger,
    text: Text,
    left_out: Sequence[LeftOut],
    read: Mapping[int, str],
    unseen: Collection[str],
) -> dict[int, DrawnPage]:
    """Each page of the ledger that was read; what was left out for an `unseen` reason may not have been read."""
    if not read:
        return {}
    chars = _signs_of_markdown(text)
    outside: dict[int, dict[int, tuple[str, bool]]] = defaultdict(dict)
    for each in left_out:
        is_seen = each.reason not in unseen
        outside[each.page].update(zip(map(ID, each.glyphs), zip(map(CHAR, each.glyphs), repeat(is_seen)), strict=False))
    return {
        page.page: _drawn_page(places_of(page), chars, outside[page.page], signs_of(read[page.page]))
        for page in ledger.pages
        if page.page in read
    }


def _signs_of_markdown(text: Text) -> Sequence[str]:
    """What the page has for each character of the Markdown; a list of a million Chinese signs would take 80 MB."""
    recovered = [span for span in text.source_map if span.recovered]
    if not recovered:
        return text.markdown
    chars = list(text.markdown)
    for span in recovered:
        chars[span.start : span.end] = [span.recovered or "", *[""] * (span.end - span.start - 1)]
    return chars


def _drawn_page(
    places: Sequence[int], chars: Sequence[str], outside: Mapping[int, tuple[str, bool]], signs: str
) -> DrawnPage:
    drawn, offsets = _signs_drawn(
        places, chars, {glyph: char if is_seen else "" for glyph, (char, is_seen) in outside.items()}
    )
    if drawn != signs and not all(is_seen for _, is_seen in outside.values()):
        everything = _signs_drawn(places, chars, {glyph: char for glyph, (char, _) in outside.items()})
        drawn, offsets = everything if everything[0] == signs else (drawn, offsets)
    if drawn == signs:
        pairs = [(offset, number) for number, offset in enumerate(offsets) if offset >= 0]
    else:
        pairs = [
            (offsets[number], number + shift)
            for begin, end, shift in _stretches(drawn, signs)
            for number in range(begin, end)
            if offsets[number] >= 0
        ]
    pairs.sort(key=itemgetter(0))
    return DrawnPage(signs, drawn == signs, [offset for offset, _ in pairs], [number for _, number in pairs])


def _signs_drawn(places: Sequence[int], chars: Sequence[str], outside: Mapping[int, str]) -> tuple[str, Sequence[int]]:
    """What the glyphs say in draw order, and the Markdown offset of each sign; negative for what was left out."""
    if outside:
        told = [chars[place] if place >= 0 else outside.get(glyph, "") for glyph, place in enumerate(places)]
    else:
        told = [chars[place] if place >= 0 else "" for place in places]
    words = "".join(told)
    if len(words) < len(told):  # of what is in neither
        places = [place for place, each in zip(places, told, strict=True) if each]
        told = [each for each in told if each]
    signs = signs_of(words)
    if len(signs) == len(words) == len(told):
        return signs, places
    counts = {each: len(signs_of(each)) for each in set(told)}
    return signs, [place for place, each in zip(places, told, strict=True) for _ in range(counts[each])]


def _stretches(drawn: str, signs: str) -> list[tuple[int, int, int]]:
    """Stretches [begin, end) of the first that follow each other in the second, with what each is off by there."""
    found: list[tuple[int, int, int]] = []
    here = there = 0
    while here < len(drawn) and there < len(signs):
        count = _same(drawn[here:], signs[there:], min(len(drawn) - here, len(signs) - there))
        found.append((here, here + count, there - here))
        here, there = here + count, there + count
        for step in range(min(REACH, len(drawn) - here)):
            at = signs.find(drawn[here + step : here + step + LEAST], there, there + REACH + LEAST)
            if at >= 0:
                here, there = here + step, at
                break
        else:
            break
    return found


def _same(one: str, other: str, most: int) -> int:
    """How many of the first `most` signs are the same, by halving."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def place_drawn(texts: Sequence[BlockText], drawn: Mapping[int, DrawnPage]) -> None:
    """Gives each text its parts whose signs, taken from its pages in order, spell it."""
    for text in texts:
        on_pages = [
            (page, drawn[page], drawn[page].within(text.start, text.end)) for page in text.pages if page in drawn
        ]
        if len(on_pages) < len(text.pages) or sum(len(numbers) for _, _, numbers in on_pages) != len(text.signs):
            continue
        if "".join(_spelled(page.signs, numbers) for _, page, numbers in on_pages) == text.signs:
            begin = 0
            for page, _, numbers in on_pages:
                text.parts += _parts(page, begin, numbers)
                begin += len(numbers)
            text.is_certain = True


def _is_stretch(numbers: Sequence[int]) -> bool:
    first, last = numbers[0], numbers[-1]
    return last - first == len(numbers) - 1 and numbers == list(range(first, last + 1))


def _spelled(signs: str, numbers: Sequence[int]) -> str:
    if numbers and _is_stretch(numbers):
        return signs[numbers[0] : numbers[-1] + 1]
    return "".join([signs[number] for number in numbers])


def _parts(page: int, begin: int, numbers: Sequence[int]) -> list[Part]:
    """Signs that follow each other on the page are one part."""
    if numbers and _is_stretch(numbers):
        return [Part(begin, len(numbers), page, numbers[0], numbers[-1])]
    return joined(Part(index, 1, page, number, number) for index, number in enumerate(numbers, begin))
