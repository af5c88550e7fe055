"""Printed text as forms read it: one spelling, no spaces, every sign with its place in the print. Pure."""

from typing import NamedTuple

from .rules import Rules

_CELL = "\t"
"""What parts the cells of a table's row: no space within a cell is one."""


class Plain(NamedTuple):
    """`text` is what is read; the sign at each place of it stands at that of `places` in the print."""

    text: str
    places: tuple[int, ...] | range

    def printed(self, start: int, end: int) -> tuple[int, int]:
        """Where the signs of [`start`, `end`) stand, a stretch that is not empty."""
        return self.places[start], self.places[end - 1] + 1


def plain_of(rules: Rules, text: str, start: int = 0, end: int | None = None) -> Plain:
    """[`start`, `end`) of a printed text."""
    stretch = text[start:end].translate(rules.spellings)
    if len(stretch.split()) <= 1:
        return Plain(stretch, range(start, start + len(stretch)))
    kept = [place for place, sign in enumerate(stretch) if sign == _CELL or not sign.isspace()]
    return Plain("".join(stretch[place] for place in kept), tuple(start + place for place in kept))
