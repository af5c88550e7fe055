"""What a model thinks aloud before it answers is no part of the answer.

Servers mostly keep it apart; those that do not put it in front, between two tags.
"""

from collections.abc import Iterable, Iterator

OPENING, CLOSING = "<think>", "</think>"


def without_thoughts(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces of the answer alone, as they come."""
    held, is_thinking, is_past = "", False, False
    for piece in pieces:
        if is_past:
            yield piece
            continue
        held += piece
        start = held.lstrip()
        if not is_thinking and OPENING.startswith(start[: len(OPENING)]) and len(start) < len(OPENING):
            continue  # it may still become the tag
        is_thinking = is_thinking or start.startswith(OPENING)
        if not is_thinking:
            is_past = True
            yield held
        elif CLOSING in held:
            is_past = True
            answer = held.partition(CLOSING)[2].lstrip()
            if answer:
                yield answer
    if not is_past and not is_thinking and held:
        yield held
