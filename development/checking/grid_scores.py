"""What of a made document does not come back as it was made. Development only."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cache

from development.making.grid.combination import Combination
from development.making.grid.document import make
from development.making.grid.expected import Made, PrintedTable, Section, SectionKind
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import Conversion, Table
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.kinds import ReasonKind, family_of
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.loader import load_pack

from .section_scores import Found, Share, Wanted, aligned, bare_number, compared, squashed, table_owners


@entity
class Result:
    """One document: what was asked of it, and what is wrong, a line each. Empty `wrong` means exact."""

    combination: Combination
    titles: Share
    parents: Share
    tables: Share
    wrong: tuple[str, ...]
    blocked_by: tuple[str, ...]
    pages: int

    @property
    def is_exact(self) -> bool:
        return not self.wrong


@cache
def _pack() -> DomainPack:
    return load_pack("insurance")


def checked(combination: Combination) -> Result:
    """Makes, converts and compares one document."""
    made = make(combination)
    return compare(combination, made, convert_bytes(made.pdf, _pack()))


def compare(combination: Combination, made: Made, conversion: Conversion) -> Result:
    """The conversion against what was printed: sections in order, their parents, texts and pages, tables."""
    found = [each for each in compared(conversion.clauses) if each.clause.section_title != _pack().preface_title]
    pairs = _paired(made.sections, found)
    missing = [each for place, each in enumerate(made.sections) if place not in pairs]
    extra = [each for place, each in enumerate(found) if place not in pairs.values()]
    orphans = [place for place, other in pairs.items() if not _is_below(made.sections[place], found[other], found)]
    wrong_tables = list(_wrong_tables(made.tables, conversion, found))
    wrong = [
        *(f"missing: {each.id} {each.title}" for each in missing),
        *(f"not printed: {each.clause.section_id} {each.clause.section_title}" for each in extra),
        *(f"below {found[pairs[place]].clause.parent_section}: {made.sections[place].title}" for place in orphans),
        *(line for place, other in pairs.items() for line in _wrong_text(made.sections[place], found[other])),
        *wrong_tables,
    ]
    right_tables = 0 if wrong_tables else len(made.tables)
    return Result(
        combination,
        Share(len(pairs), len(made.sections)),
        Share(len(pairs) - len(orphans), len(made.sections)),
        Share(right_tables, len(made.tables)),
        tuple(wrong),
        _blocking(conversion),
        conversion.pages,
    )


def _blocking(conversion: Conversion) -> tuple[str, ...]:
    return tuple(
        str(each.kind)
        for each in conversion.findings
        if each.severity is Severity.BLOCKING and family_of(each.kind) is ReasonKind.STRUCTURE
    )


def _paired(sections: Sequence[Section], found: Sequence[Found]) -> dict[int, int]:
    """Sections and clauses in one order by number and title; the notes at the feet of pages in their own."""
    pairs: dict[int, int] = {}
    for are_notes in (False, True):
        places = [place for place, each in enumerate(sections) if (each.kind is SectionKind.NOTE) is are_notes]
        left = [place for place in range(len(found)) if place not in pairs.values()]
        wanted = [Wanted.of_section(asdict(sections[place])) for place in places]
        for one, other in aligned(wanted, [found[place] for place in left]).items():
            if wanted[one].words == found[left[other]].words:
                pairs[places[one]] = left[other]
    return dict(sorted(pairs.items()))


def _is_below(section: Section, found: Found, clauses: Sequence[Found]) -> bool:
    """Whether the clause stands right below what the section stands below; a note may stand below any."""
    if section.kind is SectionKind.NOTE:
        return True
    parent = found.clause.parent_section
    if not section.parent or parent is None:
        return not section.parent and parent is None
    holder = next((each for each in clauses if each.clause.section_id == parent), None)
    names = {bare_number(parent), holder.words if holder else ""}
    return bool({bare_number(section.parent), squashed(section.parent)} & names)


def _wrong_text(section: Section, found: Found) -> Iterator[str]:
    name = f"{section.id} {section.title}".strip()
    wanted, got = squashed(section.text), found.text
    if wanted != got:
        shorter = min(len(wanted), len(got))
        at = next((place for place in range(shorter) if wanted[place] != got[place]), shorter)
        yield f"text of {name}: {got[at : at + 10]} instead of {wanted[at : at + 10]}"
    if found.clause.page_number != section.page:
        yield f"page of {name}: {found.clause.page_number} instead of {section.page}"


def _wrong_tables(printed: Sequence[PrintedTable], conversion: Conversion, found: Sequence[Found]) -> Iterator[str]:
    if len(printed) != len(conversion.tables):
        yield f"tables: {len(conversion.tables)} instead of {len(printed)}"
        return
    owners = table_owners(conversion, found)
    for place, (wanted, table) in enumerate(zip(printed, conversion.tables, strict=True)):
        if not table.trusted:
            yield "table: its columns are not trusted"
        if _header(table) != wanted.header:
            yield f"table: header {_header(table)} instead of {wanted.header}"
        rows = table.rows[table.header_rows :]
        if rows != wanted.rows:
            other = next((pair for pair in zip(rows, wanted.rows, strict=False) if pair[0] != pair[1]), None)
            yield f"table: {len(rows)} rows instead of {len(wanted.rows)}" + (
                f", {other[0]} for {other[1]}" if other else ""
            )
        if not {squashed(wanted.owner), bare_number(wanted.owner)} & owners.get(place, frozenset()):
            yield f"table: not in {wanted.owner}"


def _header(table: Table) -> tuple[tuple[str, ...], ...]:
    """Its header rows from the top; none where the lowest has no words."""
    lowest = [table.headers] if any(table.headers) else []
    return (*table.rows[: table.header_rows], *lowest)
