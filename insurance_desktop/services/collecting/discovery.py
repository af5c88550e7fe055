"""Discovery: a site's lists become products, editions and listed files of the library, page by page (FR-003)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from insurance_desktop.crawl.sites.catalogue import CataloguePage, ListedEdition
from insurance_desktop.crawl.traffic import Ask
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import AnswerFailed, CaptchaAsked, SiteChanged
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.running import Progress
from insurance_desktop.packs.wording import say
from insurance_desktop.services.importing.identification import filed_kind, find_work, is_verified, new_work
from insurance_desktop.store.collecting import attachments
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import storable
from insurance_desktop.store.works import editions, works
from insurance_desktop.store.works.works import Work

from .list_sizes import watch
from .session import CollectionRequest, Session

MOST_PAGES = 500
"""Pages of one list: one that goes on beyond has no end."""

NOT_THERE = frozenset({404, 410})
"""How a server says that there is no such page."""


@dataclass(frozen=True, slots=True)
class DiscoveryReport:
    """What the lists said: counts, and the names of products and editions that were not known before.

    `shrunk` = they have lost most of what they named before, which is an alarm.
    """

    products: int
    editions: int
    files: int
    new_products: tuple[str, ...]
    new_editions: tuple[str, ...]
    new_files: int
    pages: int
    shrunk: bool = False


@dataclass(slots=True)
class Tally:
    """What a discovery has seen so far; `sizes` counts the products of each list, also those of before a stop."""

    chosen: dict[str, None] = field(default_factory=dict)
    works: dict[int, None] = field(default_factory=dict)
    editions: set[tuple[str, str]] = field(default_factory=set)
    seen: set[ListedEdition] = field(default_factory=set)
    files: int = 0
    new_products: list[str] = field(default_factory=list)
    new_editions: list[str] = field(default_factory=list)
    new_files: int = 0
    pages: int = 0
    sizes: list[int] = field(default_factory=list)

    def report(self) -> DiscoveryReport:
        return DiscoveryReport(
            products=len(self.chosen),
            editions=len(self.editions),
            files=self.files,
            new_products=tuple(self.new_products),
            new_editions=tuple(self.new_editions),
            new_files=self.new_files,
            pages=self.pages,
        )


@dataclass(frozen=True, slots=True)
class Start:
    """Where a discovery begins: at the list of that `number`, with these requests; `sizes` as of Tally by then."""

    number: int
    asks: tuple[Ask, ...]
    sizes: tuple[int, ...] = ()


def discover(session: Session) -> DiscoveryReport:
    """Read the site's lists to their end. A stop keeps the place: the next discovery goes on there."""
    with session.library.database.read() as connection:
        known = KnownWorks(works.all_of(connection, session.library.pack.name), session)
    start = _start(session)
    tally = Tally(sizes=list(start.sizes))
    for number, ask in enumerate(start.asks, start.number):
        _read_list(session, known, tally, ask, number)
    shrunk = session.request.reads_all and watch(session, tally.sizes)
    session.remember(discovered=True, place=None, needs_person=None, order=_order(session, tally))
    return replace(tally.report(), shrunk=shrunk)


def _order(session: Session, tally: Tally) -> list[int]:
    """The products as the catalogue has them, by their ids: what "the first ones" means to an acquisition.

    They stay the same ones: what is new follows those that were there. One product alone says nothing of the order.
    """
    known: list[int] = session.memory().get("order", [])
    return known if session.request.product is not None else list(dict.fromkeys((*known, *tally.works)))


def _read_list(session: Session, known: "KnownWorks", tally: Tally, first: Ask, number: int) -> None:
    ask: Ask | None = first
    pages = 0
    tally.sizes += [0] * (number + 1 - len(tally.sizes))
    size, named = tally.sizes[number], set[str]()
    is_guess = False
    while ask is not None:
        session.stop_if_asked()
        session.remember(place=_as_place(session, number, ask, tally.sizes), order=_order(session, tally))
        page = _read_page(session, ask, is_guess=is_guess)
        pages += 1
        tally.pages += 1
        fresh = [each for each in page.editions if each not in tally.seen]
        tally.seen.update(fresh)
        named.update(each.product for each in page.editions)
        tally.sizes[number] = size + len(named)
        wanted = _wanted(fresh, session.request, tally)
        with session.library.database.write() as connection:
            for each in wanted:
                known.store(connection, each, tally)
        session.progress(
            Progress(tally.pages, 0, say("crawl.reading_list", label=session.site.label, count=len(tally.chosen)))
        )
        limit = session.request.limit
        is_enough = limit is not None and len(tally.chosen) >= limit
        ask, is_guess = page.following if (fresh or page.is_sure) and not is_enough else None, page.is_guess
        if pages >= MOST_PAGES and ask is not None:
            raise SiteChanged("crawl.list_without_end", url=first.url, pages=pages)


def _read_page(session: Session, ask: Ask, *, is_guess: bool) -> CataloguePage:
    """The page; a further one that nobody promised and that is not there is an empty one."""
    try:
        answer = session.client.fetch(ask)
    except AnswerFailed as fault:
        if is_guess and fault.values.get("status") in NOT_THERE:
            return CataloguePage(())
        raise
    try:
        return session.adapter.read(ask, answer)
    except CaptchaAsked:
        session.remember(needs_person=session.now())
        raise


