"""Scores a conversion against a list of sections that somebody read off the pages. Development only.

A list is JSON: `sections` (id, title, page, parent, kind, first10, last10), `disease_items` (title, section, first10,
last10) and `tables` (page, end_page, section, header). A section counts as right where one clause has its printed
number (if one is printed) and its title, and stands in the list's order: the longest chain of such pairs is taken.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from operator import itemgetter
from typing import Any, Self

from insurance_desktop.domain.conversion import BlockKind, Clause, Conversion, Table
from insurance_desktop.domain.kinds import ReasonKind, family_of
from insurance_desktop.domain.states import Severity

SAME_TITLE = 0.97
"""Titles so alike differ by a sign that a font draws in two ways."""
HEAD = 60
"""The first signs of a section stand within so many signs behind its title."""
NOISE = re.compile(r"[\s#*_`>|\\\-\u2014\u2013\u201c\u201d\u2018\u2019\"']+")
EDGE = "\uff1a:\u3002.\u3001\uff0c,"
WORDS_OF_NUMBERS = re.compile(
    "^(\u91ca\u4e49|\u6ce8\u91ca|\u6ce8|\u811a\u6ce8|\u9644\u4ef6|\u9644\u8868|\u9644\u5f55|\u7b2c)"
    "|[\u6761\u7ae0\u8282]$"
)
"""What stands around a number and may be left out of a list."""
BRACKETS = " \t()[]{}"
TERM = "\u3010"


@dataclass(frozen=True, slots=True)
class Share:
    """So many right of so many wanted; sums add up."""

    right: int = 0
    wanted: int = 0

    @property
    def value(self) -> float:
        """From 0 to 1; 1 where nothing was wanted."""
        return self.right / self.wanted if self.wanted else 1.0

    def __add__(self, other: "Share") -> "Share":
        return Share(self.right + other.right, self.wanted + other.wanted)

    def __str__(self) -> str:
        return f"{self.right}/{self.wanted}"


@dataclass(frozen=True, slots=True)
class Score:
    """What one conversion has of its list. `by_kind` counts by the list's word for the kind of a section.

    `displaced` are sections that are there, but not in the list's order; `extra` are clauses that the list has not.
    """

    sections: Share = Share()
    parents: Share = Share()
    texts: Share = Share()
    headers: Share = Share()
    owners: Share = Share()
    by_kind: Mapping[str, Share] = field(default_factory=dict)
    displaced: int = 0
    extra: int = 0
    missing: tuple[str, ...] = ()
    blocked_by: Mapping[str, int] = field(default_factory=dict)
    pages: int = 0

    @property
    def is_right(self) -> bool:
        """Whether the structure is as good as the bar asks."""
        return self.sections.value >= RIGHT

    def __add__(self, other: "Score") -> "Score":
        kinds = {name: Share() for name in (*self.by_kind, *other.by_kind)}
        return Score(
            self.sections + other.sections,
            self.parents + other.parents,
            self.texts + other.texts,
            self.headers + other.headers,
            self.owners + other.owners,
            {name: self.by_kind.get(name, Share()) + other.by_kind.get(name, Share()) for name in kinds},
            self.displaced + other.displaced,
            self.extra + other.extra,
            blocked_by=Counter(self.blocked_by) + Counter(other.blocked_by),
            pages=self.pages + other.pages,
        )


RIGHT = 0.95
"""A file with a smaller share of right sections must be blocked."""


@dataclass(frozen=True)
class Wanted:
    """A section as the list has it."""

    number: str
    title: str
    parent: str
    kind: str
    first: str
    last: str

    @classmethod
    def of_section(cls, entry: Mapping[str, Any]) -> Self:
        return cls(
            str(entry.get("id") or ""),
            str(entry.get("title") or ""),
            str(entry.get("parent_title") or entry.get("parent") or ""),
            str(entry.get("kind") or "clause"),
            squashed(entry.get("first10")),
            squashed(entry.get("last10")),
        )

    @classmethod
    def of_disease(cls, entry: Mapping[str, Any]) -> Self:
        return cls.of_section({**entry, "id": "", "parent": entry.get("section"), "kind": "disease"})

    @cached_property
    def words(self) -> str:
        return squashed(self.title)

    @cached_property
    def bare(self) -> str:
        return bare_number(self.number)


@dataclass(frozen=True)
class Found:
    """A clause of the conversion in the form in which it is compared."""

    clause: Clause
    above: frozenset[str] = frozenset()
    """Numbers and titles of what it stands under."""

    @cached_property
    def words(self) -> str:
        return squashed(self.clause.section_title)

    @cached_property
    def bare(self) -> str:
        return bare_number(self.clause.section_id)

    @cached_property
    def text(self) -> str:
        return squashed(self.clause.text)


def squashed(text: object) -> str:
    """Text without white space, quotation marks, Markdown and punctuation at its ends, in one width."""
    return NOISE.sub("", unicodedata.normalize("NFKC", str(text or ""))).strip(EDGE)


def bare_number(number: str) -> str:
    """The printed number alone: without what it stands under, brackets and the words around it."""
    last = unicodedata.normalize("NFKC", number).rpartition("/")[2].partition("#")[0].partition(TERM)[0]
    bare = last.strip(BRACKETS + EDGE).strip(BRACKETS)
    return WORDS_OF_NUMBERS.sub("", bare) or bare


def score(listed: Mapping[str, Any], conversion: Conversion) -> Score:
    """The conversion against its list."""
    wanted = [Wanted.of_section(each) for each in listed["sections"] if not each.get("optional")]
    diseases = [Wanted.of_disease(each) for each in listed.get("disease_items", ())]
    found = compared(conversion.clauses)
    pairs = aligned(wanted, found)
    pairs_of_diseases = aligned(diseases, found)
    kinds = _by_kind(wanted, pairs)
    kinds["disease"] = kinds.get("disease", Share()) + Share(len(pairs_of_diseases), len(diseases))
    texts = [_has_text(wanted[one], found[other]) for one, other in pairs.items() if wanted[one].first]
    used = {*pairs.values(), *pairs_of_diseases.values()}
    left = [each for place, each in enumerate(found) if place not in used]
    missing = [each for place, each in enumerate(wanted) if place not in pairs]
    headers, owners = _tables(listed.get("tables", ()), conversion)
    return Score(
        sections=Share(len(pairs), len(wanted)),
        parents=Share(sum(_is_below(wanted[one], found[other]) for one, other in pairs.items()), len(pairs)),
        texts=Share(sum(texts), len(texts)),
        headers=headers,
        owners=owners,
        by_kind={kind: share for kind, share in kinds.items() if share.wanted},
        displaced=sum(any(fits(each, other) for other in left) for each in missing),
        extra=len(left),
        missing=tuple(f"{each.number} {each.title}".strip() for each in missing),
        blocked_by=Counter(
            str(each.kind)
            for each in conversion.findings
            if each.severity is Severity.BLOCKING and family_of(each.kind) is ReasonKind.STRUCTURE
        ),
        pages=conversion.pages,
    )


def compared(clauses: Sequence[Clause]) -> list[Found]:
    """The clauses with the names of all that each stands under."""
    known: dict[str, Found] = {}
    found: list[Found] = []
    for clause in clauses:
        holder = known.get(clause.parent_section or "")
        above = {*holder.above, holder.words, holder.bare} if holder else {bare_number(clause.parent_section or "")}
        each = Found(clause, frozenset(above - {""}))
        known[clause.section_id] = each
        found.append(each)
    return found


def fits(wanted: Wanted, found: Found) -> bool:
    """Whether the clause has the number and the title of the section."""
    if wanted.bare and wanted.bare != found.bare:
        return False
    return _same_title(wanted.words, found.words) if wanted.words else bool(wanted.bare)


def _same_title(one: str, other: str) -> bool:
    if one == other:
        return bool(one)
    if abs(len(one) - len(other)) > (1 - SAME_TITLE) * (len(one) + len(other)):
        return False
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.quick_ratio() > SAME_TITLE and matcher.ratio() > SAME_TITLE


def aligned(wanted: Sequence[Wanted], found: Sequence[Found]) -> dict[int, int]:
    """The longest chain of pairs that fit and run in one order: place in the list → place among the clauses.

    Only pairs that fit are looked at: the best chain that ends in each is kept by where it ends.
    """
    chains: list[tuple[int, int, int]] = []
    """(place in the list, place among the clauses, the pair before or -1)."""
    ends: list[int] = []
    """For each length the pair that ends such a chain earliest among the clauses."""
    for one, section in enumerate(wanted):
        places = [other for other, clause in enumerate(found) if fits(section, clause)]
        for other in reversed(places):
            length = _shorter_than(chains, ends, other)
            chains.append((one, other, ends[length - 1] if length else -1))
            ends[length : length + 1] = [len(chains) - 1]
    pairs: dict[int, int] = {}
    at = ends[-1] if ends else -1
    while at >= 0:
        one, other, at = chains[at]
        pairs[one] = other
    return dict(sorted(pairs.items(), key=itemgetter(0)))


def _shorter_than(chains: Sequence[tuple[int, int, int]], ends: Sequence[int], other: int) -> int:
    """How long a chain the pair can be hung on."""
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high) // 2
        if chains[ends[middle]][1] < other:
            low = middle + 1
        else:
            high = middle
    return low


def _by_kind(wanted: Sequence[Wanted], pairs: Mapping[int, int]) -> dict[str, Share]:
    kinds: dict[str, Share] = {}
    for place, each in enumerate(wanted):
        kinds[each.kind] = kinds.get(each.kind, Share()) + Share(place in pairs, 1)
    return kinds


def _is_below(wanted: Wanted, found: Found) -> bool:
    """Whether the clause stands under what the list names; a chapter of the list may stand under an annex or a part."""
    if not wanted.parent:
        return True
    return squashed(wanted.parent) in found.above or bare_number(wanted.parent) in found.above


def _has_text(wanted: Wanted, found: Found) -> bool:
    """Whether the clause's own text begins and ends as the list says."""
    head = found.text[: len(wanted.words) + HEAD]
    return wanted.first in head and wanted.last in found.text


