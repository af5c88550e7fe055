"""Long sections in pieces, where the pack says so: verbatim, with their own places, some signs shared with the next."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from insurance_desktop.convert.text.plain_text import body_signs
from insurance_desktop.convert.text.source_places import SourcePlaces
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.textbook_rules import ChunkSizes
from insurance_desktop.store.versions.versions import StoredVersion

_BORDER = re.compile(r"\n|(?<=[\u3002\uff01\uff1f\uff1b!?])(?=[^\u201d\u2019\u300d\uff09)])|(?<=[.!?]) ")
"""Where a paragraph or a sentence ends."""


def chunked(clauses: Sequence[Clause], version: StoredVersion, sizes: ChunkSizes | None) -> tuple[Clause, ...]:
    """The clauses of a version as they are indexed; those with tables stay whole."""
    if sizes is None:
        return tuple(clauses)
    places = SourcePlaces(version.source_map)
    return tuple(piece for clause in clauses for piece in _pieces(clause, version, places, sizes))


def _pieces(clause: Clause, version: StoredVersion, places: SourcePlaces, sizes: ChunkSizes) -> Iterator[Clause]:
    spans = list(cut(clause.text, sizes))
    if clause.is_table or len(spans) == 1:
        yield clause
        return
    signs, offsets = body_signs(version.markdown, clause.markdown_start, clause.markdown_end)
    is_known = signs == "".join(clause.text.split())
    for start, end in spans:
        text = clause.text[start:end]
        piece = replace(clause, text=text, items=tuple(each for each in clause.items if each.text in text))
        if is_known:
            first = sum(not sign.isspace() for sign in clause.text[:start])
            last = first + sum(not sign.isspace() for sign in text) - 1
            piece = _placed(piece, places, offsets[first], offsets[last] + 1)
        yield piece


def _placed(piece: Clause, places: SourcePlaces, start: int, end: int) -> Clause:
    """The piece where the spans that reach into these characters of the Markdown stand."""
    reaching = places.reaching(start, end)
    begin = min((span.start for span in reaching), default=start)
    boxes = places.boxes(begin, end)
    pages = [box.page for box in boxes]
    return replace(
        piece,
        boxes=boxes,
        page_number=min(pages, default=None),
        page_to=max(pages, default=None),
        locator=places.locator(begin, end),
        emphasis=places.emphasis(begin, end),
        markdown_start=start,
        markdown_end=end,
    )


def cut(text: str, sizes: ChunkSizes) -> Iterator[tuple[int, int]]:
    """The stretches [start, end) of a text, of about one length, that begin and end with sentences where they can."""
    borders = [each.end() for each in _BORDER.finditer(text)]
    start = 0
    while len(text) - start > sizes.most:
        shared = (sizes.least_shared + sizes.most_shared) // 2
        rest = len(text) - start
        count = math.ceil((rest - shared) / (sizes.most - sizes.most_shared))
        wanted = start + min(math.ceil((rest + (count - 1) * shared) / count), sizes.most)
        end = _nearest(borders, wanted, start + sizes.least, start + sizes.most)
        yield start, end
        start = _nearest(borders, end - shared, end - sizes.most_shared, end - sizes.least_shared)
    yield start, len(text)


def _nearest(borders: Sequence[int], wanted: int, least: int, most: int) -> int:
    """The border nearest to a place, from `least` to `most`; the place itself where there is none."""
    within = [each for each in borders if least <= each <= most]
    return min(within, key=lambda each: abs(each - wanted), default=wanted)
