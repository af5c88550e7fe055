"""Section ids as the contract defines them, from the headings of the Markdown alone. Pure.

Units of a legal text in Latin script (Annex, Chapter, Part, Section, Regulation, Article) have their printed number
for id as well. What an annex or chapter numbers anew stands under it, as with Chinese annexes: where a number comes
twice in the document, all units of that form stand under the widest unit that tells them apart, and only under that
one (`ChapterII-1/Regulation3`, `AnnexVI/Regulation3`; `ArticleIV`, where articles are counted through). Plain numbers
stand under the unit that they are found in (`AppendixIV/Section2/2.1`).

Chinese divisions, articles and plain numbers that begin again in each chapter stand under the widest unit that tells
them apart as well; numbers that are counted through have nothing before them. So do the numbers below 一、: under it,
or under the （一） that they stand in, where these count anew.

Where several texts are bound in one file, the numbers of a further one that come again stand under its title.
"""

from collections import defaultdict
from collections.abc import Sequence, Set
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..headings import (
    ANNEXES,
    ARTICLES,
    RANKS,
    UNITS,
    HeadingParts,
    item_mark,
    mark_value,
    read_heading,
    without_figure,
)

DIGITS = frozenset({"chapter_digit", "chapter_icon"})
COLONS = "\uff1a: "
UNIT_RANKS = {unit: rank for rank, unit in enumerate(UNITS)}
COUNTED = {"chapter": 1, "division": 2, "article": 3, "titled_article": 3, "chapter_digit": 3, "chapter_icon": 3}
"""Forms that may be counted anew in each unit wider than this."""
WHOLE_NUMBERS = DIGITS | {
    "article",
    "titled_article",
    "chapter",
    "part",
    "division",
}
"""Forms whose number is the whole id, wherever the heading stands outside an annex."""


class _Heading(NamedTuple):
    """A heading of the Markdown and what its words say; None for titles and for words without a form."""

    level: int
    text: str
    parts: HeadingParts | None


class Section(NamedTuple):
    """A heading with its id, its title and the ids of the headings above it."""

    section_id: str
    title: str
    level: int
    parent: str | None
    breadcrumb: tuple[str, ...]


def identify(printed: Sequence[tuple[int, str]], pack: DomainPack) -> tuple[Section, ...]:
    """The sections of (level, plain heading text) in order; a title's own id is what the ids below it begin with."""
    headings = _read(printed, pack)
    scopes = _scopes(headings)
    sections: list[Section] = []
    used: set[str] = set()
    for begin, end in pairwise([0, *_further_texts(headings, pack), len(headings)]):
        found = _told_apart(headings[begin:end], _identify(headings[begin:end], scopes, pack), scopes, pack)
        title = next((each for each in found if each.level == 1), None)
        if begin and title and not used.isdisjoint(each.section_id for each in found if each.level > 1):
            found = [_bound(each, title) for each in found]
        else:
            found = [each._replace(section_id="") if each.level == 1 else each for each in found]
        used.update(each.section_id for each in found if each.level > 1)
        sections += found
    return tuple(sections)


def _read(printed: Sequence[tuple[int, str]], pack: DomainPack) -> list[_Heading]:
    """The headings with their parts; a figure that begins the words behind a number is none of it."""
    found: list[_Heading] = []
    last = 0
    for level, text in printed:
        parts = read_heading(text, pack) if level > 1 else None
        if parts is not None and _is_plain(parts):
            parts = without_figure(parts, text, last)
            last = mark_value(parts.number) or 0 if parts.depth <= 1 else last
        found.append(_Heading(level, text, parts))
    return found


def _further_texts(headings: Sequence[_Heading], pack: DomainPack) -> list[int]:
    """Where further texts begin: at their title, or at the reading guide right above it."""
    titles = [place for place, heading in enumerate(headings) if heading.level == 1]
    begins = [place - (place > 0 and is_guide(headings[place - 1].text, pack)) for place in titles]
    return [place for place in begins if place]


def _bound(section: Section, title: Section) -> Section:
    """The section under the title of its text."""
    if section is title:
        return section
    parent = _below(title.section_id, section.parent) if section.parent else None
    section_id = _below(title.section_id, section.section_id)
    return section._replace(section_id=section_id, parent=parent, breadcrumb=(title.title, *section.breadcrumb))


