"""Cuts clauses for the index: a clause into parts (C2), its text into windows that the model reads whole.

A window is an embedding unit only and never an answer. It begins with its heading path, holds at most `WindowSettings.
tokens` tokens and shares about `overlap` of them with the window before.
"""

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.conversion import Clause, Item
from insurance_desktop.domain.geometry import Box, union

from .embedding import Embedder

_SPECIAL_TOKENS = 2
_PATH_SEPARATOR = " / "
_PLAIN = re.compile(r"[\t\n -~\u3000-\u303f\u4e00-\u9fff\uff01-\uff65]*")
"""Text of these signs alone has no more tokens than signs; of others, such as Hangul, one sign can be several."""


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """Sizes in tokens of the model. `heading` is what a heading path may take, `part` the bar of C2."""

    tokens: int = 208
    overlap: int = 56
    heading: int = 64
    part: int = 2048


DEFAULT_SETTINGS = WindowSettings()


def heading_path(breadcrumb: Sequence[str], embedder: Embedder, limit: int) -> str:
    """The headings above a text, nearest kept where all of them take more than `limit` tokens."""
    kept = list(breadcrumb)
    while kept:
        path = _PATH_SEPARATOR.join(kept)
        if _surely_within(path, limit):
            return path
        ends = embedder.token_ends(path)
        if len(ends) <= limit:
            return path
        if len(kept) == 1:
            return path[: ends[limit - 1]]
        kept.pop(0)
    return ""


def cut_windows(
    heading: str, text: str, embedder: Embedder, settings: WindowSettings = DEFAULT_SETTINGS
) -> tuple[str, ...]:
    """Windows over `text`, each with `heading` before it; one window of the heading alone where the text is empty."""
    prefix = f"{heading}\n" if heading else ""
    if _surely_within(prefix + text, settings.tokens - _SPECIAL_TOKENS):
        whole = (prefix + text).strip()
        return (whole,) if whole else ()
    room = settings.tokens - _SPECIAL_TOKENS - len(embedder.token_ends(prefix))
    pieces = [text[start:end] for start, end in _spans(embedder.token_ends(text), len(text), room, settings.overlap)]
    return tuple(window for piece in pieces or [""] if (window := (prefix + piece).strip()))


def _surely_within(text: str, limit: int) -> bool:
    """Whether a text has no more tokens than this, seen without the tokenizer: no plain sign is more than one."""
    return len(text) <= limit and _PLAIN.fullmatch(text) is not None


def _spans(ends: Sequence[int], length: int, room: int, overlap: int) -> list[tuple[int, int]]:
    """Character spans of at most `room` tokens, `overlap` of them shared; they cover 0…length without a gap."""
    if not ends:
        return []
    if len(ends) <= room:
        return [(0, length)]
    spans: list[tuple[int, int]] = []
    first = 0
    while True:
        last = min(first + room, len(ends))
        start = ends[first - 1] if first else 0
        spans.append((start, length if last == len(ends) else ends[last - 1]))
        if last == len(ends):
            return spans
        first = last - overlap


def cut_parts(
    clause: Clause, count_tokens: Callable[[str], int], settings: WindowSettings = DEFAULT_SETTINGS
) -> tuple[Clause, ...]:
    """The clause itself, or its parts at item borders where it is over `settings.part` tokens.

    Parts are verbatim slices that together are the clause's text. Without items it stays whole: nothing is cut inside
    a sentence.
    """
    if not clause.items or _surely_within(clause.text, settings.part - _SPECIAL_TOKENS):
        return (clause,)
    if count_tokens(clause.text) <= settings.part:
        return (clause,)
    borders = _item_borders(clause.text, clause.items)
    if not borders:
        return (clause,)
    cuts = [0, *(place for place, _ in borders), len(clause.text)]
    slices = [clause.text[start:end] for start, end in itertools.pairwise(cuts)]
    owners: list[tuple[Item, ...]] = [(), *((item,) for _, item in borders)]
    parts = _packed(zip(slices, owners, strict=True), count_tokens, settings.part)
    return tuple(_part(clause, text, items, is_first=place == 0) for place, (text, items) in enumerate(parts))


def _part(clause: Clause, text: str, items: tuple[Item, ...], *, is_first: bool) -> Clause:
    """A part with the places of its own items, the first with what stands above them; the clause's where unknown."""
    if not items or not all(item.boxes for item in items):
        return replace(clause, text=text, items=items)
    own = [box for item in items for box in item.boxes]
    if is_first:
        start = min(own, key=_in_reading_order)
        own += [box for each in clause.boxes if (box := _above(each, start)) is not None]
    boxes = tuple(
        union(list(group)) for _, group in itertools.groupby(sorted(own, key=_in_reading_order), key=_page_of)
    )
    return replace(clause, text=text, items=items, boxes=boxes, page_number=boxes[0].page, page_to=boxes[-1].page)


def _above(box: Box, start: Box) -> Box | None:
    """What of a clause's box stands before the place where its items begin."""
    if box.page > start.page or (box.page == start.page and box.y0 >= start.y0):
        return None
    return box if box.page < start.page else replace(box, y1=min(box.y1, start.y0))


def _in_reading_order(box: Box) -> tuple[int, float]:
    return box.page, box.y0


def _page_of(box: Box) -> int:
    return box.page


def _item_borders(text: str, items: Iterable[Item]) -> list[tuple[int, Item]]:
    """Where each item begins in the text; items that are not found in order are left out."""
    borders: list[tuple[int, Item]] = []
    searched = 0
    for item in items:
        body = item.text.split("\n", 1)[0][:24]
        place = text.find(item.mark, searched)
        while place >= 0 and not text[place + len(item.mark) :].lstrip().startswith(body):
            place = text.find(item.mark, place + 1)
        if place < 0:
            continue
        borders.append((place, item))
        searched = place + len(item.mark)
    return borders


def _packed(
    pieces: Iterable[tuple[str, tuple[Item, ...]]], count_tokens: Callable[[str], int], limit: int
) -> list[tuple[str, tuple[Item, ...]]]:
    """Neighbouring pieces joined as long as they stay within `limit` tokens."""
    packed: list[tuple[str, tuple[Item, ...]]] = []
    size = 0
    for text, items in pieces:
        tokens = count_tokens(text)
        if packed and size + tokens <= limit:
            packed[-1] = (packed[-1][0] + text, packed[-1][1] + items)
            size += tokens
        else:
            packed.append((text, items))
            size = tokens
    return [piece for piece in packed if piece[0]]
