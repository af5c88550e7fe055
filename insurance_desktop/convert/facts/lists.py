"""Lists of named things below a title: the illnesses that a contract insures. Pure."""

from collections.abc import Sequence

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact, FactKind

from .plain import plain_of
from .rules import Listed, Rules, has

_FEWEST = 3
_RULE = "listed_titles"


def list_facts(rules: Rules, listed: Listed, clauses: Sequence[Clause]) -> list[Fact]:
    """The titles of the entries that stand right below the first title of the list's kind that has enough of them."""
    for head in clauses:
        title = plain_of(rules, head.section_title).text
        if not has(listed.titles, title) or has(listed.against, title):
            continue
        entries = [each for each in clauses if each.parent_section == head.section_id and each.section_title]
        if len(entries) >= _FEWEST:
            return [
                Fact(listed.path, each.section_title, FactKind.LIST, each.chunk_index, None, None, _RULE)
                for each in entries
            ]
    return []