def _told_apart(
    headings: Sequence[_Heading], sections: list[Section], scopes: dict[str, int], pack: DomainPack
) -> list[Section]:
    """The sections of one text, numbers that come again under what they stand in where that tells them all apart."""
    above = _without_numbers_above(headings)
    places: dict[str, list[int]] = defaultdict(list)
    for place in above:
        places[sections[place].section_id].append(place)
    again = {
        above[place]
        for found in places.values()
        if len(found) > 1 and len({above[each] for each in found}) == len(found)
        for place in found
    }
    return _identify(headings, scopes, pack, {place for place in above if above[place] in again}) if again else sections


def _without_numbers_above(headings: Sequence[_Heading]) -> dict[int, int]:
    """For each plain number, and each article of an annex, the place of the nearest other heading above it, or -1."""
    found: dict[int, int] = {}
    open_ones: list[int] = []
    is_in_annex = False
    for place, (level, _, parts) in enumerate(headings):
        while open_ones and headings[open_ones[-1]].level >= level:
            open_ones.pop()
        is_in_annex = is_in_annex and bool(open_ones)
        if parts is not None and (_is_plain(parts) or (is_in_annex and _is_counted(parts))):
            found[place] = open_ones[-1] if open_ones else -1
        elif level > 1:
            is_in_annex = is_in_annex or (parts is not None and parts.form in ANNEXES)
            open_ones.append(place)
    return found


def _identify(
    headings: Sequence[_Heading], scopes: dict[str, int], pack: DomainPack, again: Set[int] = frozenset()
) -> list[Section]:
    """The sections of one text; `again`: the places of plain numbers that come again below another heading."""
    sections: list[Section] = []
    open_ones: list[tuple[Section, HeadingParts | None]] = []
    riders = _Riders()
    repeating = _repeating(headings)
    units = _unit_scopes(headings)
    defined = _counted_anew(headings, pack)
    for place, (level, text, parts) in enumerate(headings):
        while open_ones and open_ones[-1][0].level >= level:
            open_ones.pop()
        above = open_ones[-1] if open_ones else None
        unit = _unit_above(parts, units, open_ones)
        entry = _name_definition(parts, text, above, pack) if place in defined else None
        entry = entry or _name_inside(parts, open_ones)
        if entry is not None:
            section_id, title = entry
        elif parts is not None and place in again:
            unit = next((each for each, form in reversed(open_ones) if not _is_counted(form)), None)
            section_id = _below(unit.section_id if unit else None, _printed(parts.number).rstrip(".\uff0e"))
            title = _unbracketed(parts.title.rstrip(COLONS))
        elif parts is not None and parts.form in scopes:
            section_id, title = _name_in_scope(parts, scopes[parts.form], open_ones)
        elif parts is not None and unit is not None:
            section_id = _below(unit.section_id, _printed(parts.number).rstrip(".\uff0e"))
            title = _unbracketed(parts.title.rstrip(COLONS))
        else:
            section_id, title = _name(text, parts, above, open_ones, is_repeating=place in repeating)
        if parts is not None and parts.form in ARTICLES and section_id == _printed(parts.number):
            section_id = riders.named(section_id, sections, open_ones)
        crumbs = (*(above[0].breadcrumb if above else ()), text.strip())
        section = Section(section_id, title, level, above[0].section_id if above else None, crumbs)
        sections.append(section)
        if level > 1:
            open_ones.append((section, parts))
    return sections


def _name_inside(
    parts: HeadingParts | None, open_ones: Sequence[tuple[Section, HeadingParts | None]]
) -> tuple[str, str] | None:
    """Id and title of a plain number inside a section: an entry of a list counts for what it stands in alone.

    So does 1.1 below such an entry; None for numbers of the text itself.
    """
    if parts is None or not _is_plain(parts):
        return None
    sections = [form for _, form in open_ones if form is not None and _holds_entries(form, parts)]
    if not sections:
        return None
    section, above = open_ones[-1]
    title = _unbracketed(parts.title.rstrip(COLONS))
    number = _printed(parts.number).rstrip(".\uff0e")
    if parts.depth > 1:
        is_entry = above is not None and _is_plain(above) and "/" in section.section_id
        base, _, last = section.section_id.rpartition("/")
        return (f"{base}/{number}", title) if is_entry and number.startswith(f"{last}.") else None
    return _below(section.section_id, number), title


def _holds_entries(above: HeadingParts, entry: HeadingParts) -> bool:
    """Whether plain numbers inside a section count for it alone: 1. in 2.3, in an article, in another single number."""
    return above.depth > 1 or above.form in ARTICLES or (_is_plain(above) and entry.depth <= 1)


