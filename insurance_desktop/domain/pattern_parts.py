"""Patterns of a pack that are made of named parts: {name} stands for the part of that name, parts may hold parts."""

import re
from collections.abc import Mapping

_NAME = re.compile(r"\{([a-z]\w*)\}")


def whole(pattern: str, parts: Mapping[str, str]) -> str:
    """The pattern with the parts put in for their names, each as a group of its own; KeyError where one is missing.

    A quantifier (`{2,8}`) is no name. Parts that hold themselves have no end: ValueError.
    """
    for _ in range(len(parts) + 1):
        filled = _NAME.sub(lambda name: f"(?:{parts[name[1]]})", pattern)
        if filled == pattern:
            return pattern
        pattern = filled
    raise ValueError(pattern)
