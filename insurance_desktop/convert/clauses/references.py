"""Pointers printed in clauses, resolved to the sections they point at. Pure: works for edited text as well."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from insurance_desktop.domain.conversion import Clause, Reference, SourceSpan
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.numerals import in_roman, numbered
from insurance_desktop.domain.pack import DomainPack

from ..compiled import per_pack
from ..text.source_places import SourcePlaces
from .anchored_lines import AnchoredLine, lines_of, raised_in, raised_places
from .notes import Notes
from .pointers import Candidate, Pointer, candidates, part_of
from .targets import Sections, Target, bare

DEFINITION = "definition"
SECTION = "section"
RAISED_NUMBER = re.compile(
    r"\d{1,3}(?:\s?[.\uff0e]\s?\d{1,3}){0,3}|[\u2460-\u2473\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+"
)
TITLED = re.compile(r"\u300a([^\u300a\u300b]{2,40})\u300b")
ANNEX_REACH = 60
"""So many signs before "see the annex" its title may stand in its brackets."""
LABEL_MARK = "**"
COLONS = frozenset("\uff1a:")
EXPONENT_BEFORE = re.compile(r"[0-9A-Za-z)]")
"""A raised digit behind these is an exponent: m\u00b2, 10\u2079; so is r to the 0.8 where no section has the number."""


def read_references(
    clauses: tuple[Clause, ...], markdown: str, source_map: Sequence[SourceSpan], pack: DomainPack
) -> tuple[Reference, ...]:
    """Every pointer of every clause, in order; `target` is the section's id as the clause tree has it.

    The clauses must come from this Markdown. Its words do not show which digits are raised: the source map does.
    """
    reader = _Reader(clauses, markdown, source_map, pack)
    return tuple(reference for clause in clauses for reference in reader.read(clause))


class _Reader:
    """Reads the clauses of one document."""

    def __init__(
        self, clauses: Sequence[Clause], markdown: str, source_map: Sequence[SourceSpan], pack: DomainPack
    ) -> None:
        self.clauses = clauses
        self.markdown = markdown
        self.source_map = source_map
        self.pack = pack
        self.sections = Sections(clauses, pack)
        self.raised = raised_places(markdown, source_map)
        self.resolvers: dict[str, Callable[[Pointer, Clause, AnchoredLine], list[Target]]] = {
            "number": self.by_number,
            "titled": self.by_number_and_title,
            "title": self.by_title,
            "definition": self.by_term,
            "item": self.by_item,
            "english_item": self.by_english_item,
            "paragraph": self.by_paragraph,
            "previous_section": self.before,
            "note": self.by_note,
            "remark": self.by_remark,
            "english": self.by_english_number,
        }

    def read(self, clause: Clause) -> Iterator[Reference]:
        """The pointers of one clause, in the order they are printed."""
        for line in lines_of(self.markdown, clause):
            found: list[tuple[Pointer, list[Target]]] = []
            taken: list[tuple[int, int]] = []
            for candidate in (*self.raised_in(line), *candidates(line.text, self.pack)):
                if any(candidate.start < end and start < candidate.end for start, end in taken):
                    continue
                led = [(each, self.resolvers[each.kind](each, clause, line)) for each in candidate.pointers]
                if all(targets or pointer.is_sure for pointer, targets in led):
                    taken.append((candidate.start, candidate.end))
                    found += led
            for pointer, targets in sorted(found, key=lambda each: each[0].start):
                yield from self.told(pointer, targets, clause, line)

    def told(self, pointer: Pointer, targets: list[Target], source: Clause, line: AnchoredLine) -> Iterator[Reference]:
        """One reference for each target of a pointer, or one that says that there is none."""
        end = pointer.end
        if pointer.kind == "titled" and targets:
            end = _title_end(line.text, pointer.end, targets[0].clause.section_title) or pointer.end
        wanted: Sequence[Target | None] = targets or (None,)
        for target in wanted:
            yield Reference(
                source=source.section_id,
                target=target.clause.section_id if target else None,
                kind=self.kind(pointer, target, source),
                anchor=line.text[pointer.start : end],
                resolved=target is not None,
                item=target.item if target else None,
                start=line.place(pointer.start),
                end=line.place(end),
                expected=self.expected(line.text[: pointer.start], target),
            )

    def kind(self, pointer: Pointer, target: Target | None, source: Clause) -> str:
        """A pointer to a definition is read together with its clause; others are followed on demand.

        So are those to the clause's own parts: a list of diseases that says which of them somebody else defined.
        """
        if target is None or target.clause.section_id.startswith(f"{source.section_id}/"):
            return SECTION
        if pointer.kind in {"definition", "note", "remark"}:
            return DEFINITION
        is_definition = self.pack.definition_category in target.clause.category and target.clause.level > 2
        return DEFINITION if is_definition else SECTION

    def expected(self, before: str, target: Target | None) -> str | None:
        """Another definition than the target whose term stands right before the pointer."""
        if target is None or target.clause.section_id not in self.sections.defined:
            return None
        meant = self.sections.defining(before)
        own = bare(normalised(target.clause.section_title))
        if meant is None or meant is target.clause or bare(normalised(before)).endswith(own):
            return None
        return meant.section_id

    def raised_in(self, line: AnchoredLine) -> Iterator[Candidate]:
        """Raised numbers of a line that point at a section or a note; those that open the line are notes themselves."""
        if not self.raised:
            return
        for start, end in raised_in(line, self.raised):
            before = line.text[:start].rstrip()
            for number in RAISED_NUMBER.finditer(line.text, start, end):
                kind = "number" if "." in normalised(number.group()) else "note"
                may_be_exponent = bool(before) and EXPONENT_BEFORE.fullmatch(before[-1]) is not None
                if before and not (kind == "note" and may_be_exponent):
                    pointer = Pointer(
                        number.start(), number.end(), kind, number.group(), words=("",), is_sure=not may_be_exponent
                    )
                    yield Candidate(number.start(), number.end(), (pointer,))

    def by_number(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        first = self.sections.numbered(pointer.number, pointer.words, source, pointer.scope)
        if first is None:
            return self.annex_before(line.text[: pointer.start]) if not numbered(pointer.number)[1] else []
        if not pointer.upto:
            return self.with_items(first, pointer)
        last = self.sections.numbered(pointer.upto, pointer.words, source, pointer.scope)
        return [Target(clause) for clause in self.sections.between(first, last)] if last else []

    def annex_before(self, before: str) -> list[Target]:
        """The annex without a number whose title stands in brackets of its own right before the word for it."""
        titles = TITLED.findall(before[-ANNEX_REACH:])
        found = self.sections.titled_with(titles[-1]) if titles else None
        return [Target(found)] if found else []

    def by_number_and_title(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        """A bare number counts where the section's own title follows."""
        found = self.by_number(pointer, source, line)
        title = found[0].clause.section_title if found else ""
        return found if title and _title_end(line.text, pointer.end, title) is not None else []

    def by_english_number(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        """Regulation II-2/5 is regulation 5 of chapter II-2, regulation 1.28.3 paragraph 28.3 of regulation 1.

        Appendix 4 is the appendix IV where none is printed with a 4.
        """
        number, word = pointer.number, pointer.words[0]
        chapter, slash, own = number.partition("/")
        scope = f"chapter {chapter}" if slash else pointer.scope
        whole = self.sections.numbered(f"{word} {own or chapter}", (), source, scope)
        if whole is not None:
            return [Target(whole)]
        head = re.split(r"[.(]", own or chapter, maxsplit=1)[0]
        part = self.sections.numbered(f"{word} {head}", (), source, scope)
        if part is None and head.isdigit() and int(head) < 90:
            part = self.sections.numbered(f"{word} {in_roman(int(head))}", (), source, scope)
        return [Target(part, (own or chapter)[len(head) :].lstrip(".") or None)] if part else []

    def by_english_item(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        """Paragraph 3 of this regulation."""
        return [Target(source, pointer.number)]

    def by_title(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        found = self.sections.titled(pointer.number, source)
        return [Target(found)] if found and found is not source else []

    def by_term(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        """The numbered entry of the definitions, else that of the term before the pointer, else all of them."""
        if pointer.number:
            entry = self.sections.entry(pointer.number)
            return self.with_items(entry.clause, pointer) if entry and pointer.item else [entry] if entry else []
        term = self.sections.defining(line.text[: pointer.start])
        glossaries = [term] if term else self.sections.glossaries
        return [Target(glossaries[0])] if len(glossaries) == 1 else []

    def by_item(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        """Items of the section that is named before, else of the clause itself or of what it stands under.

        A number without an item is that of a paragraph.
        """
        before = _after_title(self.pack).sub("", line.text[: pointer.start])
        named = self.sections.named_at_end(before, source)
        if named:
            return self.with_items(named, pointer)
        found = self.sections.parts_above(source, (*pointer.within, pointer.item), pointer.item_upto)
        if found:
            return found
        value = numbered(pointer.item or pointer.number)[1]
        paragraphs = source.text.count("\n") + 1
        is_paragraph = not pointer.item_upto and value.isdigit() and 1 < paragraphs >= int(value)
        return [Target(source, line.text[pointer.start : pointer.end])] if is_paragraph else []

    def with_items(self, clause: Clause, pointer: Pointer) -> list[Target]:
        """The clause, or the part or each part of the range that the pointer names in it."""
        if not pointer.item:
            return [Target(clause)]
        steps = (*pointer.within, pointer.item)
        inner = self.sections.parts_in(clause, steps, pointer.item_upto)
        return inner or self.sections.parts(clause, pointer.item, pointer.item_upto) or [Target(clause)]

    def by_paragraph(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        """The paragraph above: of the clause itself, or, where only an introduction stands above, of the one before."""
        if pointer.item:
            return self.with_items(source, pointer)
        above = (each for each in lines_of(self.markdown, source) if each.start < line.start)
        if any(_is_paragraph(each.text, source) for each in above):
            return [Target(source)]
        return [Target(clause) for clause in self.sections.before(source, 1)]

    def before(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        count = int(numbered(pointer.number)[1] or 1) if pointer.number else 1
        found = self.sections.before(source, count)
        return [Target(clause) for clause in found] if len(found) == count else []

    def by_note(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        """The note with this number, else the definition of the word before it, else the one with this number."""
        notes = self.by_remark(pointer, source, line)
        if notes:
            return notes
        term = self.sections.defining(line.text[: pointer.start])
        entry = Target(term) if term else self.sections.entry(pointer.number, is_whole=True)
        return [entry] if entry else []

    def by_remark(self, pointer: Pointer, source: Clause, line: AnchoredLine) -> list[Target]:
        found = self.notes.meant(pointer.number, line.place(pointer.start), source, line)
        return [found] if found else []

    @cached_property
    def notes(self) -> Notes:
        return Notes(self.clauses, self.markdown, SourcePlaces(self.source_map), self.raised, self.pack)


def _title_end(text: str, start: int, title: str) -> int | None:
    """Where the title ends that is printed from `start` on, spaces apart; None where another word stands there."""
    wanted = "".join(title.split())
    at = start
    for sign in wanted:
        while at < len(text) and text[at].isspace():
            at += 1
        if at >= len(text) or normalised(text[at]) != normalised(sign):
            return None
        at += 1
    return at if wanted else None


def _is_paragraph(text: str, clause: Clause) -> bool:
    """Whether a line says something by itself: no title, no label and no introduction of what follows."""
    is_label = text.startswith(LABEL_MARK) and text.endswith(LABEL_MARK)
    return not is_label and text != clause.section_title and text[-1:] not in COLONS


@per_pack
def _after_title(pack: DomainPack) -> re.Pattern[str]:
    """What may stand between a section's title and the item of it that is meant."""
    return re.compile(f"{part_of(pack, 'after_title')}$")