def _wanted(found: Iterable[ListedEdition], request: CollectionRequest, tally: Tally) -> list[ListedEdition]:
    """The editions of the products that were asked for: one product, or the first ones of the catalogue."""
    kept = []
    for each in found:
        if request.product is not None and request.product not in (each.code, each.name):
            continue
        is_new = each.product not in tally.chosen
        if is_new and request.limit is not None and len(tally.chosen) >= request.limit:
            continue
        tally.chosen[each.product] = None
        kept.append(each)
    return kept


def _as_place(session: Session, number: int, ask: Ask, sizes: list[int]) -> dict[str, Any]:
    return {
        "sizes": sizes,
        "list": number,
        "url": ask.url,
        "body": ask.body.decode() if ask.body else None,
        "limit": session.request.limit,
        "product": session.request.product,
    }


def _start(session: Session) -> Start:
    """Where to begin: at the first list, or at the page where the same discovery stopped before its end."""
    lists = session.adapter.lists()
    place = session.memory().get("place")
    if not place or (place["limit"], place["product"]) != (session.request.limit, session.request.product):
        return Start(0, lists)
    if session.request.limit is not None or place["list"] >= len(lists):
        return Start(0, lists)
    stopped = lists[place["list"]]
    body = place["body"].encode() if place["body"] else None
    if place["url"].split("?")[0] != stopped.url.split("?")[0]:
        return Start(0, lists)  # another origin than that of the last run
    asks = (replace(stopped, url=place["url"], body=body), *lists[place["list"] + 1 :])
    return Start(place["list"], asks, tuple(place.get("sizes", ())))


class KnownWorks:
    """The library's products, found by what a list says of them; one pass over them for a whole discovery."""

    def __init__(self, found: Iterable[Work], session: Session) -> None:
        self._library = session.library
        self._site = session.site
        self._by_code: dict[str, list[Work]] = defaultdict(list)
        self._by_name: dict[str, list[Work]] = defaultdict(list)
        for each in found:
            self._add(each)

    def store(self, connection: Connection, listed: ListedEdition, tally: Tally) -> None:
        """One row of a list, inside the caller's transaction."""
        listed = _storable(listed)
        now = self._library.now()
        work = self._settled(connection, listed, tally, now)
        edition = editions.find(connection, work.work_id, listed.edition)
        if edition is None:
            edition = editions.add(connection, work.work_id, listed.edition, listed.publish_time)
            tally.new_editions.append(f"{listed.name} {listed.edition}")
        elif listed.publish_time not in (None, edition.publish_time) and not is_verified(connection, work.work_id):
            editions.set_publish_time(connection, edition.edition_id, listed.publish_time)
        tally.works[work.work_id] = None
        tally.editions.add((listed.product, listed.edition))
        attachments.describe_edition(
            connection, edition.edition_id, filing_number=listed.filing_number, sale_status=listed.sale_status
        )
        if listed.attributes:
            attachments.describe_work(connection, work.work_id, dict(listed.attributes))
        listing = f"{listed.publish_time or ''}|{listed.filing_number or ''}"
        for file in listed.files:
            tally.files += 1
            kept = attachments.find(connection, edition.edition_id, file.document_type, file.url)
            if kept is None:
                tally.new_files += 1
                attachments.add(
                    connection,
                    edition.edition_id,
                    file.document_type,
                    file.url,
                    site=self._site.name,
                    is_confirmed=file.is_confirmed,
                    listing=listing,
                    now=now,
                )
            elif kept[1] != listing:
                attachments.list_again(connection, kept[0], listing, self._site.name, file.is_confirmed)

    def _settled(self, connection: Connection, listed: ListedEdition, tally: Tally, now: str) -> Work:
        facts = GivenMetadata(
            company=self._site.company,
            product_name=listed.name,
            product_code=listed.code,
            product_category=listed.category or filed_kind(listed.filing_number, self._library.pack),
            publish_time=None,
        )
        near = {each.work_id: each for each in self._by_code.get(listed.code or "", ())}
        near |= {each.work_id: each for each in self._by_name.get(normalised(listed.name), ())}
        found = find_work(list(near.values()), facts, self._library.pack)
        if found is None:
            found = new_work(connection, facts, self._library.pack, now)
            self._add(found)
            tally.new_products.append(listed.name)
        return found

    def _add(self, work: Work) -> None:
        if work.code:
            self._by_code[work.code].append(work)
        self._by_name[normalised(work.name)].append(work)


def _storable(listed: ListedEdition) -> ListedEdition:
    """Without the half signs that a hostile list may hold and a file cannot."""
    attributes = tuple((name, storable(value)) for name, value in listed.attributes)
    words: dict[str, Any] = {
        name: storable(value)
        for name in ("name", "edition", "code", "category", "sale_status", "filing_number", "publish_time")
        if (value := getattr(listed, name)) is not None
    }
    return replace(listed, attributes=attributes, **words)
