"""Where the sentences of a text stand."""

import re
from collections.abc import Iterator

_SENTENCE = re.compile(r"(?:[^\u3002\uff1b;\n]|(?<=[=\uff1d*\u00d7\u00f7+])\n)+[\u3002\uff1b;]?")
"""A line that ends with an operator goes on with the next."""


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """[start, end) of each sentence, without the space around it; what is nothing but space is none."""
    for match in _SENTENCE.finditer(text):
        said = match.group()
        if said.strip():
            start = match.start() + len(said) - len(said.lstrip())
            yield start, start + len(said.strip())


def sentence_around(text: str, start: int, end: int) -> str | None:
    """The sentence that holds [`start`, `end`) of a text; None where it goes over several."""
    return next((text[first:last] for first, last in sentence_spans(text) if first <= start and end <= last), None)