def _name(
    text: str,
    parts: HeadingParts | None,
    above: tuple[Section, HeadingParts | None] | None,
    open_ones: Sequence[tuple[Section, HeadingParts | None]],
    *,
    is_repeating: bool = False,
) -> tuple[str, str]:
    """Id and title of one heading. `is_repeating`: its annex numbers each of its own chapters anew."""
    parent = above[0].section_id if above else None
    is_in_article = above is not None and above[1] is not None and above[1].form in ARTICLES
    if parts is None:
        title = _unbracketed(text.strip().rstrip(COLONS))
        return (f"{parent}\u3010{_printed(title)}\u3011" if is_in_article else _below(parent, _printed(title))), title
    number = _printed(parts.number)
    if parts.form == "bracketed":
        if is_in_article:
            return f"{parent}\u3010{_printed(parts.title)}\u3011", parts.title
        return _below(parent, _printed(parts.title)), parts.title
    if parts.form in ANNEXES:
        return number, parts.title
    annex = next((each for each, form in open_ones if form is not None and form.form in ANNEXES), None)
    annex = annex or next((each for each, form in reversed(open_ones) if form is not None and form.form in RANKS), None)
    if parts.depth or parts.form in WHOLE_NUMBERS:
        annex = _chapter_of(annex, open_ones) if is_repeating else annex
        number = number.rstrip(".\uff0e") if _is_plain(parts) else number
        title = _unbracketed(parts.title.rstrip(COLONS))
        branch = next((each for each, form in reversed(open_ones) if form is not None and form.form == "han"), None)
        if annex is None and branch is not None and _is_plain(parts):
            return _below(branch.section_id, number), title
        return (f"{annex.section_id}/{number}" if annex else number), title
    return _below(parent, number), _unbracketed(parts.title.rstrip(COLONS))


def _counted_anew(headings: Sequence[_Heading], pack: DomainPack) -> frozenset[int]:
    """The places below chapters of definitions that begin to count at one; others go on with the numbers before."""
    found: set[int] = set()
    for place, (level, text, _) in enumerate(headings):
        if normalised(text) not in pack.definition_titles:
            continue
        rest = headings[place + 1 :]
        end = next((at for at, other in enumerate(rest) if other.level <= level), len(rest))
        mark = item_mark(rest[0].text, pack) if end else None
        if mark is not None and mark_value(mark) == 1:
            found.update(range(place + 1, place + 1 + end))
    return frozenset(found)


def _name_definition(
    parts: HeadingParts | None, text: str, above: tuple[Section, HeadingParts | None] | None, pack: DomainPack
) -> tuple[str, str] | None:
    """Id and title of a numbered entry of definitions whose chapter has no number: it counts for itself, below it."""
    if above is None or above[1] is not None or normalised(above[0].title) not in pack.definition_titles:
        return None
    mark = item_mark(text, pack) if parts is None or parts.form in DIGITS | {"han"} else None
    if mark is None or (mark_value(mark) or 0) < 1:
        return None
    number = _printed(mark).rstrip("\u3001.\uff0e")
    return _below(above[0].section_id, number), _unbracketed(text.strip()[len(mark) :].strip().rstrip(COLONS))


def _scopes(headings: Sequence[_Heading]) -> dict[str, int]:
    """For each Latin form the rank of the units that its numbers stand under: the widest without repetitions, or -1."""
    numbers: dict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
    current = [""] * len(RANKS)
    for _, _, parts in headings:
        if parts is None or parts.form not in RANKS:
            continue
        number = normalised(parts.number)
        numbers[parts.form].append((number, tuple(current)))
        rank = RANKS[parts.form]
        current = [*current[:rank], number, *[""] * (len(RANKS) - rank - 1)]
    return {form: _widest(found, RANKS[form]) for form, found in numbers.items()}


def _widest(found: Sequence[tuple[str, tuple[str, ...]]], rank: int) -> int:
    """The rank whose units leave the fewest numbers twice; -1 where the numbers need no unit before them."""
    repeats = {
        scope: len(found) - len({(number, above[: scope + 1]) for number, above in found}) for scope in range(-1, rank)
    }
    return min(repeats, key=lambda scope: (repeats[scope], scope))


