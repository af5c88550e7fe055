"""Where printed pointers lead: the sections of a document by number, title and defined term. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.numerals import is_numeral, numbered, values_in
from insurance_desktop.domain.pack import DomainPack

from ..headings import read_heading

QUOTES = "\u201c\u201d\u300a\u300b\u3010\u3011\u300c\u300d\"'*"
"""What terms and titles stand in; NFKC leaves these as they are. The asterisk is Markdown's."""
SHORTEST_TERM = 2
SHORTEST_TITLE = 3
"""A shorter title is a word like any other where an item is named behind it."""
ANNEX = "annex"
"""The form of a number that names an annex."""


class Target(NamedTuple):
    """A section, or one item of it, by the mark that it prints."""

    clause: Clause
    item: str | None = None


class Sections:
    """The clauses of a document as pointers name them."""

    def __init__(self, clauses: Sequence[Clause], pack: DomainPack) -> None:
        self.clauses = clauses
        self.pack = pack
        self.texts = _texts(clauses, pack)
        self.index = {id(clause): place for place, clause in enumerate(clauses)}
        self.by_key: dict[tuple[str, str], list[Clause]] = defaultdict(list)
        self.by_title: dict[str, list[Clause]] = defaultdict(list)
        self.children: dict[str, list[Clause]] = defaultdict(list)
        titles = {normalised(title) for title in pack.definition_titles}
        self.glossaries: list[Clause] = []
        self.terms: dict[str, Clause] = {}
        inside: set[str] = set()
        for clause in clauses:
            title = normalised(clause.section_title)
            self.by_key[numbered(clause.section_id.rsplit("/", 1)[-1])].append(clause)
            if clause.parent_section:
                self.children[clause.parent_section].append(clause)
            if title:
                self.by_title[bare(title)].append(clause)
            if title in titles:
                self.glossaries.append(clause)
                inside.add(clause.section_id)
            elif clause.parent_section in inside:
                inside.add(clause.section_id)
                if len(title) >= SHORTEST_TERM:
                    self.terms.setdefault(bare(title), clause)
        self.defined = frozenset(inside)

    def numbered(self, number: str, words: Sequence[str], source: Clause, scope: str = "") -> Clause | None:
        """The section with this number, the nearest one to the pointer where several bear it.

        `words` are the ways a section's number may read beside its numerals; without them the pointer's own words.
        A number without numerals (an annex) is found where there is only one of the kind. Of several texts bound in
        one file a number means a section of the pointer's own; annexes may serve them all.
        """
        word, value = numbered(number)
        parts = read_heading(number, self.pack)
        is_annex = parts is not None and parts.form == ANNEX
        text = None if is_annex else self.texts[self.index[id(source)]]
        for each in words or (word,):
            found = self.by_key.get((each, value), [])
            if scope:
                found = [clause for clause in found if _is_below(clause, numbered(scope))]
            if text is not None:
                found = [clause for clause in found if self.texts[self.index[id(clause)]] == text]
            if found:
                return self.nearest(found, source)
        if not value and word:
            alike = [clause for (own, _), found in self.by_key.items() if own == word for clause in found]
            return alike[0] if len(alike) == 1 else None
        return None

    def between(self, first: Clause, last: Clause) -> list[Clause]:
        """The sections of a range, those of the first one's level."""
        begin, end = self.index[id(first)], self.index[id(last)]
        return [clause for clause in self.clauses[begin : end + 1] if clause.level == first.level]

    def titled(self, title: str, source: Clause) -> Clause | None:
        """The other section that bears this title; of several the highest one, then the one beside the pointer."""
        found = [clause for clause in self.by_title.get(bare(normalised(title)), ()) if clause is not source]
        highest = min((clause.level for clause in found), default=0)
        found = [clause for clause in found if clause.level == highest]
        if len(found) > 1:
            found = [clause for clause in found if clause.parent_section == source.parent_section]
        return found[0] if len(found) == 1 else None

    def titled_with(self, words: str) -> Clause | None:
        """The only section of the highest level whose title ends with these words."""
        plain = bare(normalised(words))
        found = [clause for title, alike in self.by_title.items() if title.endswith(plain) for clause in alike]
        highest = min((clause.level for clause in found), default=0)
        found = [clause for clause in found if clause.level == highest]
        return found[0] if len(found) == 1 else None

    def defining(self, before: str) -> Clause | None:
        """The definition whose term the words end with, the longest one."""
        words = bare(normalised(before[-60:]))
        best = max((term for term in self.terms if words.endswith(term)), key=len, default=None)
        return self.terms[best] if best else None

    def entry(self, number: str, is_whole: bool = False) -> Target | None:
        """The n-th entry of the definitions, a section or an item; one numbered 7.3 is no third one if `is_whole`."""
        value = numbered(number)[1]
        for glossary in self.glossaries:
            for clause in self.children[glossary.section_id]:
                own = numbered(clause.section_id.rsplit("/", 1)[-1])[1]
                if own == value or (not is_whole and own.rsplit(".", 1)[-1] == value):
                    return Target(clause)
            item = item_of(glossary, number)
            if item is not None:
                return Target(glossary, item)
        return None

    def parts(self, clause: Clause, first: str, last: str = "", alike: bool = False) -> list[Target]:
        """The part of a section that a printed mark means, an item or a section below it, or all of a range.

        A part that is marked as the pointer is comes first: (2) is not the second of \u4e00, \u4e8c; `alike` takes no
        other.
        """
        marks = [(Target(clause, item.mark), item.mark) for item in clause.items]
        marks += [(Target(each), each.section_id.rsplit("/", 1)[-1]) for each in self.children[clause.section_id]]
        for is_same in (_is_alike,) if alike else (_is_alike, _is_equal):
            begin = next((place for place, (_, mark) in enumerate(marks) if is_same(mark, first)), None)
            if begin is None:
                continue
            if not last:
                return [marks[begin][0]]
            end = next((place for place, (_, mark) in enumerate(marks) if place > begin and is_same(mark, last)), None)
            if end is not None:
                return [target for target, mark in marks[begin : end + 1] if _form(mark) == _form(marks[begin][1])]
        return []

    def parts_in(self, clause: Clause, steps: Sequence[str], last: str = "", alike: bool = False) -> list[Target]:
        """What the marks lead to, one in the other; an item has no parts of its own, the next mark is beside it."""
        at = clause
        for step in steps[:-1]:
            found = self.parts(at, step, alike=alike)
            if not found:
                return []
            at = found[0].clause
        return self.parts(at, steps[-1], last, alike)

    def parts_above(self, source: Clause, steps: Sequence[str], last: str) -> list[Target]:
        """The part that is meant of a section or of what it stands under: first what is marked as printed, and near."""
        around = [source]
        while (parent := self.parent(around[-1])) is not None:
            around.append(parent)
        for alike, clauses in ((True, around), (False, around[:2])):
            for clause in clauses:
                found = self.parts_in(clause, steps, last, alike)
                if found:
                    return found
        return []

    def named_at_end(self, words: str, source: Clause) -> Clause | None:
        """The section whose title some words end with, the longest one; none where several bear it."""
        plain = bare(normalised(words))
        alike = [title for title in self.by_title if len(title) >= SHORTEST_TITLE and plain.endswith(title)]
        return self.titled(max(alike, key=len), source) if alike else None

    def before(self, source: Clause, count: int) -> list[Clause]:
        """The `count` sections before this one on its level, in reading order."""
        earlier = [
            clause
            for clause in self.clauses[: self.index[id(source)]]
            if clause.level == source.level and clause.section_id.count("/") == source.section_id.count("/")
        ]
        return earlier[-count:]

    def nearest(self, found: Sequence[Clause], source: Clause) -> Clause:
        """The candidate under the most headings that the pointer stands under too: regulation 5 of the same chapter."""
        return max(
            found,
            key=lambda clause: (_shared(clause, source), -clause.section_id.count("/"), -self.index[id(clause)]),
        )

    def parent(self, clause: Clause) -> Clause | None:
        return next((each for each in self.clauses if each.section_id == clause.parent_section), None)


