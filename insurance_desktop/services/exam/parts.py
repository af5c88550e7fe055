"""Options that each name several things of one list: told apart from those that are one statement."""

import re
from collections.abc import Sequence

from insurance_desktop.domain.choice_questions import ChoiceRules

from .support import signs_of

_SHARED = 0.6
"""The share of all parts that another option has, too, where options are parts of one list."""
_SAME, _HELD = 0.5, 0.8
"""How many pairs of signs two parts have in common that are the same: of the longer one, of the shorter one."""


def parts_of(texts: Sequence[str], rules: ChoiceRules) -> tuple[tuple[str, ...], ...]:
    """The parts of each option; () where they are no parts of one list."""
    found = tuple(tuple(filter(None, map(str.strip, re.split(rules.part_end_form or "(?!)", text)))) for text in texts)
    count = sum(map(len, found))
    if count <= len(texts):
        return ()
    shared = sum(
        any(_is_same(part, other) for at, others in enumerate(found) if at != place for other in others)
        for place, parts in enumerate(found)
        for part in parts
    )
    return found if shared >= _SHARED * count else ()


def _is_same(part: str, other: str) -> bool:
    first, second = signs_of(part).pairs, signs_of(other).pairs
    common = len(first & second)
    longer, shorter = max(len(first), len(second)), min(len(first), len(second))
    return common > 0 and common >= _SAME * longer and common >= _HELD * shorter
