"""A question without a Chinese sign: what shares no word with it answers nothing."""

import re
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.answers import WEAK_BAR
from insurance_desktop.index import tokens
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.ranking import Ranked
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.database import Connection

_WORD = re.compile(r"[^\W\d_\u3400-\u9fff]{2,}")
_FEWEST_LETTERS = 3
"""A shorter word tells something only as a name in capitals (CT), in the clause as in the question."""


def without_foreign_latin(connection: Connection, text: str, ranked: Sequence[Ranked]) -> list[Ranked]:
    """The clauses as they are ranked. Where the question has no Chinese, those that share no word with it answer
    nothing: to a digit or a sign the model finds something near as well."""
    if any(map(tokens.is_ideographic, text)):
        return list(ranked)
    words = _telling_words(text)
    over = [each.clause for each in ranked if each.probability >= WEAK_BAR] if words else []
    rows = clauses.read(connection, over)
    sharing = {row for row, clause in rows.items() if words & _telling_words(f"{clause.section_title} {clause.text}")}
    return [each if each.clause in sharing else _silenced(each) for each in ranked]


def _silenced(ranked: Ranked) -> Ranked:
    return replace(ranked, probability=0.0) if ranked.probability >= WEAK_BAR else ranked


def _telling_words(text: str) -> set[str]:
    found = _WORD.findall(respelled(text))
    return {word.lower() if len(word) >= _FEWEST_LETTERS else word for word in found if _tells(word)}


def _tells(word: str) -> bool:
    return len(word) >= _FEWEST_LETTERS or word.isupper()
