"""A long passage cut to what a reader has room for, verbatim: how it opens, and the stretch that says most of what was
asked. Where words are left out stands a sign, and the face says how the whole is had."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from insurance_desktop.domain.entity import entity

LEFT_OUT = "\u2026\u2026"
_PIECE = re.compile(r"[^\n\u3002\uff1b;]*(?:[\n\u3002\uff1b;]+|$)")
_PART_ENDS = "\uff0c\u3001\uff1a,"
_OPENING_SHARE = 0.4
"""An opening longer than this part of the room is left out: the rest would not say what is asked."""
_SIGNS_A_TOKEN = 4
_FIRST_SHARE = 0.6
_FEWEST_PAIRS = 2
"""A piece that shares less with the question stands near to it by chance: the text is read from its beginning."""


@entity
class Excerpt:
    text: str
    is_whole: bool


def tokens_in(text: str) -> int:
    """About how many tokens a language model reads: one for each sign outside ASCII, one for four inside it."""
    wide = sum(not sign.isascii() for sign in text)
    return wide + -(-(len(text) - wide) // _SIGNS_A_TOKEN)


def excerpt(text: str, question: str, room: int) -> Excerpt:
    """As much of a text as `room` tokens hold: the whole, or the opening and the stretch nearest to the question.

    A stretch goes on behind what was found before it reaches back: what takes a sentence back stands behind it.
    """
    if tokens_in(text) <= room:
        return Excerpt(text, is_whole=True)
    pieces = [piece for piece in _PIECE.findall(text) if piece]
    sizes = [tokens_in(piece) for piece in pieces]
    best = _nearest(pieces, question)
    opens = best > 0 and sizes[0] + sizes[best] <= room and sizes[0] <= _OPENING_SHARE * room
    first, last = _stretch(sizes, best, room - (sizes[0] if opens else 0), least=1 if opens else 0)
    kept = "".join(pieces[first : last + 1])
    if tokens_in(kept) > room:
        kept = _beginning(kept, room)
    parts = [pieces[0]] if opens else []
    if first > (1 if opens else 0):
        parts.append(LEFT_OUT)
    parts.append(kept)
    is_at_end = last == len(pieces) - 1 and kept.endswith(pieces[-1])
    return Excerpt("".join(parts).rstrip("\n") + ("" if is_at_end else LEFT_OUT), is_whole=False)


def shares(needs: Sequence[int], room: int, least: int, equals: int = 1) -> list[int]:
    """How the room is divided among passages: each may take most of what those before it left, and what nobody needed
    goes to the first that wants it. A passage that would get less than `least` gets none. The first `equals` answer
    things of one rank: where they are several, they share alike."""
    given: list[int] = []
    left = room
    for place, need in enumerate(needs):
        most = left if place == len(needs) - 1 else int(left * _FIRST_SHARE)
        share = min(need, left // (equals - place) if place < equals > 1 else most)
        share = share if share >= min(need, least) else 0
        given.append(share)
        left -= share
    for place, need in enumerate(needs):
        more = min(need - given[place], left)
        if given[place] or more >= min(need, least):
            given[place] += more
            left -= more
    return given


def _stretch(sizes: Sequence[int], best: int, room: int, least: int) -> tuple[int, int]:
    """The pieces around the best one that fit, both ends included."""
    first = last = best
    room -= sizes[best]
    while last + 1 < len(sizes) and sizes[last + 1] <= room:
        last += 1
        room -= sizes[last]
    while first > least and sizes[first - 1] <= room:
        first -= 1
        room -= sizes[first]
    return first, last


def _nearest(pieces: Sequence[str], question: str) -> int:
    """The piece that shares most with the question, rare pairs of signs counting most; the first where none does."""
    asked = _pairs(question)
    found = [_pairs(piece) & asked for piece in pieces]
    known = Counter(pair for each in found for pair in each)
    told = [sum(1 / known[pair] for pair in each) for each in found]
    best = max(range(len(pieces)), key=lambda place: (told[place], -place))
    return best if len(found[best]) >= _FEWEST_PAIRS else 0


def _pairs(text: str) -> frozenset[str]:
    signs = [sign for sign in text.lower() if sign.isalnum()]
    return frozenset(map("".join, pairwise(signs)))


def _beginning(text: str, room: int) -> str:
    """As much of a long sentence as fits, to the end of a part of it where it has parts."""
    used = 0.0
    end = 0
    for place, sign in enumerate(text):
        used += 1 / _SIGNS_A_TOKEN if sign.isascii() else 1
        if used > room:
            return text[: end or place]
        if sign in _PART_ENDS:
            end = place + 1
    return text
