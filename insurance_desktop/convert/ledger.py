"""Keeps the ledger: gives every glyph of the pages its one destination, and tells which have none or two."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from insurance_desktop.domain.conversion import Coverage, Exclusion
from insurance_desktop.domain.ledger import NOWHERE, OFFSETS, POINTS, Ledger, LedgerPage, packed

from .pages import Glyph, LeftOut, PageReading, box_around


class Written(NamedTuple):
    """Glyphs of one page that stand in the Markdown, each with the offset of its character."""

    page: int
    glyphs: tuple[Glyph, ...]
    offsets: Sequence[int]


@dataclass(frozen=True, slots=True)
class Account:
    """The ledger with its sums, and the glyphs by page that break its rule: one destination, not none and not two."""

    ledger: Ledger
    coverage: Coverage
    nowhere: dict[int, tuple[Glyph, ...]]
    twice: dict[int, tuple[Glyph, ...]]


def keep_ledger(pages: Sequence[PageReading], written: Sequence[Written], left_out: Sequence[LeftOut]) -> Account:
    """The account of a document. Of two destinations the first counts: the Markdown before exclusions."""
    places = {page.number: array(OFFSETS, [NOWHERE]) * len(page.glyphs) for page in pages}
    twice: dict[int, list[Glyph]] = {}
    for page, glyphs, offsets in written:
        on_page = places[page]
        for glyph, offset in zip(glyphs, offsets, strict=True):
            if on_page[glyph.id] != NOWHERE:
                twice.setdefault(page, []).append(glyph)
            else:
                on_page[glyph.id] = offset
    ordered = sorted(left_out, key=lambda each: each.page)
    for index, each in enumerate(ordered):
        on_page = places[each.page]
        for glyph in each.glyphs:
            if on_page[glyph.id] != NOWHERE:
                twice.setdefault(each.page, []).append(glyph)
            else:
                on_page[glyph.id] = -index - 1
    return Account(
        ledger=Ledger(tuple(_packed(page, places[page.number]) for page in pages if page.glyphs)),
        coverage=_coverage(places, ordered),
        nowhere=_nowhere(pages, places),
        twice={page: tuple(glyphs) for page, glyphs in twice.items()},
    )


def _packed(page: PageReading, places: "array[int]") -> LedgerPage:
    _, _, x0, y0, x1, y1, *_ = zip(*page.glyphs, strict=True)
    return LedgerPage(page.number, packed(OFFSETS, places), packed(POINTS, (*x0, *y0, *x1, *y1)))


def _nowhere(pages: Sequence[PageReading], places: "dict[int, array[int]]") -> dict[int, tuple[Glyph, ...]]:
    return {
        page.number: tuple(
            glyph for glyph, place in zip(page.glyphs, places[page.number], strict=True) if place == NOWHERE
        )
        for page in pages
        if NOWHERE in places[page.number]
    }


def _coverage(places: "dict[int, array[int]]", left_out: Sequence[LeftOut]) -> Coverage:
    total = sum(map(len, places.values()))
    inside = sum(place >= 0 for on_page in places.values() for place in on_page)
    unaccounted = sum(on_page.count(NOWHERE) for on_page in places.values())
    exclusions = tuple(
        Exclusion(
            each.reason, each.page, "".join(glyph.char for glyph in each.glyphs), box_around(each.page, each.glyphs)
        )
        for each in left_out
    )
    return Coverage(total, inside, total - inside - unaccounted, unaccounted, exclusions)
