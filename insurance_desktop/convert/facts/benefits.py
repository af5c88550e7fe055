"""What a work provides: the clauses that stand below its section of benefits, each by its name. Pure."""

from collections.abc import Iterator, Sequence

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact, FactKind

from .rules import Rules, has

_TITLED, _ITEM, _NAMED = "benefit_title", "benefit_item", "benefit_phrase"


def benefit_facts(rules: Rules, clauses: Sequence[Clause]) -> list[Fact]:
    """Every benefit with its verbatim text; one that stands below another is told under it."""
    below = _below(rules, clauses)
    return _unique([*_titled(rules, below)] or [*_phrased(rules, below)])


def _below(rules: Rules, clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses that stand in a section of benefits."""
    heads: set[str] = set()
    found = []
    for clause in clauses:
        is_head = bool(clause.section_title) and has(rules.benefit_sections, clause.section_title)
        if is_head or clause.parent_section in heads:
            heads.add(clause.section_id)
            found.append(clause)
    return found


def _titled(rules: Rules, clauses: Sequence[Clause]) -> Iterator[Fact]:
    """Those that have a title of their own, a clause's or an item's."""
    paths: dict[str, str] = {}
    for clause in clauses:
        above = paths.get(clause.parent_section or "", rules.benefits)
        name = clause.section_title
        if name and _is_benefit(rules, name):
            path = paths[clause.section_id] = _under(above, name)
            yield Fact(path, clause.text, FactKind.TEXT, clause.chunk_index, 0, len(clause.text), _TITLED)
        else:
            paths[clause.section_id] = above
        yield from _items(rules, clause, paths[clause.section_id])


def _items(rules: Rules, clause: Clause, above: str) -> Iterator[Fact]:
    """Items that begin with a benefit's name: （一）身故保险金, then its text."""
    place = 0
    starts = []
    for item in clause.items:
        at = clause.text.find(item.text, place)
        name = item.text.splitlines()[0].strip() if item.text else ""
        name = next((m[0] for p in rules.benefit_names if (m := p.match(name))), "")
        if at >= 0:
            place = at
            starts.append((at, name if name and _is_benefit(rules, name) else "", item))
    for position, (at, name, _item) in enumerate(starts):
        if name:
            end = next((start for start, other, _ in starts[position + 1 :] if other), len(clause.text))
            value = clause.text[at:end].rstrip()
            yield Fact(_under(above, name), value, FactKind.TEXT, clause.chunk_index, at, at + len(value), _ITEM)


def _phrased(rules: Rules, clauses: Sequence[Clause]) -> Iterator[Fact]:
    """Those that only the text names: we pay the death benefit."""
    for clause in clauses:
        for phrase in rules.benefit_phrases:
            for match in phrase.finditer(clause.text):
                if _is_benefit(rules, match["name"]):
                    path = _under(rules.benefits, match["name"])
                    yield Fact(path, clause.text, FactKind.TEXT, clause.chunk_index, 0, len(clause.text), _NAMED)


def _is_benefit(rules: Rules, name: str) -> bool:
    return has(rules.benefit_names, name) and not has(rules.other_benefits, name)


def _under(above: str, name: str) -> str:
    return f"{above}.{name.replace('.', chr(0xFF0E))}"


def _unique(facts: Sequence[Fact]) -> list[Fact]:
    return list({each.path: each for each in reversed(facts)}.values())[::-1]
