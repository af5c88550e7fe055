"""The library's products by their names, worked out once and again only when the file's products are others."""

import re
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from insurance_desktop.convert.clauses.document_names import read_title, without_editions
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.index.characters import comparable
from insurance_desktop.index.names import Names
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue, works
from insurance_desktop.store.works.catalogue import VerifiedDocument
from insurance_desktop.store.works.editions import date_key
from insurance_desktop.store.works.works import Work

from .companies import Companies, companies_of, company_key

_SHORTEST_CORE, _SHORTEST_SHORT = 4, 2
_ASIDE = re.compile(r"[(\uff08\[\u3010][^()\uff08\uff09\[\]\u3010\u3011]*[)\uff09\]\u3011]")
Products = tuple[Work, ...]


def name_key(name: str) -> str:
    """What a name is compared by: 2.0版 and 20版 are one."""
    return comparable(name).replace(".", "")


@dataclass(frozen=True)
class KnownProducts:
    """The products of one state of the library. Their places here are what the other parts speak of."""

    pack: DomainPack
    works: Products
    aliases: dict[int, tuple[str, ...]]
    nameable: frozenset[int] | None = None
    """The works whose names may be told; None = all."""
    dates: Mapping[int, str] = field(default_factory=dict)
    """When the verified edition in force of a work was published, where there is one that says it; of a work that
    nobody has verified, its last edition."""

    @cached_property
    def told(self) -> frozenset[int] | None:
        """The places of the products that may be named; None = all."""
        if self.nameable is None:
            return None
        return frozenset(place for place, work in enumerate(self.works) if work.work_id in self.nameable)

    @cached_property
    def keys(self) -> tuple[tuple[str, ...], ...]:
        """Each product's names as keys, the printed one first."""
        return tuple(
            tuple(dict.fromkeys(name_key(name) for name in (work.name, *self.aliases.get(work.work_id, ()))))
            for work in self.works
        )

    @cached_property
    def names(self) -> Names:
        return Names([key for keys in self.keys for key in keys])

    @cached_property
    def owners(self) -> tuple[int, ...]:
        """Whose name each of `names` is."""
        return tuple(place for place, keys in enumerate(self.keys) for _ in keys)

    @cached_property
    def by_key(self) -> dict[str, tuple[int, ...]]:
        """The products with exactly this name."""
        found: dict[str, tuple[int, ...]] = {}
        for place, keys in enumerate(self.keys):
            for key in keys:
                found[key] = (*found.get(key, ()), place)
        return found

    @cached_property
    def by_code(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        for place, work in enumerate(self.works):
            if work.code:
                found[work.code] = (*found.get(work.code, ()), place)
        return found

    @cached_property
    def codes(self) -> dict[str, tuple[int, ...]]:
        """The products by their codes in capitals, to find the one that a slip means."""
        found: dict[str, tuple[int, ...]] = {}
        for code, places in self.by_code.items():
            found[code.upper()] = (*found.get(code.upper(), ()), *places)
        return found

    @cached_property
    def by_id(self) -> dict[str, int]:
        return {str(work.work_id): place for place, work in enumerate(self.works)}

    @cached_property
    def cores(self) -> Names:
        """Names without the company before them: the product's own part, long enough to mean something."""
        return Names([self._core(place) for place in range(len(self.works))])

    @cached_property
    def without_asides(self) -> tuple[tuple[str, ...], ...]:
        """The key of each product's name without one of its brackets, as often as it has some."""
        found = []
        for work in self.works:
            asides = _ASIDE.finditer(work.name)
            found.append(tuple(name_key(work.name[: each.start()] + work.name[each.end() :]) for each in asides))
        return tuple(found)

    @cached_property
    def shorts(self) -> tuple[dict[str, str], ...]:
        """What people call each product, with the whole name from there on: the names without edition, company and the
        words for their kind, however much of them is the company."""
        endings = {*self.kind_marks, *map(comparable, (*self.pack.listing_words, *self.pack.name_fillers))}
        ordered = sorted(endings, key=len, reverse=True)
        return tuple(dict(self._shorts(work, ordered)) for work in self.works)

    def _shorts(self, work: Work, endings: Sequence[str]) -> Iterator[tuple[str, str]]:
        for name in (*self.aliases.get(work.work_id, ()), work.name):
            key = name_key(name)
            for whole in (key, *(rest for _, rest in self.companies.opening(key))):
                edition = name_key("".join(without_editions(name, self.pack)[1]))
                short = _without_endings(whole.removesuffix(edition), endings)
                if len(short) >= _SHORTEST_SHORT:
                    yield short, whole

    @cached_property
    def companies(self) -> Companies:
        return companies_of(self.pack, {work.issuer for work in self.works if work.issuer})

    @cached_property
    def company_keys(self) -> tuple[str | None, ...]:
        """Each product's company."""
        issuers = {work.issuer for work in self.works if work.issuer}
        known = {issuer: company_key(self.pack, issuer) for issuer in issuers}
        return tuple(known.get(work.issuer or "") for work in self.works)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """What a kind is looked for in: each product's name and category."""
        return tuple(
            keys[0] + "\n" + comparable(work.category or "") for keys, work in zip(self.keys, self.works, strict=True)
        )

    @cached_property
    def kind_marks(self) -> dict[str, tuple[str, ...]]:
        """What people call a kind → what stands in the name or the category of its products."""
        return {comparable(word): kind.marks for kind in self.pack.product_kinds for word in kind.words}

    @cached_property
    def listing_words(self) -> frozenset[str]:
        return frozenset({*self.kind_marks, *map(comparable, self.pack.listing_words)})

    def of_companies(self, companies: frozenset[str]) -> frozenset[int]:
        """The products of these companies; one without a company belongs to the company that its name names."""
        return frozenset(
            place
            for place, company in enumerate(self.company_keys)
            if company in companies or (company is None and self._named_company(place) & companies)
        )

    def is_of_kind(self, place: int, marks: Sequence[str]) -> bool:
        return any(mark in self.kinds[place] for mark in marks)

    def of_owners(self, places: Sequence[int]) -> list[int]:
        """The products whose names these are, once each, in order."""
        return list(dict.fromkeys(self.owners[place] for place in places))

    def _named_company(self, place: int) -> frozenset[str]:
        openings = self.companies.opening(self.keys[place][0])
        return frozenset().union(*(companies for companies, _ in openings))

    def _core(self, place: int) -> str:
        key = self.keys[place][0]
        rest = next((rest for _, rest in self.companies.opening(key)), key)
        return rest if len(rest) >= _SHORTEST_CORE else key


class ProductNames:
    """Keeps the products of the state last seen; each connection says cheaply whether its own view has moved on.

    With `verified_only`, a product without a verified document is known but not named. Its name, company and category
    may have been read from the first page of a PDF that nobody has approved, and the file does not say whether they
    were; a verified document's are approved with it, and the schema keeps them as they are from then on.
    """

    def __init__(self, library: Library, *, verified_only: bool = False) -> None:
        self.library = library
        self._verified_only = verified_only
        self._lock = threading.Lock()
        self._seen: weakref.WeakKeyDictionary[Connection, tuple[tuple[int, int], KnownProducts]]
        self._seen = weakref.WeakKeyDictionary()
        self._last: KnownProducts | None = None
        self._titles: dict[str, str] = {}

    def known(self, connection: Connection) -> KnownProducts:
        """The products as this connection sees them now."""
        pack = self.library.pack
        state = connection.state
        with self._lock:
            seen = self._seen.get(connection)
            if seen is not None and seen[0] == state:
                return seen[1]
        found = works.all_of(connection, pack.name)
        aliases = self._aliases(connection)
        verified = catalogue.verified_documents(connection, pack.name)
        nameable = self._nameable(verified)
        dates = _dates(verified, catalogue.listed_dates(connection, pack.name))
        with self._lock:
            last = self._last
            if last is None or (last.works, last.aliases, last.nameable, last.dates) != (
                found,
                aliases,
                nameable,
                dates,
            ):
                last = self._last = KnownProducts(pack, found, aliases, nameable, dates)
            self._seen[connection] = (state, last)
            return last

    def _aliases(self, connection: Connection) -> dict[int, tuple[str, ...]]:
        """The other names of each work, among them those that its verified texts bear as their titles."""
        pack = self.library.pack
        found = catalogue.aliases(connection, pack.name)
        for work, opening in catalogue.openings(connection, pack.name):
            if opening not in self._titles:
                self._titles[opening] = _title(opening, pack)
            if title := self._titles[opening]:
                found[work] = (*found.get(work, ()), title)
        return found

    def _nameable(self, verified: Sequence[VerifiedDocument]) -> frozenset[int] | None:
        if not self._verified_only:
            return None
        return frozenset(each.work_id for each in verified if each.work_id is not None)


_CELLS = re.compile(r"[|\\]+")
_TITLE = "# "


def _title(opening: str, pack: DomainPack) -> str:
    """The product that the title of a text names, or the first line that says what the document is; "" where none
    does."""
    for line in opening.splitlines():
        for words in _CELLS.split(line.lstrip("#")):
            read = read_title(words, pack)
            if read.product and (read.document_type or line.startswith(_TITLE)):
                return read.product
    return ""


def _dates(verified: Sequence[VerifiedDocument], listed: Sequence[tuple[int, str]]) -> dict[int, str]:
    """By work, the last day on which one of its verified documents in force was published; of a work of which nothing
    is verified, an edition."""
    told = [(each.work_id, each.publish_time) for each in verified if each.edition_status == EditionStatus.CURRENT]
    checked = {each.work_id for each in verified}
    found: dict[int, str] = {}
    for work, published in (*told, *(each for each in listed if each[0] not in checked)):
        if work is None or not published:
            continue
        if work not in found or (date_key(found[work]) or ()) < (date_key(published) or ()):
            found[work] = published
    return found


def _without_endings(key: str, endings: Sequence[str]) -> str:
    while ending := next((each for each in endings if each and key.endswith(each)), ""):
        key = key.removesuffix(ending)
    return key
