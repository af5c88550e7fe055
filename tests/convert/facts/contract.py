"""Small contracts to read facts out of: clauses by titles and texts, nothing converted."""

from collections.abc import Sequence

from insurance_desktop.convert.facts.reading import read_facts
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")
EXTENDED = "extend_info."


def clause(number: str, title: str, text: str = "", *, under: str | None = None, index: int = 0) -> Clause:
    """A clause of page 1."""
    return Clause(
        section_id=number,
        section_title=title,
        level=1,
        parent_section=under,
        chunk_index=index,
        page_number=1,
        page_to=1,
        text=text,
    )


def facts_of(*clauses: Clause) -> tuple[Fact, ...]:
    """What the pack reads out of clauses, which are numbered in order."""
    return read_facts(numbered(clauses), PACK)


def facts_in(title: str, text: str) -> dict[str, list[Fact]]:
    """What one clause with this title states, by path, the prefix of the others left out."""
    found: dict[str, list[Fact]] = {}
    for fact in facts_of(clause("2.1", title, text)):
        found.setdefault(fact.path.removeprefix(EXTENDED), []).append(fact)
    return found


def values_in(title: str, text: str, path: str) -> list[str]:
    """The values of one path."""
    return [fact.value for fact in facts_in(title, text).get(path, [])]


def numbered(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses with their places as indexes."""
    return [
        clause(each.section_id, each.section_title, each.text, under=each.parent_section, index=place)
        for place, each in enumerate(clauses)
    ]
