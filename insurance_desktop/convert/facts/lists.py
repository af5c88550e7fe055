"""Lists of named things below a title: the illnesses that a contract insures. Pure."""

from collections.abc import Sequence

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact, FactKind

from .rules import Listed, has

_FEWEST = 3
_RULE = "listed_titles"


def list_facts(listed: Listed, clauses: Sequence[Clause]) -> list[Fact]:
    """The titles of the entries that stand right below the first title of the list's kind that has enough of them."""
    for head in clauses:
        if not has(listed.titles, head.section_title) or has(listed.against, head.section_title):
            continue
        entries = [each for each in clauses if each.parent_section == head.section_id and each.section_title]
        if len(entries) >= _FEWEST:
            return [
                Fact(listed.path, each.section_title, FactKind.LIST, each.chunk_index, None, None, _RULE)
                for each in entries
            ]
    return []
