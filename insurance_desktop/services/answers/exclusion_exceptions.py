"""What takes an exclusion back: its own words, those right below it, its definitions, and the clauses these name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from insurance_desktop.domain.conversion import Item
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.exclusion_grounds import read_grounds
from insurance_desktop.index.matching import CASE, LISTED
from insurance_desktop.index.sentences import exceptions_in, phrases, sentences
from insurance_desktop.store.clauses.clauses import ClauseRow, ReferenceRow

from .exclusion_units import Exemption, Unit
from .item_lists import places_of

_QUOTED = re.compile("[\u201c\u300c\u300e]([^\u201d\u300d\u300f]{4,})[\u201d\u300d\u300f]")
"""What a clause quotes of another, longer than a title."""


class Exceptions:
    """Finds the exceptions of exclusions among the items and references of their clauses; `targets` are the clauses
    that these point at."""

    def __init__(
        self,
        pack: DomainPack,
        rows: Sequence[ClauseRow],
        items: Mapping[int, Sequence[Item]],
        references: Mapping[int, Sequence[ReferenceRow]],
        targets: Mapping[str, ClauseRow],
    ) -> None:
        self.pack = pack
        self.rows = rows
        self.items = items
        self.references = references
        self.targets = targets
        self.grounds = read_grounds(pack)
        self.relieved = [
            (row, match.group()) for form in pack.relief_forms for row in rows for match in re.finditer(form, row.text)
        ]
        self.refusing = [re.compile(each) for each in (*pack.exclusion_phrases, *pack.limit_phrases)]
        self.turned = re.compile("(?:" + "|".join(pack.turning_forms or ("(?!)",)) + r")[^\u4e00-\u9fff]*\Z")

    def of(self, unit: Unit) -> tuple[Exemption, ...]:
        return tuple({(each.text, each.row.section_id): each for each in self._found(unit)}.values())

    def _found(self, unit: Unit) -> Iterator[Exemption]:
        own = [Exemption(passage, unit.row, unit.item) for passage in self._own(unit)]
        for each in (*own, *(Exemption(passage, unit.row) for passage in self._below(unit))):
            yield each
            for target in (*self._pointed(unit.row, each.text), *self._elsewhere(unit, each.text)):
                yield Exemption(sentences(target.text)[0], target)
        for row in unit.definitions:
            if self._means(row, unit):
                yield from (Exemption(passage, row) for passage in self._in(row.text))
        if unit.kind == LISTED:
            yield from self._relieved(unit)

    def _elsewhere(self, unit: Unit, passage: str) -> Iterator[ClauseRow]:
        """The clauses of the contract that agree otherwise: an exception that points to them names none."""
        if any(re.search(form, passage) for form in self.pack.elsewhere_forms):
            own = self.grounds.printed_in(respelled(unit.text))
            for row in self.rows:
                other = row not in unit.definitions and row.text.strip() and not self._is_exclusion(row)
                if other and own & self.grounds.printed_in(respelled(row.section_title)):
                    yield row

    def _relieved(self, unit: Unit) -> Iterator[Exemption]:
        """The clauses that say themselves that the exclusion does not touch them, in its own words."""
        for row, passage in self.relieved:
            quoted = [phrases(each) for each in _QUOTED.findall(passage)]
            if row.row != unit.row.row and any(each and all(part in unit.text for part in each) for each in quoted):
                yield Exemption(passage, row)

    def _is_exclusion(self, row: ClauseRow) -> bool:
        return row.categories[:1] == (self.pack.exclusion_category,)

    def _in(self, text: str) -> tuple[str, ...]:
        return exceptions_in(text, self.pack.exception_forms)

    def _own(self, unit: Unit) -> Iterator[str]:
        """The passages of an exclusion that leave some of it: one that is all that it refuses takes nothing back."""
        for passage in self._in(unit.text):
            rest = unit.text.replace(passage, "")
            if unit.kind in (LISTED, CASE) or self._is_refused_above(unit):
                if any(sign.isalnum() for sign in rest):
                    yield passage
            elif self._refuses(rest):
                yield passage

    def _below(self, unit: Unit) -> Iterator[str]:
        """What stands right below the exclusion, or below the list that it is an item of, as a sentence of its own
        that takes something back; one that names items speaks of those alone."""
        places = places_of(unit.row.text, self.items.get(unit.row.row, ())) if unit.item is not None else ()
        own = [each for each in places if each.list_number == unit.list_number]
        end = own[-1].end if own else unit.row.text.find(unit.text) + len(unit.text)
        following = next(iter(sentences(unit.row.text[end:])), "")
        passage = next(iter(self._in(following)), "")
        if not passage or not following.startswith(passage):
            return
        named = [each.item.mark for each in own if normalised(each.item.mark) in normalised(passage)]
        if unit.item is None or not named or unit.item.mark in named:
            yield passage

    def _is_refused_above(self, unit: Unit) -> bool:
        """Whether it is an item of a list whose first words refuse."""
        return unit.item is not None and self._refuses(unit.lead_in)

    def _refuses(self, text: str) -> bool:
        return any(each.search(text) for each in self.refusing)

    def _means(self, row: ClauseRow, unit: Unit) -> bool:
        """Whether a definition says what the exclusion is about. What a term leaves out that the exclusion only
        denies (not in a hospital) is refused as well, and a limit has no terms that it refuses."""
        if unit.kind not in (LISTED, CASE) and unit.item is None:
            return False
        text, term = normalised(unit.text), normalised(row.section_title)
        if term and term in text:
            return self.turned.search(text.partition(term)[0]) is None
        return self.pack.definition_category in row.categories

    def _pointed(self, row: ClauseRow, passage: str) -> Iterable[ClauseRow]:
        """The clauses that an exception names by number or title; one that only says what its words mean is none."""
        said = normalised(passage)
        for each in self.references.get(row.row, ()):
            target = self.targets.get(each.target_clause_id or "")
            if target is None or target.row == row.row or not _is_named(normalised(each.anchor), said):
                continue
            if target.text.strip() and self.pack.definition_category not in target.categories:
                yield target


def _is_named(anchor: str, said: str) -> bool:
    """Whether a pointer stands in a passage, and not as part of another number: 2.3 does not stand in 12.3.5."""
    return re.search(rf"(?<![\d.]){re.escape(anchor)}(?!\.?\d)", said) is not None
