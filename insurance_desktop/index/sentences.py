"""Verbatim pieces of a clause's text: sentences, listed phrases, and the words that take something back."""

import re
from collections.abc import Iterable

_SENTENCE = re.compile(r"[^\u3002\uff1b;\n]+[\u3002\uff1b;]?")
_PHRASE = re.compile(r"[^\u3001\uff0c\u3002\uff1b\uff1a,;:\n]+")
_BRACKETED = re.compile(r"[\uff08(][^\uff08\uff09()]*[\uff09)]")
_CLAUSE_PART = re.compile(r"[^\uff0c,\u3002\uff1b;\uff08\uff09()\n]+")
_SHORTEST_PHRASE = 2


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text as they stand, without the space around them."""
    return tuple(piece for match in _SENTENCE.finditer(text) if (piece := match.group().strip()))


def phrases(text: str) -> tuple[str, ...]:
    """What a list names one by one, brackets left out: 疗养、康复治疗（见7.27）、美容 → three phrases."""
    bare = _BRACKETED.sub("", text)
    found = (match.group().strip() for match in _PHRASE.finditer(bare))
    return tuple(dict.fromkeys(phrase for phrase in found if len(phrase) >= _SHORTEST_PHRASE))


def exceptions_in(text: str, words: Iterable[str]) -> tuple[str, ...]:
    """The passages that hold a word of exception, from the part that holds it to the end of its sentence or bracket."""
    markers = tuple(words)
    found: list[str] = []
    taken = 0
    for match in _CLAUSE_PART.finditer(text):
        if match.start() < taken or not any(marker in match.group() for marker in markers):
            continue
        end = _end_of_passage(text, match.end())
        found.append(text[match.start() : end].strip())
        taken = end
    return tuple(dict.fromkeys(found))


def _end_of_passage(text: str, start: int) -> int:
    """Where the sentence or the bracket that `start` is inside ends."""
    depth = 0
    for place in range(start, len(text)):
        sign = text[place]
        if sign in "(\uff08":
            depth += 1
        elif sign in ")\uff09":
            if depth == 0:
                return place
            depth -= 1
        elif depth == 0 and sign in "\u3002\uff1b;\n":
            return place
    return len(text)
