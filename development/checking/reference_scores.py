"""Scores the pointers of a conversion against a list that somebody read off the pages. Development only.

A list is TOML: `pointers` = rows of (section in which it stands, words as printed, target). A section is named by its
number or its title; a step of the target after a slash stands below the one before it, a section or an item by its
mark. A section list may have a few `references` (from_section, printed, target) of its own, a sample.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from insurance_desktop.domain.conversion import Conversion, Reference
from insurance_desktop.domain.numerals import is_numeral
from insurance_desktop.domain.pack import DomainPack

from .section_scores import Found, Share, bare_number, compared, squashed

FRONT = "front"
"""Pointers of the guide on the first page are not looked at."""
SIMILAR = 6
"""A title of at least so many signs is named by its beginning."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One pointer as the list has it."""

    source: str
    words: str
    target: str

    @classmethod
    def of(cls, source: str, words: str, target: str) -> Self:
        return cls(source, squashed(words), target)

    def __str__(self) -> str:
        return f"{self.source}: {self.words} \u2192 {self.target}"


@dataclass(frozen=True, slots=True)
class Pointers:
    """`right` lead where the list says; `wrong` lead elsewhere or nowhere; `astray` are resolved ones not in the list.

    `astray` is empty where the list is only a sample.
    """

    right: Share = field(default_factory=Share)
    wrong: tuple[str, ...] = ()
    astray: tuple[str, ...] = ()

    def __add__(self, other: "Pointers") -> "Pointers":
        return Pointers(self.right + other.right, (*self.wrong, *other.wrong), (*self.astray, *other.astray))

    def __str__(self) -> str:
        return f"references {self.right} astray {len(self.astray)}"


def score_pointers(listed: Mapping[str, Any], conversion: Conversion, pack: DomainPack) -> Pointers:
    """The pointers of the conversion against the list."""
    is_whole = "pointers" in listed
    wanted = [Printed.of(*row) for row in listed["pointers"]] if is_whole else list(_sample(listed))
    nodes = _Nodes(compared(conversion.clauses))
    left = [each for each in conversion.references if not pack.is_guide(each.source)]
    told: set[tuple[int | None, int | None]] = set()
    wrong: list[str] = []
    right = 0
    for each in wanted:
        alike = [one for one in left if _same_words(each, one) and nodes.is_at(one.source, each.source)]
        best = next((one for one in alike if nodes.leads(one, each.target)), None)
        right += best is not None
        taken = best or next(iter(alike), None)
        if best is None:
            wrong.append(f"{each}, not {_told(taken) if taken else 'found'}")
        if taken is not None:
            told.add((taken.start, taken.end))
            left.remove(taken)
    rest = (each for each in left if is_whole and (each.start, each.end) not in told and _is_numbered(each))
    astray = [f"{each.source}: {_told(each)}" for each in rest]
    return Pointers(Share(right, len(wanted)), tuple(wrong), tuple(astray))


def _sample(listed: Mapping[str, Any]) -> Iterator[Printed]:
    for each in listed.get("references", ()):
        if each["from_section"] != FRONT:
            target = str(each["target"] or each.get("target_title") or "")
            yield Printed.of(str(each.get("from_title") or each["from_section"]), str(each["printed"]), target)


def _same_words(printed: Printed, found: Reference) -> bool:
    words = squashed(found.anchor)
    return bool(words) and (printed.words in words or words in printed.words)


def _told(found: Reference) -> str:
    return f"{squashed(found.anchor)} \u2192 {found.target}{f' {found.item}' if found.item else ''}"


def _is_numbered(found: Reference) -> bool:
    return found.resolved and any(map(is_numeral, found.anchor))


class _Nodes:
    """The clauses by id, with what each stands under."""

    def __init__(self, nodes: Sequence[Found]) -> None:
        self.by_id = {each.clause.section_id: each for each in nodes}

    def is_at(self, section_id: str | None, name: str) -> bool:
        """Whether a clause is, or stands under, the section of this name."""
        node = self.by_id.get(section_id or "")
        return node is not None and any(_named(name, each) for each in {*node.above, node.bare, node.words})

    def leads(self, found: Reference, target: str) -> bool:
        """Whether a pointer ends at the last step of the target, below the steps before it."""
        node = self.by_id.get(found.target or "")
        if node is None:
            return False
        *above, last = target.split("/")
        own = {node.bare, node.words}
        if found.item is not None and above and bare_number(found.item) == bare_number(last):
            return all(any(_named(step, each) for each in {*node.above, *own}) for step in above)
        is_it = any(_named(last, each) for each in own) and (found.item is None or not above)
        return is_it and all(any(_named(step, each) for each in node.above) for step in above)


def _named(name: str, own: str) -> bool:
    words = squashed(name)
    return own in {words, bare_number(name)} or (len(words) >= SIMILAR and own.startswith(words))
