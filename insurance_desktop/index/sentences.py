"""Verbatim pieces of a clause's text: sentences, listed phrases, and the words that take something back."""

import re
from collections.abc import Iterable

_SENTENCE = re.compile(r"[^\u3002\uff1b;\n]+[\u3002\uff1b;]?")
_PHRASE = re.compile(r"[^\u3001\uff0c\u3002\uff1b\uff1a,;:\n]+")
_BRACKETED = re.compile(r"[\uff08(][^\uff08\uff09()]*[\uff09)]")
_SHORTEST_PHRASE = 2


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text as they stand, without the space around them."""
    return tuple(piece for match in _SENTENCE.finditer(text) if (piece := match.group().strip()))


def phrases(text: str) -> tuple[str, ...]:
    """What a list names one by one, brackets left out: 疗养、康复治疗（见7.27）、美容 → three phrases."""
    bare = _BRACKETED.sub("", text)
    found = (match.group().strip() for match in _PHRASE.finditer(bare))
    return tuple(dict.fromkeys(phrase for phrase in found if len(phrase) >= _SHORTEST_PHRASE))


def exceptions_in(text: str, forms: Iterable[str]) -> tuple[str, ...]:
    """The passages that take something back, by the pack's forms; where two overlap, the one that begins first."""
    found = sorted(
        (match for form in forms for match in re.finditer(form, text)), key=lambda match: (match.start(), -match.end())
    )
    passages: list[str] = []
    end = 0
    for match in found:
        if match.start() >= end:
            passages.append(match.group().strip())
            end = match.end()
    return tuple(dict.fromkeys(passages))