def _unit_scopes(headings: Sequence[_Heading]) -> dict[str, int]:
    """For each Chinese form whose numbers come twice the rank of the units that tell them all apart, the widest one."""
    numbers: dict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
    current = [""] * len(UNITS)
    for _, _, parts in headings:
        if parts is None:
            continue
        if parts.form in ANNEXES:
            break
        number = normalised(parts.number).rstrip(".")
        if parts.form in COUNTED:
            numbers[parts.form].append((number, tuple(current)))
        if parts.form in UNITS:
            rank = UNIT_RANKS[parts.form]
            current = [*current[:rank], number, *[""] * (len(UNITS) - rank - 1)]
    found: dict[str, int] = {}
    for form, printed in numbers.items():
        for scope in range(-1, min(COUNTED[form], len(UNITS))):
            if len({(number, above[: scope + 1]) for number, above in printed}) == len(printed):
                found |= {form: scope} if scope >= 0 else {}
                break
    return found


def _unit_above(
    parts: HeadingParts | None,
    units: dict[str, int],
    open_ones: Sequence[tuple[Section, HeadingParts | None]],
) -> Section | None:
    """The open unit that a number counted anew in each stands under; None where numbers are counted through."""
    if parts is None or parts.form not in units or any(form and form.form in ANNEXES for _, form in open_ones):
        return None
    wider = [each for each, form in open_ones if form is not None and UNIT_RANKS.get(form.form, 9) <= units[parts.form]]
    return wider[-1] if wider else None


class _Riders:
    """Riders in a text: chapters without a number right below which the articles begin again at one.

    The articles from there on stand under that chapter, until the count of the text itself goes on.
    """

    def __init__(self) -> None:
        self.rider: Section | None = None
        self.last = 0
        self.outside = 0

    def named(
        self,
        number: str,
        before: Sequence[Section],
        open_ones: Sequence[tuple[Section, HeadingParts | None]],
    ) -> str:
        """The id of an article with this number; `before` are the sections above it."""
        value = mark_value(number) or 0
        if value == 1 and self.outside and open_ones and open_ones[-1][1] is None and before[-1] is open_ones[-1][0]:
            self.rider = before[-1]
        elif self.rider is not None and value == self.outside + 1 and value != self.last + 1:
            self.rider = None
        self.last = value
        if self.rider is None:
            self.outside = value
            return number
        return _below(self.rider.section_id, number)


def _repeating(headings: Sequence[_Heading]) -> frozenset[int]:
    """The places of the headings in annexes in which a number comes twice."""
    parts = [heading.parts for heading in headings]
    starts = [place for place, each in enumerate(parts) if each is not None and each.form in ANNEXES]
    found: set[int] = set()
    for begin, end in pairwise([*starts, len(headings)]):
        inside = [normalised(each.number) for each in parts[begin + 1 : end] if each is not None and each.number]
        if len(set(inside)) < len(inside):
            found.update(range(begin + 1, end))
    return frozenset(found)


def _is_plain(parts: HeadingParts) -> bool:
    """Whether a heading has a plain number: 1. or 1.1."""
    return bool(parts.depth) or parts.form in DIGITS


def _is_counted(parts: HeadingParts | None) -> bool:
    """Whether a heading has the number of a section or an article."""
    return parts is not None and (_is_plain(parts) or parts.form in ARTICLES)


def _chapter_of(annex: Section | None, open_ones: Sequence[tuple[Section, HeadingParts | None]]) -> Section | None:
    """The open chapter of the annex that has no number."""
    return next((each for each, form in open_ones if form is None and annex is not None and each is not annex), annex)


def _name_in_scope(
    parts: HeadingParts, scope: int, open_ones: Sequence[tuple[Section, HeadingParts | None]]
) -> tuple[str, str]:
    """Id and title of a unit under the nearest open unit of its scope's rank or a wider one."""
    above = [each.section_id for each, form in open_ones if form is not None and RANKS.get(form.form, 9) <= scope]
    return _below(above[-1] if above else None, _printed(parts.number)), parts.title


def _below(parent: str | None, name: str) -> str:
    return f"{parent}/{name}" if parent else name


def _printed(text: str) -> str:
    """As printed, without spaces."""
    return "".join(text.split())


def _unbracketed(title: str) -> str:
    if title.startswith("\u3010") and title.endswith("\u3011"):
        return title[1:-1]
    return title


def is_guide(text: str, pack: DomainPack) -> bool:
    """Whether the heading opens the reading guide."""
    return normalised(text) in pack.guide_titles
