"""What a question is answered with where there is no library file yet: the status `empty_library` and a sentence.

What a pack adds to an answer comes from the one that was named, else from the one that a new library is made for.
"""

from collections.abc import Callable
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

Question = TypeVar("Question", bound=Callable[..., Any])


@entity
class NoLibrary:
    """Why there is no answer, and the pack by name that the question was for; None where nobody named one."""

    message: str
    pack_name: str | None = None

    @property
    def pack(self) -> DomainPack:
        return load_pack(self.pack_name or default_pack())


def without_library(answer: Callable[..., Any]) -> Callable[[Question], Question]:
    """Marks a use case whose answer says more than a status then: `answer(none, …the question's own arguments)`."""

    def mark(question: Question) -> Question:
        vars(question)["without_library"] = answer
        return question

    return mark


def answer_without_library(question: Callable[..., Any], none: NoLibrary, *given: Any, **named: Any) -> Any:
    """The answer of a question's own, else one of its type: nothing at all where that is a list or may be null."""
    own = vars(question).get("without_library")
    if own is not None:
        return own(none, *given, **named)
    kind = question.__annotations__["return"]
    origin: Any = get_origin(kind)
    if origin is tuple:
        return ()
    return None if NoneType in get_args(kind) else kind(AnswerStatus.EMPTY_LIBRARY, none.message)
