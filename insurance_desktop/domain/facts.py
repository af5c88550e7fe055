"""Facts: what a verified document states of its work, each a stretch of one of its clauses."""

from enum import StrEnum
from typing import Any

from insurance_desktop.domain.entity import entity

from .conversion import Locator
from .geometry import Box
from .sentences import sentence_around


class Printed(str):
    """A document's words under a key that does not say so: a face shows them as such."""

    __slots__ = ()


class FactKind(StrEnum):
    """How a fact's value is read."""

    TEXT = "text"
    NUMBER = "number"
    DURATION = "duration"
    AGE = "age"
    RATIO = "ratio"
    MONEY = "money"
    LIST = "list"
    TABLE = "table"


class FactStatus(StrEnum):
    """Whether a person has confirmed a fact, or only the program has read it out of a verified clause."""

    CONFIRMED = "confirmed"
    DERIVED = "derived"


@entity
class Fact:
    """`value` is verbatim: [`start`, `end`) of the text of the clause at `chunk_index`; its title where both are None.

    `parsed` says the same for a program ({"days": 90}, {"min": {"value": 28, "unit": "day"}, "max": …}); None where
    there is nothing to reckon with. `rule` names what read it. Several facts of one path are told in printed order.
    """

    path: str
    value: str
    kind: FactKind
    chunk_index: int
    start: int | None
    end: int | None
    rule: str
    parsed: dict[str, Any] | None = None
    status: FactStatus = FactStatus.DERIVED


@entity
class FactSource:
    """Where a fact is printed: `quote` is the whole sentence. No clause states what only the document's name says."""

    clause_id: str | None
    section_id: str | None
    document_id: int
    document_type: str | None
    page_number: int | None
    boxes: tuple[Box, ...]
    quote: str
    locator: Locator | None = None


@entity
class ToldFact:
    """A fact with its source. Where nothing is printed `value` is None, and `reason` says so."""

    path: str
    value: Any
    kind: str | None = None
    parsed: Any = None
    status: FactStatus | None = None
    source: FactSource | None = None
    reason: str | None = None


def quote_of(fact: Fact, title: str, text: str) -> str:
    """The sentence around a fact in the text of its clause; what goes over several is its own, an entry of a list its
    title."""
    if fact.start is None or fact.end is None:
        return title
    return sentence_around(text, fact.start, fact.end) or fact.value
