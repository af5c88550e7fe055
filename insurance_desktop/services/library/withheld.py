"""Clauses whose rows are no longer what was decided on: `store.clauses` hands none out, and an answer says that so many
are missing from it."""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar, cast

from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.packs.wording import say

Question = TypeVar("Question", bound=Callable[..., Any])

_MOST_NAMED = 5


def says_what_is_withheld(question: Question) -> Question:
    """Marks a use case that is asked of a library (or of an engine on one) and whose answer has a `message`.

    An answer from which clauses are withheld is not `complete`, where it says whether it is.
    """

    @wraps(question)
    def asked(part: Any, *given: Any, **named: Any) -> Any:
        library = getattr(part, "library", part)
        with library.database.connection().withholding() as withheld:
            answer = question(part, *given, **named)
        if not withheld:
            return answer
        message = in_words(withheld) + (answer.message or "")
        return replace(answer, message=message, **({"complete": False} if hasattr(answer, "complete") else {}))

    return cast("Question", asked)


def in_words(withheld: Collection[str]) -> str:
    """How many clauses are withheld, and which."""
    return say("store.clauses_withheld", count=len(withheld), clauses=_named(withheld))


def refuse_without(withheld: Collection[str]) -> None:
    """LibraryDamaged where clauses are withheld: for what is wrong as soon as one of them is missing."""
    if withheld:
        raise LibraryDamaged("store.clauses_changed", count=len(withheld), clauses=_named(withheld))


def _named(withheld: Collection[str]) -> str:
    return "\u3001".join(sorted(withheld)[:_MOST_NAMED])
