"""Clauses whose rows are no longer what was decided on: `store.clauses` hands none out, and an answer says that so many
are missing from it."""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar, cast

from insurance_desktop.domain.answers import NONE_FOUND
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say

Question = TypeVar("Question", bound=Callable[..., Any])

_MOST_NAMED = 5
_NOTHING = frozenset((AnswerStatus.NO_MATCH, AnswerStatus.NOT_FOUND, AnswerStatus.WEAK))
_BESIDE: dict[str, Any] = {"results": (), "nearest": (), "places": (), "tables": (), "comparison_note": ""}
"""What an answer without what was asked for shows in its place: not beside what is withheld, which may be just that."""


def says_what_is_withheld(question: Question) -> Question:
    """Marks a use case that is asked of a library (or of an engine on one) and whose answer has a `message`.

    Where clauses are withheld from it, no answer says that there is nothing: its status is `withheld`. Nor is one
    `complete`, where it says whether it is.
    """

    @wraps(question)
    def asked(part: Any, *given: Any, **named: Any) -> Any:
        library = getattr(part, "library", part)
        with library.database.connection().withholding() as withheld:
            answer = question(part, *given, **named)
        is_said = answer.status is AnswerStatus.WITHHELD
        return _without(answer, withheld) if withheld and not is_said else answer

    return cast("Question", asked)


def _without(answer: Any, withheld: Collection[str]) -> Any:
    """The answer as it is told where clauses are withheld from it."""
    said: dict[str, Any] = {"message": in_words(withheld) + (answer.message or "")}
    if answer.status in _NOTHING or getattr(answer, "finding", "") == NONE_FOUND:
        said = {"status": AnswerStatus.WITHHELD, "message": _told("store.answer_withheld", withheld), **_BESIDE}
    said |= {"complete": False, "withheld": len(withheld)}
    return replace(answer, **{name: value for name, value in said.items() if hasattr(answer, name)})


def in_words(withheld: Collection[str]) -> str:
    """How many clauses are withheld, and which."""
    return _told("store.clauses_withheld", withheld)


def refuse_without(withheld: Collection[str]) -> None:
    """LibraryDamaged where clauses are withheld: for what is wrong as soon as one of them is missing."""
    if withheld:
        raise LibraryDamaged("store.clauses_changed", count=len(withheld), clauses=_named(withheld))


def _told(key: str, withheld: Collection[str]) -> str:
    return say(key, count=len(withheld), clauses=_named(withheld))


def _named(withheld: Collection[str]) -> str:
    return "\u3001".join(sorted(withheld)[:_MOST_NAMED])
