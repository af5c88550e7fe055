"""The lists of a clause: which of its marked items belong together, and the words that lead into them, verbatim.

An item says only a part: "war" is refused where the words above the list say who must have died of it, and which
benefit is not paid then.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from insurance_desktop.domain.conversion import Item
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.numerals import is_numeral, numbered

COLONS = ("\uff1a", ":")
_ENDS = "\u3001.\uff0e"
STOPS = (*COLONS, "\u3002", "\uff1b", ";", "\uff01", "!")


@dataclass(frozen=True, slots=True)
class ItemPlace:
    """A marked item where it stands in its clause: in which of its lists (from 1, None where there is one), and what
    leads into that list."""

    item: Item
    start: int
    end: int
    list_number: int | None
    lead_in: str


@dataclass(slots=True)
class _Level:
    """A list that is being read: how its marks look, the last one's value and place, and its words above."""

    style: str
    value: int
    last: int
    number: int
    lead_in: str


def places_of(text: str, items: Sequence[Item], above: str = "") -> list[ItemPlace]:
    """The items of a clause with their lists, in order; `above` leads into what stands first in it without a word.

    A list begins with another kind of mark, or where counting starts again. Into a list within an item the words of
    that item lead, too.
    """
    levels: list[_Level] = []
    found: list[ItemPlace] = []
    count = end = 0
    for item in items:
        start, last = _span(text, item, end)
        style, value = _style(item.mark), _value(item.mark)
        depth = next((depth for depth, each in enumerate(levels) if each.style == style), None)
        gap = last_words(text[end:start])
        if depth is not None and value > levels[depth].value:
            del levels[depth + 1 :]
            levels[depth].value, levels[depth].last = value, start
        else:
            is_inside = depth is None and bool(levels) and not (gap.endswith(COLONS) and _is_closed(text[:end]))
            if not is_inside:
                del levels[depth or 0 :]
            count += 1
            lead_in = _inside(text, levels[-1], start) if is_inside else gap
            outer = "" if not levels or is_inside else levels[-1].lead_in
            levels.append(_Level(style, value, start, count, lead_in or outer or above))
        found.append(ItemPlace(item, start, last, levels[-1].number, levels[-1].lead_in))
        end = max(end, last)
    return found if count > 1 else [replace(each, list_number=None) for each in found]


def last_words(text: str) -> str:
    """The last paragraph of a text, with the lines above that no stop ends."""
    lines = [line.strip() for line in text.strip().split("\n")]
    first = len(lines) - 1
    while first > 0 and lines[first - 1] and not lines[first - 1].endswith(STOPS):
        first -= 1
    return "\n".join(lines[first:])


def _inside(text: str, parent: _Level, start: int) -> str:
    """What leads into a list within an item: the words above that item's list, and the item."""
    return "\n".join(each for each in (parent.lead_in, text[parent.last : start].strip()) if each)


def _is_closed(text: str) -> bool:
    return text.rstrip().endswith(STOPS)


def _span(text: str, item: Item, at: int) -> tuple[int, int]:
    """Where an item stands from a place on; there, empty, where the text does not have it word for word."""
    printed = re.compile(rf"{re.escape(item.mark)}\s*{re.escape(item.text)}").search(text, at)
    return (at, at) if printed is None else printed.span()


def _style(mark: str) -> str:
    """How a mark is written, whatever its number: (1) and (12) alike, (\u4e00), 1 and \u2460 otherwise."""
    signs = (unicodedata.category(sign) if is_numeral(sign) else normalised(sign) for sign in mark.rstrip(_ENDS))
    return "".join(sign for sign, _ in groupby(signs))


def _value(mark: str) -> int:
    value = numbered(normalised(mark).strip("()[]").rstrip(_ENDS))[1]
    return int(value) if value.isdecimal() else 0
