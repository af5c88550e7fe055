"""Lists that count below or above the chains: which of them are sections, which only items.

A list is judged as a whole: its entries have titles and text below them, or they are items.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..headings import UNITS
from .habits import HABITS
from .numbers import PLAIN
from .starts import Start
from .titles import COMMAS, STRONG_KINDS, Kind
from .zones import Piece

PARTS = frozenset("\uff1b;")
"""What ends a part of a sentence."""
NEAR_END = 4
"""Signs at the end of a part among which it stands: a word for or, and may follow."""
SURE = 1.0
LIKELY = 0.8
"""A title that only its shortness or a colon sets off counts a little less than one in bold."""


@dataclass(slots=True, eq=False)
class Run:
    """A list while it is gathered. `is_wide`: sections of the chains stand below its entries, not around it."""

    form: str
    members: list[Start]
    is_wide: bool = False
    is_sections: bool = False

    @property
    def last(self) -> Start:
        return self.members[-1]


def find_runs(starts: Sequence[Start], chain: Mapping[int, Start], pieces: Sequence[Piece]) -> list[Run]:
    """All lists of the document; those that are sections say so."""
    runs: list[Run] = []
    open_runs: list[Run] = []
    for start in starts:
        if start.place in chain:
            for run in open_runs:
                run.is_wide = run.is_wide or _stands_right_below(start, run.last)
            if start.number.form not in UNITS and start.number.form not in PLAIN:  # lists may count through chapters
                open_runs = [run for run in open_runs if run.is_wide]
            continue
        if not start.value:
            continue
        known_run = _run_of(start, open_runs)
        if known_run is not None:
            known_run.members.append(start)
        elif set(start.value) == {1} or (start.is_titled and start.title.kind in STRONG_KINDS and not start.is_inside):
            run = Run(start.number.form, [start])
            runs.append(run)
            open_runs.append(run)
    known = {start.place: start for start in starts}
    for run in runs:
        run.is_sections = _are_sections(run, known, pieces)
    for run in runs:
        run.is_sections = run.is_sections or _is_lone_section(run, runs, known, pieces)
    return runs


def _is_lone_section(run: Run, runs: Sequence[Run], starts: Mapping[int, Start], pieces: Sequence[Piece]) -> bool:
    """Whether the only entry of a list is printed as the entries of others are that are sections."""
    only = run.last
    if len(run.members) > 1 or not only.is_titled or only.is_inside or not _has_body(only, starts, pieces):
        return False
    if only.title.kind is Kind.LINE and _is_after_sentence(only, pieces) and set(only.value) == {1}:
        return True
    return any(
        other.is_sections
        and ((other.form == run.form and _difference(other.last, only) < 1) or _holds(run, other, starts))
        for other in runs
    )


def _is_after_sentence(start: Start, pieces: Sequence[Piece]) -> bool:
    """Whether a sentence ends right before, and leads on to no list."""
    above = pieces[start.place - 1] if start.place else None
    return above is not None and bool(above.rows) and above.rows[-1].text[-1:] == "\u3002"


def _holds(run: Run, other: Run, starts: Mapping[int, Start]) -> bool:
    """Whether the first entry of another list is the first titled number below the only one of this list."""
    first = other.members[0].place
    between = [start for place, start in starts.items() if run.last.place < place < first]
    return run.last.place < first and other.form != run.form and not between


def _stands_right_below(section: Start, entry: Start) -> bool:
    """Whether a section of the chains follows right below the entry of a list: then the list holds the chain."""
    return section.place - entry.place == 1 + entry.title.further


def _run_of(start: Start, runs: Sequence[Run]) -> Run | None:
    """The open list that the start counts on: the one most like it, then the latest."""
    fitting = [run for run in runs if run.form == start.number.form and _counts_on(run, start)]
    if not fitting or start.is_inside:
        return None
    return max(fitting, key=lambda run: (-_difference(run.last, start), run.last.place))


def _counts_on(run: Run, start: Start) -> bool:
    one, other = run.last.value, start.value
    if len(one) != len(other) or one[:-1] != other[:-1]:
        return False
    step = other[-1] - one[-1]
    is_alike = _difference(run.last, start) < 1
    return (step == 1 and _difference(run.last, start) < 3) or (
        step == 2 and is_alike and start.is_titled and len(run.members) > 1
    )


def _difference(one: Start, other: Start) -> float:
    """In how much two entries are printed differently."""
    return (
        2.0 * (one.zone is not other.zone)
        + 1.0 * (abs(one.x - other.x) > HABITS.same_x)
        + 0.5 * (one.is_heavy != other.is_heavy)
    )


def _are_sections(run: Run, starts: Mapping[int, Start], pieces: Sequence[Piece]) -> bool:
    count = len(run.members)
    if count < 2:
        only = run.last
        is_strong = only.title.kind in STRONG_KINDS and COMMAS.isdisjoint(only.title.text)
        is_strong = is_strong and not only.is_inside and set(only.value) == {1}
        return is_strong and _has_body(only, starts, pieces)
    if _is_one_sentence(run, pieces):
        return False
    titled = sum(_certainty(each) for each in run.members)
    bodied = sum(_has_body(each, starts, pieces) for each in run.members[:-1])
    return titled >= HABITS.titled_share * count and bodied >= HABITS.bodied_share * (count - 1)


def _is_one_sentence(run: Run, pieces: Sequence[Piece]) -> bool:
    """Whether the entries are parts of a sentence: most end as one does, and only a colon sets their names off."""
    if any(each.title.kind in STRONG_KINDS for each in run.members):
        return False
    ends = [pieces[after.place - 1] for after in run.members[1:]]
    parts = sum(bool(end.rows) and not PARTS.isdisjoint(end.rows[-1].text.strip()[-NEAR_END:]) for end in ends)
    return parts > len(ends) / 2


def _certainty(start: Start) -> float:
    if start.is_inside or start.title.kind is Kind.NONE:
        return 0.0
    return SURE if start.title.kind in STRONG_KINDS else LIKELY


def _has_body(start: Start, starts: Mapping[int, Start], pieces: Sequence[Piece]) -> bool:
    """Whether text of its own stands behind or below a title, before the next number of the same kind."""
    piece = pieces[start.place]
    if start.title.kind in {Kind.RUN_IN, Kind.LEAD, Kind.GAP, Kind.TERM} or start.title.lead:
        return True
    if start.title.kind in {Kind.LABEL, Kind.BRACKET} and (
        piece.is_beside or start.title.length < len(piece.row.glyphs)
    ):
        return True
    place = start.place + 1 + start.title.further
    if place >= len(pieces):
        return False
    after = starts.get(place)
    return after is None or after.number.form != start.number.form or _difference(start, after) >= 1
