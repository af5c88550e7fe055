"""Keeps the ledger: gives every glyph of the pages its one destination, and tells which have none or two."""

from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from insurance_desktop.domain.conversion import Coverage, Exclusion
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.ledger import NOWHERE, OFFSETS, Ledger, LedgerPage, packed

from ..reading.pages import ID, Glyph, LeftOut, PageReading, box_around, signs_of


class Written(NamedTuple):
    """Glyphs of one page that stand in the Markdown, each with the offset of its character."""

    page: int
    glyphs: tuple[Glyph, ...]
    offsets: Sequence[int]


@entity
class Account:
    """The ledger with its sums, and the glyphs by page that break its rule: one destination, not none and not two."""

    ledger: Ledger
    coverage: Coverage
    nowhere: dict[int, tuple[Glyph, ...]]
    twice: dict[int, tuple[Glyph, ...]]


def keep_ledger(pages: Sequence[PageReading], written: Sequence[Written], left_out: Sequence[LeftOut]) -> Account:
    """The account of a document. Of two destinations the first counts: the Markdown before exclusions."""
    places = {page.number: _unplaced(sum(map(len, page.stretches))) for page in pages}
    twice: dict[int, list[Glyph]] = {}
    for page, glyphs, offsets in written:
        _put(places[page], glyphs, offsets, twice.setdefault(page, []))
    inside = sum(len(on_page) - on_page.count(NOWHERE) for on_page in places.values())
    ordered = sorted(left_out, key=lambda each: each.page)
    for index, each in enumerate(ordered):
        _put(places[each.page], each.glyphs, [-index - 1] * len(each.glyphs), twice.setdefault(each.page, []))
    return Account(
        ledger=Ledger(
            tuple(
                LedgerPage(page.number, packed(OFFSETS, places[page.number]), page.boxes)
                for page in pages
                if page.stretches
            )
        ),
        coverage=_coverage(places, inside, ordered),
        nowhere=_nowhere(pages, places),
        twice={page: tuple(glyphs) for page, glyphs in twice.items() if glyphs},
    )


def _unplaced(count: int) -> "array[int]":
    return array(OFFSETS, [NOWHERE]) * count


def _put(on_page: "array[int]", glyphs: Sequence[Glyph], places: Sequence[int], twice: list[Glyph]) -> None:
    """Gives each glyph its place; those that have one already keep it and are noted."""
    ids = [*map(ID, glyphs)]
    begin, end = (ids[0], ids[-1] + 1) if ids else (0, 0)
    is_stretch = ids == [*range(begin, end)] and len(places) == len(ids)
    if is_stretch and on_page[begin:end] == _unplaced(len(ids)):
        on_page[begin:end] = array(OFFSETS, places)
        return
    if len(set(ids)) == len(ids) == len(places) and set(map(on_page.__getitem__, ids)) == {NOWHERE}:
        for number, place in zip(ids, places, strict=True):
            on_page[number] = place
        return
    for glyph, place in zip(glyphs, places, strict=True):
        if on_page[glyph.id] == NOWHERE:
            on_page[glyph.id] = place
        else:
            twice.append(glyph)


def _nowhere(pages: Sequence[PageReading], places: "Mapping[int, array[int]]") -> dict[int, tuple[Glyph, ...]]:
    return {
        page.number: tuple(
            glyph for glyph, place in zip(page.glyphs, places[page.number], strict=True) if place == NOWHERE
        )
        for page in pages
        if NOWHERE in places[page.number]
    }


def _coverage(places: "Mapping[int, array[int]]", inside: int, left_out: Sequence[LeftOut]) -> Coverage:
    total = sum(map(len, places.values()))
    unaccounted = sum(on_page.count(NOWHERE) for on_page in places.values())
    exclusions = tuple(
        Exclusion(each.reason, each.page, signs_of(each.glyphs), box_around(each.page, each.glyphs))
        for each in left_out
    )
    return Coverage(total, inside, total - inside - unaccounted, unaccounted, exclusions)
