"""Parties of a statement that changed their places."""

from collections.abc import Sequence

from insurance_desktop.packs.wording import say

from .reading import Kind, Phrase, Word
from .statement import LEAST_LIKE, NEAR_BEST, Statement, held_by, weight_of

_LEAST_WEIGHT = 2
"""Signs of words of a phrase that can be looked for."""


def actor_fault(statement: Statement) -> str | None:
    """Who does something that the clause lets somebody else do."""
    for place, phrase in enumerate(statement.said.phrases):
        doers = _doers(statement, statement.said.phrases, place)
        if not doers or weight_of(phrase) < _LEAST_WEIGHT:
            continue
        likeness = [statement.weigh(phrase.telling, held_by(each)) for each in statement.phrases]
        least = max(NEAR_BEST * max(likeness, default=0.0), LEAST_LIKE * weight_of(phrase))
        there = [_doers(statement, statement.phrases, at) for at, share in enumerate(likeness) if share >= least]
        if there and all(there) and not any(set(doers) & set(each) for each in there):
            return say("asking.actor", actor=next(iter(doers.values())).said, words=phrase.said)
    return None


def _doers(statement: Statement, phrases: Sequence[Phrase], place: int) -> dict[str, Word]:
    """The parties that a phrase begins with, and those that are listed before it."""
    rules = statement.pack.statements
    found: dict[str, Word] = {}
    joined = True
    for each in phrases[place].words:
        if each.said in rules.oblique or (each.kind is not Kind.LIGHT and not each.is_actor):
            break
        if each.is_actor and (joined or not found):
            found[each.text] = each
        joined = each.said in rules.joints
    before = phrases[place - 1].words if found and place else ()
    if before and all(each.is_actor for each in before):
        found |= _doers(statement, phrases, place - 1)
    return found
