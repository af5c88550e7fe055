"""What a question is answered with where there is no library file yet: the status `empty_library` and a sentence."""

from collections.abc import Callable
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

from insurance_desktop.domain.states import AnswerStatus

Question = TypeVar("Question", bound=Callable[..., Any])


def without_library(answer: Callable[..., Any]) -> Callable[[Question], Question]:
    """Marks a use case whose answer says more than a status then: `answer(message, …the question's own arguments)`."""

    def mark(question: Question) -> Question:
        vars(question)["without_library"] = answer
        return question

    return mark


def answer_without_library(question: Callable[..., Any], message: str, *given: Any, **named: Any) -> Any:
    """The answer of a question's own, else one of its type: nothing at all where that is a list or may be null."""
    own = vars(question).get("without_library")
    if own is not None:
        return own(message, *given, **named)
    kind = question.__annotations__["return"]
    origin: Any = get_origin(kind)
    if origin is tuple:
        return ()
    return None if NoneType in get_args(kind) else kind(AnswerStatus.EMPTY_LIBRARY, message)
