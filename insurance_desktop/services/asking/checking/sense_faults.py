"""Negations, modals and bounds of a statement that its clauses do not have, and negations of theirs that are lost."""

import itertools
from collections.abc import Sequence

from insurance_desktop.packs.wording import say

from .reading import Kind, Phrase, Word, symbols
from .statement import LEAST_LIKE, NEAR_BEST, Statement, held_by

_SAID_SCOPE = 4
"""Words behind a negation of a statement, one of which the clause must turn."""
_ALL, _LEAST_NEGATED = 0.9, 0.75
"""The share of a phrase that says all of it; and what of that a phrase with a negation must at least say."""
_MAY, _EXCEPT = "may", "except"
_BOUND = frozenset((_MAY, "must"))
"""Signs that a negation turns; an exception may be said by a negation instead."""


def negation_fault(statement: Statement) -> str | None:
    """A negation that the clause does not have there, or one of the clause that is lost."""
    for phrase in statement.said.phrases:
        near = statement.nearest(phrase)
        for place, word in enumerate(phrase.words):
            if word.kind is Kind.NOT:
                scope = phrase.turned_by(place, _SAID_SCOPE)
                if not any(_turns(statement, each, scope, each in near) for each in statement.main_phrases):
                    return say("asking.negation", words=word.said + "".join(each.said for each in scope[:1]))
        if _is_doubled(phrase) and not any(map(_is_doubled, near)):
            return say("asking.negation", words=phrase.said)
        if phrase.negates and _is_said_straight(statement, phrase):
            return say("asking.negation", words=phrase.said)
        lost = _lost(statement, phrase) or _turned_back(statement, phrase)
        if lost is not None:
            return say("asking.negation_lost", words=lost)
    return None


def _is_doubled(phrase: Phrase) -> bool:
    """Whether one negation turns another."""
    kinds = [word.kind for word in phrase.words if word.kind is not Kind.LIGHT]
    return any(pair == (Kind.NOT, Kind.NOT) for pair in itertools.pairwise(kinds))


def _turns(statement: Statement, phrase: Phrase, scope: Sequence[Word], is_near: bool) -> bool:
    """Whether a phrase of a clause turns one of these words; one that is not near must hold most of them."""
    turned = {word.text for word in phrase.words if word.turned}
    turned |= _behind_negation(phrase) & set(statement.pack.statements.strict)
    if not scope:
        return is_near and phrase.negates
    if not is_near:
        held = held_by(phrase)
        total = sum(word.weight for word in scope)
        if statement.weigh(scope, held) < LEAST_LIKE * total:
            return False
    return any(word.text in other or other in word.text for word in scope for other in turned)


def _is_said_straight(statement: Statement, phrase: Phrase) -> bool:
    """Whether the clause says all of a phrase in a phrase of its own without a negation, and in none with one."""
    content = [word for word in phrase.content if not word.is_actor]
    total = sum(word.weight for word in content)
    straight, negated = (
        max(
            (statement.weigh(content, held_by(each)) for each in statement.phrases if each.negates == negates),
            default=0.0,
        )
        for negates in (False, True)
    )
    return total > 0 and straight >= _ALL * total and negated < _LEAST_NEGATED * straight


def _lost(statement: Statement, phrase: Phrase) -> str | None:
    """A word of a phrase that only what is likest to it in the clause turns, and the phrase does not."""
    content = tuple(word for word in phrase.content if not word.is_actor)
    if not content or phrase.negates or any(word.sign == _EXCEPT for word in phrase.words):
        return None
    likeness = [(statement.weigh(content, held_by(each)), each) for each in statement.main_phrases]
    best = max((share for share, _ in likeness), default=0.0)
    total = sum(word.weight for word in content)
    if best < LEAST_LIKE * total:
        return _lost_whole(statement, phrase, content)
    likest = [each for share, each in likeness if share >= NEAR_BEST * best]
    negated = [_behind_negation(each) for each in likest]
    return (
        _lost_whole(statement, phrase, content)
        if not all(negated)
        else next((word.said for word in content if all(word.text in each for each in negated)), None)
    )


