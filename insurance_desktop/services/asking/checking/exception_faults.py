"""Exceptions of clauses that a statement about them leaves out."""

from insurance_desktop.packs.wording import say

from .grounds import Ground, held_in
from .reading import Reading
from .statement import AROUND, Statement

_OF_EXCEPTION = 0.25
"""The share of an exception's words that tells of it."""


def exception_fault(statement: Statement, following: str) -> str | None:
    """An exception in a sentence of the clause that neither the statement nor what follows it tells."""
    told = statement.reader.read(f"{statement.text}\n{following}")
    held = held_in([told])
    marks = statement.pack.statements.exceptions
    whole = statement.key if statement.is_verbatim else ""
    for ground in statement.grounds:
        own = ground.own.key.strip(AROUND)
        if whole and whole not in own and not any(each in whole for each in (own, *_mains(statement, ground))):
            continue
        for exception in ground.exceptions:
            content = [word for word in statement.reader.read(exception).content if word.text not in marks]
            weight = sum(word.weight for word in content)
            here = statement.weigh(content, held)
            tells = any(mark in held.words or (len(mark) > 1 and mark in told.key) for mark in marks)
            if tells and here >= _OF_EXCEPTION * weight:
                continue
            if _rests_on(statement, ground, exception):
                return say("asking.exception", words=exception)
    return None


def _without(statement: Statement, ground: Ground, exception: str) -> Reading:
    return statement.reader.read(ground.text.replace(exception, ""))


def _mains(statement: Statement, ground: Ground) -> list[str]:
    """What a sentence says beside each of its exceptions, sign by sign."""
    keys = (_without(statement, ground, each).key.strip(AROUND) for each in ground.exceptions)
    return [key for key in keys if key]


def _rests_on(statement: Statement, ground: Ground, exception: str) -> bool:
    """Whether a statement says what a sentence says beside its exception, and no other sentence does."""
    main = held_in([_without(statement, ground, exception)])
    others = [each.held for each in statement.grounds if each is not ground]
    others += [] if ground.lead is None else [held_in([ground.lead])]
    return any(
        statement.supports.share(word, main) == 1.0
        and not any(statement.supports.share(word, other) == 1.0 for other in (*others, statement.heading))
        for word in statement.said.content
    )
