"""What a quotation has other than the verified text, stretch by stretch, and what of it decides."""

from collections.abc import Sequence

from insurance_desktop.domain.quotes import Difference
from insurance_desktop.services.library.comparable_text import Keyed, Weights, key_of

from .alignment import Hunk, at_most
from .quote_places import Likeness

_MOST_TOLD = 40
"""Stretches that a person can still take in."""


def decisive(difference: Sequence[Difference]) -> bool:
    """Whether one of the differences changes a figure, an amount or the sense."""
    return any(each.critical for each in difference)


def likeness_of(difference: Sequence[Difference]) -> float:
    """How much of a quotation stands as it is quoted, from 0 to 1; pointers that it leaves out count for nothing."""
    quoted = sum(len(key_of(each.quoted)) for each in difference)
    other = sum(
        max(len(key_of(each.quoted)), len(key_of(each.verified)))
        for each in difference
        if each.kind not in ("same", "reference")
    )
    return round(max(0.0, 1.0 - other / max(quoted, 1)), 4)


def told(quote: Keyed, likeness: Likeness, weights: Weights) -> tuple[Difference, ...]:
    """The stretches of a quotation and of the passage that it comes nearest to, in the words of both."""
    return stretches(quote, likeness.keyed, at_most(likeness.hunks, _MOST_TOLD), weights, likeness.pointers)


def stretches(
    first: Keyed,
    second: Keyed,
    hunks: Sequence[Hunk],
    weights: Weights,
    pointers: frozenset[tuple[int, int]] = frozenset(),
) -> tuple[Difference, ...]:
    """Hunks as stretches of words, in reading order."""
    found = []
    for each in _whole_figures(hunks, first, second):
        quoted, verified = first.words(each.a0, each.a1), second.words(each.b0, each.b1)
        if each.same:
            found.append(Difference("same", quoted, verified))
        elif each.a0 == each.a1 and (each.b0, each.b1) in pointers:
            found.append(Difference("reference", "", verified))
        else:
            kind = "missing" if each.a0 == each.a1 else "added" if each.b0 == each.b1 else "changed"
            sides = ((first.key, each.a0, each.a1), (second.key, each.b0, each.b1))
            found.append(Difference(kind, quoted, verified, any(weights.is_decisive(*side) for side in sides)))
    return tuple(found)


def _whole_figures(hunks: Sequence[Hunk], first: Keyed, second: Keyed) -> list[Hunk]:
    """Hunks that do not part a figure: 90 beside 180, not 9 beside 18 with a 0 that is the same."""
    grown: list[Hunk] = []
    for each in hunks:
        if each.same and grown and not grown[-1].same:
            lead = _figure_signs(first.key[each.a0 : each.a1]) if _ends_in_figure(grown[-1], first, second) else 0
            if lead:
                grown[-1] = Hunk(False, grown[-1].a0, each.a0 + lead, grown[-1].b0, each.b0 + lead)
                each = Hunk(True, each.a0 + lead, each.a1, each.b0 + lead, each.b1)  # noqa: PLW2901
        if not each.same and grown and grown[-1].same and _begins_in_figure(each, first, second):
            before = grown.pop()
            tail = _figure_signs(first.key[before.a0 : before.a1][::-1])
            kept = Hunk(True, before.a0, before.a1 - tail, before.b0, before.b1 - tail)
            each = Hunk(False, each.a0 - tail, each.a1, each.b0 - tail, each.b1)  # noqa: PLW2901
            if kept.a0 < kept.a1:
                grown.append(kept)
        if each.a0 < each.a1 or each.b0 < each.b1:
            grown.append(each)
    return grown


def _figure_signs(text: str) -> int:
    """How many signs at the beginning belong to a figure."""
    return next((place for place, sign in enumerate(text) if not (sign.isdecimal() or sign in ".,")), len(text))


def _ends_in_figure(hunk: Hunk, first: Keyed, second: Keyed) -> bool:
    return any(text[-1:].isdecimal() for text in (first.key[hunk.a0 : hunk.a1], second.key[hunk.b0 : hunk.b1]))


def _begins_in_figure(hunk: Hunk, first: Keyed, second: Keyed) -> bool:
    return any(text[:1].isdecimal() for text in (first.key[hunk.a0 : hunk.a1], second.key[hunk.b0 : hunk.b1]))