def _turned_back(statement: Statement, phrase: Phrase) -> str | None:
    """A word that decides, which a phrase with another negation says straight and what is likest to it turns."""
    likeness = [(statement.weigh(phrase.content, held_by(each)), each) for each in statement.main_phrases]
    best = max((share for share, _ in likeness), default=0.0)
    likest = [each for share, each in likeness if share >= max(NEAR_BEST * best, LEAST_LIKE)]
    turned = [{word.text for word in each.words if word.turned} for each in likest]
    decides = statement.pack.statements.strict
    straight = (word for word in phrase.content if not word.turned and word.text in decides)
    if not phrase.negates or not turned:
        return None
    return next((word.said for word in straight if all(word.text in each for each in turned)), None)


def _lost_whole(statement: Statement, phrase: Phrase, content: Sequence[Word]) -> str | None:
    """All that a negation of the nearest sentences turns, where they say none of it without one."""
    near = statement.nearest(phrase)
    straight = {word.text for each in near for word in each.words if not word.turned}
    said = {word.text for word in content}
    held = held_by(*near)
    says_all = all(statement.supports.share(word, held) == 1.0 for word in content)
    for each in near:
        for place, word in enumerate(each.words):
            scope = {one.text for one in each.turned_by(place)} if word.kind is Kind.NOT else set()
            decides = says_all or len(scope) > 1 or scope <= set(statement.pack.statements.strict)
            if scope and decides and scope <= said and not scope & straight:
                return next(one.said for one in content if one.text in scope)
    return None


def _behind_negation(phrase: Phrase) -> set[str]:
    """The words of a phrase that its first negation may turn."""
    place = next((number for number, each in enumerate(phrase.words) if each.kind is Kind.NOT), len(phrase.words))
    behind = {each.text for each in phrase.words[place + 1 :] if each.kind is Kind.WORD and not each.is_actor}
    return behind - {each.text for each in phrase.words[:place]}


def sign_fault(statement: Statement) -> str | None:
    """A word that obliges, allows, bounds or excepts and has none of its kind in the clause."""
    strange = symbols(statement.text) - set().union(*(symbols(each.text) for each in statement.passages))
    if strange:
        return say("asking.sign", words=min(strange))
    there = _signs(statement.phrases)
    for phrase in statement.said.phrases:
        if any(word.sign == _EXCEPT for word in phrase.words) and not _is_excepted(statement, phrase):
            return say("asking.sign", words=phrase.said)
        bound = _signs(statement.nearest(phrase))
        for word in phrase.words:
            against = statement.reader.against.get(word.sign)
            if not word.sign or (word.turned and word.sign == _MAY) or (against and (against, False) not in there):
                continue
            if word.sign in _BOUND:
                is_there = (word.sign, word.turned) in bound
            else:
                is_there = (word.sign, False) in there or _is_spelled(word.sign, statement)
            if not is_there and word.text not in statement.heading.text:
                return say("asking.sign", words=word.said)
    return None


def _is_excepted(statement: Statement, phrase: Phrase) -> bool:
    """Whether what a phrase excepts is excepted, or negated, where a clause says it."""
    likeness = {
        (at, place): statement.weigh(phrase.content, held_by(each))
        for at, ground in enumerate(statement.grounds)
        for place, each in enumerate(ground.own.phrases)
    }
    best = max(likeness.values(), default=0.0)
    behind = (
        each
        for (at, place), share in likeness.items()
        if share >= NEAR_BEST * best
        for each in statement.grounds[at].own.phrases[place:]
    )
    return any(each.negates or any(word.sign == _EXCEPT for word in each.words) for each in behind)


def _signs(phrases: Sequence[Phrase]) -> set[tuple[str, bool]]:
    """The groups of signs that phrases have, each with whether it is turned; those that only some turn are there for
    whoever asks whether there are any."""
    found = {(word.sign, word.turned) for phrase in phrases for word in phrase.words if word.sign}
    if any(phrase.negates for phrase in phrases):
        found.add((_EXCEPT, False))
    return found | {(sign, False) for sign, _ in found if sign not in _BOUND}


def _is_spelled(sign: str, statement: Statement) -> bool:
    """Whether one of a group's words stands there inside another word: jieba glues them."""
    return any(word in statement.held.text for word, name in statement.reader.sign_of.items() if name == sign)
