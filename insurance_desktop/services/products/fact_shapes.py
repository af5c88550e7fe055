"""The fields of a product in the shapes of seed 002: nested maps, their keys alone, one value by its dotted path."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from insurance_desktop.domain.fact_rules import FactRules
from insurance_desktop.domain.facts import FactKind, Printed, ToldFact, quote_of
from insurance_desktop.domain.shapes import shape
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.span_places import SpanPlaces
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection

from .fact_book import ProductFacts, StatedFact
from .told_facts import told_fact

CATALOGUE = ID, NAME, TYPE, CODE = "id", "product_name", "product_type", "product_code"
AGE_RANGE, DESCRIPTION, COVERAGE, EXTENDED = "age_range", "description", "coverage", "extend_info"
TOP = (ID, NAME, TYPE, CODE, AGE_RANGE, DESCRIPTION, COVERAGE, EXTENDED)
"""The fields that every product has, in order."""
WAITING_PERIOD = f"{EXTENDED}.waiting_period"
HIGHLIGHTS, TABLES, COLOUR = (f"{EXTENDED}.{name}" for name in ("highlights", "table_data", "theme_color"))
OWN_TEXT = "text"
"""The key of what a benefit says itself, beside those of its parts."""
KEYS = "_keys"
"""What a map's name ends with where only its keys are told."""


def labels(rules: FactRules) -> dict[str, str]:
    """What each path is called, in order; what stands below a map's own path is called as the documents call it."""
    named = {each.path: each.label for each in rules.fields} | {each.path: each.label for each in rules.lists}
    also = {each.path: named[each.of] for each in rules.also}
    own = {path: say(f"products.{path.rpartition('.')[2]}") for path in (*TOP, HIGHLIGHTS, TABLES, COLOUR)}
    return own | rules.groups | named | also


def path_named(rules: FactRules, said: str) -> str:
    """The path of what a person calls so, its first step by its label; what nobody calls so stays as it is said."""
    named = labels(rules)
    called = {label: path for path, label in reversed(named.items())}
    top, dot, below = said.strip().partition(".")
    if said in named or top not in called:
        return said
    return f"{called[top]}.{below}" if dot else called[top]


@dataclass(frozen=True)
class Fields:
    """A product's fields, told inside one transaction."""

    connection: Connection
    product: ProductFacts

    def value(self, path: str) -> Any:
        """A text, a list of several, a map of what lies below the path; None where nothing is printed."""
        if path in self._known:
            return self._known[path]()
        stated = [each.fact for each in self._readable(path)]
        own = tuple(map(Printed, dict.fromkeys(fact.value for fact in stated)))
        is_list = any(fact.kind is FactKind.LIST for fact in stated)
        told: Any = list(own) if is_list or len(own) > 1 else next(iter(own), None)
        below = self.keys(path)
        if not below:
            return told
        deeper = {key: self.value(f"{path}.{key}") for key in below}
        return deeper if told is None else {OWN_TEXT: told, **deeper}

    def keys(self, path: str) -> tuple[str, ...]:
        """What lies right below a path, in printed order."""
        below = f"{path}."
        stated = [name for name in self.product.by_path if name.startswith(below)]
        made = [name for name, value in self._known.items() if name.startswith(below) and value() is not None]
        return tuple(dict.fromkeys(name[len(below) :].partition(".")[0] for name in (*stated, *made)))

    def paths(self, path: str) -> Iterator[str]:
        """The paths at or below this one under which facts are stated."""
        return (name for name in self.product.by_path if name == path or name.startswith(f"{path}."))

    def facts(self, path: str) -> tuple[ToldFact, ...]:
        """The facts of a path, each with its source; those whose clause is withheld are not told."""
        return tuple(self._told(path, each) for each in self._readable(path))

    def sources(self, path: str) -> dict[str, Any]:
        """Where all that stands at or below a path is printed, by path."""
        return {name: shape([each.source for each in self.facts(name)]) for name in self.paths(path)}

    @cached_property
    def _known(self) -> Mapping[str, Callable[[], Any]]:
        """What the catalogue says and what is made of other facts, each when it is asked for."""
        work = self.product.work
        return {
            ID: lambda: work.work_id,
            NAME: lambda: work.name,
            TYPE: lambda: self.product.type,
            CODE: lambda: work.code,
            COLOUR: lambda: self.product.colour,
            HIGHLIGHTS: lambda: list(self._highlights) or None,
            TABLES: lambda: self._tables or None,
        }

    def _readable(self, path: str) -> tuple[StatedFact, ...]:
        """The facts of a path but for those whose clause is withheld."""
        return tuple(each for each in self.product.by_path.get(path, ()) if each.row.row in self._rows)

    @cached_property
    def _rows(self) -> dict[int, ClauseRow]:
        """The clauses that state something."""
        return clauses.read(self.connection, sorted({each.row.row for each in self.product.stated}))

    @cached_property
    def _places(self) -> SpanPlaces:
        return SpanPlaces(self.connection)

    @cached_property
    def _highlights(self) -> tuple[str, ...]:
        """The sentences that state what speaks for a product."""
        told = (each for path in self.product.pack.facts.highlights for each in self._readable(path))
        return tuple(dict.fromkeys(map(self._quote, told)))

    @cached_property
    def _tables(self) -> list[Any]:
        documents = [each.document_id for each in self.product.documents]
        rows = clauses.of_documents(self.connection, documents)
        return [shape(row.table) for row in rows if row.table is not None]

    def _quote(self, stated: StatedFact) -> str:
        row = self._rows[stated.row.row]
        return quote_of(stated.fact, row.section_title, row.text)

    def _told(self, path: str, stated: StatedFact) -> ToldFact:
        row = self._rows[stated.row.row]
        return told_fact(path, stated.fact, row, stated.document.document_type, self._places)