def _tables(listed: Iterable[Mapping[str, Any]], conversion: Conversion) -> tuple[Share, Share]:
    """Headers that are as printed (none where none is printed), and tables that stand under their section."""
    headers, owners = Share(), Share()
    places = table_owners(conversion, compared(conversion.clauses))
    for entry in listed:
        pages = range(entry["page"], (entry.get("end_page") or entry["page"]) + 1)
        here = [place for place, table in enumerate(conversion.tables) if _pages(table) & set(pages)]
        words = [squashed(each) for each in entry.get("header") or ()]
        same = [place for place in here if _has_header(conversion.tables[place], words)]
        headers += Share(bool(same) or (not words and not here), 1)
        if section := str(entry.get("section") or ""):
            names = [places.get(place, frozenset()) for place in same or here]
            owned = any({squashed(section), bare_number(section)} & each for each in names)
            owners += Share(owned or (not here and not words), 1)
    return headers, owners


def _pages(table: Table) -> set[int]:
    return {*filter(None, (table.page,)), *(box.page for box in table.boxes)}


def _has_header(table: Table, words: Sequence[str]) -> bool:
    """Whether the header's words are these: the lowest row alone, or all its rows together."""
    lowest = [squashed(each) for each in table.headers if each.strip()]
    above = [squashed(each) for row in table.rows[: table.header_rows] for each in row if each.strip()]
    wanted = [each for each in words if each]
    return lowest == wanted or Counter([*above, *lowest]) == Counter(wanted)


def table_owners(conversion: Conversion, clauses: Sequence[Found]) -> dict[int, frozenset[str]]:
    """By the index of a table the names of the clause that it stands in, and of what that stands under."""
    starts: dict[int, int] = {}
    for span in conversion.source_map:
        block = conversion.blocks[span.block]
        if block.kind is BlockKind.TABLE and block.table is not None:
            starts.setdefault(block.table, span.start)
    found: dict[int, frozenset[str]] = {}
    for table, start in starts.items():
        holders = [each for each in clauses if each.clause.markdown_start <= start < each.clause.markdown_end]
        if holders:
            nearest = max(holders, key=lambda each: each.clause.markdown_start)
            found[table] = nearest.above | {nearest.words, nearest.bare}
    return found
