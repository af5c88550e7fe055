"""Verbatim pieces of a clause's text: sentences, listed phrases, and the words that take something back."""

import re
from collections.abc import Iterable, Iterator

from insurance_desktop.domain.sentences import sentence_spans

_PHRASE = re.compile(r"[^\u3001\uff0c\u3002\uff1b\uff1a,;:\n]+")
_BRACKETED = re.compile(r"[\uff08(][^\uff08\uff09()]*[\uff09)]")
_SHORTEST_PHRASE = 2
_DEEPEST = 4
"""How deep brackets are looked into."""


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text as they stand, without the space around them."""
    return tuple(text[start:end] for start, end in sentence_spans(text))


def phrases(text: str) -> tuple[str, ...]:
    """What a list names one by one, brackets left out: 疗养、康复治疗（见7.27）、美容 → three phrases."""
    bare = _BRACKETED.sub("", text)
    found = (match.group().strip() for match in _PHRASE.finditer(bare))
    return tuple(dict.fromkeys(phrase for phrase in found if len(phrase) >= _SHORTEST_PHRASE))


def exceptions_in(text: str, forms: Iterable[str]) -> tuple[str, ...]:
    """The passages that take something back, by the pack's forms; where two overlap, the one that begins first.

    A bracket inside a passage belongs to it, whatever it holds, and a bracket may be a passage itself.
    """
    patterns = [re.compile(form) for form in forms]
    found = sorted(
        (start + match.start(), start + match.end())
        for start, level in _levels(text)
        for pattern in patterns
        for match in pattern.finditer(level)
    )
    passages: list[str] = []
    last = 0
    for start, end in sorted(found, key=lambda each: (each[0], -each[1])):
        if start >= last:
            passages.append(text[start:end].strip())
            last = end
    return tuple(dict.fromkeys(passages))


def _levels(text: str) -> Iterator[tuple[int, str]]:
    """The inside of each bracket with its place, and last what stands outside all; brackets inside one are blank."""
    for _ in range(_DEEPEST):
        found = list(_BRACKETED.finditer(text))
        if not found:
            break
        yield from ((each.start() + 1, each.group()[1:-1]) for each in found)
        text = _BRACKETED.sub(lambda each: " " * len(each.group()), text)
    yield 0, text