def item_of(clause: Clause, printed: str) -> str | None:
    """The mark of the clause's item that a printed number means; one in the same kind of bracket comes first."""
    marks = [item.mark for item in clause.items if _is_equal(item.mark, printed)]
    return next((mark for mark in marks if _form(mark) == _form(printed)), marks[0] if marks else None)


def bare(title: str) -> str:
    """A term without the quotes it stands in."""
    return title.strip(QUOTES)


def _texts(clauses: Sequence[Clause], pack: DomainPack) -> list[str | None]:
    """For each clause the title of the further text that it stands in, "" in the first one; None where it is open.

    Sections of further texts have its title above them though it is no section; notes and prefaces may be anyone's.
    """
    texts: list[str | None] = []
    text = ""
    for clause in clauses:
        if clause.breadcrumb[:1] in {(pack.note_title,), (pack.preface_title,)}:
            texts.append(None)
            continue
        if clause.parent_section is None:
            text = clause.breadcrumb[0] if len(clause.breadcrumb) > 1 else ""
        texts.append(text)
    return texts


def _form(mark: str) -> tuple[str, bool]:
    """How a mark is printed: what stands around its number, and whether that is in Arabic digits."""
    plain = normalised(mark)
    return "".join(sign for sign in plain if not is_numeral(sign)), any(sign.isdigit() for sign in plain)


def _is_alike(mark: str, printed: str) -> bool:
    return _is_equal(mark, printed) and _form(mark) == _form(printed)


def _is_equal(mark: str, printed: str) -> bool:
    return values_in(mark) == values_in(printed) != ()


def _shared(clause: Clause, source: Clause) -> int:
    """How many headings above the candidate are also above the pointer, or are the pointer's own."""
    above = clause.breadcrumb[:-1]
    return next(
        (place for place, (one, other) in enumerate(zip(above, source.breadcrumb, strict=False)) if one != other),
        min(len(above), len(source.breadcrumb)),
    )


def _is_below(clause: Clause, scope: tuple[str, str]) -> bool:
    return any(numbered(step) == scope for step in clause.section_id.split("/")[:-1]) or any(
        numbered(" ".join(crumb.split()[:2])) == scope for crumb in clause.breadcrumb
    )
