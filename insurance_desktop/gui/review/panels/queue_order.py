"""Which documents stand in the queue, in which order, under which headings: as the reviewer wants to see them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.products import name_matching

WAITING, MINE, EVERYTHING = "waiting", "mine", "all"
RISK, NEWEST, OLDEST, NAME, SHORTEST = "risk", "newest", "oldest", "name", "shortest"
NONE, COMPANY, PRODUCT, KIND, STATE, PERSON = "none", "company", "product", "kind", "state", "person"


def _by_name(document: Document) -> str:
    return name_matching.sort_key(wording.title_of(document))


def _imported(document: Document) -> float:
    return document.imported_at.timestamp() if document.imported_at else 0.0


ORDERS: Mapping[str, Callable[[Document], Any] | None] = {
    RISK: None,  # as the service weighs it
    NEWEST: lambda document: -_imported(document),
    OLDEST: _imported,
    NAME: _by_name,
    SHORTEST: lambda document: document.pages,
}
GROUPS: Mapping[str, Callable[[Document], str | None] | None] = {
    NONE: None,
    COMPANY: lambda document: document.company,
    PRODUCT: wording.title_of,
    KIND: lambda document: document.document_type,
    STATE: lambda document: wording.review_word(document.review_status),
    PERSON: lambda document: document.assigned_to,
}


@entity
class Arrangement:
    """How the queue is looked at; what is kept of it are names, which a later version may not know."""

    order: str = RISK
    group: str = NONE

    @classmethod
    def of(cls, order: str, group: str) -> "Arrangement":
        return cls(order if order in ORDERS else RISK, group if group in GROUPS else NONE)


@entity
class Section:
    """Documents under one heading; "" where nothing is grouped."""

    heading: str
    documents: tuple[Document, ...]


def arranged(documents: Iterable[Document], wanted: Arrangement) -> Iterator[Section]:
    """`documents` come as the service weighs them, and what is alike in the wanted order stays so. A group without a
    name stands last."""
    order, group = ORDERS[wanted.order], GROUPS[wanted.group]
    listed: Sequence[Document] = list(documents) if order is None else sorted(documents, key=order)
    if group is None:
        yield Section("", tuple(listed))
        return

    def name_of(document: Document) -> str:
        return group(document) or ""

    def place_of(document: Document) -> tuple[bool, str, str]:
        name = name_of(document)
        return not name, name_matching.sort_key(name), name

    for name, alike in groupby(sorted(listed, key=place_of), key=name_of):
        found = tuple(alike)
        yield Section(say("gui.queue_heading", name=name or say("gui.queue_unnamed"), count=len(found)), found)
