"""What the verified documents of each product state: read once while the library stays as it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from insurance_desktop.convert.facts.rules import has, types_of
from insurance_desktop.domain.facts import Fact
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.store.clauses import facts
from insurance_desktop.store.clauses.facts import FactRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue, works
from insurance_desktop.store.works.catalogue import VerifiedDocument
from insurance_desktop.store.works.works import Work


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact and the document that states it."""

    document: VerifiedDocument
    row: FactRow

    @property
    def fact(self) -> Fact:
        return self.row.fact


@dataclass(frozen=True)
class ProductFacts:
    """What a product's documents in force state: first those in which something is agreed."""

    work: Work
    pack: DomainPack
    documents: tuple[VerifiedDocument, ...]
    stated: tuple[StatedFact, ...] = ()

    @cached_property
    def by_path(self) -> dict[str, tuple[StatedFact, ...]]:
        """The facts of each path in printed order, also under its other names."""
        found: dict[str, tuple[StatedFact, ...]] = {}
        for each in self.stated:
            found[each.fact.path] = (*found.get(each.fact.path, ()), each)
        for also in self.pack.facts.also:
            if also.of in found and (not also.types or self.type in also.types):
                found[also.path] = found[also.of]
        return found

    @cached_property
    def type(self) -> str | None:
        """The kind of work that its name says, or else its category."""
        return next(
            (
                name
                for words in (self.work.name, self.work.category or "")
                for name, patterns in types_of(self.pack)
                if has(patterns, words)
            ),
            None,
        )

    @property
    def colour(self) -> str | None:
        """The colour of its kind, for whoever draws it."""
        return next((each.colour for each in self.pack.facts.types if each.name == self.type and each.colour), None)

    def values(self, path: str) -> tuple[str, ...]:
        """What is printed for a path, each once."""
        return tuple(dict.fromkeys(each.fact.value for each in self.by_path.get(path, ())))

    def printed(self, path: str) -> str | None:
        """The same in one line; None where nothing is printed."""
        return say("products.comma").join(self.values(path)) or None


def products_with_facts(
    connection: Connection, pack: DomainPack, chosen: Iterable[int] | None = None
) -> tuple[ProductFacts, ...]:
    """The products of which something in force is verified, by id, each with what it states; only those `chosen`, where
    given."""
    wanted = None if chosen is None else frozenset(chosen)
    by_work: dict[int, list[VerifiedDocument]] = {}
    for each in catalogue.verified_documents(connection, pack.name, works=None if wanted is None else sorted(wanted)):
        if each.work_id is not None and each.edition_status != EditionStatus.SUPERSEDED:
            by_work.setdefault(each.work_id, []).append(each)
    stated = facts.of_documents(connection, [each.document_id for group in by_work.values() for each in group])
    return tuple(
        _stated_by(pack, work, by_work[work.work_id], stated)
        for work in works.all_of(connection, pack.name)
        if work.work_id in by_work
    )


def facts_of_edition(
    connection: Connection, pack: DomainPack, work: Work, documents: Sequence[VerifiedDocument]
) -> ProductFacts:
    """What these documents of a product state, whether they are in force or not."""
    stated = facts.of_documents(connection, [each.document_id for each in documents])
    return _stated_by(pack, work, documents, stated)


def _stated_by(
    pack: DomainPack, work: Work, documents: Iterable[VerifiedDocument], stated: Mapping[int, tuple[FactRow, ...]]
) -> ProductFacts:
    ordered = sorted(documents, key=lambda each: _rank(pack, each))
    told = tuple(StatedFact(each, row) for each in ordered for row in stated.get(each.document_id, ()))
    return ProductFacts(work, pack, tuple(ordered), _first_of_contract(pack, told))


def all_products(connection: Connection, pack: DomainPack) -> tuple[ProductFacts, ...]:
    """The same of every product, read once while the library stays as it is."""
    return connection.kept(_Books).of(pack)


class _Books:
    """By pack: all products, and the clauses that are withheld from what they state."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._read: dict[str, tuple[tuple[ProductFacts, ...], frozenset[str]]] = {}

    def of(self, pack: DomainPack) -> tuple[ProductFacts, ...]:
        if pack.name not in self._read:
            with self._connection.withholding() as withheld:
                found = products_with_facts(self._connection, pack)
                self._read[pack.name] = found, frozenset(withheld)
        found, missing = self._read[pack.name]
        for clause_id in missing:
            self._connection.withhold(clause_id)
        return found


def _rank(pack: DomainPack, document: VerifiedDocument) -> tuple[bool, int]:
    return document.document_type not in pack.contract_types, document.document_id


def _first_of_contract(pack: DomainPack, told: tuple[StatedFact, ...]) -> tuple[StatedFact, ...]:
    """Without what others repeat: another document tells a path only where no contract does, or says something else."""
    agreed = {(each.fact.path, _said(each.fact)) for each in told if each.document.document_type in pack.contract_types}
    return tuple(
        each
        for each in told
        if each.document.document_type in pack.contract_types or (each.fact.path, _said(each.fact)) not in agreed
    )


def _said(fact: Fact) -> str:
    return fact.value if fact.parsed is None else str(fact.parsed)
